"""`talus simulate`: what it writes, stopping and resuming, and everything that may go wrong on the way."""

import csv
import errno
import fcntl
import io
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from contextlib import nullcontext

import numpy as np
import pytest
from conftest import (
    BUILD,
    CUBE_POINTS,
    CUBE_TRIANGLES,
    binary_stl,
    environment,
    one_error,
    run,
    talus,
    talus_with_full_disk,
)
from falling_dice import falling_dice, files_of

import talus as package
from talus import run_folder
from talus.answers import answer_of
from talus.cli import main
from talus.io.geometry import arrays_of, coordinates_of
from talus.option_tables import TIME_STEPPING
from talus.options import option_of
from talus.run_folder import opened
from talus.scene_data import scene_text
from talus.simulation import Simulation

SHORT = ("--end", "0.05", "--every", "0.01")  # six frames


@pytest.fixture
def dice(tmp_path):
    return falling_dice(tmp_path / "dice.json")


def simulate(dice, out, *more) -> int:
    """In this process, which saves the start of another."""
    return main([str(word) for word in ("simulate", dice, "--out", out, "--quiet", *more)])


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def series(path):
    """Times and files of a PVD."""
    sets = ElementTree.parse(path).getroot().findall("Collection/DataSet")
    return [(float(s.get("timestep")), s.get("file")) for s in sets]


def test_bodies_deep_within_each_other_are_told(tmp_path, capsys):
    scene = package.Scene(halo=0.005)
    scene.material("wood", density=500)
    scene.shape("die", package.shapes.Solid(kind="cube", size=0.1))
    for z in (0.0, 0.02):
        scene.body("die", "wood", position=(0, 0, z))
    scene.write(tmp_path / "scene.json")
    arguments = [tmp_path / "scene.json", tmp_path / "run", "--end", 0.002, "--every", 0.001]
    assert simulate(*arguments, "--initial-overlaps", "Keep") == 0
    assert capsys.readouterr().err.startswith("talus: warning: in 1 of 3 frames bodies lie deeper within each other")
    assert simulate(tmp_path / "scene.json", tmp_path / "run2", *arguments[2:]) == 0
    told = capsys.readouterr().err
    assert told.startswith("talus: warning: 1 pair of bodies overlaps at the start") and told.count("\n") == 1
    assert simulate(tmp_path / "scene.json", tmp_path / "run3", *arguments[2:], "--initial-overlaps", "Refuse") == 2
    assert "overlaps at the start" in capsys.readouterr().err and not (tmp_path / "run3").exists()


def a_plate_flies_at_a_wall(path):
    scene = package.Scene(gravity=(0, 0, 0))
    scene.material("steel", density=7800)
    for name, width in (("wall", 1.0), ("plate", 0.2)):
        scene.shape(name, package.shapes.Solid(kind="cuboid", extents=(width, width, 0.002)))
    scene.body("wall", "steel", motion="fixed")
    scene.body("plate", "steel", position=(0, 0, 0.3), velocity=(0, 0, -100))
    scene.write(path)
    return path


@pytest.mark.parametrize("certify", [False, True])
def test_no_body_passes_through_another_where_it_is_asked_for(tmp_path, certify):
    scene = a_plate_flies_at_a_wall(tmp_path / "scene.json")
    run = tmp_path / "run"
    steps = ["--end", 0.04, "--every", 0.005, "--time-step", 0.005, "--move-limit", 0]
    assert simulate(scene, run, *steps, *["--certify"] * certify, "--stop-after", 4) == 0
    assert simulate(scene, run, "--resume", *["--certify"] * certify) == 0
    statistics = rows((run / "statistics.csv").read_text())
    assert len(statistics) == 9
    assert sum(int(row["ProvenPairs"]) for row in statistics) == 9 * certify
    assert not any(int(row["UnprovenPairs"]) or int(row["MeetingPairs"]) for row in statistics)
    assert all(float(row["LeastGap [m]"]) > 0 for row in statistics) == certify
    assert any(int(row["HeldBodies"]) for row in statistics) == certify
    last = package.read_points(run / series(run / "run.pvd")[-1][1])
    assert (coordinates_of(last)[8:, 2].min() > 0) == certify


