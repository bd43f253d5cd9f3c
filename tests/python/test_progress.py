"""An error that a caller's ``progress`` raises stops the work and reaches the caller."""

import inspect

import numpy as np
import pytest
from conftest import MESHES

import talus
from talus import scenarios
from talus.io.geometry import point_cloud

SPOT = MESHES / "spot.obj"
SCENE = MESHES.parent / "scenes" / "shaken_table.json"
POINTS = np.random.default_rng(1).uniform(-1, 1, (200_000, 3))

#: Everything that takes ``progress``.
CALLS = {
    "classify": lambda progress: talus.classify(POINTS, SPOT, progress=progress),
    "Classifier.classify": lambda progress: talus.Classifier(SPOT).classify(POINTS, progress),
    "Classifier.label": lambda progress: talus.Classifier(SPOT).label(point_cloud(POINTS), progress),
    "Classifier.prepare": lambda progress: talus.Classifier(SPOT).prepare(progress),
    "check": lambda progress: talus.check(SPOT, progress=progress),
    "mass_properties": lambda progress: talus.mass_properties(SPOT, progress=progress),
    "repair": lambda progress: talus.repair(MESHES / "featuretype.stl", progress=progress),
    "check_assembly": lambda progress: talus.check_assembly([SPOT, MESHES / "torus.stl"], progress=progress),
    "walls": lambda progress: talus.walls(MESHES / "torus.stl", samples="Middles", progress=progress),
    "boolean": lambda progress: talus.boolean([SPOT, MESHES / "torus.stl"], progress=progress),
    "contacts": lambda progress: talus.contacts([SPOT, MESHES / "torus.stl"], progress=progress),
    "ContactScene.contacts": lambda progress: talus.ContactScene([SPOT, MESHES / "torus.stl"]).contacts(progress=progress),
    "surrogates": lambda progress: talus.surrogates(SPOT, progress=progress),
    "grain": lambda progress: talus.grain("PorousBlock", progress=progress),
    "foam": lambda progress: talus.foam(cells=8, triangles=20_000, progress=progress),
    "read_scene": lambda progress: talus.read_scene(SCENE, progress=progress),
    "body_surfaces": lambda progress: talus.body_surfaces(SCENE, progress=progress),
    "place": lambda progress: talus.place(MESHES / "torus.stl", count=500, progress=progress),
    "voxelize": lambda progress: talus.voxelize(SPOT, count=60, progress=progress),
    "simulate": lambda progress: list(talus.simulate(SCENE, end=0.02).frames(progress)),
    "scenarios.run": lambda progress: scenarios.run("slope", progress=progress),
}


class Stop(Exception):
    """No error of ours."""


def raising(error, after=0.0):
    """A progress that raises at the first report beyond a fraction."""

    def progress(fraction):
        progress.calls.append(fraction)
        if fraction >= after:
            raise error

    progress.calls = []
    return progress


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("after", [0.0, 0.5])
def test_an_error_reaches_the_caller(name, after, capfd):
    error = Stop("enough")
    progress = raising(error, after)
    with pytest.raises(Stop) as caught:
        CALLS[name](progress)
    assert caught.value is error
    assert sum(fraction >= after for fraction in progress.calls) == 1, "called again after it failed"
    assert "progress" in [entry.name for entry in caught.traceback], "the traceback does not lead to the callback"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("error", [ValueError("no"), talus.TalusError("no"), KeyboardInterrupt(), SystemExit(3)])
def test_whatever_the_error_is(error):
    with pytest.raises(type(error)) as caught:
        talus.classify(POINTS, SPOT, progress=raising(error))
    assert caught.value is error


def test_the_work_stops():
    """Of frames to come none is computed."""
    simulation = talus.simulate(SCENE, end=0.05)
    progress = raising(Stop(), 0.3)
    frames = []
    with pytest.raises(Stop):
        frames.extend(simulation.frames(progress))
    assert 0.3 <= max(progress.calls) < 0.5
    assert len(list(simulation)) == len(simulation), "iterating anew goes on"


def test_a_classifier_can_be_used_afterwards():
    classifier = talus.Classifier(SPOT)
    wanted = talus.classify(POINTS[:1000], SPOT).side
    for after in (0.0, 0.6, 1.0):
        with pytest.raises(Stop):
            classifier.classify(POINTS, raising(Stop(), after))
        assert np.array_equal(classifier.classify(POINTS[:1000]).side, wanted)


def test_nothing_that_takes_progress_is_left_out():
    taken = set()
    for module in [talus, scenarios]:
        prefix = "" if module is talus else "scenarios."
        for name in module.__all__:
            thing = getattr(module, name)
            members = {name: thing}
            if inspect.isclass(thing):
                members = {f"{name}.{key}": value for key, value in vars(thing).items() if not key.startswith("_")}
            for key, value in members.items():
                if inspect.isfunction(value) and "progress" in inspect.signature(value).parameters:
                    taken.add(prefix + key)
    named = {name if name != "simulate" else "Simulation.frames" for name in CALLS}
    assert taken <= named, f"not tested: {sorted(taken - named)}"
