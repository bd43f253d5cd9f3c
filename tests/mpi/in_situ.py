"""Usage: in_situ.py MPIRUN BIN FOLDER. `mpirun -np 3 talus simulate --catalyst`: the extracts of one process; a script that fails."""

import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
from motion_scene import write_scene
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader
from vtkmodules.vtkIOXML import vtkXMLPUnstructuredGridReader

from talus.cli.screen import virtual_screen
from talus.io.geometry import coordinates_of

MPIRUN, BIN = sys.argv[1:3]
FOLDER = pathlib.Path(sys.argv[3])
STATE = pathlib.Path(__file__).parents[1] / "python" / "catalyst_state.py"
FRAMES = 4


def run(*words, **environment):
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
    )


def succeed(*words, **environment):
    done = run(*words, **environment)
    assert done.returncode == 0 and "talus: " not in done.stderr, done.stderr


def simulate(ranks, *more):
    start = [MPIRUN, "--oversubscribe", "-np", ranks] if ranks > 1 else []
    return [*start, f"{BIN}/talus", "simulate", FOLDER / "scene.json", "--end", 0.03, "--every", 0.01, "--threads", 1, *more]


def script_for(name, tail=""):
    """The saved state with a folder of its own for extracts."""
    script = FOLDER / f"{name}.py"
    script.write_text((FOLDER / "state.py").read_text().replace(str(FOLDER / "extracts"), str(FOLDER / name / "extracts")) + tail)
    return script


def read(reader, path):
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def picture(name, frame):
    image = read(vtkPNGReader(), FOLDER / name / "extracts" / f"picture_{frame:06d}.png")
    return vtk_to_numpy(image.GetPointData().GetScalars()).astype(int)


def points(name, frame):
    """The points of the extracted bodies, in an order that does not depend on ranks."""
    places = coordinates_of(read(vtkXMLPUnstructuredGridReader(), FOLDER / name / "extracts" / f"dice_{frame:06d}.pvtu"))
    return places[np.lexsort(places.T)]


def expect_same(one, several):
    for frame in range(FRAMES):
        mine, theirs = picture(one, frame), picture(several, frame)
        assert (mine.max(axis=0) - mine.min(axis=0)).max() > 100, "nothing is seen"
        assert (abs(mine - theirs) > 40).any(axis=1).mean() < 0.01, frame
        assert len(points(one, frame)) > 0 and (points(one, frame) == points(several, frame)).all(), frame


def fails_and_is_resumed():
    failing = script_for("failing", "def catalyst_execute(info):\n    if info.timestep == 2:\n        nonsense()\n")
    done = run(*simulate(3, "--out", FOLDER / "failing" / "run", "--catalyst", failing))
    errors = [line for line in done.stderr.splitlines() if "talus: " in line or "Traceback" in line]
    assert done.returncode != 0 and len(errors) == 1 and "NameError: name 'nonsense'" in errors[0], done.stderr
    succeed(*simulate(2, "--out", FOLDER / "failing" / "run", "--catalyst", script_for("failing"), "--resume"))
    expect_same("one", "failing")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    write_scene(FOLDER / "scene.json")
    with virtual_screen() as display:
        state = [STATE, FOLDER / "scene.json", FOLDER / "state.py", FOLDER / "extracts"]
        succeed(f"{BIN}/talus-env", "pvpython", "--force-offscreen-rendering", *state, DISPLAY=display)
    for ranks, name in ((1, "one"), (3, "three")):
        succeed(*simulate(ranks, "--out", FOLDER / name / "run", "--catalyst", script_for(name)))
    expect_same("one", "three")
    fails_and_is_resumed()
    print("extracts are equal on all numbers of ranks")


main()
