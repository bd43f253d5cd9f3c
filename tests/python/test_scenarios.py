"""talus.scenarios: sound scenes for all options, runs whose numbers theory knows, `talus scenario`."""

import argparse
import dataclasses
import json
import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from conftest import SOURCE, one_error
from conftest import talus as command
from vtkmodules.util.numpy_support import vtk_to_numpy

import talus
from talus import measure, scenarios
from talus.cli import main
from talus.cli import scenario as cli_scenario
from talus.cli import simulate as cli_simulate
from talus.scenarios.halo_volumes import halo_volumes
from talus.scene_data import block, shape_names

sweep_module = import_module("talus.scenarios.sweep")
SCENES = SOURCE / "data" / "scenes" / "scenarios"
NAMES = list(scenarios.SCENARIOS)
GRANULAR = list(scenarios.GRANULAR)
MANY = [name for name in GRANULAR if name not in ("collide", "slope")]


def read(setup, folder):
    setup.scene.write(folder / "scene.json")
    return talus.read_scene(folder / "scene.json")


def array(scene, name):
    return vtk_to_numpy(scene.GetPartition(0, 0).GetPointData().GetArray(name))


def test_each_module_is_a_scenario_with_a_scene_and_a_state():
    folder = Path(scenarios.__file__).parent
    modules = {path.stem for path in folder.rglob("*.py") if re.search(r"^HELP = ", path.read_text(), re.MULTILINE)}
    assert {name.replace("-", "_") for name in NAMES} == modules
    assert set(NAMES) == {path.stem for path in SCENES.glob("*.json")}
    assert set(NAMES) == {path.stem for path in (SOURCE / "data" / "states" / "scenarios").glob("*.pvsm")}


# Scenes


@pytest.mark.parametrize("name", GRANULAR)
def test_no_grain_begins_in_another_or_in_a_wall(name, tmp_path):
    setup = scenarios.build(name)
    scene = read(setup, tmp_path)
    grains = array(scene, "BodyId")[array(scene, "Motion") == 0]
    extra = 1 if name == "segregation" else 0
    assert len(grains) == scenarios.options_of(name).grains + extra
    touching = talus.contacts(scene, halo=1e-7)
    assert not np.isin(touching.pairs, grains).any()
    assert 0 < setup.every < setup.end <= setup.last < setup.end + setup.every


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("shape", ["spheres", "cubes"])
def test_other_shapes_fit_as_well(name, shape, tmp_path):
    setup = scenarios.build(name, shape=shape, spread=0.0, seed=3)
    scene = read(setup, tmp_path)
    grains = array(scene, "BodyId")[array(scene, "Motion") == 0]
    assert not np.isin(talus.contacts(scene, halo=1e-7).pairs, grains).any()


@pytest.mark.parametrize("name", GRANULAR)
def test_a_seed_makes_the_scene(name):
    more = {"shape": "polyhedra"} if name == "slope" else {}  # by itself it is one cube, of which there is one kind
    first, again, other = (scenarios.build(name, seed=seed, spread=0.1, **more).scene.as_dict() for seed in (4, 4, 5))
    assert first == again
    assert first["bodies"] != other["bodies"] or first["shapes"] != other["shapes"]


@pytest.mark.parametrize(
    ("shape", "corners"), [("tetrahedra", 4), ("cubes", 8), ("octahedra", 6), ("dodecahedra", 20), ("icosahedra", 12)]
)
def test_grains_may_be_platonic_solids(shape, corners, tmp_path):
    scene = read(scenarios.build("grains-in-a-box", grains=3, shape=shape, size=0.02), tmp_path)
    solid = vtk_to_numpy(block(scene, f"Shapes/{shape_names(scene)[0]}").GetPoints().GetData())
    assert solid.shape == (corners, 3) and np.linalg.norm(solid, axis=1) == pytest.approx(0.01)


