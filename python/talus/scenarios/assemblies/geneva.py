"""A Geneva drive: steady rotation becomes quarter turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from . import outlines
from .options import AssemblyOptions
from .parts import MATERIAL, about_z, assembly, axle, drive, driven_angle, driven_time, prescribed, shape
from .proof import proof, turns
from .solids import circle, extruded, with_posts

HELP = "a Geneva drive: a quarter turn per revolution, locked in between"
FULL: dict = {}
_ARM, _PIN, _LOCK, _BORE, _HEIGHT, _SLACK = 0.05, 0.004, 0.038, 0.01, 0.01, 5e-4  # m
_DISTANCE = _ARM * np.sqrt(2)  # of the axes


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.1, "friction coefficient", least=0, most=10)
    speed: float = option(6.0, "of the driver, rad/s", least=0.01, most=100)
    revolutions: float = option(2.0, "of the driver", least=0.01, most=1000)


def build(options: Options) -> Setup:
    scene = assembly(options, halo=1.5e-4, comment="A Geneva drive.")
    half_turn = np.pi
    pin = circle(_PIN, 16, (_ARM * np.cos(half_turn), _ARM * np.sin(half_turn)))
    lock = _locking_disc()
    shape(scene, "driver", with_posts(circle(_ARM + 1.5 * _PIN, 64), [lock, pin], 0, _HEIGHT, 2 * _HEIGHT))
    driver = prescribed(scene, scene.wall("driver", MATERIAL, origin=(0, 0, 0)))
    drive(scene, driver, options.speed)
    wheel = outlines.geneva_wheel(_ARM, 2 * (_PIN + _SLACK), _LOCK + _SLACK)
    shape(scene, "wheel", extruded(wheel, [circle(_BORE, 32)], 0, 0.9 * _HEIGHT))
    ground = _HEIGHT + _SLACK
    locked = np.pi / 4  # a hollow of the wheel faces the driver
    scene.body("wheel", MATERIAL, origin=(_DISTANCE, 0, ground), orientation=about_z(locked))
    axle(scene, "axle", _BORE - _SLACK, (_DISTANCE, 0), 0, 3 * _HEIGHT, segments=32)
    axle(scene, "pedestal", 0.0135, (_DISTANCE, 0), 0, _HEIGHT, segments=32)
    return Setup(scene, driven_time(2 * np.pi * options.revolutions, options.speed), 0.01)


def _locking_disc() -> np.ndarray:
    """A disc with a hollow towards the pin, in which the tips of the wheel turn."""
    clear = _ARM + 2 * _SLACK  # the wheel's radius and a clearance

    def solid(points: np.ndarray) -> np.ndarray:
        from_wheel = np.linalg.norm(points - (-_DISTANCE, 0), axis=-1)
        return (np.linalg.norm(points, axis=-1) < _LOCK) & (from_wheel > clear)

    return outlines.star(solid, 2 * np.pi * np.arange(96) / 96, _LOCK)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    angle = turns(run, 0)
    phase = (driven_angle(run.times, options.speed) / (2 * np.pi)) % 1  # the pin is opposite to the wheel at 0
    locked = np.abs(phase - 0.5) > 0.26
    away = np.degrees(angle[locked]) + 90 * np.round(driven_angle(run.times[locked], options.speed) / (2 * np.pi))
    numbers = {
        "quarter turns of the wheel": float(-angle[-1] / (np.pi / 2)),
        "revolutions of the driver": float(driven_angle(run.times[-1], options.speed) / (2 * np.pi)),
        "greatest angle off a multiple of 90° while locked, degrees": float(np.abs(away).max()),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, np.degrees(angle), unit="turn of the wheel, degrees"))
