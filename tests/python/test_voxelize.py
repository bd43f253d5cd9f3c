"""talus.voxelize and `talus voxelize`: known bodies, files, limits, wrong arguments."""

import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, SOURCE, binary_stl, one_error, talus as command
from vtkmodules.vtkIOXML import vtkXMLImageDataReader, vtkXMLUnstructuredGridReader

import talus
from talus.io.geometry import arrays_of

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
OPEN_CUBE = (CUBE_POINTS, CUBE_TRIANGLES[2:])
SCENE = SOURCE / "data" / "scenes" / "shaken_table.json"


# ---- Arrays ----


def test_a_cube_in_half_voxels():
    """Edges of 1 in voxels of 0.4 from -0.1 on: 0.75, 1 and 0.75 of a voxel along each axis."""
    found = talus.voxelize(CUBE, spacing=0.4, bounds=(-0.1, 1.1, -0.1, 1.1, -0.1, 1.1))
    part = np.array([0.75, 1, 0.75])
    assert found.shape == (3, 3, 3)
    np.testing.assert_allclose(found.fraction, part[:, None, None] * part[:, None] * part, atol=1e-14)
    assert found.volume == pytest.approx(1, abs=1e-14) and found.fraction_method == "Exact"
    assert (found.side == 1).all() and found.inside_count == 27
    assert found.distance is None and found.index is None and not found.warning


def test_indices_run_along_x_y_z():
    found = talus.voxelize(CUBE, count=(4, 6, 8), bounds=(-2, 2, -2, 4, -2, 6), distance=True)
    assert found.side.shape == (4, 6, 8)
    assert np.argwhere(found.side == 1).tolist() == [[2, 2, 2]]
    assert found.distance[2, 2, 2] == -0.5 and found.distance[0, 2, 2] == 1.5
    np.testing.assert_array_equal(found.origin, [-2, -2, -2])
    np.testing.assert_array_equal(found.spacing, [1, 1, 1])


def test_nodes_have_the_labels_of_classify():
    found = talus.voxelize(MESHES / "spot.obj", count=20, at="Points", distance=True, fraction="None")
    nodes = np.stack(np.meshgrid(*(np.arange(n + 1) for n in found.shape), indexing="ij"), axis=-1)
    points = found.origin + nodes * found.spacing
    labels = talus.classify(points.reshape(-1, 3), MESHES / "spot.obj", distance=True)
    np.testing.assert_array_equal(found.side.ravel(), labels.side)
    np.testing.assert_array_equal(found.distance.ravel(), labels.distance)
    assert found.fraction is None and found.volume is None and found.fraction_method == "None"


@pytest.mark.parametrize("name", ["spot.obj", "castalia.obj", "bob_small.ply", "torus.stl"])
@pytest.mark.parametrize("count", [10, 77])
def test_fractions_sum_to_the_volume(name, count):
    found = talus.voxelize(MESHES / name, count=count)
    assert found.fraction_method == "Exact"
    assert found.volume == pytest.approx(talus.mass_properties(MESHES / name).volume, rel=1e-12)


def test_sparse_voxels_are_those_of_the_image():
    dense = talus.voxelize(MESHES / "spot.obj", count=30, distance=True)
    sparse = talus.voxelize(MESHES / "spot.obj", count=30, distance=True, sparse=True)
    at = tuple(sparse.index.T)
    occupied = np.zeros(dense.shape, bool)
    occupied[at] = True
    np.testing.assert_array_equal(occupied, (dense.side >= 0) | (dense.fraction > 0))
    for name in ("side", "enclosing_body", "distance", "fraction"):
        np.testing.assert_array_equal(getattr(sparse, name), getattr(dense, name)[at])
    assert sparse.shape == dense.shape and sparse.data.GetNumberOfCells() == len(sparse.index)


def test_threads_do_not_change_a_bit():
    one, all_ = (talus.voxelize(MESHES / "castalia.obj", count=50, distance=True, threads=n) for n in (1, 0))
    for name in ("side", "distance", "fraction"):
        np.testing.assert_array_equal(getattr(one, name), getattr(all_, name))
    assert one.volume == all_.volume


