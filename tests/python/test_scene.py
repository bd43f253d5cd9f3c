"""talus.Scene, talus.read_scene, talus.body_surfaces, `talus scene check`, and the schema of scene files."""

import gzip
import inspect
import json
import re
import subprocess
import sys
import types

import jsonschema
import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, SOURCE, ascii_stl, binary_stl, one_error, talus_with_full_disk
from conftest import talus as command
from fuzz_corpus import MARK, off, ply_strips
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline
from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter

import talus
from talus.cli import main
from talus.frame_bodies import turned
from talus.io.geometry import polygons
from talus.messages import captured
from talus.scene_data import scene_text
from talus.vtkmodules.TalusFilters import vtkTalusRunContinuation, vtkTalusSceneReader, vtkTalusTimeStepper

SCENES = SOURCE / "data" / "scenes"
BAD_SCENES = sorted((SOURCE / "tests" / "bad_scenes").glob("*.json"))
SCHEMA = json.loads((SOURCE / "data" / "scene.schema.json").read_text())


def bodies_of(scene):
    data = scene.GetPartition(0, 0).GetPointData()
    return {data.GetArrayName(i): vtk_to_numpy(data.GetArray(i)) for i in range(data.GetNumberOfArrays())}


def full_scene(folder):
    """A scene that uses every method."""
    (folder / "cube.stl").write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES))
    (folder / "more.json").write_text('{"format": "talus-scene-1", "materials": [{"name": "steel", "density": 7800}]}')
    scene = talus.Scene(gravity=(0, 0, -1.62), halo=0.001)
    scene.include("more.json")
    scene.material("glass", density=2500, young=6e7, poisson=0.2, restitution=0.9, rolling_resistance=0.01)
    scene.pair("glass", "steel", friction=0.2)
    scene.shape("cube", "cube.stl", scale=0.5)
    scene.shape("listed", talus.shapes.ListedShape(points=CUBE_POINTS, triangles=CUBE_TRIANGLES))
    scene.shape("pebble", talus.shapes.ConvexGrain(vertices=20, semi_axes=(0.5, 0.4, np.float64(0.3))))
    first = scene.body("cube", "glass", position=(0, 0, 3), orientation=talus.quaternion((0, 0, 1), 90))
    scene.body("pebble", "glass", position=np.array([2.0, 0, 3]), scale=2, angular_velocity=(0, 0, 1))
    table = scene.wall("listed", "steel", motion="prescribed")
    gate = scene.wall("listed", "steel", origin=(3, 0, 0))
    scene.vibrate([table], (0, 0, 1), 0.01, 50)
    scene.rotate([table], (1, 0, 0), 2.0)
    scene.translate([table], (0.1, 0, 0))
    scene.remove([gate, first], 1.5)
    return scene


def test_a_full_disk_leaves_no_scene(tmp_path):
    for name, words in (("x.json", "file too large"), ("none/x.json", "no such file or directory")):
        result = talus_with_full_disk(100, "scenario", "collide", "--scene", tmp_path / name)
        assert f"Cannot write here: {words} ({tmp_path / name})" in one_error(result)
    assert not list(tmp_path.iterdir())


def test_a_built_scene_is_written_and_read(tmp_path):
    full_scene(tmp_path).write(tmp_path / "scene.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cube.stl", "more.json", "scene.json"]
    scene = talus.read_scene(tmp_path / "scene.json")
    bodies = bodies_of(scene)
    assert bodies["BodyId"].tolist() == [0, 1, 2, 3]
    assert bodies["Motion"].tolist() == [0, 0, 2, 1]
    assert bodies["Mass"][0] == pytest.approx(2500 / 8)
    assert bodies["Orientation"][0] == pytest.approx([np.sqrt(0.5), 0, 0, np.sqrt(0.5)])
    points = vtk_to_numpy(scene.GetPartition(0, 0).GetPoints().GetData())
    assert points[3] == pytest.approx([3.5, 0.5, 0.5])
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads((tmp_path / "scene.json").read_text()))


SURFACES = {
    "VTK": polygons(CUBE_POINTS, np.array(CUBE_TRIANGLES).ravel(), np.full(12, 3)),
    "quads": (CUBE_POINTS, [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]),
    "object": types.SimpleNamespace(vertices=CUBE_POINTS, faces=CUBE_TRIANGLES),
}


@pytest.mark.parametrize("surface", SURFACES.values(), ids=SURFACES)
def test_a_shape_is_any_surface(tmp_path, surface):
    scene = talus.Scene()
    scene.material("glass", density=1000)
    scene.shape("cube", surface)
    scene.shape("half", surface, scale=0.5)
    scene.body("cube", "glass")
    scene.body("half", "glass")
    scene.write(tmp_path / "scene.json")
    assert bodies_of(talus.read_scene(tmp_path / "scene.json"))["Mass"] == pytest.approx([1000, 125])


def test_a_shape_is_a_file_of_a_format_that_scenes_do_not_name(tmp_path):
    with gzip.open(tmp_path / "cube.off.gz", "wt") as file:
        file.write(off())
    scene = talus.Scene()
    scene.material("glass", density=1000)
    scene.shape("half", tmp_path / "cube.off.gz", scale=0.5)
    scene.body("half", "glass")
    assert "file" not in scene.as_dict()["shapes"][0]
    scene.write(tmp_path / "scene.json")
    assert bodies_of(talus.read_scene(tmp_path / "scene.json"))["Mass"] == pytest.approx([125])