def test_a_start_that_cannot_be_certified_is_refused(tmp_path, capsys):
    scene = a_plate_flies_at_a_wall(tmp_path / "scene.json")
    scene.write_text(scene.read_text().replace("0.3", "0.001"))
    assert simulate(scene, tmp_path / "run", "--end", 0.01, "--certify", "--initial-overlaps", "Keep") == 2
    assert "1 pair of bodies touch or overlap at the start" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_what_is_written(tmp_path, dice):
    out = tmp_path / "run"
    result = talus("simulate", dice, "--out", out, *SHORT)
    assert result.returncode == 0 and not result.stderr
    assert result.stdout.startswith("frames    6 of 6\n") and f"written   {out} after" in result.stdout
    numbers = range(6)
    assert set(files_of(out)) == {
        "run.pvd", "contacts.pvd", "statistics.csv", "scene.json", "run.json", "checkpoint.talus",
        *(f"frames/bodies_{i:06d}.vtu" for i in numbers), *(f"frames/contacts_{i:06d}.vtp" for i in numbers),
    }  # fmt: skip
    assert (out / "scene.json").read_bytes() == dice.read_bytes()
    frames = list(package.simulate(dice, end=0.05))
    assert series(out / "run.pvd") == [(f.time, f"frames/bodies_{f.number:06d}.vtu") for f in frames]
    assert series(out / "contacts.pvd") == [(f.time, f"frames/contacts_{f.number:06d}.vtp") for f in frames]
    statistics = rows((out / "statistics.csv").read_text())
    for frame, row in zip(frames, statistics, strict=True):
        assert float(row["Time [s]"]) == frame.time
        assert float(row["KineticEnergy [J]"]) == frame.statistics["KineticEnergy"]
        assert [float(row[f"Momentum{x} [kg m/s]"]) for x in "XYZ"] == frame.statistics["Momentum"].tolist()
        assert int(row["Steps"]) == frame.statistics["Steps"]
        surfaces = package.read_points(out / f"frames/bodies_{frame.number:06d}.vtu")
        assert surfaces.GetNumberOfCells() == 4 * 12
        expected = coordinates_of(package.body_surfaces(frame.scene))
        assert np.array_equal(coordinates_of(surfaces), expected)
        contacts = package.read_points(out / f"frames/contacts_{frame.number:06d}.vtp")
        force = arrays_of(contacts.GetPointData())["Force"][: len(frame.contacts)]
        assert np.array_equal(force, frame.contacts.force)
    assert len(frames[-1].contacts)


@pytest.mark.parametrize("kind", ["--bodies", "--surfaces"])
def test_frames_say_their_answer(tmp_path, dice, kind):
    """First of all field data, as ParaView's panels and the simulation itself do."""
    assert simulate(dice, tmp_path / "run", *SHORT, kind) == 0
    *_, frame = package.simulate(dice, end=0.05, every=0.01)
    told = package.read_points(tmp_path / "run/frames/bodies_000005.vtu").GetFieldData().GetAbstractArray(0)
    assert told.GetName() == "Answer" and told.GetValue(0) == answer_of(frame.scene)
    assert told.GetValue(0).startswith("t = 0.05 s · ")


def test_bodies_without_contacts(tmp_path, dice):
    out = tmp_path / "run"
    assert simulate(dice, out, *SHORT, "--bodies", "--no-contacts") == 0
    assert not (out / "contacts.pvd").exists() and not list(out.glob("frames/contacts*"))
    bodies = package.read_points(out / "frames/bodies_000005.vtu")
    assert bodies.GetNumberOfPoints() == bodies.GetNumberOfCells() == 4
    assert {"BodyId", "Orientation", "Force", "ContactCount"} <= set(arrays_of(bodies.GetPointData()))


def test_a_placed_scene(tmp_path):
    cube = package.grain("Cube", size=0.1)
    package.write(package.place([cube], 3, arrangement="Grid", cells=(3, 1, 1)), tmp_path / "s.vtpc")
    assert simulate(tmp_path / "s.vtpc", tmp_path / "run", "--end", 0.01) == 0
    assert len(series(tmp_path / "run" / "run.pvd")) == 2
    kept = package.read_scene(tmp_path / "run" / "scene.json")
    assert scene_text(kept) == scene_text(package.read_scene(tmp_path / "s.vtpc"))


