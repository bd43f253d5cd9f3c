"""talus.classify: arrays in, exact labels out."""

import csv
import inspect
import typing
import warnings

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES
from hypothesis import given, settings
from hypothesis import strategies as st
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkImageData, vtkMultiBlockDataSet

import talus
from talus.cli import main
from talus.io.geometry import point_cloud
from talus.option_tables import ENCLOSURE

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
CLOSED_METHODS = ["Auto", "RayCrossing", "SolidAngle", "FastMultipole", "DiscreteFunction", "Antipodal"]

# Coordinates that often lie on the planes of the unit cube, or one bit beside them.
ON_AND_NEAR = [
    0.0,
    1.0,
    0.5,
    0.25,
    np.nextafter(0, 1),
    -np.nextafter(0, 1),
    np.nextafter(1, 2),
    np.nextafter(1, 0),
]
coordinates = st.one_of(st.sampled_from(ON_AND_NEAR), st.floats(-0.5, 1.5))


def side_of_unit_cube(points):
    """1, 0 or -1 by comparing coordinates: no rounding."""
    inside = ((points > 0) & (points < 1)).all(axis=1)
    outside = ((points < 0) | (points > 1)).any(axis=1)
    return inside.astype(int) - outside.astype(int)


@pytest.mark.parametrize("method", ["RayCrossing", "DiscreteFunction", "CyrusBeck"])
@settings(max_examples=150, deadline=None)
@given(points=st.lists(st.tuples(coordinates, coordinates, coordinates), min_size=1, max_size=20))
def test_box_property(method, points):
    points = np.array(points)
    assert np.array_equal(talus.classify(points, CUBE, method=method).side, side_of_unit_cube(points))


@settings(max_examples=60, deadline=None)
@given(
    exponent=st.integers(-20, 26), shift=st.tuples(*[st.integers(-8, 8)] * 3), seed=st.integers(0, 2**31)
)
def test_box_of_any_size_anywhere(exponent, shift, seed):
    points = np.random.default_rng(seed).integers(-2, 6, (50, 3)) / 4
    scale = 2.0**exponent  # exact, so that labels must not change
    shift = np.array(shift) * scale
    moved = (CUBE_POINTS * scale + shift, CUBE_TRIANGLES)
    assert np.array_equal(talus.classify(points * scale + shift, moved).side, side_of_unit_cube(points))


@pytest.mark.parametrize("method", CLOSED_METHODS)
def test_methods_agree_and_say_what_they_are(method):
    points = np.random.default_rng(3).uniform(-1, 1.2, (500, 3))
    result = talus.classify(points, MESHES / "spot.obj", method=method, winding_number=True)
    assert np.array_equal(result.side, talus.classify(points, MESHES / "spot.obj").side)
    assert result.method == ("DiscreteFunction" if method == "Auto" else method)
    assert result.reason and not result.warning
    assert np.allclose(result.winding_number, result.inside, atol=1e-9)
    assert (
        result.inside.sum() + result.on_surface.sum() + result.outside.sum() == 500
        and result.inside.sum() > 30
    )


def test_a_method_that_does_not_fit_is_replaced_and_says_so():
    result = talus.classify(np.zeros((1000, 3)), MESHES / "spot.obj", method="CyrusBeck")
    assert result.method == "DiscreteFunction" and "CyrusBeck" in result.reason and "convex" in result.reason


def test_on_faces_edges_and_vertices():
    points = [(0.5, 0.5, 0), (0.25, 0.5, 1), (0.5, 0, 0), (1, 1, 1)]
    result = talus.classify(points, CUBE, winding_number=True)
    assert result.on_surface.all()
    assert np.allclose(result.winding_number, [0.5, 0.5, 0.25, 0.125])