def test_keywords_of_generators_are_deprecated():
    old, new = talus.Scene(), talus.Scene()
    with pytest.warns(DeprecationWarning, match=r"Give shapes\.ConvexGrain") as told:
        old.shape("grain", generator="convexGrain", size=0.5, vertices=20, offset=(0, 0, 1))
    assert told[0].filename == __file__
    new.shape("grain", talus.shapes.ConvexGrain(size=0.5, vertices=20), offset=(0, 0, 1))
    with pytest.warns(DeprecationWarning, match="Give the file's name"):
        old.shape("cube", file="cube.stl", scale=2)
    new.shape("cube", "cube.stl", scale=2)
    with pytest.warns(DeprecationWarning, match=r"Give \(points, triangles\)"):
        old.shape("list", points=CUBE_POINTS, triangles=CUBE_TRIANGLES)
    new.shape("list", talus.shapes.ListedShape(CUBE_POINTS, CUBE_TRIANGLES))
    assert json.dumps(old.as_dict()) == json.dumps(new.as_dict())


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (lambda s: s.shape("a"), "has no surface"),
        (lambda s: s.shape("a", generator="ball"), "There is no generator 'ball'. Choose from: bumpedSphere, container"),
        (lambda s: s.shape("a", talus.shapes.Sphere(), scale=2), "A generator has no scale. Give its size"),
    ],
)
def test_a_shape_has_one_source(given, told):
    with pytest.raises(talus.TalusError, match=told):
        given(talus.Scene())


def test_a_keyword_that_no_generator_has_is_a_mistake():
    with pytest.raises(TypeError, match="colour"):
        talus.shapes.Sphere(colour=1)
    with pytest.raises(TypeError, match="vertices"):
        talus.Scene().shape("a", generator="sphere", vertices=3)


def test_the_builder_and_its_data_need_no_vtk():
    program = f"""
import importlib.abc, sys, types
class NoVtk(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        assert "vtkmodules" not in name, name
sys.meta_path.insert(0, NoVtk())
sys.modules["talus"] = talus = types.ModuleType("talus")
talus.__path__ = {list(talus.__path__)!r}
from talus.scene_builder import Scene
from talus.scene_items import ConvexGrain, ListedShape
scene = Scene(gravity=(0, 0, -1))
scene.material("glass", density=2500, friction=0.3)
scene.shape("pebble", ConvexGrain(size=0.01, vertices=40))
scene.shape("cube", ListedShape({CUBE_POINTS.tolist()!r}, {np.asarray(CUBE_TRIANGLES).tolist()!r}))
scene.translate([scene.wall("cube", "glass", motion="prescribed")], (1, 0, 0))
print(len(scene.as_dict()["shapes"]))
"""
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout == "2\n", result.stderr


def test_a_shape_is_a_file_by_its_name(tmp_path):
    (tmp_path / "cube.stl").write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES))
    scene = talus.Scene()
    scene.shape("cube", "cube.stl", scale=0.5)
    assert scene.as_dict()["shapes"] == [{"name": "cube", "file": "cube.stl", "scale": 0.5}]
    with pytest.raises(talus.TalusError, match="given by surface and generator"):
        scene.shape("other", "cube.stl", generator="sphere")
    with pytest.raises(talus.TalusError, match="int is not a surface"):
        scene.shape("other", 7)
    with pytest.raises(talus.TalusError, match="no triangles"):
        scene.shape("other", ([], []))