def scattered(folder):
    """A scene of several files: one that it includes, and a mesh."""
    (folder / "meshes").mkdir(parents=True)
    (folder / "meshes" / "die.stl").write_bytes(binary_stl(CUBE_POINTS * 0.1, CUBE_TRIANGLES))
    materials = '{"format": "talus-scene-1", "materials": [{"name": "stone", "young": 1e6}]}'
    (folder / "meshes" / "materials.json").write_text(materials)
    scene = package.Scene(halo=0.002)
    scene.include("meshes/materials.json")
    scene.shape("die", "meshes/die.stl")
    scene.body("die", "stone", origin=(0, 0, 0.1025))
    scene.wall("die", "stone", id=9)
    scene.write(folder / "scene.json")
    return folder / "scene.json"


@pytest.mark.parametrize("kind", ["json", "vtpc"])
def test_a_run_needs_nothing_but_its_folder(tmp_path, kind):
    """It is moved, and its scene removed: the copy in it is that scene to the bit, and goes on as if nothing was."""
    scene = scattered(tmp_path / "there")
    if kind == "vtpc":
        package.write(package.read_scene(scene), tmp_path / "there" / "scene.vtpc")
        scene = tmp_path / "there" / "scene.vtpc"
    expected = scene_text(package.read_scene(scene))
    assert simulate(scene, tmp_path / "whole", *SHORT) == 0
    assert simulate(scene, tmp_path / "run", *SHORT, "--stop-after", 3) == 0
    shutil.rmtree(tmp_path / "there")
    moved = tmp_path / "elsewhere" / "run"
    moved.parent.mkdir()
    (tmp_path / "run").rename(moved)
    assert scene_text(package.read_scene(moved / "scene.json")) == expected
    assert simulate(moved / "scene.json", moved, "--resume") == 0
    assert files_of(moved) == files_of(tmp_path / "whole")


def test_a_mesh_that_has_changed_is_another_scene(tmp_path, capsys):
    scene = scattered(tmp_path / "there")
    assert simulate(scene, tmp_path / "run", *SHORT, "--stop-after", 2) == 0
    (tmp_path / "there" / "meshes" / "die.stl").write_bytes(binary_stl(CUBE_POINTS * 0.11, CUBE_TRIANGLES))
    assert "another scene" in problem(capsys, "simulate", scene, "--out", tmp_path / "run", "--resume")


@pytest.mark.parametrize("integrator", option_of(TIME_STEPPING, "integrator").words)
def test_stopping_and_going_on_changes_nothing(tmp_path, dice, integrator):
    law = ("--law", "Barrier") if integrator == "IncrementalPotential" else ()  # it has this one only
    options = ("--end", "0.06", "--integrator", integrator, *law)
    assert simulate(dice, tmp_path / "whole", *options) == 0
    parts = tmp_path / "parts"
    assert simulate(dice, parts, *options, "--stop-after", 2) == 0
    assert len(series(parts / "run.pvd")) == 2
    assert simulate(dice, parts, *options, "--resume", "--stop-after", 2, "--threads", 1) == 0
    assert len(series(parts / "run.pvd")) == 4
    assert simulate(dice, parts, "--resume") == 0
    assert files_of(parts) == files_of(tmp_path / "whole")
    assert simulate(dice, parts, "--resume") == 0  # nothing left to do
    assert files_of(parts) == files_of(tmp_path / "whole")


@pytest.mark.parametrize(
    ("every", "first", "stop"), [(0.01, 0.03, 9), (0.01, 0.05, 2), (0.003, 0.009, 9), (0.01, 0.035, 2)]
)
def test_going_on_to_a_later_end(tmp_path, dice, every, first, stop):
    """What ended, or was stopped before, becomes what a run to the later end would have been."""
    parts, options = tmp_path / "parts", ("--every", every)
    assert simulate(dice, tmp_path / "whole", *options, "--end", 0.06) == 0
    assert simulate(dice, parts, *options, "--end", first, "--stop-after", stop) == 0
    assert simulate(dice, parts, "--end", 0.06, "--resume", "--stop-after", 1) == 0
    assert simulate(dice, parts, "--resume") == 0  # the later end is kept
    assert files_of(parts) == files_of(tmp_path / "whole")


