"""The README's three lines lead from a fresh copy of the repository to a drum that turns. What the first of them builds is
the tree that is tested, installed: ``test_build`` compares the commands."""

import json
import os
import re
import shutil
import subprocess

import numpy as np
import pytest
from conftest import BUILD, SOURCE, environment
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

from talus import scenarios

LINES = re.search(
    r"a turning drum\..*?```bash\n(.*?)```", (SOURCE / "README.md").read_text(), re.DOTALL
).group(1)


def copy_of_repository(place):
    """What a clone has: the tracked files, as they are now. Without git: all but what was built."""
    listed = subprocess.run(["git", "-C", SOURCE, "ls-files", "-z"], capture_output=True, text=True, check=False)
    if listed.returncode:
        shutil.copytree(SOURCE, place, ignore=shutil.ignore_patterns("build", "demo-output", ".git", "__pycache__"))
        return
    for name in filter(None, listed.stdout.split("\0")):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(SOURCE / name, place / name)


#: Installs instead of building.
CMAKE = """#!/bin/sh
case "$1" in
  --preset) [ "$2" = release ] ;;
  --build) [ "$2 $3" = "--preset release" ] && exec {cmake} --install {build} --prefix build/release ;;
  *) exit 1 ;;
esac
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The copy after the lines were run."""
    place = tmp_path_factory.mktemp("newcomer") / "talus"
    copy_of_repository(place)
    assert not (place / "build").exists()
    programs = place.parent / "bin"
    programs.mkdir()
    (programs / "cmake").write_text(CMAKE.format(cmake=shutil.which("cmake"), build=BUILD))
    (programs / "cmake").chmod(0o755)
    surroundings = environment() | {"PATH": f"{programs}:{os.environ['PATH']}"}
    surroundings.pop("DISPLAY", None)
    shell = ["bash", "-e", "-c", LINES]
    result = subprocess.run(
        shell, cwd=place, env=surroundings, capture_output=True, text=True, timeout=1500, check=False
    )
    log = place / "build" / "demo.log"
    assert result.returncode == 0, result.stdout + result.stderr + (log.read_text()[-3000:] if log.exists() else "")
    assert "Traceback" not in result.stderr
    return place


def pixels(path):
    """(height, width, 3), from below"""
    reader = vtkPNGReader()
    reader.SetFileName(str(path))
    reader.Update()
    width, height, _ = reader.GetOutput().GetDimensions()
    return vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars()).reshape(height, width, -1)[..., :3].astype(int)


def test_the_first_line_labels_points_and_draws_them(folder):
    assert len(np.unique(pixels(folder / "demo-output" / "spot.png").reshape(-1, 3), axis=0)) > 200
    assert (folder / "demo-output" / "spot_labelled.vtp").exists()


def test_pictures_show_a_drum_that_turns(folder):
    pictures = sorted((folder / "run" / "pictures").iterdir())
    assert [picture.name for picture in pictures] == [f"frame_{3 * i:06d}.png" for i in range(67)]
    frames = [pixels(picture) for picture in pictures]
    assert {frame.shape for frame in frames} == {(480, 640, 3)}
    assert min(len(np.unique(frame.reshape(-1, 3), axis=0)) for frame in frames) > 200
    assert min(np.abs(after - before).max() for before, after in zip(frames, frames[1:])) > 60
    # Grains are darker than walls and paper. The drum lifts them on one side of the picture.
    middles = [np.argwhere(frame[:, :500].min(axis=2) < 120)[:, 1].mean() for frame in frames]
    assert middles[0] - middles[-1] > 50


def test_the_drum_turned_as_far_as_was_said(folder):
    bodies = [frame.bodies.GetPointData() for frame in scenarios.frames_of(folder / "run")]
    drum = vtk_to_numpy(bodies[0].GetArray("Motion")).tolist().index(2)
    first, last = (vtk_to_numpy(frame.GetArray("Orientation"))[drum] for frame in (bodies[0], bodies[-1]))
    turned = 2 * np.degrees(np.arccos(min(1.0, abs(first @ last))))
    assert turned == pytest.approx(0.16 * 360, abs=0.1)
    numbers = json.loads((folder / "run" / "measured.json").read_text())["numbers"]
    assert 20 < numbers["mean angle of the surface, degrees"] < 50


def test_a_movie_is_made_where_ffmpeg_is(folder):
    assert (folder / "run" / "movie.mp4").exists() == bool(shutil.which("ffmpeg"))
