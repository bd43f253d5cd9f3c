"""What results say of themselves: a line, and in notebooks a table beside a picture."""

import base64
import html
import re

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, shown
from falling_dice import falling_dice
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

import talus
from talus import scenarios
from talus.notebook import Answering, counted
from talus.cli import main
from talus.drawing.still import SIZE

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
POINTS = np.array([(0.5, 0.5, 0.5), (0.5, 0.5, 1), (2, 2, 2)])
OPEN = (CUBE_POINTS, CUBE_TRIANGLES[:-1])


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run")
    scene = falling_dice(folder / "dice.json")
    assert main(["simulate", str(scene), "--out", str(folder / "dice"), "--end", "0.05", "--quiet"]) == 0
    return folder / "dice"


def scene():
    built = talus.Scene(halo=0.01)
    built.material("wood")
    built.shape("die", CUBE)
    built.body("die", "wood", position=(0, 0, 1.005))
    built.wall("die", "wood")
    return built


def apart(distance):
    return [CUBE, (CUBE_POINTS + (distance, 0, 0), CUBE_TRIANGLES)]


def last_frame():
    return list(talus.simulate(scene(), end=0.01, every=0.01))[-1]


#: What it is, the answer in its line, rows of the table, and whether there is a picture
RESULTS = {
    "labels": (lambda: talus.classify(POINTS, CUBE), "1 inside, 1 on the surface, 1 outside · CyrusBeck, the surface is closed.*", {"points": "3"}, False),
    "labels of an open surface": (lambda: talus.classify(POINTS, OPEN), "1 inside.*the surface is open", {"warning": "The surface"}, False),
    "classifier": (lambda: talus.Classifier(MESHES / "spot.obj"), r".*spot.obj · 5 856 polygons · labels points", {}, True),
    "classifier of a scene": (lambda: talus.Classifier(scene()), "2 bodies · labels points", {}, True),
    "sound surface": (lambda: talus.check(CUBE), "Sound: .*12 triangles, volume 1", {"closed": "yes", "volume": "1"}, True),
    "open surface": (lambda: talus.check(OPEN), "Not closed: 3 open edges in 1 loop.*", {"closed": "no", "boundary edges": "3: "}, True),
    "mass": (lambda: talus.mass_properties(CUBE, density=2), r"volume 1, mass 2 · centre of mass \(0.5, 0.5, 0.5\)", {"shells": "1 shell"}, True),
    "contacts": (lambda: talus.contacts(apart(0.75)), "1 pair overlaps, deepest 0.25 between surface 0 and surface 1", {"bodies": "2"}, True),
    "near": (lambda: talus.contacts(apart(1.125), halo=0.1), "1 pair is apart, nearest 0.125 between surface 0 and surface 1", {}, True),
    "no contacts": (lambda: talus.contacts(apart(3)), "1 pair is apart by more than ", {"contact points": "0"}, True),
    "voxels": (lambda: talus.voxelize(CUBE, count=4), "8 inside, 26 on the surface · volume 1, exact · 4 x 4 x 4 voxels of 0.5", {"size": "0.5"}, True),
    "occupied voxels": (lambda: talus.voxelize(CUBE, count=4, sparse=True), ".*4 x 4 x 4 voxels of 0.5", {}, True),
    "nodes": (lambda: talus.voxelize(CUBE, count=4, at="Points"), ".* nodes|.*4 x 4 x 4.*", {}, False),
    "surrogates": (lambda: talus.surrogates(CUBE), r".*\d+ surrogates?.*", {"level 0": "1, halo"}, True),
    "scene": (scene, "1 body, 1 wall, 1 shape, 1 material", {"shapes": "die", "gravity": "(0, 0, -9.81) m/s²"}, True),
    "empty scene": (talus.Scene, "empty", {}, False),
    "scene that cannot be read": (lambda: broken_scene(), "1 body", {}, False),
    "contact scene": (lambda: talus.ContactScene(apart(1)), "2 bodies", {}, True),
    "simulation": (lambda: talus.simulate(scene(), end=0.02, every=0.01), "3 frames until 0.02 s · 2 bodies", {"frames": "3"}, True),
    "frame": (last_frame, r"t = 0.01 s · 2 bodies · fastest point 0.\d+ m/s · step limited by \w+", {"frame": "1", "steps": r"\d"}, True),
    "bodies": (lambda: last_frame().bodies, r"2 bodies · fastest 0.\d+ m/s", {}, False),
    "contact forces": (lambda: last_frame().contacts, r"\d+ contact points?", {}, False),
    "setup": (lambda: scenarios.build("slope"), r".*1 body, 1 wall.* · until .* s, a frame every .* s", {}, True),
    "findings": (lambda: scenarios.run("slope"), "acceleration, m/s²: 2.356 · .*", {"acceleration, m/s²": "2.356"}, True),
    "contact network": (lambda: talus.measure.contact_network([0], [1], POINTS[:1], POINTS[2:]), "1 contact point · greatest force 3.464 N", {}, False),
}  # fmt: skip


