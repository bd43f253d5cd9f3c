"""What filters change in other displays: seen while they are there, and given back when they are deleted."""
import json
import sys

import numpy as np
import screen
from test_tour import MESHES, VERMILLION, VIEW, near
from watched import Window, wait, watched

HOUR_GLASS = MESHES / "dem_hourglass_open.obj"


def delete(window: Window) -> None:
    window.click("Delete", kind="QPushButton")


def seen(window: Window, name: str) -> np.ndarray:
    return window.picture(name)[VIEW]


def open_edges_hide_beside_the_repaired_surface(window: Window) -> None:
    window.open(HOUR_GLASS)
    window.apply()
    window.filter("Surface Check")
    window.apply()
    checked = seen(window, "checked")
    assert near(checked, VERMILLION) > 100, "no open edges are seen"
    window.filter("Surface Repair")
    window.apply()
    repaired = seen(window, "repaired")
    assert near(repaired, VERMILLION) < 20, f"{near(repaired, VERMILLION)} pixels look like open edges"
    delete(window)
    wait(lambda: near(seen(window, "repair_deleted"), VERMILLION) > 100, lambda: "the open edges have not come back")


def defects_follow_each_other(window: Window) -> None:
    window.reset()
    window.open(MESHES / "featuretype.stl")
    window.apply()
    window.filter("Surface Check")
    window.apply()
    window.click("Zoom to First Defect", kind="QPushButton")
    first = seen(window, "first_defect")
    window.click(name="FirstDefect")
    second = seen(window, "next_defect")
    assert (first != second).any(axis=-1).mean() > 0.01, "the next defect is not shown"


def one_part_is_as_before(window: Window) -> None:
    window.open(MESHES / "torus.stl")
    window.apply()
    before = seen(window, "part")
    window.filter("Assembly Check")
    window.apply()
    window.wait_for_answer("No result: An assembly needs at least two parts")
    opened = [widget for widget in window.widgets() if widget.text == "Copy to Clipboard"]
    assert not opened, "the window of messages covers the view with what the panel says"
    assert (seen(window, "failed") != before).any(), "the part is as it was"
    delete(window)
    wait(lambda: (seen(window, "check_deleted") == before).all(), lambda: "the part is not as it was")


def inputs_that_may_be_left_away_are_a_click_away(window: Window) -> None:
    window.reset()
    window.choose("Sources", "Talus", "Container Source")
    window.apply()
    window.choose("Sources", "Talus", "Grain Source")
    window.apply()
    window.filter("Body Placement")
    window.click("Choose Points or Walls\N{HORIZONTAL ELLIPSIS}", name="ChooseInputs")
    window.click("Walls", kind="QRadioButton", within="Change Input Dialog")
    window.click("ContainerSource1", within="Change Input Dialog")
    window.click("OK", within="Change Input Dialog")
    window.find("Choose Points\N{HORIZONTAL ELLIPSIS}", name="ChooseInputs")
    window.fill("Count", "20")
    window.fill("Typical Size", "0.1")
    window.apply()
    window.wait_for_answer("20 of 20 bodies placed")
    assert "1 fixed" in window.answer(), window.answer()
    window.picture("bodies_within_walls")


def told_by(script: str, display: str, path: str) -> dict[str, list]:
    folder = screen.fresh_folder(path)
    with screen.paraview(display, folder, f"--script={screen.HERE / script}") as process:
        screen.wait_for(folder / "ready.json", process)
    return json.loads((folder / "ready.json").read_text())


def walls_hide(display: str, path: str) -> None:
    assert told_by("walls.py", display, path) == {"visible": [1, 0, 1]}


def scenes_are_seen_from_the_side_where_they_are_first(display: str, path: str) -> None:
    assert told_by("first_view.py", display, path) == {"up": [[0, 0, 1], [0, 1, 0], [1, 0, 0]]}


def main(path: str) -> None:
    with screen.virtual_screen() as display:
        with watched(display, path) as window:
            open_edges_hide_beside_the_repaired_surface(window)
            defects_follow_each_other(window)
            window.reset()
            one_part_is_as_before(window)
            inputs_that_may_be_left_away_are_a_click_away(window)
        walls_hide(display, path + "_walls")
        scenes_are_seen_from_the_side_where_they_are_first(display, path + "_first_view")
    print("what filters change in other displays is given back")


if __name__ == "__main__":
    main(sys.argv[1])
