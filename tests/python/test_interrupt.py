"""Ctrl-C or SIGTERM: one line, status 130, nothing half-written."""

import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import BUILD, MESHES, environment
from falling_dice import falling_dice

import talus
from talus.io.geometry import point_cloud
from talus.progress import interrupt_noticed


def start(tmp_path, *more):
    points = np.random.default_rng(1).uniform(-0.25, 0.25, (400_000, 3))
    talus.write(point_cloud(points), tmp_path / "in.npz")
    command = [BUILD / "bin" / "talus", "classify", "--surface", MESHES / "nasa_viper_wheel.obj", "--points",
               tmp_path / "in.npz", "--method", "SolidAngle", "--threads", "1", *more]  # fmt: skip
    return subprocess.Popen(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_in_the_middle(tmp_path, name):
    process = start(tmp_path, "--out", tmp_path / "out.vtp")
    assert process.stdout.readline().startswith("surface")  # prepared: the long part begins
    time.sleep(1)
    assert process.poll() is None, "the work was too short to be interrupted"
    process.send_signal(name)
    began = time.monotonic()
    _, errors = process.communicate(timeout=60)
    assert time.monotonic() - began < 10
    assert process.returncode == 130
    assert errors.splitlines() == ["talus: error: interrupted, nothing half-written is left"]
    assert [p.name for p in tmp_path.iterdir()] == ["in.npz"]


def test_interrupt_while_libraries_load(tmp_path):
    """Python would take the interrupted import for a missing library."""
    process = start(tmp_path, "--out", tmp_path / "out.vtp")
    deadline = time.monotonic() + 60
    while "libvtkCommonCore" not in Path(f"/proc/{process.pid}/maps").read_text() and time.monotonic() < deadline:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode in (-signal.SIGINT, 130)
    assert errors in ("", "talus: error: interrupted, nothing half-written is left\n")
    assert [p.name for p in tmp_path.iterdir()] == ["in.npz"]


def test_a_classifier_can_be_used_after_an_interrupt():
    classifier = talus.Classifier(MESHES / "nasa_viper_wheel.obj", method="SolidAngle", threads=1)
    points = np.random.default_rng(1).uniform(-0.2, 0.2, (20_000, 3))

    def interrupt(fraction):
        if fraction > 0.6:
            signal.raise_signal(signal.SIGINT)

    try:
        classifier.classify(points, interrupt)
        raise AssertionError("not interrupted")
    except KeyboardInterrupt:
        pass
    assert len(classifier.classify(points[:10]).side) == 10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def dice(tmp_path):
    return talus.simulate(falling_dice(tmp_path / "scene.json"), end=0.01)


def interrupted_after_the_frame(simulation):
    simulation._filter.AddObserver("EndEvent", lambda _source, _event: signal.raise_signal(signal.SIGINT))
    return simulation.frames()


def test_what_is_complete_is_given_to_who_noticed_further_out(tmp_path):
    with interrupt_noticed() as interrupted:
        frame = next(interrupted_after_the_frame(dice(tmp_path)))
        assert interrupted.is_set() and len(frame.bodies) == 4


def test_what_is_complete_is_interrupted_otherwise(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        next(interrupted_after_the_frame(dice(tmp_path)))


def test_work_that_is_stopped_is_interrupted_also_if_noticed_further_out(tmp_path):
    with interrupt_noticed(), pytest.raises(KeyboardInterrupt):
        next(dice(tmp_path).frames(lambda _fraction: signal.raise_signal(signal.SIGINT)))
