"""`talus simulate --catalyst`: what ParaView makes of frames in situ is what it makes of the run's files."""

import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import BUILD, SOURCE, environment, needs_paraview, one_error, pixels, shown, started_talus, unlike
from falling_dice import falling_dice, files_of
from vtkmodules.vtkIOXML import vtkXMLPUnstructuredGridReader

from talus.cli.screen import virtual_screen
from talus.io.geometry import arrays_of, coordinates_of

pytestmark = needs_paraview
SHORT = ("--end", "0.05", "--every", "0.01")  # six frames


def in_paraview(*words):
    """Runs a script in pvpython on a screen."""
    with virtual_screen() as display:
        env = {**environment(), "DISPLAY": display}
        command = [str(word) for word in (BUILD / "bin" / "talus-env", "pvpython", "--force-offscreen-rendering", *words)]
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def saved_state(source, folder):
    """The script that a user saves after having seen the source in ParaView; its extracts go to folder/extracts."""
    script = folder / "script.py"
    in_paraview(SOURCE / "tests" / "python" / "catalyst_state.py", source, script, folder / "extracts")
    return script


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """A scene, its run of six frames, and a script for it."""
    folder = tmp_path_factory.mktemp("example")
    scene = falling_dice(folder / "dice.json")
    assert started_talus("simulate", scene, "--out", folder / "run", *SHORT).returncode == 0
    return scene, folder / "run", saved_state(folder / "run" / "run.pvd", folder)


def simulate(scene, out, script, *more):
    return started_talus("simulate", scene, "--out", out, *SHORT, "--catalyst", script, *more)


def into(script: Path, folder: Path, tail: str = "") -> Path:
    """The script with another folder for its extracts, and more at its end."""
    text = script.read_text().replace(str(script.parent / "extracts"), str(folder / "extracts"))
    copy = folder / "script.py"
    copy.write_text(text + tail)
    return copy


def pictures(folder):
    return [pixels(path) for path in sorted((folder / "extracts").glob("*.png"))]


def dice(folder):
    """The heights of the points in the dice that the script extracts from each frame."""
    return [heights(path) for path in sorted((folder / "extracts").glob("dice_*.pvtu"))]


def heights(path):
    reader = vtkXMLPUnstructuredGridReader()
    reader.SetFileName(str(path))
    reader.Update()
    assert "Velocity" in arrays_of(reader.GetOutput().GetCellData())
    return coordinates_of(reader.GetOutput())[:, 2]


def expect_those_of_files(folder, script):
    """The same extracts as those that the same script makes in pvpython of the run's files."""
    seen = folder / "seen"
    seen.mkdir()
    in_paraview(into(script, seen))
    assert len(pictures(folder)) == len(pictures(seen)) == len(dice(folder)) == len(dice(seen)) == 6
    for mine, theirs in zip(pictures(folder), pictures(seen)):
        assert shown(mine) > 0.1 and unlike(mine, theirs) < 0.01
    assert unlike(pictures(folder)[0], pictures(folder)[-1]) > 0.01, "nothing moves"
    for mine, theirs in zip(dice(folder), dice(seen)):
        assert len(mine) == 16 and (mine == theirs).all()  # two dice


def expect_extracts_of_the_run(example, folder, used):
    """A run with the script ``used`` has the same files as without, and the extracts are those of its files."""
    scene, before, script = example
    done = simulate(scene, folder / "run", used)
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert files_of(folder / "run") == files_of(before), "the run is another"
    expect_those_of_files(folder, script)


def test_extracts_are_those_of_the_files(example, tmp_path):
    expect_extracts_of_the_run(example, tmp_path, into(example[2], tmp_path))


def test_a_time_stepper_of_the_script_is_the_simulation(example, tmp_path):
    expect_extracts_of_the_run(example, tmp_path, saved_state(example[0], tmp_path))


def test_a_script_that_fails_is_told_and_the_run_goes_on(example, tmp_path):
    scene, before, script = example
    failing = into(script, tmp_path, "def catalyst_execute(info):\n    if info.timestep == 3:\n        nonsense()\n")
    line = len(failing.read_text().splitlines())
    told = one_error(simulate(scene, tmp_path / "run", failing))
    assert told.startswith("The Catalyst script fails: NameError: name 'nonsense' is not defined"), told
    assert f"({failing}, line {line})" in told
    done = simulate(scene, tmp_path / "run", into(script, tmp_path), "--resume")
    assert done.returncode == 0, done.stderr
    assert files_of(tmp_path / "run") == files_of(before)
    expect_those_of_files(tmp_path, script)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("paraview.simple import *", "paraview.simple import ("), "SyntaxError: "),
        (("from paraview import catalyst", "dice.Nonsense = 1\nfrom paraview import catalyst"), "AttributeError: Attribute Nonsense does not exist"),
        (("'run.pvd'", "'other.pvd'"), "uses nothing of the simulation"),
    ],
)
def test_a_script_that_is_wrong_leaves_no_run(example, tmp_path, change, words):
    scene, _, script = example
    wrong = into(script, tmp_path)
    wrong.write_text(wrong.read_text().replace(*change))
    told = one_error(simulate(scene, tmp_path / "run", wrong))
    assert words in told and str(wrong) in told and not (tmp_path / "run").exists(), told


def test_extracts_that_cannot_be_written_are_told(example, tmp_path):
    scene, _, script = example
    (tmp_path / "extracts").write_text("a file, not a folder")
    assert "Catalyst script fails" in one_error(simulate(scene, tmp_path / "run", into(script, tmp_path)))


def test_no_such_script(example, tmp_path):
    scene, _, _ = example
    assert "no such Catalyst script" in one_error(simulate(scene, tmp_path / "run", tmp_path / "none.py"))
    assert not (tmp_path / "run").exists()


def test_points_and_no_contacts(example, tmp_path):
    scene, _, script = example
    points = tmp_path / "points.py"
    points.write_text(
        "# script-version: 2.0\n"
        "from paraview import catalyst\n"
        "from paraview.simple import *\n"
        "options = catalyst.Options()\n"
        f"bodies = PVDReader(registrationName='run.pvd', FileName='{tmp_path}/none.pvd')\n"
        "def catalyst_execute(info):\n"
        "    bodies.UpdatePipeline(info.time)\n"
        "    print(info.timestep, bodies.GetDataInformation().GetNumberOfPoints())\n"
    )
    done = simulate(scene, tmp_path / "run", points, "--bodies", "--no-contacts")
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert done.stdout.splitlines()[:6] == [f"{frame} 4" for frame in range(6)], done.stdout


def test_interrupt(example, tmp_path):
    scene, before, script = example
    words = ("simulate", scene, "--out", tmp_path / "run", "--end", "1", "--every", "0.01", "--catalyst", into(script, tmp_path))
    process = subprocess.Popen(
        [str(word) for word in (BUILD / "bin" / "talus", *words)], stderr=subprocess.PIPE, text=True, env=environment()
    )
    until = time.monotonic() + 60
    while not (tmp_path / "run/frames/bodies_000002.vtu").exists() and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=60)[1]
    assert process.returncode == 130 and errors.startswith("talus: error: interrupted with"), errors
    assert errors.count("\n") == 1 and f"--catalyst {tmp_path / 'script.py'} --resume" in errors
    assert started_talus(*words, "--resume", "--stop-after", "1").returncode == 0
    first = files_of(before)["frames/bodies_000001.vtu"]
    assert files_of(tmp_path / "run")["frames/bodies_000001.vtu"] == first
