"""`talus render`, and the contacts that it draws."""

import inspect
import re
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import BUILD, SOURCE, colours, environment, needs_paraview, one_error, pixels, run, started_talus, talus_with_full_disk
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkDoubleArray, vtkLongLongArray, vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

import talus as talus_package
from talus import display
from talus.cli.screen import virtual_screen
from talus.drawing.categories import Category, categories_of, present, ranks
from talus.drawing.colours import category_table, colour_table, words_in
from talus.drawing.extents import boxes_of, corners_of, near
from talus.drawing.legend import ticks
from talus.drawing.run_contacts import lines_without
from talus.drawing.run_picture import decimals_of
from talus.drawing.viewpoint import STRIP, Viewpoint
from talus.frame_bodies import turned
from talus.io.geometry import add_array
from talus.look import WALL_OPACITY
from talus.run_frames import body_frames
from talus.vtkmodules.TalusFilters import vtkTalusContactDrawing


@pytest.fixture(scope="module")
def grains(tmp_path_factory):
    """A short run of a few grains in a box."""
    folder = tmp_path_factory.mktemp("run")
    result = started_talus("scenario", "grains-in-a-box", "--grains", 12, "--out", folder)
    assert result.returncode == 0, result.stderr
    return folder


def test_frames_are_drawn(grains):
    result = started_talus("render", grains, "--every", 25, "--size", 320, 240)
    assert result.returncode == 0, result.stderr
    pictures = sorted((grains / "pictures").iterdir())
    assert [picture.name for picture in pictures] == [f"frame_{25 * i:06d}.png" for i in range(len(pictures))]
    assert len(pictures) >= 2 and all(colours(picture) > 100 for picture in pictures)


def test_one_frame_is_drawn(grains):
    result = started_talus("render", grains, "--frame", -1, "--size", 320, 240, "--out", grains / "last")
    assert result.returncode == 0, result.stderr
    number = len(body_frames(grains)) - 1
    last, settled = grains / "last" / f"frame_{number:06d}.png", grains / "early" / "frame_000000.png"
    assert [picture.name for picture in last.parent.iterdir()] == [last.name] and colours(last) > 100
    result = started_talus("render", grains, "--frame", 0, "--size", 320, 240, "--out", settled.parent)
    assert result.returncode == 0 and settled.read_bytes() != last.read_bytes()


def test_contacts_are_drawn_and_a_movie_is_made_or_said_not_to_be(grains):
    words = ["--every", 30, "--size", 321, 240, "--contacts", "--movie", "--out", grains / "net"]
    result = started_talus("render", grains, *words)
    assert result.returncode == 0, result.stderr
    assert colours(sorted((grains / "net").iterdir())[-1]) > 100
    movie = grains / "movie.mp4"
    if not shutil.which("ffmpeg"):
        assert "ffmpeg is not installed" in result.stdout
        return
    words = ["-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames", "-of", "csv=p=0"]
    told = run("ffprobe", *words, movie).stdout.strip()
    assert told == f"322,240,{len(list((grains / 'net').iterdir()))}"  # 321 is odd, which codecs do not take


def test_mistakes_are_told(tmp_path, grains):
    assert "Not a run" in one_error(started_talus("render", tmp_path / "nowhere"))
    assert "The frame interval must be at least 1 (frame interval 0). Its default is 1." in one_error(started_talus("render", grains, "--every", 0))
    assert "The view direction has no length" in one_error(started_talus("render", grains, "--view-direction", 0, 0, 0))
    assert "The zoom must be above 0 (zoom -1.0). Its default is 1." in one_error(started_talus("render", grains, "--zoom", -1))
    assert "The picture size must be at least 16 pixels" in one_error(started_talus("render", grains, "--size", 320, 8))
    assert "out of range" in one_error(started_talus("render", grains, "--movie", "--rate", 0))
    assert "The range of colours is empty (2 to 1)." in one_error(started_talus("render", grains, "--colours", 2, 1))
    assert "There is no frame 999" in one_error(started_talus("render", grains, "--frame", 999))
    assert "The wall opacity must be at least 0 and at most 1" in one_error(started_talus("render", grains, "--wall-opacity", 2))


