"""The classifier applied by the menu to an image: labels are seen at once; without a surface it says what is missing."""
import json
import sys

import screen
from played import play, require_failure, require_pass
from test_measure import APPLY, COLOUR, FILTERS

DIALOG = "pqClientMainWindow/SelectInputDialog"
SHOWN_AS = "pqClientMainWindow/representationToolbar/displayRepresentation/comboBox"
CHOOSE = f"""
  <pqevent object="{DIALOG}/buttonFrame/Surface" command="set_boolean" arguments="true"/>
  <pqevent object="{DIALOG}/pipelineView" command="currentChanged" arguments="/0|0/0|0"/>"""


def events(choose, checks):
    return f"""<pqevents>
  <pqevent object="{FILTERS}" command="activate" arguments="InsideOutsideClassifier"/>{choose}
  <pqevent object="{DIALOG}/buttonBox/1QPushButton0" command="activate" arguments=""/>
  <pqevent object="{APPLY}" command="activate" arguments=""/>
  {"".join(f'<pqcheck object="{name}" property="currentText" arguments="{text}"/>' for name, text in checks.items())}
</pqevents>
"""


def labels_at_once(display, path):
    require_pass(display, path, events(CHOOSE, {COLOUR: "Side", SHOWN_AS: "Slice"}))
    require_failure(display, path, events(CHOOSE, {SHOWN_AS: "Outline"}))


def no_surface(display, path):
    _, log = play(display, path + "_none", events("", {}))
    assert "No surface is chosen. Choose a mesh of triangles or polygons as Surface." in log, log[:3000]
    assert "optional" not in log, log[:3000]


def shares(picture):
    """How much of a picture is blue, as outside is, and how much red."""
    red, blue = picture[..., 0].astype(int), picture[..., 2].astype(int)
    return float((blue > 2 * red).mean()), float((red > 2 * blue).mean())


def pictures(display, path):
    """What ParaView shows by itself: of an image a slice, in red what is inside and in blue what is outside."""
    folder = screen.fresh_folder(path + "_pictures")
    with screen.paraview(display, folder, f"--script={screen.HERE / 'labels.py'}") as process:
        screen.wait_for(folder / "ready.json", process)
        log = (folder / "log").read_text()
    assert "ERR|" not in log, log[:3000]
    shown = json.loads((folder / "ready.json").read_text())
    assert shown == {"points": ["Slice", "POINTS", "Side"], "cells": ["Slice", "CELLS", "Side"],
                     "group": ["Surface", "POINTS", "Side"], "cloud": ["Surface", "POINTS", "Side"]}, shown
    for kind in shown:
        outside, inside = shares(screen.read(folder / f"{kind}.png"))
        least = 0.05 if kind in ("points", "cells") else 0.002
        assert outside > least and (inside > least or kind == "group"), f"{kind}: {outside:.1%} and {inside:.1%}"


def main(path):
    with screen.virtual_screen() as display:
        labels_at_once(display, path)
        no_surface(display, path)
        pictures(display, path)
    print("an image shows its labels at once; without a surface the filter says so")


if __name__ == "__main__":
    main(sys.argv[1])