def test_surfaces_hold_the_volume_of_the_bodies(tmp_path):
    full_scene(tmp_path).write(tmp_path / "scene.json")
    scene = talus.read_scene(tmp_path / "scene.json")
    surface = talus.body_surfaces(scene)
    density = np.array([7800, 2500])[bodies_of(scene)["Material"]]
    volume = (bodies_of(scene)["Mass"] / density).sum()
    assert talus.check(surface).volume == pytest.approx(volume, rel=1e-12)
    assert surface.GetCellData().GetArray("Mass")
    assert talus.body_surfaces(scene, arrays_on="Points").GetPointData().GetArray("Mass")
    with pytest.raises(talus.TalusError, match="arrays on must be one of Triangles, Points"):
        talus.body_surfaces(scene, arrays_on="faces")


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (lambda s: s.body("cub", "glass"), r"There is no shape 'cub' \(\$\.bodies\[2\]\.shape in .*scene\.json\)"),
        (lambda s: s.body("cube", "glass", orientation=(0, 0, 0, 0)), r"\$\.bodies\[2\]\.orientation"),
        (lambda s: s.body("cube", "glass", id=0), r"\$\.bodies\[2\]\.id"),
        (lambda s: s.material("ice", density=-1), r"\$\.materials\[1\]\.density"),
        (lambda s: s.remove([99], 1), r"\$\.motions\[4\]\.bodies"),
        (lambda s: s.shape("gone", "gone.stl"), r"gone\.stl"),
        (lambda s: s.wall("cube", "glass", position=(0, 0, float("nan"))), "not finite"),
    ],
)
def test_mistakes_are_told_and_nothing_is_written(tmp_path, mistake, told):
    scene = full_scene(tmp_path)
    mistake(scene)
    with pytest.raises(talus.TalusError, match=told):
        scene.write(tmp_path / "scene.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cube.stl", "more.json"]


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (lambda s: s.material("ice", density="heavy"), "'density' cannot be 'heavy'. Give a number"),
        (lambda s: s.material(3), "'name' cannot be 3"),
        (lambda s: s.material("ice", friction=[0.1]), "'friction'"),
        (lambda s: s.change_material("glass", density=10**400), "'density'"),
        (lambda s: s.shape("ball", generator=1), "'generator'"),
        (lambda s: s.shape("ball", talus.shapes.Sphere(levels=2.5)), "'levels' cannot be 2.5. Give a whole number"),
        (lambda s: s.shape("ball", talus.shapes.ListedShape(points=[[0, 0]], triangles=[[0, 1, 2]])), "'points'"),
        (lambda s: s.shape("ball", talus.shapes.ListedShape(points=np.eye(3), triangles=[[0, 1, 2.5]])), "'triangles'"),
        (lambda s: s.shape("ball", talus.shapes.FileShape(file=7)), "'file'"),
        (lambda s: s.body("cube", "glass", position=(0, 0)), "'position' cannot be .0, 0.. Give three numbers"),
        (lambda s: s.body("cube", "glass", orientation="up"), "'orientation'"),
        (lambda s: s.body("cube", "glass", id="first"), "'id'"),
        (lambda s: s.body(None, "glass"), "'shape' cannot be None"),
        (lambda s: s.wall("cube", "glass", velocity=len), "'velocity'"),
        (lambda s: s.wall("cube", "glass", motion=0), "'motion'"),
        (lambda s: s.pair("glass", 2), "'material'"),
        (lambda s: s.change_world(starts_at_rest="no"), "'starts_at_rest' cannot be 'no'. Give True or False"),
        (lambda s: s.rotate(7, (0, 0, 1), 1), "'bodies' cannot be 7. Give a list of ids"),
        (lambda s: s.rotate({7: 8}, (0, 0, 1), 1), "'bodies' cannot be {7: 8}. Give a list of ids"),
        (lambda s: s.shape("ball", talus.shapes.ListedShape(points=[[0, 0, True]], triangles=[[0, 0, 0]])), "'points'"),
        (lambda s: s.vibrate([7], (0, 0, 1), "far", 1), "'amplitude'"),
        (lambda s: s.include(b"more.json"), "'include'"),
    ],
)
def test_values_of_another_kind_are_told_at_once(tmp_path, mistake, told):
    """By the name of the option; the scene stays as it was."""
    scene = full_scene(tmp_path)
    before = json.dumps(scene.as_dict())
    with pytest.raises(talus.TalusError, match=told):
        mistake(scene)
    assert json.dumps(scene.as_dict()) == before


def test_keywords_are_those_of_the_schema():
    """In Python's case; of materials and pairs those of their contact as well."""
    parts = SCHEMA["$defs"]

    def keys(*names):
        found = {key for name in names for key in parts[name]["properties"]}
        return {re.sub("([A-Z])", lambda letter: "_" + letter[1].lower(), key) for key in found}

    def keywords(method):
        return set(inspect.signature(method).parameters) - {"self"}

    shared = {"name", "offset", "comment"}
    assert keywords(talus.Scene.shape) == shared | {"surface", "scale", "old"}
    shapes = [name for name, part in parts.items() if name.endswith("Shape") or "generator" in part.get("properties", {})]
    assert len(shapes) == 9
    for name in shapes:
        assert keywords(getattr(talus.shapes, name[0].upper() + name[1:])) == keys(name) - shared - {"generator"}
    assert keywords(talus.Scene.body) == keywords(talus.Scene.wall) == keys("body")
    material = keys("material", "contact") - {"contact"}
    assert keywords(talus.Scene.material) == keywords(talus.Scene.change_material) == material
    assert keywords(talus.Scene.pair) == keys("contact") | {"first", "second"}
    with pytest.raises(TypeError, match="colour"):
        talus.Scene().body("cube", "glass", colour=1)


TURNED = CUBE_POINTS @ np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0] + 1 / 3
QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]


def ply(order):
    mark = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}[order]
    header = f"ply\nformat {order} 1.0\nelement vertex 8\n" + "".join(f"property double {axis}\n" for axis in "xyz")
    header += "element face 6\nproperty list uchar int vertex_index\nend_header\n"
    if not mark:
        rows = [*TURNED.tolist(), *((4, *quad) for quad in QUADS)]
        return (header + "".join(" ".join(map(repr, row)) + "\n" for row in rows)).encode()
    faces = b"".join(b"\4" + np.array(quad, mark + "i4").tobytes() for quad in QUADS)
    return header.encode() + TURNED.astype(mark + "f8").tobytes() + faces


def obj():
    faces = "".join("f " + " ".join(f"{corner + 1}//1" for corner in quad) + "\n" for quad in QUADS)
    return ("".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in TURNED.tolist()) + "vn 0 0 1\n" + faces).encode()


def vtp(mode):
    """As VTK writes."""
    writer = vtkXMLPolyDataWriter()
    writer.SetInputData(polygons(TURNED, np.array(QUADS).ravel(), np.full(6, 4)))
    getattr(writer, f"SetDataModeTo{mode}")()
    writer.WriteToOutputStringOn()
    writer.Write()
    return writer.GetOutputString().encode()