def test_folders_in_the_way_are_told(grains, tmp_path):
    """Before anything is drawn."""
    (tmp_path / "frame_000000.png").mkdir()
    error = one_error(started_talus("render", grains, "--out", tmp_path, "--quiet"))
    assert error.startswith(f"Cannot write here: is a directory ({tmp_path / 'frame_000000.png'}). Remove it")
    movie = grains / "movie.mp4"
    movie.unlink(missing_ok=True)
    movie.mkdir()
    assert f"this is a folder ({movie})" in one_error(started_talus("render", grains, "--movie", "--out", tmp_path / "new"))
    movie.rmdir()
    assert [file.name for file in tmp_path.iterdir()] == ["frame_000000.png"]


def test_files_of_the_run_are_kept(grains):
    for name in ("statistics.csv", "frames/contacts_000000.vtp", "frames/new.vtp"):
        before = (grains / "statistics.csv").read_bytes()
        assert "would replace an input" in one_error(started_talus("contacts", "--run", grains, "--out", grains / name))
        assert (grains / "statistics.csv").read_bytes() == before and not (grains / "frames" / "new.vtp").exists()
    assert started_talus("contacts", "--run", grains, "--out", grains / "last.csv").returncode == 0


def test_results_of_a_scenario_that_cannot_be_written_are_told(grains, tmp_path):
    run_folder = shutil.copytree(grains, tmp_path / "run")
    for name in ("measured.json", "measured.png"):
        (run_folder / name).unlink()
        (run_folder / name).mkdir()
        assert f"({run_folder / name})" in one_error(started_talus("scenario", "--measure", run_folder, "--quiet"))
        (run_folder / name).rmdir()
    assert started_talus("scenario", "--measure", run_folder, "--quiet").returncode == 0
    before = [(run_folder / name).read_bytes() for name in ("measured.json", "measured.png")]
    one_error(talus_with_full_disk(100, "scenario", "--measure", run_folder, "--quiet"))
    assert [(run_folder / name).read_bytes() for name in ("measured.json", "measured.png")] == before


def test_an_array_that_is_not_there_is_told(grains, default_run):
    """With those that are; pictures of an earlier time stay."""
    for run_folder in (grains, default_run):
        kept = run_folder / "kept" / "frame_000007.png"
        kept.parent.mkdir()
        kept.write_text("mine")
        error = one_error(started_talus("render", run_folder, "--colour-by", "Foo", "--out", kept.parent))
        assert error.startswith(f"There is no array 'Foo' to colour by ({run_folder}). There are: AngularVelocity ")
        assert [file.name for file in kept.parent.iterdir()] == [kept.name]


def test_without_a_screen_it_draws_or_tells_the_error(grains):
    """VTK 9.6 can draw without one."""
    command = [BUILD / "bin" / "talus", "render", grains, "--frame", "0", "--out", grains / "nowhere"]
    nowhere = environment() | {"DISPLAY": ":4711"}
    result = subprocess.run(command, capture_output=True, text=True, env=nowhere, check=False)
    if result.returncode == 0:
        assert colours(grains / "nowhere" / "frame_000000.png") > 100
        return
    assert "VTK could not draw: bad X server connection. DISPLAY=:4711" in one_error(result), result.stderr
    assert not list((grains / "nowhere").iterdir())


WITHOUT_PARAVIEW = """
import sys
sys.modules["paraview"] = None  # importing it is an error
from talus.movie import draw
from talus.option_tables import RENDER
told = []
options = {option.name: option.default for option in RENDER} | {"every": 40, "size": (320, 240), "contacts": True}
count = draw(sys.argv[1], sys.argv[2], progress=lambda *done: told.append(done), **options)
assert count and told == [(done, count) for done in range(count + 1)], told
"""


def test_vtk_alone_draws(grains, tmp_path, monkeypatch):
    with virtual_screen() as display:
        monkeypatch.setenv("DISPLAY", display)
        result = run(BUILD / "bin" / "talus-env", "/usr/bin/python3", "-c", WITHOUT_PARAVIEW, grains, tmp_path)
    assert result.returncode == 0, result.stderr
    assert all(colours(picture) > 100 for picture in tmp_path.iterdir())


