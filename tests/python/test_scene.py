"""talus.Scene, talus.read_scene, talus.body_surfaces, `talus scene check`, and the schema of scene files."""

import json

import jsonschema
import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, SOURCE, binary_stl, one_error
from conftest import talus as command
from vtkmodules.util.numpy_support import vtk_to_numpy

import talus

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
    scene.shape("cube", file="cube.stl", scale=0.5)
    scene.shape("listed", points=CUBE_POINTS, triangles=CUBE_TRIANGLES)
    scene.shape("pebble", generator="convexGrain", vertices=20, semi_axes=(0.5, 0.4, np.float64(0.3)))
    first = scene.body("cube", "glass", position=(0, 0, 3), orientation=talus.quaternion((0, 0, 1), 90))
    scene.body("pebble", "glass", position=np.array([2.0, 0, 3]), scale=2, angular_velocity=(0, 0, 1))
    table = scene.wall("listed", "steel", motion="prescribed")
    gate = scene.wall("listed", "steel", origin=(3, 0, 0))
    scene.vibrate([table], (0, 0, 1), 0.01, 50)
    scene.rotate([table], (1, 0, 0), 2.0)
    scene.translate([table], (0.1, 0, 0))
    scene.remove([gate, first], 1.5)
    return scene


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


def test_surfaces_hold_the_volume_of_the_bodies(tmp_path):
    full_scene(tmp_path).write(tmp_path / "scene.json")
    scene = talus.read_scene(tmp_path / "scene.json")
    surface = talus.body_surfaces(scene)
    density = np.array([7800, 2500])[bodies_of(scene)["Material"]]
    volume = (bodies_of(scene)["Mass"] / density).sum()
    assert talus.check(surface).volume == pytest.approx(volume, rel=1e-12)
    assert surface.GetCellData().GetArray("Mass")
    assert talus.body_surfaces(scene, arrays_on="points").GetPointData().GetArray("Mass")
    with pytest.raises(talus.TalusError, match="cannot be on 'faces'"):
        talus.body_surfaces(scene, arrays_on="faces")


@pytest.mark.parametrize(
    ("mistake", "told"),
    [
        (lambda s: s.body("cub", "glass"), r"There is no shape 'cub' \(\$\.bodies\[2\]\.shape in .*scene\.json\)"),
        (lambda s: s.body("cube", "glass", colour=1), r"\$\.bodies\[2\]\.colour"),
        (lambda s: s.body("cube", "glass", orientation=(0, 0, 0, 0)), r"\$\.bodies\[2\]\.orientation"),
        (lambda s: s.body("cube", "glass", id=0), r"\$\.bodies\[2\]\.id"),
        (lambda s: s.material("ice", density=-1), r"\$\.materials\[1\]\.density"),
        (lambda s: s.remove([99], 1), r"\$\.motions\[4\]\.bodies"),
        (lambda s: s.shape("gone", file="gone.stl"), r"gone\.stl"),
        (lambda s: s.wall("cube", "glass", position=(0, 0, float("nan"))), "not finite"),
    ],
)
def test_mistakes_are_told_and_nothing_is_written(tmp_path, mistake, told):
    scene = full_scene(tmp_path)
    mistake(scene)
    with pytest.raises(talus.TalusError, match=told):
        scene.write(tmp_path / "scene.json")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cube.stl", "more.json"]


def test_quaternion():
    assert talus.quaternion((0, 0, 2), 180) == pytest.approx([0, 0, 0, 1])
    with pytest.raises(talus.TalusError, match="no length"):
        talus.quaternion((0, 0, 0), 10)


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


def test_command_checks_a_scene():
    result = command("scene", "check", SCENES / "shaken_table.json")
    assert result.returncode == 0, result.stderr
    assert "10 (8 dynamic, 1 fixed, 1 prescribed)" in result.stdout and "valid" in result.stdout
    figures = json.loads(command("scene", "check", SCENES / "shaken_table.json", "--json").stdout)
    assert figures["bodies"] == 10 and figures["materials"] == ["glass", "gravel", "steel"]
    assert {shape["name"]: shape["bodies"] for shape in figures["shapes"]}["slab"] == 2
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
    assert "no such file" in one_error(command("scene", "check", tmp_path / "gone.json"))
    assert one_error(command("scene", "check", tmp_path))