MESH_FILES = {
    "binary.vtp": vtp("Binary"),
    "base64.vtp": vtp("Appended"),
    "a.obj": obj(),
    "ascii.ply": ply("ascii"),
    "little.ply": ply("binary_little_endian"),
    "big.ply": ply("binary_big_endian"),
    "a.off": off(TURNED.tolist(), QUADS).encode(),
    "model.off": off(TURNED.tolist(), QUADS).replace("OFF\n# a cube\n", "OFF").encode(),
    "strips.ply": ply_strips("binary_little_endian", TURNED),
    "marked.obj": MARK + obj().replace(b"//1\n", b"//1 # the side\n") + b"\x1a",
    "ascii.stl": ascii_stl(TURNED, CUBE_TRIANGLES).encode(),
    "foreign.stl": MARK + ascii_stl(TURNED, CUBE_TRIANGLES).replace("normal 0 0 0", "normal nan -nan(ind) 1.#QNAN").encode(),
    "binary.stl": binary_stl(TURNED, CUBE_TRIANGLES),
}


def scene_of(folder, file):
    (folder / file).write_bytes(MESH_FILES[file])
    path = folder / "scene.json"
    bodies = [{"shape": "a", "material": "m", "position": [0, 0, 1]}]
    shapes = [{"name": "a", "file": file, "scale": 0.7}]
    path.write_text(json.dumps({"format": "talus-scene-1", "materials": [{"name": "m"}], "shapes": shapes, "bodies": bodies}))
    return path


def read_by_filter(path):
    """As ParaView reads a scene, with its meshes."""
    reader = vtkTalusSceneReader()
    reader.SetFileName(str(path))
    with captured(reader) as messages:
        reader.Update()
    return reader.GetOutputDataObject(0), messages.errors


@pytest.mark.parametrize("file", MESH_FILES)
def test_paraview_reads_the_bits_that_python_reads(tmp_path, file):
    path = scene_of(tmp_path, file)
    (found, errors), wanted = read_by_filter(path), talus.read_scene(path)
    assert not errors
    for number in range(2):  # bodies, and the shape
        ours, theirs = (scene.GetPartition(number, 0) for scene in (found, wanted))
        assert np.array_equal(*(vtk_to_numpy(block.GetPoints().GetData()) for block in (ours, theirs)))
    shape = [vtk_to_numpy(scene.GetPartition(1, 0).GetPolys().GetConnectivityArray()) for scene in (found, wanted)]
    assert np.array_equal(*shape) and len(shape[0]) == 36
    if "binary.stl" not in file:  # single precision
        assert np.abs(talus.mass_properties(found.GetPartition(1, 0)).volume - 0.343) < 1e-15