def test_types_and_empty_input():
    result = talus.classify([], CUBE)
    assert result.side.shape == (0,)
    assert (result.winding_number, result.enclosing_body) == (None, None)
    result = talus.classify([(0.5, 0.5, 0.5)], CUBE, winding_number=True, enclosing_body=True)
    assert (result.side.dtype, result.winding_number.dtype, result.enclosing_body.dtype) == (
        np.int8,
        np.float64,
        np.int32,
    )
    assert talus.classify(np.array([(0, 5, 5)]), CUBE).side[0] == -1  # whole numbers


ARRAYS = {
    "single precision": lambda points: points.astype(np.float32),
    "columns": np.asfortranarray,
    "every second": lambda points: np.repeat(points, 2, axis=0)[::2],
    "other byte order": lambda points: points.astype(">f8"),
    "half precision": lambda points: points.astype(np.float16),
    "backwards": lambda points: points[::-1].copy()[::-1],
}


@pytest.mark.parametrize("kind", ARRAYS)
def test_arrays_of_any_layout(kind):
    points = np.random.default_rng(8).integers(-8, 16, (500, 3)) / 8  # the same in all precisions
    given = ARRAYS[kind](points)
    given.flags.writeable = False
    assert np.array_equal(talus.classify(given, CUBE).side, side_of_unit_cube(points))


def test_labels_outlive_points_and_classifier():
    points = np.random.default_rng(9).uniform(-0.5, 1.5, (100_000, 3))
    classifier = talus.Classifier(CUBE)
    first = classifier.classify(points.copy())
    expected = side_of_unit_cube(points)
    other = classifier.classify(points + 5)
    del classifier
    assert np.array_equal(first.side, expected) and (other.side == -1).all()


def test_several_surfaces_are_several_bodies():
    beside = (CUBE_POINTS + [2, 0, 0], CUBE_TRIANGLES)
    result = talus.classify([(0.5, 0.5, 0.5), (2.5, 0.5, 0.5), (1.5, 0.5, 0.5)], [CUBE, beside], enclosing_body=True)
    assert list(result.enclosing_body) == [0, 1, -1] and list(result.side) == [1, 1, -1]


