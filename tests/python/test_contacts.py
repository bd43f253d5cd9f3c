"""talus.contacts and `talus contacts`: known contacts, what is written, errors."""

import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, SOURCE, one_error, talus
from falling_dice import falling_dice
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import (
    vtkCompositeDataSet,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSet,
    vtkPartitionedDataSetCollection,
    vtkUnstructuredGrid,
)

import talus as package

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
HEXAHEDRON = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)])


def moved(*shift: float):
    return (CUBE_POINTS + shift, CUBE_TRIANGLES)


def test_a_cube_on_a_cube():
    found = package.contacts([CUBE, moved(0.25, 0.25, 1.001)], halo=0.01)
    assert len(found) == 4 and found.warning == "" and found.halo == 0.01
    assert np.allclose(found.gap, 0.001) and np.allclose(found.depth, 0.019)
    assert np.allclose(found.normal, (0, 0, 1)) and found.area.sum() == pytest.approx(0.75**2)
    assert np.allclose(np.sort(found.points[:, 0]), (0.25, 0.25, 1, 1))
    assert found.pairs.tolist() == [[0, 1]] and found.pair_contacts.tolist() == [4]
    assert found.bodies.tolist() == [0, 1] and found.contact_count.tolist() == [4, 4]
    assert set(found.kind) == {package.ContactKind.MANIFOLD}
    assert found.network.GetNumberOfVerts() == 4 and found.network.GetNumberOfLines() == 1


def test_swapped_bodies_have_swapped_normals():
    there, back = (package.contacts(pair, halo=0.01) for pair in ([CUBE, moved(0, 0, 1)], [moved(0, 0, 1), CUBE]))
    assert np.allclose(there.normal[0], -back.normal[0])


def test_real_meshes_nested_and_apart():
    cow = package.read_surface(MESHES / "spot.obj")
    big = (CUBE_POINTS * 20 - 10, CUBE_TRIANGLES)
    far = (CUBE_POINTS + 100, CUBE_TRIANGLES)
    found = package.contacts([big, cow, far], halo=1e-3)
    assert found.pairs.tolist() == [[0, 1]]
    assert found.kind.tolist() == [package.ContactKind.CONTAINED]
    assert found.gap[0] < -8  # the nearest wall, and the cow's own length
    assert np.abs(found.normal[0]).max() == pytest.approx(1)


def test_merging_none_gives_every_pair_of_triangles():
    pair = [CUBE, moved(0.25, 0.25, 1.001)]
    every = package.contacts(pair, halo=0.01, merge="None", convex_manifold=False)
    merged = package.contacts(pair, halo=0.01, convex_manifold=False)
    assert len(every) > len(merged) >= 1
    assert (every.triangle_a >= 0).all() and every.triangle_a.max() < 12


def test_open_surface_warns():
    bowl = (CUBE_POINTS * 4 - 2, CUBE_TRIANGLES[2:])
    with pytest.warns(package.SurfaceWarning, match="undecided"):
        found = package.contacts([bowl, CUBE], halo=0.01)
    assert found.undecided_pairs == 1 and len(found) == 0


def saved(path, points, faces):
    """A file of single precision: STL, or OBJ with six decimals."""
    if path.suffix == ".obj":
        lines = [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points]
        path.write_text("\n".join(lines + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in faces]) + "\n")
    else:
        package.write_surface(package.surfaces.as_polygons((points, faces)), path)
    return path


def rotations(count: int):
    rng = np.random.default_rng(5)
    for _ in range(count):
        rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        yield rotation * np.linalg.det(rotation)


@pytest.mark.parametrize("number, tolerance", [(np.float64, 1e-12), (np.float32, 1e-6)])
def test_rotated_cubes_are_convex(number, tolerance):
    for rotation in rotations(20):
        pair = [((CUBE_POINTS + shift) @ rotation.T, CUBE_TRIANGLES) for shift in ((0, 0, 0), (0.2, 0.3, 0.9))]
        found = package.contacts([(points.astype(number), faces) for points, faces in pair], halo=0.01)
        assert set(found.kind) == {package.ContactKind.MANIFOLD} and len(found) == 4
        assert np.allclose(found.gap, -0.1, atol=tolerance)


