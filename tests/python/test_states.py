"""ParaView states of scenarios: they load from any folder, are as the scenarios say, and play."""

import json
import xml.etree.ElementTree as xml

import pytest
from conftest import BUILD, SOURCE, needs_paraview, run

from talus import scenarios
from talus.cli.screen import virtual_screen

STATES = SOURCE / "data" / "states" / "scenarios"
FRAMES = 4  # that a state plays
PLAY = """
import json, sys
from pathlib import Path
from paraview.simple import *

def play(state, data, picture, frames):
    LoadState(str(state), data_directory=data)
    animation, view, grains = GetAnimationScene(), GetActiveView(), FindSource("grains")
    def places():
        grains.UpdatePipeline(GetTimeKeeper().Time)
        points = servermanager.Fetch(grains)
        return [points.GetPoint(i) for i in range(points.GetNumberOfPoints())]
    Render()
    before = places()
    for frame in range(frames):
        animation.GoToNext()
    Render()
    after = places()
    moved = max((sum((x - y) ** 2 for x, y in zip(a, b)) for a, b in zip(before, after)), default=0) ** 0.5
    SaveScreenshot(picture, view, ImageResolution=[480, 360])
    told = {"points": [len(before), len(after)], "moved": moved, "time": GetTimeKeeper().Time}
    return told | {"times": list(GetTimeKeeper().TimestepValues)}

states, data, out = map(Path, sys.argv[1:4])
for state in sorted(states.iterdir()):
    told = play(state, str(data), str(out / f"{state.stem}.png"), int(sys.argv[4]))
    (out / f"{state.stem}.json").write_text(json.dumps(told))
    ResetSession()
"""


#: In the first frames: what is to stand, and a grain that no wall has reached yet
RESTING = ("arch", "cube-stack", "house-of-cards", "converging-walls")


def test_every_scenario_has_a_state():
    assert sorted(path.stem for path in STATES.iterdir()) == sorted(scenarios.SCENARIOS)


@pytest.mark.parametrize("state", sorted(STATES.parent.rglob("*.pvsm")), ids=lambda state: state.stem)
def test_a_window_shows_the_view(state):
    """It does not show what is in no layout."""
    tree = xml.parse(state)
    (view,) = tree.findall(".//Proxy[@type='RenderView']")
    (layout,) = tree.findall(".//Proxy[@type='ViewLayout']")
    (listed,) = tree.findall(".//ProxyCollection[@name='layouts']/Item")
    assert [item.get("view") for item in layout.iter("Item")] == [view.get("id")]
    assert listed.get("id") == layout.get("id")


def setup_of(name):
    """That of the scene in data."""
    options = scenarios.options_of(name)
    few = {"grains": min(options.grains, 60)} if name in scenarios.GRANULAR else {}
    return options, scenarios.build(name, **few)


@pytest.mark.parametrize("name", scenarios.SCENARIOS)
def test_states_are_as_the_scenarios_say(name):
    text = (STATES / f"{name}.pvsm").read_text()
    stepper = xml.fromstring(text).find(".//Proxy[@type='TimeStepper']")
    options, setup = setup_of(name)
    values = {item.get("name"): item.find("Element") for item in stepper.findall("Property")}
    told = {key: float(values[key].get("value")) for key in ("OutputInterval", "EndTime", "MoveLimit", "ContactLaw")}
    certified = values["Certify"].get("value") == "1" if "Certify" in values else False
    motion = scenarios.motion_of(options)
    assert told["OutputInterval"] == pytest.approx(setup.every) and told["EndTime"] == pytest.approx(setup.last)
    assert told["MoveLimit"] == motion.get("move_limit", 0.2) and certified == motion.get("certify", False)
    assert told["ContactLaw"] == ["HaloArea", "HaloSpring", "LinearSpringDashpot", "HertzMindlin", "Barrier"].index(motion["law"])
    assert f'value="scenes/scenarios/{name}.json"' in text and str(SOURCE) not in text


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """All states one after the other in one ParaView: a folder with a picture and what it told of each."""
    folder = tmp_path_factory.mktemp("states")
    script, out = folder / "play.py", folder / "out"
    script.write_text(PLAY)
    out.mkdir()
    with virtual_screen() as display, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display)
        result = run(BUILD / "bin" / "talus-env", "pvpython", script, STATES, SOURCE / "data", out, FRAMES, cwd=folder)
    assert "ERR" not in result.stderr, result.stderr
    return out


@needs_paraview
@pytest.mark.parametrize("name", scenarios.SCENARIOS)
def test_states_play(name, played):
    told = json.loads((played / f"{name}.json").read_text())
    setup = setup_of(name)[1]
    assert told["times"][-1] == pytest.approx(setup.last) and told["time"] == pytest.approx(FRAMES * setup.every)
    assert told["points"][0] == told["points"][1] > 0 and told["moved"] >= (0 if name in RESTING else 1e-5)
    shown = run("convert", played / f"{name}.png", "-resize", "240x180!", "-unique-colors", "-format", "%[fx:w]", "info:")
    assert int(shown.stdout) > 100