def test_a_large_picture_has_its_legend_on_white_ground(grains):
    """Larger than the virtual screen. Of the legend the ends have the first and the last colour of the map."""
    result = started_talus("render", grains, "--frame", -1, "--size", 1600, 1000, "--wall-opacity", 0, "--out", grains / "large")
    assert result.returncode == 0, result.stderr
    (picture,) = (grains / "large").iterdir()
    seen = pixels(picture)
    assert seen.shape == (1000, 1600, 3) and (seen[[0, 0, -1, -1], [0, -1, 0, -1]] == 255).all()
    middle = int(1600 * (1 - STRIP)) + 5
    bottom = 100 + int(0.15 * 800)
    low, high = seen[bottom + 1, middle], seen[bottom + int(0.7 * 800) - 2, middle]
    assert np.abs(low - [0x44, 0x01, 0x54]).max() < 4 and np.abs(high - [0xFD, 0xE7, 0x25]).max() < 4
    assert (seen[bottom - 20, middle] == 255).all()  # nothing below
    assert (seen[:, middle + 20 :].min(axis=2) < 100).any()  # numbers and a title beside


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_whole_pictures(grains, name):
    out = grains / f"interrupted{name}"
    command = [BUILD / "bin" / "talus", "render", grains, "--out", out]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
    began = time.monotonic()
    while not list(out.glob("*.png")) and time.monotonic() < began + 60:
        time.sleep(0.05)
    process.send_signal(name)
    said, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and said == ""
    assert errors.splitlines() == ["talus: error: interrupted, nothing half-written is left"]
    drawn = sorted(out.iterdir())
    assert [picture.name for picture in drawn] == [f"frame_{i:06d}.png" for i in range(len(drawn))]
    assert 0 < len(drawn) < len(body_frames(grains)) and all(len(pixels(picture)) == 720 for picture in drawn)


@pytest.fixture(scope="module")
def default_run(tmp_path_factory):
    """Of surfaces: a red box among walls that stand before it."""
    folder = tmp_path_factory.mktemp("surfaces")
    scene = talus_package.Scene(halo=0.001)
    scene.material("wood", young=1e6)
    scene.shape("die", talus_package.shapes.Solid(kind="cube", size=0.1))
    scene.body("die", "wood", position=(0, 0, 0.0575))
    for x, y in ((0, 0), (0, -0.15), (-0.08, -0.15), (0.08, -0.15)):
        scene.wall("die", "wood", position=(x, y, 0.0 if y == 0 else 0.05))
    scene.write(folder / "scene.json")
    assert started_talus("simulate", folder / "scene.json", "--out", folder / "run", "--end", 0.02).returncode == 0
    return folder / "run"


def test_walls_of_a_run_of_surfaces_are_glass(default_run):
    """Behind opaque walls the body is hidden; its colour shows through glass, and without walls most of all."""
    seen = {}
    for opacity in (1, 0.12, 0):
        words = ["--frame", -1, "--size", 320, 240, "--colours", 0, 1e-9, "--view-direction", 0, 1, 0]
        result = started_talus("render", default_run, *words, "--wall-opacity", opacity, "--out", default_run / f"o{opacity}")
        assert result.returncode == 0, result.stderr
        (picture,) = (default_run / f"o{opacity}").iterdir()
        seen[opacity] = yellowness(picture)
    assert seen[1] < 0.2 * seen[0.12] < 0.8 * seen[0], seen


def test_instances_are_as_opaque_as_surfaces(default_run, tmp_path):
    """The same walls, once as surfaces and once as instances of shapes, at the same opacity."""
    words = [default_run / "scene.json", "--out", tmp_path / "run", "--end", 0.02, "--bodies"]
    assert started_talus("simulate", *words).returncode == 0
    seen = []
    for folder in (default_run, tmp_path / "run"):
        picture = drawn_in(folder, "half", "--frame", 0, "--wall-opacity", 0.5, "--colours", 0, 1)
        seen.append(picture.astype(int))
    different = np.abs(seen[0] - seen[1]).max(axis=-1) > 8
    glass = (seen[1][..., :3].min(axis=-1) < 250).sum()
    assert glass > 2000 and different.sum() < 0.02 * glass, (different.sum(), glass)


def yellowness(picture):
    """How much red exceeds blue, beside the strip with the legend."""
    red, _, blue = np.moveaxis(pixels(picture)[:240, :260] / 255, 2, 0)
    return np.maximum(0, red - blue).mean()