def capsule(around: int = 24, rings: int = 6):
    """A cylinder of length 2 with round ends, closed: latitude circles and two poles."""
    latitudes = np.concatenate([np.linspace(-90, 0, rings + 1)[1:], np.linspace(0, 90, rings + 1)[:-1]])
    lift = np.repeat([-1.0, 1.0], rings)
    u = np.arange(around) * 2 * np.pi / around
    circles = [
        np.column_stack((np.cos(b) * np.cos(u), np.cos(b) * np.sin(u), np.full(around, z + np.sin(b))))
        for b, z in zip(np.radians(latitudes), lift)
    ]
    points = np.vstack([*circles, [[0, 0, -2], [0, 0, 2]]])
    south, north, top = len(points) - 2, len(points) - 1, (2 * rings - 1) * around
    faces = []
    for j in range(around):
        k = (j + 1) % around
        faces += [(k, j, south), (top + j, top + k, north)]
        for i in range(0, top, around):
            faces += [(i + j, i + k, i + around + k), (i + j, i + around + k, i + around + j)]
    return points, np.array(faces)


@pytest.mark.parametrize("suffix", [".stl", ".obj", ".vtp"])
def test_capsules_read_from_files_are_convex(tmp_path, suffix):
    points, faces = capsule()
    for rotation in rotations(3):
        files = []
        for number, shift in enumerate(((0, 0, 0), (1.9, 0, 0))):
            files.append(saved(tmp_path / f"capsule{number}{suffix}", (points + shift) @ rotation.T, faces))
        found = package.contacts(files, halo=0.01)
        assert set(found.kind) == {package.ContactKind.MANIFOLD}, suffix
        assert found.gap.min() == pytest.approx(-0.1 * np.cos(np.pi / 24), abs=1e-5)  # across the nearest sides


def test_inward_surface_is_turned():
    with pytest.warns(package.SurfaceWarning, match="surface 1: it faces inwards and was inverted"):
        found = package.contacts([CUBE, (CUBE_POINTS + (0, 0, 0.9), CUBE_TRIANGLES[:, ::-1])], halo=0.01)
    assert np.allclose(found.gap, -0.1) and np.allclose(found.normal, (0, 0, 1))


def test_overlap_with_holes_is_estimated():
    cow = package.read_surface(MESHES / "spot.obj")
    points, faces = arrays(cow)
    holes = np.delete(faces, [10, 200, 3000], axis=0)
    other = (points + (0.5, 0.1, 0), faces)
    whole = package.contacts([(points, faces), other])
    with pytest.warns(package.SurfaceWarning, match="open surface .surface 0. is an estimate"):
        found = package.contacts([(points, holes), other])
    assert found.estimated_pairs == 1 and found.undecided_pairs == 0
    assert found.gap.min() < 0 and found.gap.min() == pytest.approx(whole.gap.min(), rel=0.02)


def test_moved_by_the_depth_a_single_overlap_goes_free():
    cow = package.read_surface(MESHES / "spot.obj")
    points, faces = arrays(cow)
    tried = 0
    for rotation, side in zip(rotations(12), range(12)):
        shift = np.array([[0.6, 0, 0], [0, 0.7, 0], [0, 0, 0.8]])[side % 3]
        other = points @ rotation.T + shift
        found = package.contacts([(points, faces), (other, faces)], halo=1e-6)
        if len(found) != 1 or found.gap[0] >= 0:
            continue
        tried += 1
        for factor in (1.0001, 1.02):
            free = package.contacts([(points, faces), (other - factor * found.gap[0] * found.normal[0], faces)], halo=1e-9)
            assert len(free) == 0 or free.gap.min() > 0, (side, factor)
    assert tried >= 2


def arrays(surface) -> tuple[np.ndarray, np.ndarray]:
    from vtkmodules.util.numpy_support import vtk_to_numpy

    cells = vtk_to_numpy(surface.GetPolys().GetConnectivityArray())
    return vtk_to_numpy(surface.GetPoints().GetData()).astype(float), cells.reshape(-1, 3)