@pytest.mark.parametrize("name", ["gone.stl", "sub", "", "/dev/zero.stl", "a.gltf", "a.stl.gz", "damaged.obj"])
def test_wrong_mesh_files_are_told_alike_by_all_doors(tmp_path, name):
    """With their place in the scene, after what stands before them."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "damaged.obj").write_text("v 0 0\n")
    for gone in ("a.gltf", "a.stl.gz"):
        (tmp_path / gone).write_bytes(b"{}")
    path = tmp_path / "scene.json"
    document = {"format": "talus-scene-1", "shapes": [{"name": "a", "file": name}]}
    for more, place in (({}, "$.shapes[0].file in"), ({"materials": 1}, "$.materials in")):
        path.write_text(json.dumps(document | more))
        found, (error,) = read_by_filter(path)
        assert place in error and found.GetNumberOfPartitionedDataSets() == 0
        assert one_error(command("scene", "check", path)) == error
        with pytest.raises(talus.TalusError) as told:
            talus.read_scene(path)
        assert str(told.value) == error


@pytest.mark.parametrize("file", MESH_FILES)
def test_paraview_refuses_a_damaged_mesh_in_one_line(tmp_path, file):
    path = scene_of(tmp_path, file)
    (tmp_path / file).write_bytes(MESH_FILES[file][:-30])
    found, errors = read_by_filter(path)
    assert len(errors) == 1 and found.GetNumberOfPartitionedDataSets() == 0, errors


def test_whole_numbers_beyond_64_bits_are_numbers():
    """As in a scene file."""
    scene = talus.Scene(gravity=(0, 10**30, 0))
    points = (np.array(CUBE_POINTS) * 10**30).tolist()[:-1] + [[10**30] * 3]
    scene.shape("a", talus.shapes.ListedShape(points=points, triangles=CUBE_TRIANGLES))
    assert scene.as_dict()["gravity"] == [0, 1e30, 0]
    for wrong in ((0, 10**400, 0), (0, None, 10**30), (0, "1", 10**30), (0, True, 1)):
        with pytest.raises(talus.TalusError, match="'gravity'"):
            talus.Scene(gravity=wrong)


def test_quaternion():
    assert talus.quaternion((0, 0, 2), 180) == pytest.approx([0, 0, 0, 1])
    with pytest.raises(talus.TalusError, match="no length"):
        talus.quaternion((0, 0, 0), 10)


def test_ids_go_on_as_in_files_after_the_last_one(tmp_path):
    scene = talus.Scene()
    scene.material("stone")
    scene.shape("ball", talus.shapes.Sphere())
    assert [scene.body("ball", "stone", id=number) for number in (4, None, 2**63 - 1, None)] == [4, 5, 2**63 - 1, 6]
    path = tmp_path / "scene.json"
    scene.write(path)
    document = json.loads(path.read_text())
    for body in document["bodies"][1::2]:
        del body["id"]
    path.write_text(json.dumps(document))
    assert bodies_of(talus.read_scene(path))["BodyId"].tolist() == [4, 5, 2**63 - 1, 6]


def test_examples_are_valid_by_schema_and_reader():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    files = sorted(SCENES.glob("*.json"))
    assert len(files) >= 2
    for file in files:
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(file.read_text()))
        talus.read_scene(file)


def test_schema_refuses_what_the_reader_refuses():
    document = json.loads((SCENES / "shaken_table.json").read_text())
    document["bodies"][0]["velocty"] = [0, 0, 0]
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(document)


def clump():
    """Two overlapping cubes as one surface."""
    points = np.concatenate([CUBE_POINTS, np.asarray(CUBE_POINTS, float) + 0.5])
    return points, np.concatenate([CUBE_TRIANGLES, np.asarray(CUBE_TRIANGLES) + len(CUBE_POINTS)])


def test_masses_that_count_volume_twice_are_told_at_each_door(tmp_path, capsys):
    scene = talus.Scene()
    scene.material("stone")
    scene.shape("clump", clump())
    scene.body("clump", "stone")
    told = "Masses may be too large: The shape 'clump': 2 of 2 shells intersect"
    with pytest.warns(talus.SurfaceWarning, match=told):
        next(iter(talus.simulate(scene, end=1e-3, every=1e-3)))
    scene.write(tmp_path / "clump.json")
    assert main(["scene", "check", str(tmp_path / "clump.json")]) == 0
    assert told in capsys.readouterr().err
    words = ["simulate", str(tmp_path / "clump.json"), "--out", str(tmp_path / "run"), "--end", "1e-3", "--every", "1e-3", "--quiet"]
    assert main(words) == 0
    assert capsys.readouterr().err.count(told) == 1


@pytest.mark.parametrize(("size", "gravity", "hinted"), [(10, 9.81, True), (10, 0, False), (0.01, 9.81, False)])
def test_grains_of_ten_metres_get_a_hint(size, gravity, hinted, tmp_path, capsys):
    scene = talus.Scene(gravity=(0, 0, -gravity))
    scene.material("stone")
    scene.shape("grain", talus.shapes.Sphere(size=size))
    scene.body("grain", "stone")
    scene.write(tmp_path / "scene.json")
    assert main(["scene", "check", str(tmp_path / "scene.json")]) == 0
    assert ("If the scene is in millimetres, scale it by 0.001" in capsys.readouterr().err) == hinted


def test_errors_have_their_parts(tmp_path):
    path = tmp_path / "scene.json"
    path.write_text('{"format": "talus-scene-1", "materials": [{"name": "ice", "density": -1}]}')
    with pytest.raises(talus.TalusError) as told:
        talus.read_scene(path)
    error = told.value
    assert error.what == "The density is -1" and error.where == f"$.materials[0].density in {path}"
    assert error.remedy == "Give a finite number above 0"
    assert str(error) == f"{error.what} ({error.where}). {error.remedy}."


@pytest.mark.parametrize("part, body, surface", [
    ({"bodies": [{"id": 5, "shape": "ball", "material": "ice", "mass": -1}]}, (5,), ""),
    ({"bodies": [{"id": 5, "shape": "ball", "material": "ice", "mass": "x"}]}, (5,), ""),
    ({"bodies": [{"shape": "ball", "material": "ice"}, {"shape": "cube", "material": "ice"}]}, (1,), ""),
    ({"bodies": [{"shape": "ball", "material": "ice"}], "motions": [{"kind": "removal", "bodies": [7], "time": 1}]}, (7,), ""),
    ({"shapes": [{"name": "ball", "generator": "sphere", "levels": "x"}]}, (), "ball"),
    ({"shapes": [{"name": "open", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "triangles": [[0, 1, 2]]}]}, (), "open"),
    ({"shapes": [{"name": "none", "file": "none.stl"}]}, (), "none"),
    ({"shapes": [{"generator": "sphere"}]}, (), "0"),
    ({"materials": [{"name": "ice", "density": -1}]}, (), ""),
])  # fmt: skip
def test_errors_say_what_they_are_about(tmp_path, part, body, surface):
    whole = {"format": "talus-scene-1", "materials": [{"name": "ice"}], "shapes": [{"name": "ball", "generator": "sphere"}]}
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(whole | part))
    with pytest.raises(talus.TalusError) as told:
        talus.read_scene(path)
    assert (told.value.body, told.value.surface) == (body, surface), told.value


def test_errors_of_the_builder_say_what_they_are_about():
    scene = talus.Scene()
    with pytest.raises(talus.TalusError, match="no surface") as told:
        scene.shape("ball")
    assert (told.value.body, told.value.surface) == ((), "ball")
    with pytest.raises(talus.TalusError, match="'mass' cannot be") as told:
        scene.body("ball", "ice", id=9, mass="heavy")
    assert (told.value.body, told.value.surface) == ((9,), "")


def test_command_checks_a_scene():
    result = command("scene", "check", SCENES / "shaken_table.json")
    assert result.returncode == 0, result.stderr
    assert "10 (8 dynamic, 1 fixed, 1 prescribed)" in result.stdout and "valid" in result.stdout
    summary = json.loads(command("scene", "check", SCENES / "shaken_table.json", "--json").stdout)
    assert summary["bodies"] == 10 and summary["materials"] == ["glass", "gravel", "steel"]
    assert {shape["name"]: shape["bodies"] for shape in summary["shapes"]}["slab"] == 2
    assert command("scene", "check", SCENES / "shaken_table.json", "--quiet").stdout == ""
    assert json.loads(command("scene", "check", SCENES / "materials.json", "--json").stdout)["bodies"] == 0


@pytest.mark.parametrize("file", BAD_SCENES, ids=[file.stem for file in BAD_SCENES])
def test_command_tells_each_bad_scene_in_one_line(file):
    result = command("scene", "check", file)
    assert json.loads(file.read_text())["comment"] in one_error(result)
    assert result.stdout == ""


def test_command_tells_a_mistake_in_one_line(tmp_path):
    file = tmp_path / "scene.json"
    file.write_text('{"format": "talus-scene-1", "materials": [{"name": "ice", "densty": 917}]}')
    error = one_error(command("scene", "check", file))
    assert f"$.materials[0].densty in {file}" in error and "Did you mean 'density'?" in error
    assert "There is no such file" in one_error(command("scene", "check", tmp_path / "gone.json"))
    assert one_error(command("scene", "check", tmp_path))


# ---- Motions that begin, end and follow tables ----


def moving(*motions):
    """A slab that these motions move, far above nothing."""
    scene = talus.Scene(gravity=(0, 0, 0), halo=0.1)
    scene.material("steel", density=7800)
    scene.shape("slab", (CUBE_POINTS, CUBE_TRIANGLES))
    turn = talus.quaternion((1, 2, 3), 40)
    scene.wall("slab", "steel", id=7, motion="prescribed", position=(1, 2, 3), orientation=turn)
    for move in motions:
        move(scene)
    return scene


PLACES = [(1, 0, 0), (0, 1, 0), (0, 0, 2)]
MOTIONS = {
    "rotation": lambda s: s.rotate([7], (1, 0, 2), 3.0, (1, 1, 0), begin=0.11, end=0.83),
    "vibration": lambda s: s.vibrate([7], (0, 1, 1), 0.4, 1.3, 0.7, begin=0.21, end=0.93),
    "a vibration for ever": lambda s: s.vibrate([7], (1, 0, 1), 0.2, 2.3, -0.4),
    "translation": lambda s: s.translate([7], (0.3, -0.2, 0.1), end=0.61),
    "table of places": lambda s: s.translate_by_table([7], [0, 0.2, 0.5], PLACES, begin=0.25),
    "table of angles": lambda s: s.rotate_by_table([7], (0, 3, 1), [0.1, 0.3, 0.6], [0.5, 2, -1], (0, 2, 0), end=0.9),
}


def poses(scene, end, every):
    """Positions and rotation matrices' effect of the slab over time."""
    frames = list(talus.simulate(scene, end=end, every=every))
    return [(f.bodies.position[0], turned(f.bodies.orientation, np.array([(1.0, 2, 3)]))[0]) for f in frames]