def test_contacts_of_a_run_of_surfaces_are_drawn(grains, tmp_path):
    words = [grains / "scene.json", "--end", 0.2, "--every", 0.1, "--out"]
    assert started_talus("simulate", *words, tmp_path / "run").returncode == 0
    pictures = {}
    for more in ((), ("--contacts",)):
        result = started_talus("render", tmp_path / "run", "--frame", -1, "--size", 320, 240, *more)
        assert result.returncode == 0, result.stderr
        (picture,) = (tmp_path / "run" / "pictures").iterdir()
        pictures[more] = picture.read_bytes()
    assert pictures[()] != pictures[("--contacts",)]
    assert started_talus("simulate", *words, tmp_path / "without", "--no-contacts").returncode == 0
    assert "has no contacts" in one_error(started_talus("render", tmp_path / "without", "--contacts"))


def drawn(steps, folder, monkeypatch):
    """The picture of a small view after some steps in ParaView."""
    picture, script = folder / "p.png", folder / "steps.py"
    picture.unlink(missing_ok=True)
    script.write_text(
        "from paraview.simple import *\n"
        f"view = CreateRenderView(ViewSize=[320, 240])\n{steps}\nSaveScreenshot({str(picture)!r}, view)\n"
    )
    with virtual_screen() as display:
        monkeypatch.setenv("DISPLAY", display)
        result = run(BUILD / "bin" / "talus-env", "pvpython", script)
    assert picture.exists(), result.stderr
    return picture


@needs_paraview
def test_statistics_are_plotted(grains, tmp_path, monkeypatch):
    steps = f"import talus\ntalus.show_statistics({str(grains)!r})\nview = GetActiveView()"
    plot = pixels(drawn(steps, tmp_path, monkeypatch))
    coloured = (plot.max(axis=2) - plot.min(axis=2) > 60).mean()
    assert (plot.min(axis=2) > 250).mean() > 0.6 and 0.003 < coloured < 0.2
    wrong = "import talus\ntry:\n    talus.show_statistics({!r}, ['Foo'])\nexcept talus.TalusError as error:\n    print(error)"
    script = tmp_path / "wrong.py"
    script.write_text(wrong.format(str(grains)))
    result = run(BUILD / "bin" / "talus-env", "pvpython", "--force-offscreen-rendering", script)
    assert "There is no statistic 'Foo'" in result.stdout and "KineticEnergy" in result.stdout, result.stderr


def network(pairs, strengths):
    """A vertex and then lines from body i at x = i to body j at x = j."""
    data, points, lines, verts = vtkPolyData(), vtkPoints(), vtkCellArray(), vtkCellArray()
    points.InsertNextPoint(9, 9, 9)
    verts.InsertNextCell(1, [0])
    arrays = [vtkLongLongArray(), vtkLongLongArray(), vtkDoubleArray()]
    for name, array, value in zip(("BodyA", "BodyB", "Strength"), arrays, (0, 1, 99.0)):
        array.SetName(name)
        array.InsertNextValue(value)
        data.GetCellData().AddArray(array)
    for (a, b), strength in zip(pairs, strengths):
        lines.InsertNextCell(2, [points.InsertNextPoint(a, 0, 0), points.InsertNextPoint(b, 0, 0)])
        for array, value in zip(arrays, (a, b, strength)):
            array.InsertNextValue(value)
    data.SetPoints(points)
    data.SetVerts(verts)
    data.SetLines(lines)
    return data


def test_lines_to_walls_are_left_out():
    """Those that stay have the values of theirs; a vertex has none."""
    kept = vtkPolyData()
    lines_without(network([(0, 1), (1, 7), (2, 3), (7, 3)], [1.0, 2.0, 3.0, 4.0]), [7], kept)
    assert kept.GetNumberOfLines() == kept.GetNumberOfCells() == 2
    ends = [kept.GetCell(i).GetPoints().GetPoint(k)[0] for i in range(2) for k in range(2)]
    assert ends == [0, 1, 2, 3]
    assert vtk_to_numpy(kept.GetCellData().GetArray("Strength")).tolist() == [1, 3]


