"""talus.check: findings of known surfaces."""

import json
import warnings

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, binary_stl
from conftest import talus as command

import talus

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)


def test_sound_cube():
    report = talus.check(CUBE)
    assert report.sound and report.closed and report.oriented and report.manifold and report.convex
    assert report.volume == pytest.approx(1) and report.area == pytest.approx(6)
    assert report.counts["Triangles"] == 12 and report.counts["Edges"] == 18
    assert not report.defects.any() and report.consequence
    assert report.boundary.GetNumberOfCells() == 0
    assert report.findings == report.boundary_loops == ()


def test_cube_with_a_hole():
    report = talus.check((CUBE_POINTS, CUBE_TRIANGLES[1:]))
    assert not report.sound and not report.closed
    assert report.counts["BoundaryEdges"] == 3 and report.boundary.GetNumberOfCells() == 3
    assert np.count_nonzero(report.defects & 1) == 3
    assert [(finding.defect, finding.count) for finding in report.findings] == [("BoundaryEdges", 3)]
    assert "open" in report.findings[0].effect
    (loop,) = report.boundary_loops
    assert loop.edges == 3 and loop.length == pytest.approx(2 + np.sqrt(2))


def test_flipped_triangle():
    triangles = CUBE_TRIANGLES.copy()
    triangles[0] = triangles[0][::-1]
    report = talus.check((CUBE_POINTS, triangles))
    assert report.closed and not report.oriented
    assert list(np.flatnonzero(report.defects & 16)) == [0]
    assert report.counts["FlippedPatches"] == 1


def test_nan_corner_and_duplicate():
    points = CUBE_POINTS.copy()
    points[7] = np.nan
    assert talus.check((points, CUBE_TRIANGLES)).counts["NonFiniteTriangles"] == 3
    assert (
        talus.check((CUBE_POINTS, np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES[:1]]))).counts[
            "DuplicateTriangles"
        ]
        == 1
    )


@pytest.mark.parametrize(
    "name, count, value",
    [
        ("featuretype.stl", "BoundaryEdges", 576),
        ("dem_hourglass_open.obj", "BoundaryEdges", 200),
        ("multibody_misoriented.stl", "MisorientedEdges", 12),
        ("nasa_viper_wheel.obj", "Triangles", 8192),
        ("two_solids_ascii.stl", "Components", 2),
    ],
)
def test_meshes_of_data(name, count, value):
    report = talus.check(MESHES / name)
    assert report.counts[count] == value
    assert report.sound == (count in ("Triangles", "Components"))


def test_numbers_that_are_nan_are_not_known(tmp_path):
    points = CUBE_POINTS.copy()
    points[7] = np.nan
    report = talus.check((points, CUBE_TRIANGLES))
    assert np.isnan(report.area) and np.isnan(report.volume)
    file = tmp_path / "nan.vtp"
    talus.write(report.surface, file)
    result = command("check", "--surface", file)
    assert result.returncode == 1 and "area                  not known" in result.stdout
    report = json.loads(command("check", "--surface", file, "--json").stdout)
    assert report["area"] is None and report["volume"] is None


def test_sizes_that_do_not_fit_a_double_are_told(tmp_path):
    report = talus.check((1e200 * CUBE_POINTS, CUBE_TRIANGLES))
    assert report.closed and not report.sound and "too large or too small for a double: scale the surface" in report.problem
    file = tmp_path / "huge.vtp"
    talus.write(report.surface, file)
    result = command("check", "--surface", file, "--json")
    read = json.loads(result.stdout, parse_constant=lambda name: pytest.fail(name))
    assert result.returncode == 1 and read["area"] is None and read["volume"] is None


def test_without_self_intersections():
    assert talus.check(CUBE, self_intersections=False).counts["SelfIntersections"] == -1


def test_no_surface():
    with pytest.raises(talus.TalusError, match="no triangles"):
        talus.check((CUBE_POINTS, []))
    with pytest.raises(talus.TalusError, match="threads"):
        talus.check(CUBE, threads=-1)


NAN_OBJ = "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"


@pytest.mark.parametrize(
    "call",
    [
        lambda sound, bad: talus.contacts([sound, bad]),
        lambda sound, bad: talus.classify([(0, 0, 0)], bad),
        lambda sound, bad: talus.classify([(0, 0, 0)], [sound, bad]),
        lambda sound, bad: talus.mass_properties(bad),
        lambda sound, bad: talus.surrogates(bad),
        lambda sound, bad: talus.voxelize([sound, bad]),
        lambda sound, bad: talus.place([sound, bad], count=2),
    ],
)
def test_errors_name_the_file_and_no_other(tmp_path, cube_stl, call):
    bad = tmp_path / "bad.obj"
    bad.write_text(NAN_OBJ)
    with pytest.raises(talus.TalusError, match="NaN") as raised:
        call(cube_stl, bad)
    assert str(raised.value).count(str(bad)) == 1 and str(cube_stl) not in str(raised.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda open_: talus.classify([(0, 0, 0)], open_),
        lambda open_: talus.classify([(0, 0, 0)], [CUBE, open_]),
        lambda open_: talus.voxelize([CUBE, open_], count=4),
        lambda open_: talus.repair(open_, close_holes=False),
        lambda open_: talus.mass_properties(open_),
        lambda open_: talus.boolean([CUBE, open_]),
        lambda open_: talus.walls(open_),
        lambda open_: talus.place([CUBE, open_], count=2),
    ],
)
def test_surfaces_know_the_file_that_they_were_read_from(tmp_path, call):
    path = tmp_path / "open.stl"
    path.write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES[:-1]))
    surface = talus.read_surface(path)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            call(surface)
            text = str(told[0].message)
        except talus.TalusError as error:
            text = str(error)
    assert f"({path}" in text


def test_errors_name_no_file_where_data_came_from_none(cube_stl):
    with pytest.raises(talus.TalusError) as raised:
        talus.contacts([cube_stl, (CUBE_POINTS * np.nan, CUBE_TRIANGLES)])
    assert "surface 1 has NaN" in str(raised.value) and "(/" not in str(raised.value)


def test_errors_of_walls_name_no_shape(cube_stl):
    with pytest.raises(talus.TalusError, match="'wall0' has NaN") as raised:
        talus.place(cube_stl, count=1, walls=(CUBE_POINTS * np.nan, CUBE_TRIANGLES), region=(-5, 5, -5, 5, -5, 5))
    assert str(cube_stl) not in str(raised.value)