def test_progress_grows_to_the_end():
    seen = []
    package.contacts([MESHES / "spot.obj", MESHES / "torus.stl"], progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 1


@pytest.mark.parametrize("options, words", [
    ({"halo": -1.0}, "halo"),
    ({"halo": float("nan")}, "halo"),
    ({"merge": "Sum"}, "merge must be one of Area, Paper, None"),
    ({"triangle_method": "Best"}, "triangle method must be one of Certified"),
    ({"threads": -1}, "threads"),
])  # fmt: skip
def test_bad_options(options, words):
    with pytest.raises(package.TalusError, match=words):
        package.contacts([CUBE, CUBE], **options)


def test_bad_bodies():
    with pytest.raises(package.TalusError, match="no bodies"):
        package.contacts([])
    with pytest.raises(package.TalusError, match="surface 1"):
        package.contacts([CUBE, (CUBE_POINTS * np.nan, CUBE_TRIANGLES)])


# ---- Command line ----

SCENE = SOURCE / "data" / "scenes" / "rotating_drum.json"


def test_scene_on_the_command_line(tmp_path):
    for name in ("contacts.vtp", "contacts.csv", "contacts.npz", "all.vtpc"):
        result = talus("contacts", "--scene", SCENE, "--halo", 0.01, "--out", tmp_path / name)
        assert result.returncode == 0 and "touching pairs" in result.stdout, result
    table = np.genfromtxt(tmp_path / "contacts.csv", delimiter=",", names=True)
    found = package.contacts(SCENE, halo=0.01)
    assert len(found) == len(table) > 0
    assert np.array_equal(table["Gap"], found.gap) and np.array_equal(table["BodyA"], found.body_a)
    assert np.array_equal(np.load(tmp_path / "contacts.npz")["Depth"], found.depth)
    assert 100 in found.body_b  # the drum's id
    again = package.contacts(package.read_points(tmp_path / "all.vtpc"), halo=0.01)
    assert np.array_equal(again.gap, found.gap) and np.array_equal(again.points, found.points)


class IterableScene(vtkPartitionedDataSetCollection):
    """As VTK 9.6 has its data: a scene that can be taken for a list of its blocks."""

    def __iter__(self):
        return (self.GetPartition(i, 0) for i in range(self.GetNumberOfPartitionedDataSets()))


def test_a_scene_is_no_list_of_surfaces_even_if_it_can_be_iterated():
    scene, iterable = package.read_scene(SCENE), IterableScene()
    iterable.ShallowCopy(scene)
    found, again = (package.contacts(bodies, halo=0.01) for bodies in (scene, iterable))
    assert len(found) > 0 and np.array_equal(found.body_b, again.body_b) and np.array_equal(found.gap, again.gap)


def test_surfaces_on_the_command_line_as_json():
    result = talus("contacts", "--surfaces", MESHES / "spot.obj", MESHES / "torus.stl", "--json")
    summary = json.loads(result.stdout)
    assert summary["bodies"] == 2 and summary["contacts"] == sum(p["contacts"] for p in summary["pairs"])


def test_an_empty_surface_among_others_is_an_error(tmp_path):
    empty = tmp_path / "empty.obj"
    empty.write_text("v 0 0 0\nv 1 0 0\n")
    for command in ("contacts", "--surfaces", MESHES / "torus.stl", empty), (
        "classify", "--surface", MESHES / "torus.stl", "--surface", empty, "--points", MESHES / "torus.stl",
        "--out", tmp_path / "out.vtp",
    ), (
        "voxelize", "--surface", MESHES / "torus.stl", "--surface", empty, "--out", tmp_path / "out.vti"
    ), (
        "place", MESHES / "torus.stl", empty, "--count", "3", "--out", tmp_path / "out.vtpc"
    ), (
        "place", MESHES / "torus.stl", "--walls", empty, "--count", "3", "--out", tmp_path / "out.vtpc"
    ):  # fmt: skip
        error = one_error(talus(*command))
        assert "no triangles" in error and "empty.obj" in error
        assert list(tmp_path.iterdir()) == [empty]


def test_warnings_name_files_and_not_what_comes_from_none(tmp_path):
    inward = saved(tmp_path / "inward.stl", CUBE_POINTS + (0, 0, 0.9), CUBE_TRIANGLES[:, ::-1])
    with pytest.warns(package.SurfaceWarning, match=r"surface 1 \(.*inward.stl\): it faces inwards"):
        package.contacts([CUBE, inward], halo=0.01)


def test_warnings_on_the_command_line(tmp_path):
    inward = saved(tmp_path / "inward.stl", CUBE_POINTS + (0, 0, 0.9), CUBE_TRIANGLES[:, ::-1])
    cube = saved(tmp_path / "cube.stl", *CUBE)
    result = talus("contacts", "--surfaces", cube, inward, "--halo", 0.01)
    assert result.returncode == 0 and f"surface 1 ({inward}): it faces inwards and was inverted" in result.stderr
    assert "summary         1 pair overlaps, deepest 0.1 between surface 0 (" in result.stdout and "least gap       -0.1" in result.stdout
    holes = saved(tmp_path / "holes.stl", CUBE_POINTS + (0, 0, 0.9), CUBE_TRIANGLES[:-1])
    result = talus("contacts", "--surfaces", cube, holes, "--halo", 0.01)
    assert result.returncode == 0 and f"open surface (surface 1 ({holes})) is an estimate" in result.stderr
    assert "estimated       1 pairs" in result.stdout and "summary         1 pair is undecided" in result.stdout


@pytest.mark.parametrize("arguments, words", [
    (["--surfaces", MESHES / "torus.stl", "--halo", "-1"], "halo"),
    (["--surfaces", MESHES / "torus.stl", MESHES / "spot.obj", "--halo", "1e9"], "halo"),
    (["--scene", "missing.json"], "missing.json"),
    (["--surfaces", "missing.stl"], "missing.stl"),
    (["--surfaces", MESHES / "torus.stl", "--out", "x.abc"], "abc"),
])  # fmt: skip
def test_one_error_on_the_command_line(arguments, words):
    assert words in one_error(talus("contacts", *arguments))


# ---- Of a run ----


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Three dice that fall onto a table."""
    folder = tmp_path_factory.mktemp("run")
    scene = falling_dice(folder / "dice.json")
    assert talus("simulate", scene, "--out", folder / "run", "--end", 0.1, "--quiet").returncode == 0
    return folder / "run"


def table(path):
    return np.genfromtxt(path, delimiter=",", names=True, deletechars="")


def test_contacts_of_a_run_as_tables(run, tmp_path):
    """Neither line ends as contacts, nor forces twice."""
    result = talus("contacts", "--run", run, "--frame", 10, "--out", tmp_path / "c.csv", "--pairs", tmp_path / "p.csv")
    assert result.returncode == 0, result.stderr
    frame = list(package.simulate(run / "scene.json", end=0.1))[10]
    contacts, pairs = table(tmp_path / "c.csv"), table(tmp_path / "p.csv")
    assert len(frame.contacts) == len(contacts) > len(pairs) == frame.statistics["TouchingPairs"] > 1
    assert (contacts["BodyA"] != contacts["BodyB"]).all()
    assert np.array_equal(contacts["Gap"], frame.contacts.gap)
    assert np.array_equal(contacts["BodyB"], frame.contacts.body_b)
    for k, axis in enumerate("xyz"):
        assert np.array_equal(contacts[axis], frame.contacts.points[:, k])
        assert np.array_equal(contacts[f"Force:{k}"], frame.contacts.force[:, k])
        assert pairs[f"Force:{k}"].sum() == pytest.approx(frame.contacts.force[:, k].sum(), rel=1e-12, abs=1e-12)
    centres = dict(zip(frame.bodies.id.tolist(), frame.bodies.position))
    for pair in pairs:
        mine = (contacts["BodyA"] == pair["BodyA"]) & (contacts["BodyB"] == pair["BodyB"])
        assert mine.sum() == pair["ContactCount"] and contacts["Gap"][mine].min() == pair["Gap"]
        middle = (centres[int(pair["BodyA"])] + centres[int(pair["BodyB"])]) / 2
        assert [pair[axis] for axis in "xyz"] == pytest.approx(middle, abs=1e-15)
    told = f"frame           10 (0.1 s)\ntouching pairs  {len(pairs)}\ncontacts        {len(contacts)}\n"
    assert result.stdout.startswith(told)


def test_coordination_numbers_count_bodies(run):
    *_, frame = package.simulate(run / "scene.json", end=0.1)
    pairs = {(a, b) for a, b in zip(frame.contacts.body_a.tolist(), frame.contacts.body_b.tolist())}
    expected = [sum(body in pair for pair in pairs) for body in frame.bodies.id.tolist()]
    assert frame.bodies.coordination_number.tolist() == expected and max(expected) > 1
    found = package.contacts([CUBE, moved(0.25, 0.25, 1.001), moved(9, 0, 0)], halo=0.01)
    assert found.coordination_number.tolist() == [1, 1, 0] and found.contact_count.tolist() == [4, 4, 0]


def test_the_last_frame_and_other_formats(run, tmp_path):
    for name in ("last.npz", "last.vtp"):
        assert talus("contacts", "--run", run, "--out", tmp_path / name, "--quiet").returncode == 0
    file = run / "frames" / "contacts_000010.vtp"
    network = package.read_points(file)
    assert len(np.load(tmp_path / "last.npz")["Gap"]) == network.GetNumberOfVerts()
    assert package.read_points(tmp_path / "last.vtp").GetNumberOfLines() == network.GetNumberOfLines() > 0
    summary = json.loads(talus("contacts", "--run", run, "--frame", 0, "--json").stdout)
    first = package.read_points(run / "frames" / "contacts_000000.vtp")
    counts = {"contacts": first.GetNumberOfVerts(), "pairs": first.GetNumberOfLines()}
    assert summary == {"frame": 0, "time": 0.0, **counts}


def test_a_file_of_contacts_written_as_a_table(run, tmp_path):
    network = package.read_points(run / "frames" / "contacts_000010.vtp")
    package.write(network, tmp_path / "contacts.csv")
    package.write(network, tmp_path / "pairs.csv", cells=True)
    contacts, pairs = table(tmp_path / "contacts.csv"), table(tmp_path / "pairs.csv")
    assert len(contacts) == network.GetNumberOfVerts() and (contacts["BodyA"] != contacts["BodyB"]).all()
    assert len(pairs) == network.GetNumberOfLines()
    assert contacts["Force:2"].sum() == pytest.approx(pairs["Force:2"].sum())


def test_tables_without_contacts_have_their_columns(tmp_path):
    scene = falling_dice(tmp_path / "dice.json", height=1, count=1)
    assert talus("simulate", scene, "--out", tmp_path / "run", "--end", 0.01, "--quiet").returncode == 0
    words = ["--run", tmp_path / "run", "--out", tmp_path / "c.csv", "--pairs", tmp_path / "p.csv"]
    assert talus("contacts", *words, "--quiet").returncode == 0
    (contacts,), (pairs,) = ((tmp_path / name).read_text().splitlines() for name in ("c.csv", "p.csv"))
    assert contacts.startswith("x,y,z,BodyA,BodyB,Gap,") and pairs.startswith("x,y,z,BodyA,BodyB,ContactCount,")


def test_pairs_of_surfaces(tmp_path, cube_stl):
    words = ["--surfaces", cube_stl, cube_stl, "--pairs", tmp_path / "p.csv", "--quiet"]
    assert talus("contacts", *words).returncode == 0
    assert table(tmp_path / "p.csv")["BodyB"] == 1


@pytest.mark.parametrize("words, told", [
    (["--run", "nowhere"], "Not a run (nowhere)"),
    (["--run", "RUN", "--frame", 11], "There is no frame 11"),
    (["--run", "RUN", "--halo", 0.1], "already contains its contacts"),
    (["--run", "RUN", "--out", "x.vtpc"], "Name the file .vtp"),
    (["--run", "RUN", "--pairs", "x.vtp"], "Name the file .csv or .npz"),
    (["--run", "RUN", "--out", "x.csv", "--pairs", "x.csv"], "cannot share a file"),
    (["--scene", SCENE, "--frame", 1], "--frame belongs to --run"),
])  # fmt: skip
def test_mistakes_about_runs(run, tmp_path, words, told):
    result = talus("contacts", *(run if word == "RUN" else word for word in words), cwd=tmp_path)
    assert told in one_error(result)
    assert not list(tmp_path.iterdir())


def test_a_run_without_contacts(run, tmp_path):
    words = ["--out", tmp_path / "run", "--end", 0.01, "--no-contacts", "--quiet"]
    assert talus("simulate", run / "scene.json", *words).returncode == 0
    assert "Simulate without --no-contacts" in one_error(talus("contacts", "--run", tmp_path / "run"))


def turned(count: int, seed: int):
    """Random unit quaternions, (count, 4)."""
    quaternions = np.random.default_rng(seed).normal(size=(count, 4))
    return quaternions / np.linalg.norm(quaternions, axis=1)[:, None]


def as_it_lies(surfaces, positions, orientations, halo):
    """A scene with the surfaces in these poses: written to a file and searched once."""
    scene = package.Scene(halo=halo)
    scene.material("stuff", density=1.0)
    for number, surface in enumerate(surfaces):
        scene.shape(f"shape{number}", str(surface))
    for number, (position, orientation) in enumerate(zip(positions, orientations)):
        scene.body(f"shape{number}", "stuff", position=list(position), orientation=list(orientation))
    return scene


def assert_same_bits(one, other):
    for name in ("points", "normal", "gap", "depth", "area", "kind", "body_a", "body_b", "triangle_a", "triangle_b",
                 "persistent_id", "pairs", "pair_contacts", "bodies", "contact_count", "coordination_number"):  # fmt: skip
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert (one.halo, one.warning) == (other.halo, other.warning)


FILES = [MESHES / name for name in ("bob_small.ply", "castalia.obj", "spot.obj", "torus.stl")]


def test_a_contact_scene_finds_what_single_searches_find():
    rng = np.random.default_rng(8)
    found = []
    kept = None
    for seed in range(4):
        positions, orientations = rng.uniform(0, 1.2, (4, 3)), turned(4, seed)
        scene = as_it_lies(FILES, positions, orientations, 0.01)
        kept = kept or package.ContactScene(scene)
        found.append((package.contacts(scene), kept.contacts(positions, orientations), (positions, orientations)))
    assert sum(len(once) for once, *_ in found) > 10
    for once, again, poses in found:
        assert_same_bits(once, again)
        assert_same_bits(once, kept.contacts(*poses))  # what came between changes nothing


def test_surfaces_lie_where_their_coordinates_have_them():
    pair = [CUBE, moved(0.25, 0.25, 1.001)]
    scene = package.ContactScene(pair, halo=0.01)
    assert_same_bits(scene.contacts(), package.contacts(pair, halo=0.01))
    scene.set_pose(1, position=(0, 0, -0.05))
    assert np.allclose(scene.contacts().gap, -0.049)
    scene.set_pose(1, position=(0, 0, 5))
    assert len(scene.contacts()) == 0 and scene.positions.tolist() == [[0, 0, 0], [0, 0, 5]]


def test_earlier_results_of_a_contact_scene_stay_as_they_were():
    scene = package.ContactScene([CUBE, moved(0, 0, 1.001)], halo=0.01)
    first = scene.contacts()
    points, network = first.points.copy(), np.array(first.network.GetPoint(0))
    scene.contacts([(0, 0, 0), (0.5, 0.5, 0.001)])
    assert np.array_equal(first.points, points) and np.array_equal(first.network.GetPoint(0), network)


def test_a_body_within_an_open_one_is_warned_about_at_each_search():
    bowl = (CUBE_POINTS * 4 - 2, CUBE_TRIANGLES[2:])
    scene = package.ContactScene([bowl, CUBE], halo=0.01)
    for _ in range(2):
        with pytest.warns(package.SurfaceWarning, match="undecided"):
            assert scene.contacts().undecided_pairs == 1


@pytest.mark.parametrize(
    "poses, message",
    [
        (dict(positions=[(0, 0, 0)]), r"shape \(1, 3\)"),
        (dict(positions="here"), "numbers"),
        (dict(positions=[(0, 0, 0), (0, np.nan, 0)]), "not finite"),
        (dict(orientations=[(1, 0, 0, 0), (2, 0, 0, 0)]), "orientation"),
    ],
)
def test_poses_that_cannot_be(poses, message):
    scene = package.ContactScene([CUBE, moved(0, 0, 1)], halo=0.01)
    good = scene.contacts()
    with pytest.raises(package.TalusError, match=message):
        scene.contacts(**poses)
    assert_same_bits(scene.contacts([(0, 0, 0)] * 2, [(1, 0, 0, 0)] * 2), good)


def test_a_body_that_is_not_there():
    scene = package.ContactScene([CUBE, moved(0, 0, 1)])
    with pytest.raises(package.TalusError, match="no body 7"):
        scene.set_pose(7, position=(0, 0, 0))
    with pytest.raises(package.TalusError, match="no bodies"):
        package.ContactScene([])


def test_errors_name_bodies_by_their_ids():
    scene = package.Scene()
    scene.material("wood")
    for number, size in ((12, 0.1), (7, 0.01)):
        scene.shape(f"die{number}", package.shapes.Solid(kind="cube", size=size))
        scene.body(f"die{number}", "wood", id=number, position=(0, 0, number))
    for refused in (lambda: package.contacts(scene, halo=1), lambda: list(package.simulate(scene, end=0.001, halo=1))):
        with pytest.raises(package.TalusError, match="halo must be at most") as told:
            refused()
        assert told.value.body == (7,)


# ---- The sign of a gap ----


def prism(polygon, low, high, caps):
    """:param polygon: corners (x, y), counter-clockwise. :param caps: triangles of corners that cover it"""
    count = len(polygon)
    points = np.array([(x, y, z) for z in (low, high) for x, y in polygon], float)
    faces = [corners[::-1] for corners in caps] + [tuple(i + count for i in corners) for corners in caps]
    for i in range(count):
        j = (i + 1) % count
        faces += [(i, j, j + count), (i, j + count, i + count)]
    return points, np.array(faces)


SLOT = prism(
    [(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)], 0, 20,
    [(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7)],
)  # fmt: skip
WHOLE = np.array([(1, -8, 4), (4, 4, 7), (-8, 1, 4)])  # nine times a rotation


def key(left, right, bottom=10.0):
    return prism([(left, bottom), (right, bottom), (right, 30), (left, 30)], 0, 20, [(0, 1, 2), (0, 2, 3)])


@pytest.mark.parametrize("matrix", [np.eye(3), WHOLE], ids=["upright", "rotated"])
@pytest.mark.parametrize("left, right, relation", [
    (10, 20, package.Relation.TOUCHING),
    (10, 19.5, package.Relation.TOUCHING),
    (10.5, 20.5, package.Relation.INTERFERING),
])  # fmt: skip
def test_a_key_in_its_slot(matrix, left, right, relation):
    (points, faces), (others, triangles) = SLOT, key(left, right)
    found = package.contacts([(points @ matrix.T, faces), (others @ matrix.T, triangles)], halo=0.25)
    assert set(found.relation) == {relation} and found.pair_relation.tolist() == [relation]
    size = np.cbrt(np.linalg.det(matrix))
    assert found.gap.min() == (0 if relation == package.Relation.TOUCHING else pytest.approx(-0.5 * size))


def test_a_block_of_the_size_of_its_slot_and_a_bit_more_comes_out_by_that_bit():
    found = package.contacts([SLOT, key(10, 20, np.nextafter(10, 0))], halo=0.25)
    assert found.relation[0] == package.Relation.INTERFERING and -1e-12 < found.gap.min() < 0


def test_pairs_are_told_in_a_sentence_and_by_number(tmp_path):
    bodies = [CUBE, moved(0.25, 0.25, 0.9), moved(3, 0, 0), moved(0, 0, -1), (0.3 + 0.2 * CUBE_POINTS, CUBE_TRIANGLES), moved(3, 1.015, 0)]
    found = package.contacts(bodies, halo=0.01)
    words = "1 pair overlaps, 1 body lies in another one, deepest 0.5 between surface 0 and surface 4; 1 pair touches; "
    assert found.summary == words + "12 pairs are apart, nearest 0.015 between surface 2 and surface 5"
    assert [found.relation_pairs[relation] for relation in package.Relation] == [12, 1, 1, 1, 0, 0]
    data = found.network.GetFieldData()
    assert data.GetAbstractArray("Answer").GetValue(0) == found.summary
    names = data.GetAbstractArray("RelationNames")
    assert [names.GetValue(i) for i in range(6)] == [relation.name.lower() for relation in package.Relation]
    files = [saved(tmp_path / f"part_{i}.stl", *body) for i, body in enumerate(bodies[:2])]
    told = json.loads(talus("contacts", "--surfaces", *files, "--halo", 0.01, "--json").stdout)
    assert told["relations"]["interfering"] == 1 and told["pairs"][0]["relation"] == "interfering"
    assert told["summary"].startswith("1 pair overlaps, deepest 0.1 between surface 0 (")


def test_blocks_are_told_by_their_names():
    blocks = vtkMultiBlockDataSet()
    for number, shift in enumerate((0, 0.9)):
        blocks.SetBlock(number, package.surfaces.as_polygons(moved(0, 0, shift)))
        blocks.GetMetaData(number).Set(vtkCompositeDataSet.NAME(), f"part_{number + 7:02}")
    assert package.contacts(blocks, halo=0.01).summary == "1 pair overlaps, deepest 0.1 between part_07 and part_08"


def test_only_convex_bodies_have_a_depth_that_is_known_to_be_the_least():
    assert package.contacts([CUBE, moved(0, 0, 0.9)], halo=0.01).depth_is_least.all()
    assert package.contacts([SLOT, key(10, 19.5)], halo=0.25).depth_is_least.all()  # it touches
    deep = package.contacts([SLOT, key(10, 20, 9)], halo=0.25)
    assert not deep.depth_is_least.any() and deep.gap.min() == pytest.approx(-1)
    cells = deep.network.GetCellData().GetArray("DepthIsLeast")
    assert cells.GetValue(cells.GetNumberOfTuples() - 1) == 0


@pytest.mark.parametrize("matrix", [np.eye(3), WHOLE / 9, WHOLE], ids=["upright", "rounded", "rotated"])
def test_a_little_interference_in_a_slot_is_as_deep_as_that(matrix):
    (points, faces), size, little = SLOT, np.cbrt(np.linalg.det(matrix)), 2.0**-20
    for block in (key(10, 20, 10 - little), key(10 - little, 20 - 2 * little), key(10 + little, 20 + little)):
        found = package.contacts([(points @ matrix.T, faces), (block[0] @ matrix.T, block[1])], halo=0.25)
        assert found.gap.min() == pytest.approx(-little * size, rel=1e-6)


@pytest.mark.parametrize("matrix", [np.eye(3), WHOLE / 9, WHOLE], ids=["upright", "rounded", "rotated"])
def test_the_area_of_a_key_in_its_slot_is_that_of_its_faces(matrix):
    (points, faces), (others, triangles), size = SLOT, key(10, 20), np.cbrt(np.linalg.det(matrix))
    found = package.contacts([(points @ matrix.T, faces), (others @ matrix.T, triangles)], halo=0.25)
    assert found.area.sum() == pytest.approx((400 + 200 + 400) * size**2, rel=1e-6)


def test_partitions_of_a_grid_are_one_body():
    def half(low: float) -> vtkUnstructuredGrid:
        grid, corners = vtkUnstructuredGrid(), vtkPoints()
        corners.SetDataTypeToDouble()
        for point in CUBE_POINTS * (0.5, 1, 1) + (low, 0, 0):
            corners.InsertNextPoint(point)
        grid.SetPoints(corners)
        order = [int(np.flatnonzero((CUBE_POINTS == c).all(1))[0]) for c in HEXAHEDRON]
        grid.InsertNextCell(12, 8, order)
        return grid

    whole = vtkPartitionedDataSet()
    whole.SetPartition(0, half(0))
    whole.SetPartition(1, half(0.5))
    assert package.surfaces.as_polygons(whole).GetNumberOfPolys() == 10  # no faces between the halves
    assert package.classify([(0.5, 0.5, 0.5)], whole).side.tolist() == [1]
    assert package.mass_properties(whole).volume == pytest.approx(1)
    found = package.contacts([whole, moved(0, 0, 1)], halo=0.01)
    assert found.relation_pairs[package.Relation.TOUCHING] == 1 and found.area.sum() == pytest.approx(1)


def test_a_cube_in_a_cube_and_itself(cube_stl):
    small = (0.25 + CUBE_POINTS / 2, CUBE_TRIANGLES)
    within = package.contacts([cube_stl, small], halo=0.1)
    assert set(within.kind) == {package.ContactKind.CONTAINED} and set(within.relation) == {package.Relation.CONTAINED}
    same = package.contacts([cube_stl, cube_stl], halo=0.1)
    assert set(same.relation) == {package.Relation.DUPLICATE} and same.gap.min() == pytest.approx(-1)


def test_a_tube_through_a_wall_overlaps():
    wall = package.grain("Cuboid", size=1.0, extents=[2, 2, 0.2])
    ring = package.grain("Torus", size=1.0)
    found = package.contacts([wall, ring], halo=0.01)
    assert found.gap.min() < 0 and set(found.pair_relation) == {package.Relation.INTERFERING}


@pytest.mark.parametrize("exponent", [-150, -100, -75, 0, 77, 78, 100, 149])
def test_a_scale_changes_no_contact(exponent):
    scale = 10.0**exponent
    found = package.contacts([(CUBE_POINTS * scale, CUBE_TRIANGLES), (moved(1.01, 0, 0)[0] * scale, CUBE_TRIANGLES)], halo=0.02 * scale)
    assert len(found) == 4
    assert found.gap / scale == pytest.approx(0.01, rel=1e-9)
    assert found.area.sum() == pytest.approx(scale**2, rel=1e-9, abs=1e-300)


def test_coordinates_beyond_1e150_are_refused():
    far = (CUBE_POINTS * 1e155, CUBE_TRIANGLES)
    with pytest.raises(package.TalusError, match=r"Bodies have coordinates beyond 1e\+150"):
        package.contacts([far, CUBE])


@pytest.mark.parametrize("thickness", [1e-2, 1e-6, 1e-7, 1e-8, 1e-16])
def test_slivers_have_their_gap(thickness):
    """A tetrahedron may be thinner than coordinates are rounded."""
    sliver = np.array([(0, 0, 0), (0.1, 0, 0), (0, thickness, 0), (0, 0, 0.1)]), [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
    near = (CUBE_POINTS * 0.1 - (0, 0.1005, 0), CUBE_TRIANGLES)
    assert package.contacts([near, sliver], halo=1e-3).gap.min() == pytest.approx(5e-4, rel=1e-9)
    assert len(package.contacts([(CUBE_POINTS + 5, CUBE_TRIANGLES), sliver], halo=1e-3)) == 0
