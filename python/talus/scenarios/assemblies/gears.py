"""A train of spur gears."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from . import outlines
from .options import AssemblyOptions
from .parts import MATERIAL, about_z, assembly, axle, drive, driven_angle, driven_time, plate, prescribed, shape
from .proof import proof, turns
from .solids import circle, extruded

HELP = "meshing gears: they turn in the ratio of their numbers of teeth"
FULL: dict = {}
_MODULE, _WIDTH, _AXLE, _SLACK = 0.01, 0.03, 0.03, 5e-4  # m; slack: of axles, and of teeth in gaps
_TEETH = (16, 24, 12)


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.1, "friction coefficient", least=0, most=10)
    speed: float = option(2.0, "of the first gear, rad/s", least=0.01, most=100)
    revolutions: float = option(0.5, "of the first gear", least=0.01, most=1000)


def build(options: Options) -> Setup:
    scene = assembly(options, halo=1.5e-4, comment="A train of spur gears; the first one is driven.")
    plate(scene, "table", (-0.15, -0.25, -0.02), (0.6, 0.25, -_SLACK))
    x, turn, gears = 0.0, 0.0, []
    for i, teeth in enumerate(_TEETH):
        if i:
            x += _MODULE * (_TEETH[i - 1] + teeth) / 2
            turn = _meshing(turn, _TEETH[i - 1], teeth)
        shape(scene, f"gear{i}", extruded(outlines.gear(teeth, _MODULE, _SLACK), [circle(_AXLE, 48)], 0, _WIDTH))
        place = {"position": (x, 0, _WIDTH / 2), "orientation": about_z(turn)}
        if i:
            axle(scene, f"axle{i}", _AXLE - _SLACK, (x, 0), -0.01, _WIDTH + 0.01)
            gears.append(scene.body(f"gear{i}", MATERIAL, **place))
        else:
            driver = prescribed(scene, scene.wall(f"gear{i}", MATERIAL, **place))
    drive(scene, driver, options.speed)
    return Setup(scene, driven_time(2 * np.pi * options.revolutions, options.speed), 0.01)


def _meshing(turn: float, before: int, teeth: int) -> float:
    """The turn at which a gear at +x of another one has a gap where that one has a tooth."""
    return np.pi + np.pi / teeth - turn * before / teeth


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    driven = driven_angle(run.times[-1], options.speed)
    angles = [turns(run, i) for i in range(len(_TEETH) - 1)]
    numbers = {}
    for i, (angle, teeth) in enumerate(zip(angles, _TEETH[1:]), 1):
        numbers[f"turn of gear {i} over that of the first one"] = float(angle[-1] / driven)
        numbers[f"ratio of the teeth, gear {i}"] = (-1.0) ** i * _TEETH[0] / teeth
    numbers |= proof(run)
    return Findings(numbers, lambda: plots.series(run.times, np.degrees(angles).T, unit="turn of the driven gears, degrees"))