def test_vectors_of_lines_are_kept():
    strengths = vtkDoubleArray()
    strengths.SetName("Force")
    strengths.SetNumberOfComponents(3)
    for row in ((9, 9, 9), (1, 2, 3), (4, 5, 6)):
        strengths.InsertNextTuple(row)
    kept, data = vtkPolyData(), network([(0, 1), (2, 3)], [1.0, 2.0])
    data.GetCellData().AddArray(strengths)
    lines_without(data, [0], kept)
    assert vtk_to_numpy(kept.GetCellData().GetArray("Force")).tolist() == [[4, 5, 6]]
    assert vtkTalusContactDrawing.GetUsualForce(kept) == pytest.approx(77**0.5)


def test_a_network_without_lines_stays_empty():
    kept = vtkPolyData()
    lines_without(vtkPolyData(), [], kept)
    assert kept.GetNumberOfCells() == 0 and vtkTalusContactDrawing.GetUsualForce(kept) == 0
    vtkTalusContactDrawing.Mark(network([(0, 1)], [1.0]), None, vtkTalusContactDrawing.Lines, kept)
    assert kept.GetNumberOfLines() == 1 and vtkTalusContactDrawing.GetUsualForce(None) == 0


def test_one_strong_force_hides_no_other():
    """A fiftieth of the forces may exceed the one that is dark."""
    forces = np.zeros((100, 3))
    forces[:, 0] = np.arange(100)
    forces[99] = 1e9, np.nan, 0
    forces[98] = 1e9, 0, 0
    marks = vtkPolyData()
    add_array(marks.GetCellData(), "Force", forces)
    assert vtkTalusContactDrawing.GetUsualForce(marks) == 97


def test_contacts_are_drawn_in_each_style(grains):
    """Weak forces are yellow, which no body is that rests. Normals are more than points alone."""
    yellow = {}
    for style in ("hidden", "points", "points-and-normals", "lines"):
        seen = drawn_in(grains, style, "--frame", -1, "--contact-style", style)[:, : int(480 * (1 - STRIP)) - 4].astype(int)
        yellow[style] = int(((seen[..., 0] > 120) & (seen[..., 0] - seen[..., 2] > 60)).sum())
    assert yellow["hidden"] == 0 and min(yellow["points"], yellow["lines"]) > 30, yellow
    assert yellow["points-and-normals"] > 1.2 * yellow["points"], yellow
    plain = drawn_in(grains, "plain", "--frame", -1, "--contacts")
    assert (plain == drawn_in(grains, "lines2", "--frame", -1, "--contact-style", "Lines")).all()


@needs_paraview
def test_a_run_is_seen_at_once_in_the_window(grains, tmp_path, monkeypatch):
    steps = f"import talus\ntalus.show_run({str(grains)!r})\nGetAnimationScene().GoToLast()"
    assert colours(drawn(steps, tmp_path, monkeypatch)) > 1000  # a speck in the middle has 150


@needs_paraview
def test_forces_keep_their_colours_over_time(grains, tmp_path, monkeypatch):
    """Those of the run, which its frames do not change; contacts are seen through the bodies."""
    steps = f"import talus\nshown = talus.show_run({str(grains)!r}, contacts=True)\ntable = shown.contacts.ContactLookupTable\n"
    steps += "before = list(table.RGBPoints)\nGetAnimationScene().GoToLast()\nRender()\n"
    seen = pixels(drawn(steps + "assert list(table.RGBPoints) == before and before[-4] > before[0]", tmp_path, monkeypatch)).astype(int)
    assert ((seen[..., 0] > 120) & (seen[..., 0] - seen[..., 2] > 60)).sum() > 100


@needs_paraview
def test_runs_are_drawn_as_bodies_however_they_are_shown(grains, tmp_path, monkeypatch):
    """By show_run, and by show_moving of frames and scene: the same picture. Walls are left out, or seen, by their opacity."""
    look = "GetAnimationScene().GoToLast()\nResetCamera(view)\nassert shown.bodies.Representation == 'Bodies'\n"
    scene = f"from talus.display import show_moving\nscene = OpenDataFile({str(grains / 'scene.json')!r})\n"
    frames = f"frames = PVDReader(FileName={str(grains / 'run.pvd')!r})\n"
    moving = scene + frames + "shown = show_moving(frames, scene, view, wall_opacity={})\n"
    moving += "assert (shown.walls is None) == (shown.bodies.WallOpacity == 0)\n"
    moving += "GetAnimationScene().UpdateAnimationUsingDataTimeSteps()\n" + look
    steps = f"import talus\nshown = talus.show_run({str(grains)!r}, view)\n" + look
    from_folder = pixels(drawn(steps, tmp_path, monkeypatch))
    assert (pixels(drawn(moving.format(WALL_OPACITY), tmp_path, monkeypatch)) == from_folder).all()
    without_walls = pixels(drawn(moving.format(0), tmp_path, monkeypatch))
    assert (without_walls != from_folder).any()
    wrong = scene + "import talus\ntry:\n    talus.show_bodies(Wavelet(), scene, view, colour_by=None)\nexcept talus.TalusError as error:\n"
    drawn(wrong + "    assert 'no bodies' in str(error)\nelse:\n    raise SystemExit(1)", tmp_path, monkeypatch)