def test_motions_are_where_their_formulas_say():
    scene = moving(lambda s: s.translate([7], (1, 0, 0), begin=0.2, end=0.4), MOTIONS["table of places"])
    start = [pose[0] for pose in poses(moving(lambda s: s.translate([7], (0, 0, 0))), 0.1, 0.1)][0]
    for time, (place, _) in zip(np.arange(11) * 0.1, poses(scene, 1.0, 0.1)):
        along = np.array([np.clip(time, 0.2, 0.4) - 0.2, 0, 0])
        table = [np.interp(time - 0.25, [0, 0.2, 0.5], column) for column in np.transpose(PLACES)]
        assert place == pytest.approx(start + along + table, abs=1e-14)


@pytest.mark.parametrize(
    ("motion", "told"),
    [
        (lambda s: s.rotate([7], (0, 0, 1), 1, begin=-1), r"\$\.motions\[0\]\.begin"),
        (lambda s: s.translate([7], (0, 0, 1), begin=2, end=1), r"\$\.motions\[0\]\.end"),
        (lambda s: s.translate_by_table([7], [0, 1], [(0, 0, 0)]), r"\$\.motions\[0\]\.displacements"),
        (lambda s: s.translate_by_table([7], [0, 0], [(0, 0, 0)] * 2), r"\$\.motions\[0\]\.times\[1\]"),
        (lambda s: s.translate_by_table([7], [0, 1], [(0, 0, 0), (0, 0)]), r"not 3 \(\$\.motions\[0\]\.displacements\[1\]"),
        (lambda s: s.rotate_by_table([7], (0, 0, 0), [0, 1], [0, 1]), r"\$\.motions\[0\]\.axis"),
        (lambda s: s.rotate_by_table([7], (0, 0, 1), [3], [1]), r"\$\.motions\[0\]\.times"),
        (lambda s: s.rotate_by_table([7], (0, 0, 1), [0, "a"], [0, 1]), r"\$\.motions\[0\]\.times\[0\]"),
    ],
)
def test_mistakes_in_motions_are_told_by_their_path(motion, told):
    with pytest.raises(talus.TalusError, match=told):
        moving(motion).read()


