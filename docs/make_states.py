"""Writes a ParaView state for each scenario into data/states/scenarios, from the top folder:

    xvfb-run -a build/release/bin/talus-env pvpython docs/make_states.py [NAME …]
    … docs/make_states.py --out FOLDER [NAME …]

Scene Reader → Time Stepper → Body Surfaces → grains coloured by speed, and walls as glass. The law, the move limit, the
interval and the end are the scenario's. It simulates once, to know which colours and which camera suit all frames.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import xml.etree.ElementTree as xml

import numpy as np
from paraview.simple import (
    AssignViewToLayout,
    BodySurfaces,
    ColorBy,
    CreateLayout,
    CreateRenderView,
    Delete,
    GetAnimationScene,
    GetColorTransferFunction,
    GetSources,
    GetTimeKeeper,
    RenameSource,
    SaveState,
    SceneReader,
    SetActiveSource,
    SetActiveView,
    Show,
    TimeStepper,
    _DisableFirstRenderCameraReset,
)

from talus import scenarios
from talus.cli import render
from talus.camera import ShownRun, by_motion, colour, look
from talus.look import WALL_COLOUR

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENES = "scenes/scenarios"  # below data: the folder to search files in when a state is loaded
MOST_GRAINS = 60  # of the scenes there


AXES = {"GridAxes3DActor", "GridAxesRepresentation", "PolarAxesRepresentation"}  # in states; they are not shown


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "data" / "states" / "scenarios")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    shown = json.loads((ROOT / "docs" / "scenarios.json").read_text())
    _DisableFirstRenderCameraReset()
    layout = CreateLayout("scenario")  # a window shows no view that is in none
    for name in arguments.names or scenarios.SCENARIOS:
        state = arguments.out / f"{name}.pvsm"
        view = put_up(name, camera_of(shown[name]["render"]), layout)
        SaveState(str(state))
        state.write_text(portable(state.read_text()))
        print(f"{state} {state.stat().st_size // 1024} kB", flush=True)
        for source in GetSources().values():
            Delete(source)
        layout.RemoveView(view)
        Delete(view)


def camera_of(words):
    """View direction and zoom in the options of `talus render` for the scenario's picture."""
    parser = argparse.ArgumentParser()
    render.add_arguments(parser)
    given = parser.parse_args(["run", *shlex.split(words)])
    return given.view_direction, given.zoom


def put_up(name, camera, layout):
    """Reads the scene, lets it move, and shows it."""
    options = scenarios.options_of(name)
    setup = scenarios.build(name, **size_of(options))
    view = CreateRenderView(ViewSize=[960, 720], UseColorPaletteForBackground=0, Background=[1, 1, 1])
    SetActiveView(view)
    AssignViewToLayout(view, layout)
    scene = SceneReader(FileName=str(ROOT / "data" / SCENES / f"{name}.json"))
    motion = TimeStepper(Input=scene, OutputInterval=setup.every, EndTime=setup.last, **motion_of(options))
    bodies = BodySurfaces(Input=motion)
    for told, source in (("scene", scene), (f"{name}, moving", motion), ("bodies", bodies)):
        RenameSource(told, source)
    grains, walls = part(bodies, "grains", 0, 0, view), part(bodies, "walls", 1, 2, view)
    ColorBy(grains, ("CELLS", "Velocity"))
    walls.ColorArrayName = [None, ""]
    walls.Opacity = 0.12 if name in scenarios.GRANULAR else 0.4  # walls that are parts of machines
    walls.AmbientColor, walls.DiffuseColor = WALL_COLOUR, WALL_COLOUR
    GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    times = list(GetTimeKeeper().TimestepValues)
    shown = ShownRun(grains, walls, None)
    colour(shown, view, times)
    thin_out(GetColorTransferFunction("Velocity"))
    look(view, shown, times, *camera)
    GetAnimationScene().GoToFirst()
    SetActiveSource(motion)
    return view


def part(bodies, name, least, most, view):
    """The surfaces of bodies of some kinds of motion. :return: what shows them"""
    chosen = by_motion(bodies, least, most, on="CELLS")
    RenameSource(name, chosen)
    return Show(chosen, view)


def size_of(options):
    """Options of a scene for data: not too many grains."""
    return {"grains": min(options.grains, MOST_GRAINS)} if hasattr(options, "grains") else {}


def motion_of(options):
    """As properties of the filter, whose words have blanks."""
    motion = scenarios.motion_of(options)
    names = {name: "ContactLaw" if name == "law" else name.title().replace("_", "") for name in motion}
    return {names[name]: spaced(value) if isinstance(value, str) else value for name, value in motion.items()}


def spaced(word):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", word)


def thin_out(table):
    """Keeps every 15th of 256 colours: the others lie between."""
    table.ColorSpace = "RGB"
    table.RGBPoints = np.reshape(table.RGBPoints, (-1, 4))[::15].ravel().tolist()


def portable(state):
    """With names of files relative to data/, without what loading does not need (values that properties may have, commands),
    the axes that are not shown), a line a property.
    """
    tree = xml.fromstring(state.replace(f"{ROOT / 'data'}/", ""))
    xml.indent(tree, " ")
    for proxy in tree.iter("Proxy"):
        if proxy.get("type") in AXES:
            proxy[:] = []
        for element in proxy.findall("Property"):
            keep_values(element)
            command = not len(element) and element.get("number_of_elements") is None
            if command or element.get("name") == "TimestepValues":  # times come from the pipeline
                proxy.remove(element)
    return xml.tostring(tree, encoding="unicode") + "\n"


def keep_values(element):
    """What a property is, in one line."""
    element.attrib.pop("id", None)
    element.text = None
    for part in list(element):
        part.tail = None
        if part.tag == "Domain":
            element.remove(part)


if __name__ == "__main__":
    main()
    os._exit(0)  # ParaView 5.11 crashes at times when it takes its pipeline down