def test_the_camera_sees_all_and_no_more():
    """Spheres of any place and size are in the picture beside the legends, whichever way it looks; one is at its edge."""
    random = np.random.default_rng(3)
    for direction in ((0.25, 1, -0.25), (0, 0, -1), (-1, 0.3, 2)):
        size, angle = (960, 400), 30.0
        viewpoint = Viewpoint(direction, size, angle)
        points = random.normal(size=(60, 3)) * (1, 3, 0.2) + 5
        for some in np.array_split(points, 4):
            viewpoint.add(some)
        position, focus, up = viewpoint.camera()
        forwards = (focus - position) / np.linalg.norm(focus - position)
        assert np.allclose(forwards, np.array(direction) / np.linalg.norm(direction))
        right = np.cross(forwards, up) / np.linalg.norm(np.cross(forwards, up))
        seen = (points - position) @ np.array([right, np.cross(right, forwards), forwards]).T
        half = np.tan(np.radians(angle / 2)) * np.array([size[0] / size[1], 1.0])
        places = seen[:, :2] / (half * seen[:, 2:])
        assert places.min() > -1 and places[:, 1].max() < 1 and places[:, 0].max() < 1 - 2 * STRIP
        assert max(-places.min(), places[:, 1].max()) > 0.75
        assert np.allclose(viewpoint.camera(2.0).focus - viewpoint.camera(2.0).position, (focus - position) / 2)


def test_a_camera_that_sees_nothing_is_still_one():
    viewpoint = Viewpoint((0, 1, 0), (320, 240), 30.0)
    assert viewpoint.empty and np.isfinite(viewpoint.camera()).all()


def drawn_in(run_folder, name, *words):
    """(height, width, 3) of one frame."""
    result = started_talus("render", run_folder, "--size", 480, 360, "--out", run_folder / name, *words)
    assert result.returncode == 0, result.stderr
    (picture,) = (run_folder / name).iterdir()
    return pixels(picture)


def test_the_time_is_in_the_picture(grains):
    """In the upper left corner, in letters that differ from frame to frame."""
    corners = []
    for frame in (0, 30):
        seen = drawn_in(grains, f"time{frame}", "--frame", frame)
        corner = seen[-30:, :120].min(axis=2)
        assert 0.005 < (corner < 100).mean() < 0.3 and (seen[-3:] == 255).all()
        corners.append(corner)
    assert (corners[0] != corners[1]).any()


def test_times_have_as_many_decimals_as_they_need():
    assert decimals_of([0.0, 0.01, 0.02]) == 2 and decimals_of([0.0, 1.0, 2.0]) == 0 and decimals_of([0.5]) == 0
    assert decimals_of([0.0, 1e-12]) == 9 and decimals_of([0.1 * i for i in range(50)]) == 1


def test_all_of_the_box_is_seen(grains):
    """At zoom 1 walls end within the picture; at zoom 2 they do not."""
    whole = drawn_in(grains, "whole", "--frame", 0, "--wall-opacity", 0.9)
    near_by = drawn_in(grains, "near", "--frame", 0, "--wall-opacity", 0.9, "--zoom", 2)
    scene, ends = slice(0, int(480 * (1 - STRIP)) - 4), [0, -1]
    assert (whole[ends][:, scene] == 255).all() and (whole[:, 0] == 255).all()
    assert (whole[20:-40, scene] < 250).any(axis=2).mean() > 0.25
    assert (near_by[ends][:, scene] < 250).any()