@pytest.mark.parametrize("name", GRANULAR)
def test_grains_of_another_size_are_the_same_scene_seen_larger(name):
    """Lengths grow with the size, times with its root, so that both move alike."""
    small, large = scenarios.build(name, size=0.01), scenarios.build(name, size=0.04)
    places = [np.array([body["position"] for body in setup.scene.as_dict()["bodies"]]) for setup in (small, large)]
    if name in ("collide", "slope"):
        assert places[1] == pytest.approx(4 * places[0], abs=1e-6)
    else:
        assert np.ptp(places[1], axis=0) == pytest.approx(4 * np.ptp(places[0], axis=0), abs=0.5 * 0.04)


@pytest.mark.parametrize("name", GRANULAR)
def test_the_full_size_is_larger(name):
    full, small = scenarios.options_of(name, full=True), scenarios.options_of(name)
    assert full.grains >= small.grains and (full != small) == bool(scenarios.scenario(name).FULL)


@pytest.mark.parametrize("name", NAMES)
def test_scenes_of_data_are_what_is_built(name, tmp_path):
    few = {"grains": min(scenarios.options_of(name).grains, 60)} if name in GRANULAR else {}
    setup = scenarios.build(name, **few)
    setup.scene.write(tmp_path / "scene.json")
    built, kept = (json.loads(path.read_text()) for path in (tmp_path / "scene.json", SCENES / f"{name}.json"))
    assert {"startsAtRest": True, **kept} == built  # the default, which files need not say
    talus.read_scene(SCENES / f"{name}.json")


def test_options_without_a_meaning_are_told():
    rigid = {"grains": 5, "integrator": "ContactDynamics"}
    with pytest.warns(talus.ScenarioWarning, match="no meaning under the integrator ContactDynamics.*: law, young"):
        scenarios.build("repose-drum", **rigid, law="HertzMindlin", young=1e6)
    scenarios.build("repose-drum", **rigid, law="LinearSpringDashpot")  # as usual
    scenarios.build("repose-drum", grains=5, young=1e6)


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("drum", {}, "There is no scenario 'drum'.*repose-drum"),
        ("repose-drum", {"opening": 3}, "no option 'opening'.*diameter"),
        ("repose-drum", {"friction": -0.1}, "friction cannot be -0.1.*from 0"),
        ("repose-drum", {"friction": float("nan")}, "friction cannot be nan"),
        ("repose-drum", {"grains": 2.5}, "grains cannot be 2.5"),
        ("repose-drum", {"shape": "stones"}, "no grains 'stones'.*polyhedra"),
        ("repose-drum", {"grains": 3000}, "room for .* of 3000 grains"),
        ("hopper", {"opening": 12.0}, "outlet of 12 is no narrower than the hopper"),
        ("repose-heap", {"outlet": 9.0}, "outlet of 9 is no narrower than the funnel"),
        ("tube", {"outlet": 6.0}, "do not narrow"),
        ("slope", {"grains": 2}, "from 1 to 1"),
    ],
)
def test_mistakes_are_told(name, options, told):
    with pytest.raises(talus.TalusError, match=told):
        scenarios.build(name, **options)


# Runs


def test_a_block_slides_as_coulomb_says():
    found = scenarios.run("slope", angle=35.0, friction=0.4).numbers
    exact = 9.81 * (np.sin(np.radians(35)) - 0.4 * np.cos(np.radians(35)))
    assert found["what theory says, m/s²"] == pytest.approx(exact)
    assert found["acceleration, m/s²"] == pytest.approx(exact, rel=1e-3)


def test_a_block_sticks_below_its_angle_of_friction():
    found = scenarios.run("slope", angle=20.0, friction=0.4).numbers
    assert found["what theory says, m/s²"] == 0
    assert abs(found["acceleration, m/s²"]) < 1e-3