def test_schema_knows_the_motions():
    scene = moving(*MOTIONS.values())
    jsonschema.Draft202012Validator(SCHEMA).validate(scene.as_dict())
    scene.as_dict()["motions"][-1]["beginn"] = 1
    assert not jsonschema.Draft202012Validator(SCHEMA).is_valid(scene.as_dict())


# ---- Scenes from runs ----


def test_a_filter_continues_what_a_filter_runs():
    """As in ParaView, whatever time is shown."""
    reader, stepper, later = vtkTalusSceneReader(), vtkTalusTimeStepper(), vtkTalusRunContinuation()
    reader.SetFileName(str(SCENES / "shaken_table.json"))
    stepper.SetInputConnection(reader.GetOutputPort())
    stepper.SetEndTime(0.04)
    stepper.SetOutputInterval(0.02)
    later.SetInputConnection(reader.GetOutputPort())
    later.SetFrameConnection(stepper.GetOutputPort())
    later.SetFrameTime(0.02)
    later.SetContactLaw("HaloArea")
    later.UpdateTimeStep(0.04)
    assert not later.GetOutputInformation(0).Has(vtkStreamingDemandDrivenPipeline.TIME_STEPS())
    found = json.loads(scene_text(later.GetOutputDataObject(0)))
    stepper.UpdateTimeStep(0.02)
    frame = stepper.GetOutputDataObject(0)
    wanted = vtk_to_numpy(frame.GetPartition(0, 0).GetPoints().GetData())
    dynamic = [row for row, body in enumerate(found["bodies"]) if body["motion"] == "dynamic"]
    assert len(dynamic) == 8 and np.array_equal(np.array([body["position"] for body in found["bodies"]])[dynamic], wanted[dynamic])
    assert found["settledLaw"] == "HaloArea" and found["startsAtRest"] is False
    assert [motion["kind"] for motion in found["motions"]] == ["vibration", "removal"]


def test_a_filter_continues_no_foreign_frame():
    later = vtkTalusRunContinuation()
    later.SetInputDataObject(0, talus.read_scene(SCENES / "shaken_table.json"))
    later.SetInputDataObject(1, talus.grain())
    with captured(later) as messages:
        later.Update()
    assert messages.errors == ["The frame has no bodies: the array 'BodyId' is missing. Take the frames of a run."]


@pytest.mark.parametrize("names", [*([name] for name in MOTIONS), list(MOTIONS), list(MOTIONS)[::-1]], ids=len)
@pytest.mark.parametrize("surfaces", [True, False])
def test_motions_go_on_from_a_frame(tmp_path, names, surfaces):
    """At every stage of motions, alone and nested."""
    scene = moving(*(MOTIONS[name] for name in names))
    scene.write(tmp_path / "scene.json")
    kind = "--surfaces" if surfaces else "--bodies"
    words = [tmp_path / "scene.json", "--out", tmp_path / "run", "--end", 1.2, "--every", 0.1, "--quiet", kind]
    assert main(["simulate", *map(str, words)]) == 0
    whole = poses(scene, 1.2, 0.1)
    for frame in range(12):
        later = talus.Scene.from_run(tmp_path / "run", frame)
        for (place, turn), (wanted, direction) in zip(poses(later, 1.2 - 0.1 * frame, 0.1), whole[frame:]):
            assert place == pytest.approx(wanted, abs=1e-13) and turn == pytest.approx(direction, abs=1e-13)


@pytest.fixture
def thrown(tmp_path):
    """A run: a die flies, another one lies on a table that vanishes after the run."""
    scene = talus.Scene(halo=0.001)
    scene.material("wood", density=500, young=1e6, friction=0.4)
    scene.shape("die", talus.shapes.Solid(kind="cube", size=0.1))
    scene.shape("table", (CUBE_POINTS, CUBE_TRIANGLES))
    scene.body("die", "wood", position=(3, 0, 9), velocity=(1, 0, 2), angular_velocity=(3, 2, 1), scale=2)
    scene.body("die", "wood", position=(0.5, 0.5, 1.03), orientation=talus.quaternion((0, 0, 1), 30))
    table = scene.wall("table", "wood", id=5)
    scene.wall("table", "wood", id=6, position=(30, 0, 0))
    scene.remove([6], 0.05)
    scene.remove([table], 0.5)
    scene.write(tmp_path / "scene.json")
    words = [tmp_path / "scene.json", "--out", tmp_path / "run", "--end", 0.2, "--quiet"]
    assert main(["simulate", *map(str, words)]) == 0
    return tmp_path / "run"


def test_a_scene_from_a_run_goes_on(thrown):
    whole = list(talus.simulate(thrown / "scene.json", end=0.2))
    later = talus.Scene.from_run(thrown, 10)
    frames = list(talus.simulate(later, end=0.1))
    for before, after in zip(whole[10:], frames, strict=True):
        assert after.bodies.id.tolist() == [0, 1, 5]  # 6 was taken out
        for name in ("position", "orientation", "velocity", "angular_velocity"):
            there, here = (getattr(frame.bodies, name)[0] for frame in (before, after))
            assert here == pytest.approx(there, rel=1e-9, abs=1e-8)  # steps differ
    assert frames[0].bodies.position == pytest.approx(whole[10].bodies.position, abs=1e-14)
    assert [motion["time"] for motion in later.as_dict()["motions"]] == [pytest.approx(0.4)]
    assert talus.Scene.from_run(thrown).as_dict() == talus.Scene.from_run(thrown, 20).as_dict()