def test_bodies_of_a_list_and_of_a_scene():
    apart = (CUBE_POINTS + [2, 0, 0], CUBE_TRIANGLES)
    found = talus.voxelize([CUBE, apart], spacing=0.25)
    assert found.volume == pytest.approx(2, rel=1e-13)
    assert [np.count_nonzero(found.enclosing_body == body) for body in (0, 1)] == [64, 64]
    scene = talus.read_scene(SCENE)
    first, second = talus.voxelize(SCENE, count=40), talus.voxelize(scene, count=40)
    np.testing.assert_array_equal(first.enclosing_body, second.enclosing_body)
    assert len(np.unique(first.enclosing_body)) > 3


def test_inward_faces_change_nothing():
    inward = talus.voxelize((CUBE_POINTS, CUBE_TRIANGLES[:, ::-1]), count=9)
    outward = talus.voxelize(CUBE, count=9)
    np.testing.assert_array_equal(inward.side, outward.side)
    np.testing.assert_allclose(inward.fraction, outward.fraction, atol=1e-14)


def test_open_surfaces_are_sampled_with_a_warning():
    with pytest.warns(talus.SurfaceWarning, match="no exact volume fractions, as it is open"):
        found = talus.voxelize(OPEN_CUBE, count=12)
    assert found.fraction_method == "Sampled" and 0.5 < found.volume < 1.1


def test_broken_surfaces_of_data():
    with pytest.warns(talus.SurfaceWarning, match="sampled instead"):
        assert talus.voxelize(MESHES / "multibody_misoriented.stl", count=15).fraction_method == "Sampled"


WRONG = {
    "no voxels": dict(count=0),
    "half a voxel": dict(count=2.5),
    "two counts": dict(count=(3, 4)),
    "halves": dict(count=(3, 4, 5.5)),
    "a word": dict(count="many"),
    "only padding": dict(count=2),
    "no spacing": dict(spacing=0),
    "spacing not a number": dict(spacing=float("nan")),
    "a spacing in words": dict(spacing="fine"),
    "bounds turned round": dict(bounds=(1, 0, 0, 1, 0, 1)),
    "three bounds": dict(bounds=(0, 1, 2)),
    "less than no padding": dict(padding=-1),
    "corners": dict(at="Corners"),
    "a guess": dict(fraction="Guess"),
    "no samples": dict(fraction="Sampled", samples=0),
    "a thousand samples": dict(fraction="Sampled", samples=1000),
    "odd rule": dict(inside_rule="Odd"),
    "sparse nodes": dict(at="Points", sparse=True),
    "no memory": dict(memory_limit=0),
    "memory in words": dict(memory_limit="4G"),
    "too much": dict(count=100_000),
    "far too much": dict(spacing=1e-300),
    "threads": dict(threads=-1),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_options_are_told(case):
    with pytest.raises(talus.TalusError) as told:
        talus.voxelize(CUBE, **WRONG[case])
    text = str(told.value)
    assert text.endswith(".") and "\n" not in text and "0x" not in text


@pytest.mark.parametrize("bodies", [None, [], 3, (CUBE_POINTS, []), "nowhere.stl", "nowhere.json"])
def test_wrong_surfaces_are_told(bodies):
    with pytest.raises(talus.TalusError):
        talus.voxelize(bodies)


def test_too_large_an_image_is_told_with_its_size():
    with pytest.raises(talus.TalusError, match=r"needs at least [\d.]+ GiB, more than the limit of 4 GiB \(3000 x"):
        talus.voxelize(CUBE, count=3000)


def test_progress_never_goes_back():
    seen = []
    talus.voxelize(MESHES / "spot.obj", count=60, distance=True, progress=seen.append)
    assert len(seen) > 10 and seen == sorted(seen) and seen[-1] == 1


# ---- Command line ----


@pytest.fixture
def body(tmp_path):
    path = tmp_path / "body.stl"
    path.write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES))
    return path