class Mesh:
    """As meshes of trimesh have it."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = vertices, faces


QUADS = np.array([(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)])
SURFACES = {
    "quads": (CUBE_POINTS, QUADS),
    "lists of different lengths": (CUBE_POINTS, [*QUADS[:5].tolist(), [1, 3, 7], [1, 7, 5]]),
    "flat triangles": (CUBE_POINTS, np.insert(CUBE_TRIANGLES, 0, 3, axis=1).ravel()),
    "flat, mixed": (CUBE_POINTS, [*np.insert(QUADS[:5], 0, 4, axis=1).ravel(), 3, 1, 3, 7, 3, 1, 7, 5]),
    "vertices and faces": Mesh(CUBE_POINTS, CUBE_TRIANGLES),
    "vertices and quads": Mesh(CUBE_POINTS.tolist(), QUADS.astype(np.uint8)),
}


@pytest.mark.parametrize("kind", SURFACES)
def test_faces_of_other_kinds(kind):
    points = np.random.default_rng(4).uniform(-0.5, 1.5, (500, 3))
    expected = ((points > 0) & (points < 1)).all(axis=1)
    assert np.array_equal(talus.classify(points, SURFACES[kind]).inside, expected)
    assert talus.check(SURFACES[kind]).volume == pytest.approx(1)
    two = talus.classify([(0.5, 0.5, 0.5)], [SURFACES[kind], MESHES / "torus.stl"], enclosing_body=True)
    assert two.enclosing_body.tolist() == [0]


@pytest.mark.parametrize(
    "faces, told",
    [
        ([3, 0, 1], "face 0 has 3 corners, and 2 numbers follow"),
        ([3, 0, 1, 2, 2, 0, 1], "face 1 has 2 corners"),
        ([-1, 0, 1, 2], "face 0 has -1 corners"),
        ([[0, 1, 2], [0, 1]], "Face 1 has the shape"),
        ([[0, 1, 2], [0, 1, 2, 9]], "refers to point 9 of 8"),
        ([[0, 1, 2], "abc"], "Face 1 has the shape"),
        ([3.0, 0, 1, 2], "type float64"),
        (np.zeros((2, 2, 3), dtype=int), "shape"),
        ([None], "Face 0 has the shape"),
        ("faces", "type <U5"),
    ],
)
def test_what_are_no_faces(faces, told):
    with pytest.raises(talus.TalusError, match=told):
        talus.classify([(0, 0, 0)], (CUBE_POINTS, faces))


def test_points_from_files_and_data_sets(tmp_path):
    points = np.random.default_rng(4).uniform(-0.5, 1.5, (50, 3))
    expected = talus.classify(points, CUBE)
    np.save(tmp_path / "cloud.npy", points)
    cloud = point_cloud(points)
    talus.write(cloud, tmp_path / "cloud.vtp")
    blocks = vtkMultiBlockDataSet()
    blocks.SetBlock(0, point_cloud(points[:20]))
    blocks.SetBlock(2, point_cloud(points[20:]))
    for form in (tmp_path / "cloud.npy", str(tmp_path / "cloud.vtp"), cloud, blocks, Mesh(points, None)):
        found = talus.classify(form, CUBE, distance=True)
        assert np.array_equal(found.side, expected.side) and len(found.distance) == 50
    image = vtkImageData()
    image.SetDimensions(3, 3, 3)
    assert talus.classify(image, CUBE).side.sum() == -27 + 8  # corners of the cube lie on it
    assert talus.Classifier(CUBE, cells=True).classify(image).inside.tolist() == [True] + 7 * [False]
    assert talus.classify(vtkMultiBlockDataSet(), CUBE).side.shape == (0,)
    with pytest.raises(talus.TalusError, match="No such file"):
        talus.classify(tmp_path / "none.csv", CUBE)


def test_tolerance_widens_the_surface():
    near = [(0.5, 0.5, 1.001), (0.5, 0.5, 0.999), (0.5, 0.5, 1.1)]
    assert list(talus.classify(near, CUBE, tolerance=0.01).side) == [0, 0, -1]
    assert list(talus.classify(near, CUBE).side) == [-1, 1, -1]


def test_threads_do_not_change_a_bit():
    points = np.random.default_rng(5).uniform(-1, 1.2, (20_000, 3))
    for method in ("DiscreteFunction", "RayCrossing"):
        one, two = (
            talus.classify(points, MESHES / "spot.obj", method=method, threads=n, winding_number=True) for n in (1, 2)
        )
        assert one.side.tobytes() == two.side.tobytes()
        assert one.winding_number.tobytes() == two.winding_number.tobytes()


def test_open_surface_warns_once_and_answers():
    with pytest.warns(talus.SurfaceWarning, match="edges belong to only one triangle") as caught:
        result = talus.classify([(0.5, 0.5, 0.6), (9, 9, 9)], (CUBE_POINTS, CUBE_TRIANGLES[2:]))
    assert len(caught) == 1
    assert result.method in ("SolidAngle", "Antipodal") and "open" in result.reason
    assert list(result.side) == [1, -1]
    assert result.warning == str(caught[0].message)


def test_nan_points_warn():
    with pytest.warns(talus.SurfaceWarning, match="1 point has NaN"):
        assert talus.classify([(np.nan, 0, 0)], CUBE).side[0] == -1


def test_sound_input_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        talus.classify([(0.5, 0.5, 0.5)], CUBE)


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: talus.classify([(0, 0, 0)], CUBE, method="Magic"), "The method must be one of Auto, .*method 'Magic'"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, inside_rule="Odd"), "The inside rule must be one of Parity, NonZero"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, accuracy=0), "accuracy"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, accuracy=float("nan")), "accuracy"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, tolerance=float("nan")), "tolerance"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, memory="huge"), "memory must be one of Fast, Lean, Budget"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, memory_budget=0), "memory budget must be at least 1 MiB"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, tolerance=-1), "tolerance"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, tolerance=np.nan), "tolerance"),
        (lambda: talus.classify([(0, 0, 0)], CUBE, threads=-1), "threads"),
        (lambda: talus.classify([(0, 0)], CUBE), "shape"),
        (lambda: talus.classify([("a", "b", "c")], CUBE), "type"),
        (lambda: talus.classify([(0, 0, 0)], 7), "is not a surface"),
        (lambda: talus.classify([(0, 0, 0)], (CUBE_POINTS, [(0, 1, 99)])), "refers to point 99"),
        (lambda: talus.classify([(0, 0, 0)], (CUBE_POINTS, [(0, 1)])), "shape"),
        (lambda: talus.classify([(0, 0, 0)], (CUBE_POINTS, [])), "triangles"),
        (lambda: talus.classify([(0, 0, 0)], (CUBE_POINTS - np.inf, CUBE_TRIANGLES)), "NaN or infinite"),
        (lambda: talus.classify([(0, 0, 0)], (CUBE_POINTS * 0, CUBE_TRIANGLES)), "zero area"),
    ],
)
def test_errors_are_one_line_and_print_nothing(call, words, capfd):
    with pytest.raises(talus.TalusError, match=words) as raised:
        call()
    assert "\n" not in str(raised.value)
    assert capfd.readouterr() == ("", "")


def test_a_classifier_serves_many_clouds():
    classifier = talus.Classifier(CUBE)
    first = classifier.classify([(0.5, 0.5, 0.5)])
    second = classifier.classify([(5, 5, 5), (0.5, 0.5, 0.5)])
    assert list(first.side) == [1] and list(second.side) == [-1, 1]
    assert classifier._filter.GetNumberOfBuilds() == 1


def test_auto_goes_by_the_number_of_points():
    few = talus.classify([(0, 0, 0), (0, 0, 5)], MESHES / "spot.obj")
    assert few.method == "SolidAngle" and "few" in few.reason
    assert talus.classify(np.zeros((1000, 3)), MESHES / "spot.obj").method == "DiscreteFunction"


def overlapping_cubes():
    """Two unit cubes as one surface; they share 0.5 < x < 1."""
    shifted = CUBE_POINTS + (0.5, 0.25, 0.25)
    return np.vstack([CUBE_POINTS, shifted]), np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES + len(CUBE_POINTS)])


def test_inside_rule():
    points = [(0.2, 0.5, 0.5), (0.8, 0.5, 0.5), (1.2, 0.5, 0.5), (1, 0.5, 0.5), (2, 2, 2)]
    with pytest.warns(talus.SurfaceWarning, match="NonZero"):
        parity = talus.classify(points, overlapping_cubes(), nesting_depth=True)
    assert list(parity.side) == [1, -1, 1, 0, -1] and list(parity.nesting_depth) == [1, 2, 1, 1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        united = talus.classify(points, overlapping_cubes(), inside_rule="NonZero")
    assert list(united.side) == [1, 1, 1, 1, -1]
    assert united.nesting_depth is None and united.distance is None


def test_distance_is_signed_and_names_the_closest_triangle():
    points = np.random.default_rng(5).uniform(-0.5, 1.5, (3000, 3))
    result = talus.classify(points, CUBE, distance=True)
    beyond = abs(points - 0.5) - 0.5
    expected = np.linalg.norm(beyond.clip(0), axis=1) + beyond.max(axis=1).clip(max=0)
    assert np.allclose(result.distance, expected, rtol=0, atol=1e-15)
    assert np.array_equal(np.sign(result.distance), -result.side)
    # The foot of the perpendicular lies in the plane of the triangle named, or nearer to none.
    corners = CUBE_POINTS[CUBE_TRIANGLES[result.closest_cell]]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    heights = abs(((points - corners[:, 0]) * normals).sum(axis=1)) / np.linalg.norm(normals, axis=1)
    inside = result.inside
    assert inside.any() and np.allclose(heights[inside], -expected[inside], rtol=0, atol=1e-15)
    assert (result.closest_body == 0).all()


@pytest.mark.parametrize("name", ["bob_small.ply", "spot.obj", "torus.stl", "nasa_viper_wheel.obj"])
def test_distance_agrees_with_vtk(name):
    from vtkmodules.vtkFiltersCore import vtkImplicitPolyDataDistance

    surface = talus.read_surface(MESHES / name)
    oracle = vtkImplicitPolyDataDistance()
    oracle.SetInput(surface)
    low, high = np.array(surface.GetBounds()).reshape(3, 2).T
    points = np.random.default_rng(8).uniform(1.2 * low - 0.2 * high, 1.2 * high - 0.2 * low, (1000, 3))
    result = talus.classify(points, surface, distance=True)
    expected = np.array([oracle.EvaluateFunction(p) for p in points])
    assert np.allclose(result.distance, expected, rtol=0, atol=1e-14 * (high - low).max())


def test_memory_changes_no_label():
    points = np.random.default_rng(3).uniform(-1, 1.2, (2000, 3))
    fast = talus.classify(points, MESHES / "spot.obj")
    for memory in ({"memory": "Lean"}, {"memory": "Budget", "memory_budget": 1}, {"memory": "Budget", "memory_budget": 10**6}):
        assert np.array_equal(talus.classify(points, MESHES / "spot.obj", **memory).side, fast.side)


def test_progress_never_falls_and_reaches_the_end():
    seen = []
    talus.classify(
        np.random.default_rng(1).uniform(-1, 1, (50_000, 3)), MESHES / "spot.obj", progress=seen.append
    )
    assert len(seen) > 3 and seen == sorted(seen) and 0.99 < seen[-1] <= 1


@pytest.mark.parametrize("thing", (talus.classify, talus.Classifier))
def test_signatures_name_every_option(thing):
    function = thing.__init__ if inspect.isclass(thing) else thing
    assert not hasattr(function, "__wrapped__") and not function.__code__.co_flags & inspect.CO_VARKEYWORDS
    types = typing.get_type_hints(function)
    assert types["inside_rule"] == typing.Literal["Parity", "NonZero"] and types["tolerance"] is float
    assert function.__kwdefaults__["accuracy"] == 0.001 and ":param accuracy: Largest error" in thing.__doc__


def test_other_keywords_are_a_type_error():
    with pytest.raises(TypeError, match="unexpected keyword argument 'tolerence'"):
        talus.classify([(0, 0, 0)], CUBE, tolerence=0.1)


def test_every_option_is_a_property_of_the_filter_with_the_same_default_and_words():
    filter_ = talus.classification._Filter()
    for option in ENCLOSURE:
        default = option.words.get(option.default, option.default) if option.type == "choice" else option.default
        assert getattr(filter_, "Get" + option.property)() == default
        prefix = f"Set{option.property}To"
        words = {name[len(prefix) :] for name in dir(filter_) if name.startswith(prefix)}
        assert words == set(option.words)


def tower(folder):
    """Three turned and scaled cubes and a torus, one body inside another."""
    scene = talus.Scene()
    scene.material("stuff", density=1.0)
    talus.write_surface(talus.surfaces.as_polygons(CUBE), folder / "cube.stl")
    scene.shape("cube", str(folder / "cube.stl"))
    scene.shape("ring", str(MESHES / "torus.stl"))
    turned = {"position": (0.2, 0, 1.5), "orientation": talus.quaternion((1, 2, 3), 40)}
    scene.body("cube", "stuff", position=(0, 0, 0), id=7)
    scene.body("cube", "stuff", scale=0.5, position=(0, 0, 0), id=3)
    scene.body("cube", "stuff", scale=0.8, id=11, **turned)
    scene.body("ring", "stuff", position=(2.5, 0, 0), orientation=talus.quaternion((1, 0, 0), 90), id=5)
    return scene


def test_a_scene_tells_which_body_holds_which_point(tmp_path):
    scene = tower(tmp_path)
    points = np.random.default_rng(3).uniform(-1, 4, (20_000, 3))
    found = talus.classify(points, scene, enclosing_body=True, nesting_depth=True)
    bodies = talus.body_surfaces(scene)
    ids = np.array([3, 5, 7, 11])  # where several bodies contain a point, the one of the smallest id counts
    surfaces = [surface_of_body(bodies, number) for number in ids]
    single = talus.classify(points, surfaces, enclosing_body=True, nesting_depth=True)
    assert np.array_equal(found.side, single.side) and found.inside.sum() > 50
    assert np.array_equal(found.enclosing_body, np.where(single.enclosing_body < 0, -1, ids[single.enclosing_body]))
    assert np.array_equal(found.nesting_depth, single.nesting_depth) and found.nesting_depth.max() == 2
    scene.write(tmp_path / "scene.json")
    assert np.array_equal(talus.classify(points, tmp_path / "scene.json").side, found.side)


def surface_of_body(bodies, number):
    """Points and triangles of one body of what talus.body_surfaces gives."""
    ids = vtk_to_numpy(bodies.GetCellData().GetArray("BodyId"))
    corners = vtk_to_numpy(bodies.GetPolys().GetConnectivityArray()).reshape(-1, 3)
    return vtk_to_numpy(bodies.GetPoints().GetData()), corners[ids == number]


def test_distances_to_a_scene_name_its_bodies(tmp_path):
    found = talus.classify([(0, 0, 0.75), (0, 0, 0.3), (2.5, 0, 0)], tower(tmp_path), distance=True)
    assert found.distance[:2].round(12).tolist() == [0.25, -0.05] and found.closest_body.tolist()[:2] == [7, 3]
    assert found.closest_cell[0] < 12 and found.closest_body[2] == 5


def test_a_scene_without_bodies_is_told():
    scene = talus.Scene()
    with pytest.raises(talus.TalusError, match="no surface"):
        talus.classify([(0, 0, 0)], scene)


def test_commands_take_scenes_and_runs(tmp_path):
    scene = tower(tmp_path)
    scene.write(tmp_path / "scene.json")
    points = tmp_path / "points.csv"
    points.write_text("x,y,z\n0,0,0.3\n0,0,0.1\n9,9,9\n")
    out = tmp_path / "out.csv"
    common = ["--points", str(points), "--out", str(out), "--enclosing-body"]
    assert main(["simulate", str(tmp_path / "scene.json"), "--out", str(tmp_path / "run"), "--end", "0.001", "--quiet"]) == 0
    whole, run = ["--scene", str(tmp_path / "scene.json")], ["--run", str(tmp_path / "run"), "--frame", "0"]
    for surface, holder in ((whole, 3), (run, 7)):  # the run has moved body 3 out of body 7
        assert main(["classify", *surface, *common]) == 0
        with open(out) as file:
            assert [int(row["EnclosingBody"]) for row in csv.DictReader(file)] == [7, holder, -1]
    assert main(["classify", "--surface", str(MESHES / "spot.obj"), "--frame", "1", *common]) == 2


def test_a_distance_band_tells_its_width_beyond():
    points = [(0.5, 0.5, 0.5), (0.5, 0.5, 0.95), (0.5, 0.5, 1.05), (9, 9, 9)]
    found = talus.classify(points, CUBE, distance=True, distance_band=0.1)
    assert found.distance.round(12).tolist() == [-0.1, -0.05, 0.05, 0.1]
    assert (found.closest_cell >= 0).tolist() == [False, True, True, False]
    with pytest.raises(talus.TalusError, match="distance band"):
        talus.classify(points, CUBE, distance=True, distance_band=-1)