@pytest.fixture(scope="module")
def bed(tmp_path_factory):
    """A run: dice fall onto each other and settle."""
    folder = tmp_path_factory.mktemp("bed")
    scene = talus.Scene(halo=0.002)
    scene.material("clay", density=2500, young=1e5, restitution=0.1, friction=0.5)
    scene.shape("die", talus.shapes.Solid(kind="cube", size=0.1))
    scene.wall("die", "clay", position=(0, 0, -0.55 / 3**0.5), scale=10, id=99)
    for level in range(4):
        scene.body("die", "clay", position=(0, 0, 0.01 + 0.065 * level))
    scene.write(folder / "scene.json")
    words = ["--out", folder / "run", "--end", 1.5, "--every", 0.1, "--quiet", "--bodies"]
    assert main(["simulate", str(folder / "scene.json"), *map(str, words)]) == 0
    return folder / "run"


def test_a_settled_bed_stays_settled(bed):
    """It would sag by what its weight has pressed halos together."""
    *_, settled = talus.simulate(bed / "scene.json", end=1.5, every=0.1)
    later = talus.Scene.from_run(bed)
    assert later.as_dict()["startsAtRest"] is False
    assert talus.Scene.from_run(bed, 0).as_dict()["startsAtRest"] is True  # as the run began
    first, *_, last = talus.simulate(later, end=0.2, every=0.1)
    assert first.statistics["ElasticEnergy"] == pytest.approx(settled.statistics["ElasticEnergy"], rel=1e-6)
    sag = np.abs(last.bodies.position - settled.bodies.position).max()
    later.change_world(starts_at_rest=True)
    *_, fallen = talus.simulate(later, end=0.2, every=0.1)
    assert sag < 1e-6 < 1e-4 < np.abs(fallen.bodies.position - settled.bodies.position).max()


def test_a_settled_bed_does_not_fly_apart_under_another_law(bed, tmp_path):
    """Its forces would not balance at the gaps that the first law has left: bodies start without them."""
    later = talus.Scene.from_run(bed)
    assert later.as_dict()["settledLaw"] == "HaloArea" and "settledLaw" not in talus.Scene.from_run(bed, 0).as_dict()
    for law in ("LinearSpringDashpot", "HertzMindlin", "HaloArea"):
        *_, last = talus.simulate(later, end=0.002, every=0.002, law=law)
        assert np.abs(last.bodies.velocity).max() < 1.01 * 9.81 * 0.002, law
    later.write(tmp_path / "later.json")  # files note it, too
    first = next(iter(talus.simulate(tmp_path / "later.json", end=0.002, every=0.002, law="HertzMindlin")))
    assert first.statistics["ElasticEnergy"] == 0
    first = next(iter(talus.simulate(tmp_path / "later.json", end=0.002, every=0.002)))
    assert first.statistics["ElasticEnergy"] > 0


def test_a_scene_from_a_run_can_be_changed(thrown, tmp_path):
    later = talus.Scene.from_run(thrown)
    mass = later.as_dict()["bodies"][0]["mass"]
    later.change_world(gravity=(0, 0, -1.62))
    later.change_material("wood", friction=0.1, density=1000)
    assert later.as_dict()["materials"][0]["contact"]["friction"] == 0.1
    assert later.as_dict()["materials"][0]["contact"]["restitution"] == 0.5  # stays
    assert later.body("die", "wood", position=(9, 9, 9)) == 6
    later.write(tmp_path / "later.json")
    first, *_, last = talus.simulate(tmp_path / "later.json", end=0.1)
    assert last.bodies.velocity[0, 2] - first.bodies.velocity[0, 2] == pytest.approx(-0.162)
    assert later.as_dict()["bodies"][0]["mass"] == pytest.approx(2 * mass)
    with pytest.raises(talus.TalusError, match="There is no material 'ice'. Choose from: wood"):
        later.change_material("ice", friction=0)


def test_a_wall_that_has_come_to_rest_is_fixed(tmp_path):
    scene = moving(MOTIONS["translation"])
    scene.write(tmp_path / "scene.json")
    words = [tmp_path / "scene.json", "--out", tmp_path / "run", "--end", 1, "--every", 0.5, "--quiet"]
    assert main(["simulate", *map(str, words)]) == 0
    assert talus.Scene.from_run(tmp_path / "run", 1).as_dict()["bodies"][0]["motion"] == "prescribed"
    assert talus.Scene.from_run(tmp_path / "run", 2).as_dict()["bodies"][0]["motion"] == "fixed"


def test_what_is_no_run(thrown, tmp_path):
    for folder, frame, told in ((tmp_path, 0, "Not a run"), (thrown, 21, "no frame 21"), (thrown, 0.5, "no frame 0.5")):
        with pytest.raises(talus.TalusError, match=told):
            talus.Scene.from_run(folder, frame)
    (thrown / "scene.json").unlink()
    with pytest.raises(talus.TalusError, match="has no scene"):
        talus.Scene.from_run(thrown)