def read(reader, path):
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def test_an_image_file(body, tmp_path):
    result = command("voxelize", "--surface", body, "--out", tmp_path / "o.vti", "--count", 12, "--distance")
    assert result.returncode == 0, result.stderr
    assert "12 x 12 x 12 voxels of 0.1 x 0.1 x 0.1" in result.stdout and "exact fractions" in result.stdout
    image = read(vtkXMLImageDataReader(), tmp_path / "o.vti")
    assert image.GetDimensions() == (13, 13, 13)
    arrays = arrays_of(image.GetCellData())
    assert set(arrays) == {"Side", "EnclosingBody", "Distance", "VolumeFraction"}
    assert arrays["VolumeFraction"].sum() == pytest.approx(1000, rel=1e-12)


def test_a_sparse_file_and_arrays(body, tmp_path):
    options = ("--surface", body, "--spacing", 0.1, "--quiet")
    assert command("voxelize", *options, "--out", tmp_path / "o.vtu").stdout == ""
    grid = read(vtkXMLUnstructuredGridReader(), tmp_path / "o.vtu")
    assert grid.GetNumberOfCells() == 1000 and grid.GetBounds() == pytest.approx((0, 1) * 3)
    assert command("voxelize", *options, "--out", tmp_path / "o.npz").returncode == 0
    with np.load(tmp_path / "o.npz") as arrays:
        assert arrays["Side"].shape == tuple(arrays["shape"]) == (12, 12, 12)
        assert arrays["VolumeFraction"][5, 5, 5] == 1 and arrays["VolumeFraction"][0, 5, 5] == 0
        np.testing.assert_allclose(arrays["origin"], -0.1)
    assert command("voxelize", *options, "--sparse", "--out", tmp_path / "s.npz").returncode == 0
    with np.load(tmp_path / "s.npz") as arrays:
        assert arrays["index"].shape == (1000, 3) and (arrays["VolumeFraction"] == 1).all()


def test_json_and_a_scene(tmp_path):
    result = command("voxelize", "--scene", SCENE, "--count", 30, "--out", tmp_path / "o.vtu", "--json")
    told = json.loads(result.stdout)
    assert told["fraction_method"] == "Exact" and told["occupied"] > 100 and max(told["shape"]) == 30


def test_one_warning_for_an_open_surface(tmp_path):
    result = command(
        "voxelize", "--surface", MESHES / "dem_hourglass_open.obj", "--count", 12, "--out", tmp_path / "o.vti"
    )
    assert result.returncode == 0 and "sampled fractions" in result.stdout
    assert len(result.stderr.splitlines()) == 1 and "talus: warning: " in result.stderr
    assert "dem_hourglass_open.obj" in result.stderr


def test_an_empty_result_is_a_file(body, tmp_path):
    bounds = ("--bounds", 5, 6, 5, 6, 5, 6)
    for name in ("o.vtu", "o.vti", "o.npz"):
        result = command("voxelize", "--surface", body, *bounds, "--count", 4, "--out", tmp_path / name)
        assert result.returncode == 0, result.stderr
        assert (tmp_path / name).stat().st_size > 0
    assert read(vtkXMLUnstructuredGridReader(), tmp_path / "o.vtu").GetNumberOfCells() == 0


@pytest.mark.parametrize(
    "options",
    [
        ("--out", "o.stl"),
        ("--out", "o.vti", "--sparse"),
        ("--out", "o.vtu", "--at", "points"),
        ("--out", "o.vti", "--count", 3, 4),
        ("--out", "o.vti", "--count", 20000),
        ("--out", "o.vti", "--memory-limit", 0),
        ("--out", "o.vti", "--spacing", -1),
        ("--out", "nowhere/o.vti"),
    ],
)
def test_mistakes_are_one_line_and_leave_nothing(options, body, tmp_path):
    result = command("voxelize", "--surface", body, *options, cwd=tmp_path)
    one_error(result)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["body.stl"]