def test_a_ball_rolls():
    """A refined sphere rolls over its facets: slower than a ball, never faster."""
    found = scenarios.run("slope", angle=20.0, friction=0.5, shape="spheres").numbers
    assert found["what theory says, m/s²"] == pytest.approx(5 / 7 * 9.81 * np.sin(np.radians(20)))
    assert 0.85 < found["acceleration, m/s²"] / found["what theory says, m/s²"] < 1.01


@pytest.mark.parametrize("restitution", [0.3, 0.6, 0.9])
def test_two_balls_keep_restitution_and_momentum(restitution):
    found = scenarios.run("collide", restitution=restitution).numbers
    assert found["speed after over before"] == pytest.approx(restitution, abs=0.03)
    assert found["change of momentum over that of one grain"] < 1e-9
    assert found["grains part"] == 1


def test_grains_at_rest_press_their_weight_on_the_floor():
    found = scenarios.run("grains-in-a-box", grains=27, seed=2).numbers
    assert found["greatest speed at the end, m/s"] < 0.02
    assert found["force on the walls over the weight"] == pytest.approx(1, abs=0.02)
    assert found["neighbours of a grain"] > 2


# What grains do is measured right: trajectories made by hand


def trajectory(times, positions, velocities=None, masses=1e-3):
    positions = np.asarray(positions, dtype=float)
    count = positions.shape[1]
    empty = measure.contact_network([], [], np.empty((0, 3)), np.empty((0, 3)))
    if velocities is None:
        velocities = np.zeros_like(positions)
    return scenarios.Trajectory(
        np.asarray(times), np.arange(count), np.full(count, masses), positions, velocities, [empty] * len(times)
    )


def cube_with_halo(edge, halo):
    return edge**3 + 6 * edge**2 * halo + 3 * np.pi * edge * halo**2 + 4 / 3 * np.pi * halo**3


def ball_with_halo(diameter, halo):
    return np.pi / 6 * (diameter + 2 * halo) ** 3


# Cubes have their diagonals as size, and spheres of 1280 triangles lie within their balls.
@pytest.mark.parametrize(
    ("chosen", "known", "error"),
    [
        ({"shape": "cubes"}, lambda size, halo: cube_with_halo(size / np.sqrt(3), halo), 1e-6),
        ({"shape": "spheres", "levels": 3}, ball_with_halo, 0.025),
    ],
)
def test_grains_have_the_volumes_of_their_halos(chosen, known, error, tmp_path):
    setup = scenarios.build("grains-in-a-box", spread=0.2, size=0.01, **chosen)
    scene = read(setup, tmp_path)
    backwards = np.flatnonzero(array(scene, "Motion") == 0)[::-2]
    ids, sizes = array(scene, "BodyId")[backwards], 0.01 * array(scene, "Scale")[backwards]
    assert halo_volumes(setup.scene, ids) == pytest.approx(known(sizes, 0.025 * 0.01), rel=error)


def test_a_box_of_cubes_has_its_solid_fraction_with_halos():
    chosen = {"grains": 54, "shape": "cubes", "spread": 0.0, "size": 0.01}
    options, setup = scenarios.options_of("grains-in-a-box", **chosen), scenarios.build("grains-in-a-box", **chosen)
    ids = np.array([body["id"] for body in setup.scene.as_dict()["bodies"]])
    places = 0.01 * np.stack(np.meshgrid([-1, 0, 1], [-1, 0, 1], np.arange(6) + 0.5), axis=-1).reshape(1, 54, 3)
    edge, halo = 0.01 / np.sqrt(3), 0.025 * 0.01
    # One contact presses; the other is so shallow that the dashpot cancels its force.
    press = measure.contact_network(ids[:2], ids[1:3], np.zeros((2, 3)), [[0.0, 0, 1], [0, 0, 0]])
    run = dataclasses.replace(trajectory([0.0], places, masses=2500 * edge**3), ids=ids, contacts=[press])
    found = scenarios.scenario("grains-in-a-box").measure(run, setup, options).numbers
    nominal = found["solid fraction between lowest and highest layer"]
    effective = found["solid fraction between lowest and highest layer, with halos"]
    low, high = setup.notes["low"], setup.notes["high"]
    assert nominal == pytest.approx(9 * edge**3 / (0.01 * (high[0] - low[0]) * (high[1] - low[1])))
    assert found["anisotropy of the fabric"] == pytest.approx(7.5)
    assert effective / nominal == pytest.approx(cube_with_halo(edge, halo) / edge**3)