def broken_scene():
    built = talus.Scene()
    built.body("nothing", "wood")
    return built


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", RESULTS)
def test_a_line_a_table_and_a_picture(name):
    make, line, rows, drawn = RESULTS[name]
    result = make()
    text = repr(result)
    assert re.fullmatch(f"<{type(result).__name__}: {line}.*>", text), text
    assert len(text) < 260 and text.isprintable() and "array(" not in text
    assert result == result and result != make() and result in {result}  # one by one: arrays have no truth value
    page = result._repr_html_()
    for title, value in rows.items():
        found = re.search(f"<th[^>]*>{re.escape(html.escape(title))}</th><td[^>]*>(.*?)</td>", page)
        assert found and (found[1].startswith(html.escape(value)) or re.match(value, found[1])), (title, page[:2000])
    picture = picture_in(page)
    assert (picture is not None) == drawn
    if drawn:
        assert 0.005 < shown(picture) < 0.9, shown(picture)


def picture_in(page):
    """(height, width, 3), or None"""
    found = re.search(r"src='data:image/png;base64,([^']+)'", page)
    if not found:
        return None
    reader, data = vtkPNGReader(), base64.b64decode(found[1])
    reader.SetMemoryBuffer(data)
    reader.SetMemoryBufferLength(len(data))
    reader.Update()
    width, height, _ = reader.GetOutput().GetDimensions()
    return vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars()).reshape(height, width, -1)[..., :3].astype(int)


def test_a_run_and_its_frames(run):
    opened = talus.open_run(run)
    assert re.fullmatch(f"<Run: {run} · 6 frames until 0.05 s · finished>", repr(opened))
    told = r"frame 5 of .*dice · t = 0.05 s · fastest point .* m/s"
    assert re.fullmatch(f"<RunFrame: {told}>", repr(opened.frame()))
    for result in (opened, opened.frame(2)):
        picture = picture_in(result._repr_html_())
        assert picture.shape == (SIZE[1], SIZE[0], 3) and 0.01 < shown(picture) < 0.9


def test_a_damaged_run_still_speaks(run, tmp_path):
    frame = talus.open_run(run).frame(3)
    frame._file = frame._file._replace(path=tmp_path / "gone.vtu")
    assert repr(frame).startswith("<RunFrame: frame 3 of ")
    page = frame._repr_html_()
    assert "gone.vtu" in page and picture_in(page) is None


def test_defects_are_red_in_a_rest_of_glass():
    """A cube with one triangle missing: its neighbours are red."""
    picture = picture_in(talus.check(OPEN)._repr_html_())
    red, green, _ = np.moveaxis(picture, 2, 0)
    assert (red > green + 60).mean() > 0.01
    sound = picture_in(talus.check(CUBE)._repr_html_())
    assert not (sound[..., 0] > sound[..., 1] + 60).any()


@pytest.mark.parametrize("hindrance", ["no screen", "broken screen", "no Python", "too many"])
def test_without_a_picture_the_table_is_there(hindrance, monkeypatch):
    if hindrance == "no screen":
        monkeypatch.delenv("DISPLAY", raising=False)
        monkeypatch.setenv("PATH", "/nowhere")
    elif hindrance == "broken screen":
        monkeypatch.setenv("DISPLAY", ":4711")
    elif hindrance == "no Python":
        monkeypatch.setattr("sys.executable", "/nowhere/python")
    else:
        monkeypatch.setattr("talus.drawing.still._MAXIMUM_CELLS", 5)
    page = talus.mass_properties(CUBE)._repr_html_()
    assert "<td" in page and "centroid" in page
    picture = picture_in(page)
    assert picture is None or hindrance == "broken screen"  # VTK 9.6 can draw without one


def test_names_of_files_are_text():
    """Not markup."""
    classifier = talus.Classifier(MESHES / "spot.obj")
    classifier._files = ["<script>alert(1)</script>\n"]
    assert "<script>" not in classifier._repr_html_() and "\n" not in repr(classifier)


def test_every_result_speaks():
    """All classes that hold arrays or prepared data."""
    silent = {"Finding", "BoundaryLoop", "MotionClearance", "PartPairs", "RepairStep", "SurrogateLevel"}  # numbers, a list
    classes = {name: thing for name in talus.__all__ if isinstance(thing := getattr(talus, name), type)}
    plain = {name for name, thing in classes.items() if not issubclass(thing, (Answering, Exception, int))}
    assert plain == silent


def test_counts_are_grouped():
    assert counted(1) == "1" and counted(1234567, "point") == "1 234 567 points" and counted(1, "body", "bodies") == "1 body"
