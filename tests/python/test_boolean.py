"""talus.boolean and `talus boolean`: volumes in closed form, labels, arrays, files, wrong input."""

import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, one_error, talus as command
from vtkmodules.util.numpy_support import numpy_to_vtk

import talus
from talus.io.geometry import arrays_of
from talus.surfaces import as_surface

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
OPEN_CUBE = (CUBE_POINTS, CUBE_TRIANGLES[2:])


def cube(edge: float, x: float = 0, y: float = 0, z: float = 0):
    return CUBE_POINTS * edge + (x, y, z), CUBE_TRIANGLES


def assert_sound(found: talus.BooleanResult) -> None:
    """The result has no defects, and the volume that it says."""
    report = talus.check(found.surface)
    assert report.sound, report.problem
    assert report.volume == pytest.approx(found.volume, rel=1e-12)
    assert found.self_intersections == 0


# ---- Volumes in closed form ----


@pytest.mark.parametrize(
    "operation, volume",
    [("Intersection", 125), ("Union", 1875), ("Difference", 875), ("SymmetricDifference", 1750)],
)
def test_cubes_of_10_that_overlap_by_5(operation, volume):
    found = talus.boolean([cube(10), cube(10, 5, 5, 5)], operation=operation)
    assert found.volume == volume and found.operation == operation and found.surfaces == 2
    assert found.answer.startswith(f"{operation} of 2 surfaces: volume {volume} · ")
    assert talus.check(found.surface).volume == volume


def test_walls_that_share_the_planes_of_their_sides():
    """Two walls of 4 x 0.2 x 3 m that overlap by 50 mm along their length."""
    wall = (CUBE_POINTS * (4, 0.2, 3), CUBE_TRIANGLES)
    other = (wall[0] + (3.95, 0, 0), CUBE_TRIANGLES)
    found = talus.boolean([wall, other], operation="Intersection")
    assert found.volume == pytest.approx((4 - 3.95) * 0.2 * 3, rel=1e-14)
    assert_sound(found)


def test_an_overlap_of_one_trillionth_is_a_closed_body():
    deep = talus.boolean([cube(1), cube(1, 1 - 1e-12)], operation="Intersection")
    assert deep.volume == 1 - (1 - 1e-12)
    assert_sound(deep)
    with pytest.warns(talus.SurfaceWarning, match="No place is inside"):
        apart = talus.boolean([cube(1), cube(1, 1 + 1e-12)], operation="Intersection")
    assert apart.volume == 0 and apart.surface.GetNumberOfPolys() == 0


def test_many_surfaces_at_once():
    row = [cube(1, 0.75 * i) for i in range(20)]
    assert talus.boolean(row).volume == 0.75 * 19 + 1
    assert talus.boolean([cube(100, -50, -50, -50), *row], operation="Difference").volume == 1e6 - (0.75 * 19 + 1)


def test_regions_are_all_places_inside_any_surface():
    found = talus.boolean([cube(2), cube(2, 1), cube(1, 0.5, 0.5, 0.5)], regions=True)
    volumes = {region.inside: region.volume for region in found.regions}
    assert volumes == {(0,): 3.5, (0, 1): 3.5, (0, 1, 2): 0.5, (0, 2): 0.5, (1,): 4}
    assert sum(volumes.values()) == found.volume == 12
    for region in found.regions:
        assert talus.check(region.surface).volume == region.volume
    assert talus.boolean([cube(2), cube(2, 1)]).regions == ()


def test_parts_of_a_cow_add_up():
    cow, ball = talus.read_surface(MESHES / "spot.obj"), talus.grain("RefinedSphere", size=1.2)
    rest = talus.boolean([cow, ball], operation="Difference")
    common = talus.boolean([cow, ball], operation="Intersection")
    assert rest.volume + common.volume == pytest.approx(talus.mass_properties(cow).volume, rel=1e-13)
    for found in (rest, common):
        assert_sound(found)