def test_an_end_that_frames_lie_behind(tmp_path, dice, half, capsys):
    """Three frames of six are there: an end between them is refused, one after them is not."""
    before = files_of(half)
    text = problem(capsys, "simulate", dice, "--out", half, "--resume", "--end", 0.015)
    assert "no frame at the time of the checkpoint" in text and "an end time not before it" in text
    assert files_of(half) == before
    assert simulate(dice, half, "--resume", "--end", 0.03) == 0
    assert simulate(dice, tmp_path / "whole", "--end", 0.03) == 0
    assert files_of(half) == files_of(tmp_path / "whole")


def test_a_frame_that_is_missing_is_told(half, dice, capsys):
    lost = half / "frames/bodies_000001.vtu"
    lost.unlink()
    before = files_of(half)
    text = problem(capsys, "simulate", dice, "--out", half, "--resume")
    assert text == f"A frame of the run is missing ({lost}). Bring it back, or start again with --overwrite."
    assert files_of(half) == before


def test_only_a_resumed_run_has_an_end(dice, tmp_path, capsys):
    assert "Give --end" in problem(capsys, "simulate", dice, "--out", tmp_path / "run")
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.lstrip().startswith("--end")]
    assert "default" not in line


def test_an_end_between_frames_cannot_be_left(tmp_path, dice, capsys):
    """Its last frame is none of a longer run, and only that one can be gone on from."""
    out = tmp_path / "run"
    assert simulate(dice, out, "--end", 0.025) == 0
    before = files_of(out)
    assert "it is of 0.025 s" in problem(capsys, "simulate", dice, "--out", out, "--resume", "--end", 0.05)
    assert files_of(out) == before


def test_it_is_told_how_to_go_on(tmp_path, dice):
    result = talus("simulate", dice, "--out", tmp_path / "a run", *SHORT, "--no-starts-at-rest", "--stop-after", 1)
    command = f"talus simulate {dice} --out '{tmp_path}/a run' --every 0.01 --end 0.05 --no-starts-at-rest --resume"
    assert f"go on by  {command}\n" in result.stdout
    again = run("bash", "-c", command.replace("talus", str(BUILD / "bin" / "talus"), 1))
    assert again.returncode == 0 and "frames    6 of 6" in again.stdout


def test_resume_begins_where_nothing_is(tmp_path, dice):
    assert simulate(dice, tmp_path / "whole", *SHORT) == 0
    assert simulate(dice, tmp_path / "other", *SHORT, "--resume") == 0
    assert files_of(tmp_path / "whole") == files_of(tmp_path / "other")


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_interrupt(tmp_path, dice, name):
    out, options = tmp_path / "run", ("--end", "1", "--every", "0.005")
    words = [BUILD / "bin" / "talus", "simulate", dice, "--out", out, *options]
    process = subprocess.Popen([str(word) for word in words], stderr=subprocess.PIPE, text=True, env=environment())
    deadline = time.monotonic() + 60
    while not (out / "frames/bodies_000003.vtu").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(name)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    (line,) = errors.splitlines()
    frames = len(series(out / "run.pvd"))
    assert 3 <= frames < 201
    assert line.startswith(f"talus: error: interrupted with {frames} frames written; go on by: talus simulate")
    assert line.endswith(" --every 0.005 --end 1.0 --resume")
    assert len(rows((out / "statistics.csv").read_text())) == frames
    assert not [file for file in files_of(out) if ".part" in file]
    assert simulate(dice, out, "--resume", "--stop-after", 3) == 0
    assert simulate(dice, tmp_path / "whole", *options, "--stop-after", frames + 3) == 0
    assert files_of(out) == files_of(tmp_path / "whole")


