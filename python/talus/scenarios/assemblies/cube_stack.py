"""Cubes stacked on one another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, cuboid, plate
from .proof import proof

HELP = "fifty cubes stacked on one another: the tower stands"
FULL: dict = {}
_EDGE, _GAP = 0.05, 1e-5  # m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.5, "friction coefficient", least=0, most=10)
    cubes: int = option(50, "number of cubes", least=1, most=1000)


def build(options: Options) -> Setup:
    scene = assembly(options, halo=1e-4, comment="Cubes stacked on one another.")
    plate(scene, "floor", (-4 * _EDGE, -4 * _EDGE, -_EDGE), (4 * _EDGE, 4 * _EDGE, -_GAP))
    centre = np.array(cuboid(scene, "cube", (-_EDGE / 2, -_EDGE / 2, 0), (_EDGE / 2, _EDGE / 2, _EDGE)))
    for i in range(options.cubes):
        scene.body("cube", MATERIAL, position=np.round(centre + (0, 0, i * (_EDGE + _GAP)), 9).tolist())
    return Setup(scene, 1.0, 0.02)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    moved = np.linalg.norm(run.positions - run.positions[0], axis=2)
    numbers = {
        "greatest displacement of a cube, m": float(moved.max()),
        "greatest speed at the end, m/s": float(run.speeds()[-1].max()),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, moved.max(axis=1), unit="greatest displacement of a cube, m"))
