"""`talus render`, and the lines of contact networks that it draws."""

import shutil

import pytest
from conftest import BUILD, SOURCE, colours, one_error, run, talus
from vtkmodules.vtkCommonCore import vtkDoubleArray, vtkLongLongArray, vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

from talus.cli.screen import virtual_screen
from talus.display import keep_lines


@pytest.fixture(scope="module")
def grains(tmp_path_factory):
    """A short run of a few grains in a box."""
    folder = tmp_path_factory.mktemp("run")
    result = talus("scenario", "grains-in-a-box", "--grains", 12, "--out", folder)
    assert result.returncode == 0, result.stderr
    return folder


def test_frames_are_drawn(grains):
    result = talus("render", grains, "--every", 25, "--size", 320, 240)
    assert result.returncode == 0, result.stderr
    pictures = sorted((grains / "pictures").iterdir())
    assert [picture.name for picture in pictures] == [f"frame_{i:06d}.png" for i in range(len(pictures))]
    assert len(pictures) >= 2 and all(colours(picture) > 100 for picture in pictures)


def test_one_frame_is_drawn(grains):
    result = talus("render", grains, "--frame", -1, "--size", 320, 240, "--out", grains / "last")
    assert result.returncode == 0, result.stderr
    last, settled = grains / "last" / "frame_000000.png", grains / "early" / "frame_000000.png"
    assert [picture.name for picture in last.parent.iterdir()] == [last.name] and colours(last) > 100
    result = talus("render", grains, "--frame", 0, "--size", 320, 240, "--out", settled.parent)
    assert result.returncode == 0 and settled.read_bytes() != last.read_bytes()


def test_contacts_are_drawn_and_a_movie_is_made_or_said_not_to_be(grains):
    words = ["--every", 30, "--size", 321, 240, "--contacts", "--movie", "--out", grains / "net"]
    result = talus("render", grains, *words)
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
    assert "Not a run" in one_error(talus("render", tmp_path / "nowhere"))
    assert "out of range" in one_error(talus("render", grains, "--every", 0))
    assert "out of range" in one_error(talus("render", grains, "--towards", 0, 0, 0))
    assert "out of range" in one_error(talus("render", grains, "--movie", "--rate", 0))
    assert "There is no frame 999" in one_error(talus("render", grains, "--frame", 999))


def drawn(steps, folder, monkeypatch):
    """The picture of a small view after some steps in ParaView."""
    picture, script = folder / "p.png", folder / "steps.py"
    script.write_text(
        "from paraview.simple import *\n"
        f"view = CreateRenderView(ViewSize=[320, 240])\n{steps}\nSaveScreenshot({str(picture)!r}, view)\n"
    )
    with virtual_screen() as display:
        monkeypatch.setenv("DISPLAY", display)
        result = run(BUILD / "bin" / "talus-env", "pvpython", script)
    assert picture.exists(), result.stderr
    return picture


def test_the_macro_draws_the_selected_scene(tmp_path, monkeypatch):
    macro = SOURCE / "python" / "macros" / "talus_display.py"
    scene = SOURCE / "data" / "scenes" / "scenarios" / "hopper.json"
    steps = f"SetActiveSource(OpenDataFile({str(scene)!r}))\nexec(open({str(macro)!r}).read())"
    assert colours(drawn(steps, tmp_path, monkeypatch)) > 100


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
    kept = vtkPolyData()
    keep_lines(network([(0, 1), (1, 7), (2, 3), (7, 3)], [1.0, 2.0, 3.0, 4.0]), kept, "Strength", [7])
    assert kept.GetNumberOfLines() == 2 and kept.GetNumberOfVerts() == 0
    assert [kept.GetPoint(i)[0] for i in range(4)] == [0, 1, 2, 3]
    strength = kept.GetPointData().GetArray("Strength")
    assert [strength.GetValue(i) for i in range(4)] == [1, 1, 3, 3]


def test_a_network_without_lines_stays_empty():
    kept = vtkPolyData()
    keep_lines(vtkPolyData(), kept, "Strength", [])
    assert kept.GetNumberOfCells() == 0 and kept.GetPointData().GetArray("Strength").GetNumberOfTuples() == 0


def test_a_run_is_seen_at_once_in_the_window(grains, tmp_path, monkeypatch):
    steps = f"import talus\ntalus.show_run({str(grains)!r})\nGetAnimationScene().GoToLast()"
    assert colours(drawn(steps, tmp_path, monkeypatch)) > 1000  # a speck in the middle has 150