def test_a_heap_that_is_not_there_has_no_angle():
    """Too few grains lie anywhere; their surface may rise away from the wall."""
    options, setup = scenarios.options_of("repose-wall"), scenarios.build("repose-wall")
    x, y = np.meshgrid(np.arange(0.01, 0.08, 0.004), np.arange(0.0, setup.notes["high"][1], 0.004))
    for slope in (-0.5, 0.5):
        tops = (0.05 + slope * (x - 0.04)).ravel()
        places = np.column_stack([x.ravel(), y.ravel(), tops])
        run = trajectory([0.0, 1.0], np.repeat(places[None], 2, axis=0))
        if slope < 0:
            found = scenarios.scenario("repose-wall").measure(run, setup, options).numbers
            assert found["angle of repose, degrees"] == pytest.approx(26.6, abs=3)
        else:
            with pytest.raises(talus.TalusError, match="no heap whose surface falls away.*Use more grains"):
                scenarios.scenario("repose-wall").measure(run, setup, options)


def test_the_walls_of_a_shaken_box_reach_below_the_lowest_floor():
    for options in ({}, {"gamma": 8.0, "frequency": 7.0}):
        scene = scenarios.build("vibrated-box", **options).scene.as_dict()
        (motion,) = scene["motions"]
        walls = {wall["shape"]: wall["position"][2] for wall in scene["walls"]}
        heights = {shape["name"]: shape["extents"][2] for shape in scene["shapes"] if "extents" in shape}
        for name in ("left", "right", "front", "back"):
            assert walls[name] - heights[name] / 2 < -motion["amplitude"]


def test_a_rising_grain_is_seen_to_rise():
    options = scenarios.options_of("segregation", grains=50, periods=10)
    setup = scenarios.build("segregation", grains=50, periods=10)
    times = np.arange(0, setup.last + 1e-9, setup.every)
    small = np.random.default_rng(1).uniform(0, 0.06, (50, 3))
    positions = np.repeat(np.vstack((small, [[0, 0, 0.0]]))[None], len(times), axis=0)
    positions[:, 50, 2] = 0.01 + 0.02 * times
    run = trajectory(times, positions)
    run = dataclasses.replace(run, ids=np.r_[np.arange(1000, 1050), setup.notes["large"]])
    found = scenarios.scenario("segregation").measure(run, setup, options).numbers
    assert found["speed of the rise, m/s"] == pytest.approx(0.02)
    assert found["part of the bed below it at the end"] > found["part of the bed below it when it was settled"]


def test_the_drum_knows_its_slope():
    options, setup = scenarios.options_of("repose-drum"), scenarios.build("repose-drum")
    times = np.linspace(0, setup.last, 9)
    radius, half = setup.notes["radius"], setup.notes["length"] / 2
    grains = np.random.default_rng(2).uniform((-radius, -half, -radius), (radius, half, radius), (8000, 3))
    level = -0.3 * radius - np.tan(np.radians(30)) * grains[:, 0]
    grains = grains[grains[:, 2] < level]
    run = trajectory(times, np.repeat(grains[None], len(times), axis=0), masses=5e-4)
    found = scenarios.scenario("repose-drum").measure(run, setup, options).numbers
    assert found["mean angle of the surface, degrees"] == pytest.approx(30, abs=1.5)
    assert found["avalanches of 2 degrees or more"] == 0


