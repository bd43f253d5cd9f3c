"""Two walls converge on a grain: they are stopped, it is not crushed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ...scene_items import ConvexGrain
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, plate, prescribed
from .proof import proof

HELP = "two walls converge on a grain: the run ends and names them, the grain is not crushed"
FULL: dict = {}
_GRAIN = 0.02  # diameter, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.8, "friction coefficient; with less the grain slips out", least=0, most=10)
    speed: float = option(0.05, "of each wall, m/s", least=1e-4, most=100)


def build(options: Options) -> Setup:
    d, t = _GRAIN, 0.25 * _GRAIN
    scene = assembly(options, halo=2e-4, comment="Two walls converge on a grain.", gravity=(0, 0, 0))
    for name, side in (("left", -1), ("right", 1)):
        low, high = sorted((side * d, side * (d + t)))
        wall = prescribed(scene, plate(scene, name, (low, -d, -d), (high, d, d)))
        scene.translate([wall], (-side * options.speed, 0, 0))
    scene.shape("grain", ConvexGrain(size=d, vertices=20, seed=1))
    scene.body("grain", MATERIAL, position=(0.2 * d, 0, 0))
    return Setup(scene, 0.75 * d / options.speed, d / options.speed / 100, stops="BlockedWall")


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    left = 2 * (_GRAIN - options.speed * run.times)
    place = np.abs(run.positions[:, 0, 0])
    numbers = {
        "distance of the walls when they were stopped, over the grain's diameter": float(left[-1] / _GRAIN),
        "frames with the grain beyond a wall": float(np.sum(place > left / 2)),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, left, unit="distance of the walls, m"))