@pytest.mark.filterwarnings("ignore::talus.SurfaceWarning")
def test_labels_are_the_logic_of_the_labels_of_the_inputs():
    a, b = MESHES / "spot.obj", MESHES / "bob_small.ply"
    points = np.random.default_rng(5).uniform(-1, 1, (100_000, 3))
    in_a, in_b = (talus.classify(points, surface).inside for surface in (a, b))
    expected = {
        "Union": in_a | in_b, "Intersection": in_a & in_b, "Difference": in_a & ~in_b, "SymmetricDifference": in_a ^ in_b,
    }  # fmt: skip
    for operation, inside in expected.items():
        found = talus.boolean([a, b], operation=operation)
        np.testing.assert_array_equal(talus.classify(points, found.surface).inside, inside)


# ---- Arrays and options ----


def test_each_triangle_names_its_cell_and_keeps_its_arrays():
    surfaces = [as_surface(cube(10)), as_surface(cube(10, 5, 5, 5))]
    for number, surface in enumerate(surfaces):
        colour = numpy_to_vtk(np.arange(12) + 100 * number, deep=True)
        colour.SetName("Colour")
        surface.GetCellData().AddArray(colour)
    arrays = arrays_of(talus.boolean(surfaces).surface.GetCellData())
    assert set(arrays["SourceSurface"]) == {0, 1}
    np.testing.assert_array_equal(arrays["Colour"], arrays["SourceCell"] + 100 * arrays["SourceSurface"])


def test_point_arrays_are_interpolated_on_request():
    surfaces = [as_surface(cube(10)), as_surface(cube(10, 5, 5, 5))]
    for surface in surfaces:
        points, _ = talus.surfaces.triangles_of(surface)
        place = numpy_to_vtk(points @ (1.0, 2.0, 3.0), deep=True)
        place.SetName("Place")
        surface.GetPointData().AddArray(place)
    assert "Place" not in arrays_of(talus.boolean(surfaces).surface.GetPointData())
    found = talus.boolean(surfaces, interpolate_points=True).surface
    points, _ = talus.surfaces.triangles_of(found)
    np.testing.assert_allclose(arrays_of(found.GetPointData())["Place"], points @ (1.0, 2.0, 3.0), rtol=1e-15)


def test_coplanar_triangles_are_merged_on_request():
    flush = [cube(1), cube(1, 0.5)]
    assert talus.boolean(flush).surface.GetNumberOfPolys() == 44
    merged = talus.boolean(flush, merge_coplanar=True)
    assert merged.surface.GetNumberOfPolys() == 12 and merged.volume == 1.5
    assert_sound(merged)
    touching = talus.boolean([cube(1), cube(1, 1, 0.25)], operation="Difference", merge_coplanar=True)
    assert touching.surface.GetNumberOfPolys() == 12


def test_open_surfaces_are_closed_on_request():
    with pytest.warns(talus.SurfaceWarning, match="1 surface is open: 1 opening was closed by triangles, with SourceCell -1.$"):
        found = talus.boolean([OPEN_CUBE, cube(1, 0.5)], operation="Intersection", close_openings=True)
    assert found.volume == 0.5
    cells = arrays_of(found.surface.GetCellData())
    assert (cells["SourceCell"] == -1).any() and set(cells["SourceSurface"][cells["SourceCell"] == -1]) == {0}


def test_curved_openings_are_closed_where_the_winding_number_is_a_half():
    points, triangles = talus.surfaces.triangles_of(talus.shapes.grain("RefinedSphere", triangles=3000))
    middles = points[triangles].mean(axis=1)
    angles = np.arctan2(middles[:, 1], middles[:, 0])
    radius = np.linalg.norm(points, axis=1).max()
    kept = triangles[middles[:, 2] < radius * (0.5 + 0.2 * np.sin(3 * angles))]
    with pytest.warns(talus.SurfaceWarning, match=r"1/2 by 0\.\d+ in the mean, and by 0\.\d+ at most"):
        found = talus.boolean([(points, kept), cube(10, -5, -5, -5)], operation="Intersection", close_openings=True)
    assert_sound(found)
    rng = np.random.default_rng(1)
    places = rng.uniform(-radius, radius, (2000, 3))
    open_sides = talus.classify(places, (points, kept), method="SolidAngle")
    sides = talus.classify(places, found.surface)
    assert np.count_nonzero(sides.side != open_sides.side) < 20