def test_a_hopper_that_clogs_at_once_has_no_flow():
    options = scenarios.options_of("hopper", grains=20, opening=2.0)
    setup = scenarios.scenario("hopper").build(options)
    times = np.arange(0, setup.last, setup.every)
    places = np.full((len(times), 20, 3), 0.05)
    places[times > setup.notes["opens"], 0, 2] = -0.05
    found = scenarios.scenario("hopper").measure(trajectory(times, places, masses=1e-3), setup, options)
    assert found.numbers["clogged"] == 1 and found.numbers["flow rate, kg/s"] == 0
    assert found.numbers["part of the mass left in the hopper"] == pytest.approx(0.95)
    found.draw()


def test_sweeps_keep_the_order_of_their_cases():
    cases = [{"angle": angle, "friction": 0.3} for angle in (25, 35)]
    found = list(scenarios.sweep("slope", cases, workers=2))
    alone = [scenarios.run("slope", threads=1, **case).numbers for case in cases]
    assert found == alone and found[0] != found[1]


def test_the_friction_may_still_be_called_mu():
    with pytest.warns(DeprecationWarning, match="mu is called friction now"):
        assert scenarios.options_of("slope", mu=0.4) == scenarios.options_of("slope", friction=0.4)
    parser = argparse.ArgumentParser()
    cli_scenario.add_arguments(parser)
    assert parser.parse_args(["slope", "--mu", "0.4"]).friction == 0.4 and "--mu" not in parser.format_help()


# The command


def test_the_command_lists_and_writes_scenes(tmp_path):
    told = command("scenario", "--list")
    assert told.returncode == 0 and all(f"{name} " in told.stdout for name in NAMES)
    own = command("scenario", "hopper", "--options").stdout
    assert "--opening       5.0 " in own and "--froude" not in own
    result = command("scenario", "hopper", "--opening", 4, "--friction", 0.3, "--scene", tmp_path / "hopper.json")
    assert result.returncode == 0, result.stderr
    built = scenarios.build("hopper", opening=4.0, friction=0.3).scene.as_dict()
    assert json.loads((tmp_path / "hopper.json").read_text()) == json.loads(json.dumps(built))


def test_the_command_runs_and_measures(tmp_path):
    run = tmp_path / "run"
    result = command("scenario", "slope", "--angle", 35, "--friction", 0.4, "--out", run)
    assert result.returncode == 0, result.stderr
    measured = json.loads((run / "measured.json").read_text())
    assert measured["numbers"]["acceleration, m/s²"] == pytest.approx(2.412, rel=1e-2)
    assert (run / "measured.png").stat().st_size > 5000
    assert {"run.pvd", "contacts.pvd", "statistics.csv", "scene.json", "scenario.json"} <= {p.name for p in run.iterdir()}
    again = command("scenario", "--measure", run, "--json")
    assert json.loads(again.stdout) == measured["numbers"]
    in_memory = scenarios.run("slope", angle=35.0, friction=0.4).numbers
    assert measured["numbers"]["acceleration, m/s²"] == pytest.approx(in_memory["acceleration, m/s²"], rel=1e-9)


def test_a_run_of_full_size_is_measured_without_a_word_on_options_nobody_gave(tmp_path, capsys):
    run, rigid = str(tmp_path / "run"), ["--integrator", "ContactDynamics"]
    assert main(["scenario", "grains-in-a-box", "--full", "--grains", "5", *rigid, "--out", run]) == 0
    first = capsys.readouterr()
    assert main(["scenario", "--measure", run]) == 0
    again = capsys.readouterr()
    assert (first.err, again.err) == ("", "") and again.out and first.out.endswith(again.out)


def test_notes_of_earlier_runs_are_read():
    with pytest.warns(DeprecationWarning, match="mu is called friction"):
        assert scenarios.options_of_run("slope", {"angle": 3.0, "mu": 0.1}) == scenarios.options_of("slope", angle=3.0, friction=0.1)
    with pytest.raises(talus.TalusError, match="no option 'opening'"):
        scenarios.options_of_run("slope", {"opening": 3})