def problem(capsys, *words) -> str:
    """The one error of a run in this process."""
    capsys.readouterr()
    assert main([str(word) for word in words]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("talus: error: ")
    return lines[0].removeprefix("talus: error: ")


@pytest.fixture
def half(tmp_path, dice):
    """Three frames of six."""
    out = tmp_path / "run"
    assert simulate(dice, out, *SHORT, "--stop-after", 3) == 0
    return out


def test_a_run_that_is_there_is_not_touched(dice, half, capsys):
    before = files_of(half)
    assert "Give --resume to continue" in problem(capsys, "simulate", dice, "--out", half, *SHORT)
    assert files_of(half) == before
    assert simulate(dice, half, "--end", 0.02, "--overwrite") == 0
    assert len(series(half / "run.pvd")) == 3 and not (half / "frames/bodies_000003.vtu").exists()


def test_other_options_are_named(dice, half, tmp_path, capsys):
    before = files_of(half)
    resume = ("simulate", dice, "--out", half, "--resume")
    text = problem(capsys, *resume, "--every", 0.02, "--law", "HertzMindlin", "--end", 0.05)
    assert "every is 0.01, not 0.02; law is HaloArea, not HertzMindlin (" in text
    assert "shown is surfaces, not bodies" in problem(capsys, *resume, "--bodies")
    assert "contacts is True, not False" in problem(capsys, *resume, "--no-contacts")
    other = falling_dice(tmp_path / "other.json", height=0.02)
    assert "another scene" in problem(capsys, "simulate", other, "--out", half, "--resume")
    assert files_of(half) == before


def test_bad_usage(dice, tmp_path, capsys):
    out = tmp_path / "run"
    assert "Give --end" in problem(capsys, "simulate", dice, "--out", out)
    assert "Give --end" in problem(capsys, "simulate", dice, "--out", out, "--resume")
    assert "Cannot stop after 0" in problem(capsys, "simulate", dice, "--out", out, *SHORT, "--stop-after", 0)
    for option, value in (("--end", -1), ("--every", 0), ("--time-step", -1), ("--halo", "nan"), ("--move-limit", -1)):
        words = {"--end": 0.05} | {option: value}
        flat = [f"{name}={number}" for name, number in words.items()]
        problem(capsys, "simulate", dice, "--out", out, *flat)
    problem(capsys, "simulate", tmp_path / "none.json", "--out", out, *SHORT)
    (tmp_path / "bad.json").write_text(dice.read_text().replace("2500", "0"))
    assert "density" in problem(capsys, "simulate", tmp_path / "bad.json", "--out", out, *SHORT)
    assert not out.exists()  # nothing half-written


@pytest.mark.parametrize(("number", "remedy"), [
    (errno.EACCES, "Get permission to write there, or choose another folder."),
    (errno.EROFS, "Get permission to write there, or choose another folder."),
    (errno.ENOSPC, "Free disk space."),
])  # fmt: skip
def test_remedies_fit_what_the_system_says(dice, tmp_path, capsys, monkeypatch, number, remedy):
    def refuse(*_args, **_named):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    told = problem(capsys, "simulate", dice, "--out", tmp_path / "run", *SHORT)
    assert told.endswith(f"Cannot write here: {os.strerror(number).lower()} ({tmp_path / 'run'}). {remedy}")


def test_folders_that_cannot_be(dice, tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    assert "Cannot write here" in problem(capsys, "simulate", dice, "--out", tmp_path / "file", *SHORT)
    assert "Cannot write here" in problem(capsys, "simulate", dice, "--out", "/proc/self/run", *SHORT)
    (tmp_path / "statistics.csv").write_text("mine")
    for more in ((), ("--overwrite",), ("--resume",)):
        assert "already exists" in problem(capsys, "simulate", dice, "--out", tmp_path, *SHORT, *more)
    assert (tmp_path / "statistics.csv").read_text() == (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("checkpoint.talus", lambda data: data[:-10], "cut off"),
        ("checkpoint.talus", lambda data: data[:100] + b"\x7f" + data[101:], "damaged"),
        ("checkpoint.talus", lambda data: b"", "cut off"),
        ("checkpoint.talus", lambda data: b"GIF89a" + data, "no checkpoint of Talus"),
        ("checkpoint.talus", None, "The checkpoint is missing"),
        ("statistics.csv", lambda data: data[:-3], "are incomplete"),
        ("statistics.csv", None, "are incomplete"),
        ("run.json", lambda data: data[:-5], "Not the settings of a run"),
        ("run.json", lambda data: b'{"format": "other", "options": {}}', "Not the settings of a run"),
    ],
)
def test_what_is_not_whole_is_told_and_left(dice, half, capsys, name, change, words):
    file = half / name
    if change is None:
        file.unlink()
    else:
        file.write_bytes(change(file.read_bytes()))
    before = files_of(half)
    assert words in problem(capsys, "simulate", dice, "--out", half, "--resume")
    assert files_of(half) == before
    assert simulate(dice, half, *SHORT, "--overwrite") == 0
    assert len(series(half / "run.pvd")) == 6


def swap(one, other):
    content = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(content)


FRAMES = {
    "empty": lambda frames: (frames / "bodies_000001.vtu").write_bytes(b""),
    "contacts cut off": lambda frames: (frames / "contacts_000002.vtp").write_bytes(
        (frames / "contacts_000002.vtp").read_bytes()[:-20]
    ),
    "bodies of another frame": lambda frames: swap(frames / "bodies_000001.vtu", frames / "bodies_000002.vtu"),
    "one bit": lambda frames: (frames / "bodies_000000.vtu").write_bytes(
        (frames / "bodies_000000.vtu").read_bytes().replace(b"DataArray", b"DataArraz", 1)
    ),
    "a pipe": lambda frames: ((frames / "bodies_000001.vtu").unlink(), os.mkfifo(frames / "bodies_000001.vtu")),
    "other statistics": lambda frames: (frames.parent / "statistics.csv").write_bytes(
        (frames.parent / "statistics.csv").read_bytes().replace(b"\n0.01,", b"\n0.02,", 1)
    ),
}


@pytest.mark.parametrize("case", FRAMES)
def test_frames_that_are_not_what_was_written_are_refused(dice, half, capsys, case):
    FRAMES[case](half / "frames")
    before = {path for path in half.rglob("*")}
    assert re.search("not what was written|This is a pipe", problem(capsys, "simulate", dice, "--out", half, "--resume"))
    assert {path for path in half.rglob("*")} == before


def test_frames_of_another_run_are_refused(dice, half, tmp_path, capsys):
    other = tmp_path / "other"
    assert simulate(dice, other, *SHORT, "--time-step", 1e-3, "--stop-after", 3) == 0
    for path in (*(other / "frames").iterdir(), other / "statistics.csv"):
        shutil.copy(path, half / path.relative_to(other))
    assert "not what was written" in problem(capsys, "simulate", dice, "--out", half, "--resume")


def test_a_missing_scene_is_written_again_and_a_pipe_is_refused(dice, half, capsys):
    copy = half / "scene.json"
    text = copy.read_bytes()
    copy.unlink()
    os.mkfifo(copy)
    assert "This is a pipe" in problem(capsys, "simulate", dice, "--out", half, "--resume")
    copy.unlink()
    assert simulate(dice, half, "--resume") == 0
    assert copy.read_bytes() == text and len(series(half / "run.pvd")) == 6


def test_a_run_of_an_earlier_version_is_refused_and_left(dice, half, capsys):
    (half / "statistics.csv").rename(half / "figures.csv")
    settings = half / "run.json"
    settings.write_text(settings.read_text().replace("talus-run-2", "talus-run-1"))
    before = files_of(half)
    message = problem(capsys, "simulate", dice, "--out", half, "--resume")
    assert "written by an earlier version of Talus" in message and "--overwrite" in message
    assert files_of(half) == before
    assert simulate(dice, half, *SHORT, "--overwrite") == 0
    assert "statistics.csv" in files_of(half) and "figures.csv" not in files_of(half)


def test_statistics_of_others_in_the_folder_stay(dice, half):
    (half / "figures.csv").write_text("mine")
    assert simulate(dice, half, *SHORT, "--overwrite") == 0
    assert (half / "figures.csv").read_text() == "mine"


def test_what_came_after_the_checkpoint_is_dropped(dice, half, tmp_path):
    """As if killed at different places while the next frame was written."""
    with (half / "statistics.csv").open("a") as file:
        file.write("0.03,1,2")
    (half / "frames/bodies_000003.vtu").write_text("whatever")
    (half / "frames/.part.vtp").write_text("half of it")
    (half / "checkpoint.talus.part").write_text("half of it")
    (half / "run.pvd").write_text((half / "run.pvd").read_text().replace("000002", "000003"))
    assert simulate(dice, half, "--resume", "--stop-after", 1) == 0
    assert simulate(dice, tmp_path / "whole", *SHORT, "--stop-after", 4) == 0
    assert files_of(half) == files_of(tmp_path / "whole")


@pytest.mark.parametrize("limit", [500, 1500, 2500, 4500])
def test_full_disk(dice, half, tmp_path, limit):
    """No file may grow beyond a limit, which different files meet first."""
    assert simulate(dice, tmp_path / "whole", *SHORT) == 0
    before = files_of(half)
    result = talus_with_full_disk(limit, "simulate", dice, "--out", half, "--resume")
    told = one_error(result)
    assert "Free disk space" in told and f"({half}/" in told and ".part" not in told
    after = files_of(half)
    assert not [file for file in after if ".part" in file]
    assert after["checkpoint.talus"] == before["checkpoint.talus"]
    assert simulate(dice, half, "--resume") == 0
    assert files_of(half) == files_of(tmp_path / "whole")


@pytest.mark.parametrize("error", [KeyboardInterrupt(), package.TalusError("A wall crushes a body")])
def test_frames_before_an_error_are_kept(dice, tmp_path, capsys, monkeypatch, error):
    """The third is still being written when it comes."""

    def three_frames(self, *arguments):
        yield from itertools.islice(frames(self, *arguments), 3)
        raise error

    assert simulate(dice, tmp_path / "whole", *SHORT) == 0
    frames, out = Simulation.frames, tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(Simulation, "frames", three_frames)
        interrupted = isinstance(error, KeyboardInterrupt)
        assert simulate(dice, out, *SHORT) == (130 if interrupted else 2)
    told = "interrupted with 3 frames written" if interrupted else "A wall crushes a body"
    assert capsys.readouterr().err.startswith(f"talus: error: {told}")
    assert len(series(out / "run.pvd")) == len(series(out / "contacts.pvd")) == 3
    assert not [file for file in files_of(out) if ".part" in file]
    assert simulate(dice, out, "--resume") == 0
    assert files_of(out) == files_of(tmp_path / "whole")


def test_a_frame_is_settled_when_the_next_one_comes(dice, tmp_path, monkeypatch):
    monkeypatch.setattr(run_folder, "_TIMES_OF_SETTLING", 0)
    simulation = package.simulate(dice, end=0.05)
    with opened(tmp_path / "run") as folder, folder.all_settled():
        folder.begin(b"", {})
        for frame in simulation:
            folder.add(frame, folder.shown(frame, as_surfaces=True, with_contacts=True), simulation)
            assert folder.frames == frame.number == len(list(folder.path.glob("frames/bodies*")))
            assert folder.checkpoint.exists() == (frame.number > 0)
    assert folder.frames == 6 == len(list(folder.path.glob("frames/bodies*")))


@pytest.mark.parametrize("error", [None, KeyboardInterrupt(), package.TalusError("It fails", "there")])
def test_frames_that_come_fast_are_settled_together(dice, tmp_path, monkeypatch, error):
    assert simulate(dice, tmp_path / "whole", *SHORT) == 0
    monkeypatch.setattr(run_folder, "_TIMES_OF_SETTLING", 1e9)
    simulation, settled = package.simulate(dice, end=0.05), []
    with pytest.raises(type(error)) if error else nullcontext():
        with opened(tmp_path / "run") as folder, folder.all_settled():
            folder.begin(b"", {})
            for frame in simulation:
                folder.add(frame, folder.shown(frame, as_surfaces=True, with_contacts=True), simulation)
                settled.append(folder.frames)
                if error and frame.number == 4:
                    raise error
    count = 5 if error else 6
    assert settled == [0, *[1] * (count - 1)]  # the first one alone: nobody knows yet how long it takes
    assert folder.frames == count == len(list(folder.path.glob("frames/bodies*")))
    again = package.simulate(dice, end=0.05)
    assert again.load(folder.checkpoint) == count - 1
    assert not list(folder.path.glob("**/.part*"))
    whole = files_of(tmp_path / "whole")
    assert all(file == whole[name] for name, file in files_of(folder.path).items() if name.startswith("frames/"))


@pytest.mark.parametrize("limit", ["_LARGEST_KEPT_BYTES", "_SLOW_FRAME_SECONDS"])
def test_a_large_or_slow_frame_is_settled_at_once(dice, tmp_path, monkeypatch, limit):
    assert simulate(dice, tmp_path / "whole", *SHORT) == 0
    monkeypatch.setattr(run_folder, limit, 0)
    add, settled = run_folder.RunFolder.add, []

    def watched(self, frame, *more):
        add(self, frame, *more)
        settled.append(self.frames == frame.number + 1 and self.checkpoint.exists())

    monkeypatch.setattr(run_folder.RunFolder, "add", watched)
    assert simulate(dice, tmp_path / "run", *SHORT) == 0
    assert settled == [True] * 6
    assert files_of(tmp_path / "run") == files_of(tmp_path / "whole")


def test_one_process_at_a_time(dice, half, capsys):
    lock = os.open(half, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    assert "Another process is writing" in problem(capsys, "simulate", dice, "--out", half, "--resume")
    os.close(lock)
    assert simulate(dice, half, "--resume") == 0


def starter(path, gate: int, leave: int) -> int:
    """A process that waits at a gate, opens the folder of a run, and stays in it until it may leave. Its exit status:
    0 it had the folder, 1 another one had it, 3 anything else."""
    process = os.fork()
    if process:
        return process
    status = 3
    try:
        os.read(gate, 1)
        with opened(path):
            (path / "frame").touch()
            os.read(leave, 1)
            status = 0
    except package.TalusError as error:
        status = 1 if "Another process is writing" in str(error) else 3
    finally:
        os._exit(status)


def test_of_several_that_begin_at_once_one_wins(tmp_path):
    """Two hundred new folders, four starters each."""
    for number in range(200):
        path, (gate, open_gate), (leave, let_go) = tmp_path / f"run{number}", os.pipe(), os.pipe()
        left = {starter(path, gate, leave) for _ in range(4)}
        os.write(open_gate, b"1234")
        statuses = []
        while len(statuses) < 3:
            process, status = os.wait()
            left.remove(process)
            statuses.append(os.waitstatus_to_exitcode(status))
        assert statuses == [1, 1, 1], f"try {number}"
        os.write(let_go, b"1")
        assert os.waitstatus_to_exitcode(os.waitpid(left.pop(), 0)[1]) == 0 and (path / "frame").exists()
        for end in (gate, open_gate, leave, let_go):
            os.close(end)


def test_a_folder_that_is_taken_away_meanwhile_is_made_anew(tmp_path, monkeypatch):
    """Between its opening and the lock, as by a process that has written nothing and ends."""
    path, lock = tmp_path / "run", fcntl.flock
    removals = iter([True, False])

    def flock(folder, operation):
        if next(removals):
            path.rmdir()
        lock(folder, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    with opened(path):
        (path / "frame").touch()
    assert (path / "frame").exists()


def test_settings_are_kept(half):
    kept = json.loads((half / "run.json").read_text())["options"]
    assert kept["end"] == 0.05 and kept["integrator"] == "VelocityVerlet" and kept["shown"] == "surfaces"


@pytest.mark.parametrize("shown", ["--surfaces", "--bodies"])
def test_frames_without_a_body_are_written(tmp_path, shown):
    scene = package.Scene(gravity=(0, 0, 0))
    scene.material("stone")
    scene.shape("ball", package.shapes.Sphere(size=0.1))
    ball = scene.body("ball", "stone")
    scene.remove([ball], time=0.015)
    scene.write(tmp_path / "scene.json")
    run = tmp_path / "run"
    result = talus("simulate", tmp_path / "scene.json", "--out", run, "--end", 0.03, "--quiet", shown)
    assert result.returncode == 0 and not result.stderr, result
    for kind, extension in (("bodies", "vtu"), ("contacts", "vtp")):
        frames = [package.read_points(run / "frames" / f"{kind}_{i:06d}.{extension}") for i in range(4)]
        counts = [frame.GetNumberOfPoints() for frame in frames]
        assert (counts[0] > 0) == (kind == "bodies") and counts[3] == 0