def test_the_inside_rule_decides_where_a_surface_overlaps_itself():
    twice = (np.vstack([CUBE_POINTS, CUBE_POINTS + (0.5, 0, 0)]), np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES + 8]))
    around = cube(10, -5, -5, -5)
    volumes = [
        talus.boolean([twice, around], operation="Intersection", inside_rule=rule).volume
        for rule in ("Parity", "NonZero")
    ]
    assert volumes == [1, 1.5]


def test_the_number_of_threads_changes_nothing():
    def bits(threads):
        found = talus.boolean([MESHES / "spot.obj", MESHES / "torus.stl"], threads=threads)
        points, triangles = talus.surfaces.triangles_of(found.surface)
        return found.volume, points.tobytes(), triangles.tobytes()

    assert bits(1) == bits(0)


# ---- Wrong input ----

WRONG = {
    "one surface": ([CUBE], {}, "at least two surfaces"),
    "an open surface": ([CUBE, OPEN_CUBE], {}, r"Surface 1 is not closed: 4 edges lack a neighbour, the first one near \("),
    "an unknown operation": ([CUBE, CUBE], {"operation": "Join"}, "Join"),
    "no triangles": ([CUBE, (np.zeros((0, 3)), np.zeros((0, 3), int))], {}, "no triangles|not"),
    "NaN": ([CUBE, (np.where(CUBE_POINTS == 1, np.nan, 0), CUBE_TRIANGLES)], {}, "not finite"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_is_one_error(case):
    surfaces, options, text = WRONG[case]
    with pytest.raises(talus.TalusError, match=text):
        talus.boolean(surfaces, **options)


# ---- Command line ----


def test_the_command_writes_the_result(tmp_path):
    for name, surface in {"a.vtp": cube(10), "b.vtp": cube(10, 5, 5, 5)}.items():
        talus.write_surface(as_surface(surface), tmp_path / name)
    files = [tmp_path / "a.vtp", tmp_path / "b.vtp"]
    result = command("boolean", *files, "--operation", "intersection", "--out", tmp_path / "common.vtp", "--json")
    assert result.returncode == 0, result
    found = json.loads(result.stdout)
    assert found["volume"] == 125 and found["surfaces"] == 2 and found["centroid"] == [7.5, 7.5, 7.5]
    assert talus.check(tmp_path / "common.vtp").volume == 125
    assert "1875" in command("boolean", *files).stdout


def test_the_command_names_the_open_file(tmp_path):
    for name, surface in {"whole.vtp": CUBE, "open.vtp": OPEN_CUBE}.items():
        talus.write_surface(as_surface(surface), tmp_path / name)
    out = tmp_path / "out.stl"
    text = one_error(command("boolean", tmp_path / "whole.vtp", tmp_path / "open.vtp", "--out", out))
    assert "open.vtp" in text and "not closed" in text and not out.exists()


def test_an_operation_among_the_files_is_explained(tmp_path):
    out = tmp_path / "out.vtp"
    text = one_error(command("boolean", "Difference", MESHES / "torus.stl", MESHES / "torus.stl", "--out", out))
    assert "--operation Difference" in text and not out.exists()


@pytest.mark.parametrize("axis", range(3))
def test_a_coordinate_that_is_not_finite_is_told_with_its_surface(axis):
    points = CUBE_POINTS.astype(float)
    points[3, axis] = np.nan
    with pytest.raises(talus.TalusError, match="Surface 1|surface 1"):
        talus.boolean([(CUBE_POINTS, CUBE_TRIANGLES), (points, CUBE_TRIANGLES)])