def test_an_interrupted_run_continues_by_the_command_it_says(tmp_path, capsys, monkeypatch):
    out = tmp_path / "a run"
    words = ["scenario", "slope", "--angle", "30", "--friction", "0.4", "--out", str(out)]
    with monkeypatch.context() as patch:
        patch.setattr(cli_simulate, "_write_frames", interrupted)
        assert main(words) == 130
    (line,) = capsys.readouterr().err.splitlines()
    again = line.partition("go on by: talus ")[2]
    assert again == f"scenario slope --friction 0.4 --angle 30.0 --out '{out}' --resume"
    assert main(shlex.split(again)) == 0 and (out / "measured.json").exists()


def interrupted(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["slope"], "either --out RUN or --scene FILE"),
        ([], "No scenario was given"),
        (["slope", "--opening", 3, "--scene", "x.json"], "slope has no option 'opening'"),
        (["--measure", "nowhere"], "Not the run of a scenario"),
        (["--measure", "damaged"], "Not the run of a scenario"),
    ],
)
def test_mistakes_of_the_command(words, told, tmp_path):
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "scenario.json").write_text('{"scenario": "slope", "options": [1]}')
    assert told in one_error(command("scenario", *words, cwd=tmp_path))


# Sweeps


@pytest.mark.filterwarnings("ignore::talus.ScenarioWarning")
def test_a_case_that_fails_is_named_and_does_not_end_the_others():
    good = {"angle": 20.0, "friction": 0.1}
    cases = [good, {"angle": 20.0, "law": "Magic"}, good]
    first, failed, last = scenarios.sweep("slope", cases, workers=2)
    assert first == last and first["acceleration, m/s²"] > 1 and first.error is None
    assert not failed and "case 1: angle=20.0, law='Magic'" in str(failed.error)
    with pytest.raises(talus.TalusError, match="case 1"):
        failed["acceleration, m/s²"]
    with pytest.raises(KeyError):
        first["nothing"]
    with pytest.warns(talus.ScenarioWarning, match="case 0: angle=20.0"):
        assert list(scenarios.sweep("slope", cases[1:2])) == [{}]


@pytest.mark.parametrize(
    ("name", "cases", "more", "told"),
    [
        ("slop", [{}], {}, "no scenario 'slop'"),
        ("slope", [{}, {"angel": 3}], {}, "no option 'angel'.*case 1: angel=3"),
        ("slope", [{"angle": "steep"}], {}, "case 0: angle='steep'"),
        ("slope", [3], {}, "Case 0 is 3"),
        ("slope", 3, {}, "cases cannot be 3"),
        ("slope", [{}], {"workers": -1}, "workers cannot be -1"),
    ],
)
def test_mistakes_in_a_sweep_are_told_before_it_begins(name, cases, more, told):
    with pytest.raises(talus.TalusError, match=told):
        scenarios.sweep(name, cases, **more)


@pytest.mark.parametrize("guard", ["", 'if __name__ == "__main__": '])
def test_a_plain_script_can_sweep(tmp_path, guard):
    script = tmp_path / "plain.py"
    cases = '[{"angle": 20.0}, {"angle": 30.0}]'
    script.write_text(f'from talus import scenarios\n{guard}print(len(list(scenarios.sweep("slope", {cases}))))\n')
    result = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=100)
    assert (result.returncode, result.stdout, result.stderr) == (0, "2\n", "")


def test_a_process_that_ends_is_one_failed_case(monkeypatch):
    """As by the kernel where memory is short. The next case has a new one."""
    worker = sweep_module._Worker()
    worker._process.kill()
    failed = worker.run("slope", {"angle": 20.0})
    assert isinstance(failed, talus.TalusError) and "signal 9" in str(failed)
    assert worker.run("slope", {"angle": 20.0})["acceleration, m/s²"] > 0
    worker.end()


def test_a_sweep_that_is_left_leaves_no_process():
    results = scenarios.sweep("slope", [{"angle": 20.0}] * 4, workers=2)
    next(results)
    results.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