def test_walls_far_beyond_the_bodies_are_cut():
    bodies, floor = np.array([(0.0, 0, 0), (1, 1, 1)]), np.array([(-1000.0, -1000, 0), (1000, 1000, 0)])
    assert near(bodies, floor).tolist() == [[-1, -1, 0], [2, 2, 0]]
    assert near(bodies, floor / 1000).tolist() == (floor / 1000).tolist()
    assert near(np.empty((0, 3)), floor).tolist() == floor.tolist()


def test_turned_boxes_hold_their_bodies():
    shape = talus_package.grain("ConvexGrain")
    points = vtk_to_numpy(shape.GetPoints().GetData())
    turn = np.array([talus_package.quaternion((1, 2, 3), 50)])
    boxes = boxes_of([shape])
    corners = corners_of(boxes, np.array([(7.0, 0, 0)]), np.array([0]), turn, np.array([2.0]))
    assert corners.shape == (8, 3) and np.allclose(boxes[0].max(axis=0), points.max(axis=0))
    placed = turned(np.repeat(turn, len(points), axis=0), 2 * points) + (7, 0, 0)
    assert (placed.min(axis=0) >= corners.min(axis=0)).all() and (placed.max(axis=0) <= corners.max(axis=0)).all()


def test_categories_have_colours_of_their_own_and_words(grains):
    """Shapes of grains: each in the colour of its square in the legend, none of the colours between."""
    seen = drawn_in(grains, "shapes", "--frame", -1, "--colour-by", "Shape", "--wall-opacity", 0)
    strip = seen[:, int(480 * (1 - STRIP)) :].reshape(-1, 3)
    last = talus_package.open_run(grains).frame()
    known = np.unique(last.array("Shape")[last.array("Motion") == 0])  # 0 to 3
    colours_, counts = np.unique(strip, axis=0, return_counts=True)
    squares = [tuple(colour) for colour, count in zip(colours_.tolist(), counts) if count >= 40 and max(colour) - min(colour) > 60]
    assert len(squares) == len(known) > 1 and (0xE6, 0x9F, 0) in squares
    table = category_table([Category("inside", "E69F00"), Category("outside", "56B4E9")])
    assert words_in(table) == ["inside", "outside"] and table.GetRange() == (-0.5, 1.5)
    assert not words_in(colour_table("Velocity", (0, 1)))


def test_words_of_categories():
    scene = talus_package.place(talus_package.grain("Cube"), count=3)
    sides = categories_of("Side")
    assert {number: side.word for number, side in sides.items()} == {1: "inside", 0: "on the surface", -1: "outside"}
    assert categories_of("Velocity", scene) == categories_of("Shape") == {} and len(categories_of("Shape", scene)) == 1
    assert list(present(sides, np.array([-1, 1, 1]))) == [1, -1]
    assert present(sides, np.array([2])) == present(sides, np.array([])) == {}
    assert present(dict.fromkeys(range(99), sides[0]), np.arange(99)) == {}
    assert ranks(sides, np.array([-1, 0, 1])).tolist() == [2, 1, 0]


def test_walls_are_equally_opaque_everywhere():
    window = (BUILD / "generated" / "plugin" / "bodies" / "BodiesRepresentation.xml").read_text()
    assert float(re.search(r'name="WallOpacity"[^>]*default_values="([^"]+)"', window)[1]) == WALL_OPACITY
    for function in (display.show_run, display.show_moving):
        assert inspect.signature(function).parameters["wall_opacity"].default == WALL_OPACITY
        assert f"wall_opacity: float={WALL_OPACITY}" in (SOURCE / "docs" / "python" / "display.md").read_text()


def test_numbers_of_legends_are_round():
    written = [text for _, text in ticks(0, 0.921, most=10, apart=0.05)]
    assert written == ["0", *(f"0.{i}" for i in range(1, 9)), "0.921"]
    assert [text for _, text in ticks(0, 4999, most=5, apart=0.05)] == ["0", "1000", "2000", "3000", "4000", "4999"]
    assert [text for _, text in ticks(-1, 1, most=3, apart=0.05)] == ["-1", "0", "1"]
    assert [text for _, text in ticks(1000.001, 1000.002, most=2, apart=0.1)] == ["1000.001", "1000.0015", "1000.002"]
    assert [text for _, text in ticks(0, 1e-9, most=1, apart=0.3)] == ["0", "1e-09"]
