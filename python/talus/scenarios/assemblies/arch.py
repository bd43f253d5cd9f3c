"""A half circle of stones without mortar."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ...scene_builder import quaternion
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, about_z, assembly, plate, product, shape
from .proof import proof
from .solids import extruded

HELP = "an arch of 101 stones: it stands if it is thick enough (0.1075 of the radius), and falls otherwise"
FULL: dict = {}
_RADIUS, _WIDTH, _HALO = 1.0, 0.1, 1e-4  # mean radius; along y; half of the reach of contacts, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.5, "friction coefficient", least=0, most=10)
    young: float = option(1e9, "Young's modulus, Pa", least=1, most=1e12)
    stones: int = option(101, "number of stones", least=3, most=1000)
    thickness: float = option(0.15, "of the arch over its mean radius; stands from 0.1075 on (Milankovitch 1907)", least=0.02, most=0.5)


def build(options: Options) -> Setup:
    gap = _HALO
    scene = assembly(options, halo=_HALO, comment="A half circle of stones without mortar.")
    plate(scene, "floor", (-2 * _RADIUS, -_RADIUS, -0.1), (2 * _RADIUS, _RADIUS, -gap))
    half = np.pi / options.stones / 2
    inner, outer = (_RADIUS * (1 + side * options.thickness / 2) for side in (-1, 1))
    cut = gap / 2  # taken from each side of a stone
    x = np.array([inner, outer, outer, inner]) * np.cos(half)
    y = np.array([-1, -1, 1, 1]) * (np.array([inner, outer, outer, inner]) * np.sin(half) - cut)
    shape(scene, "stone", extruded(np.column_stack([x, y]), [], -_WIDTH / 2, _WIDTH / 2))
    upright = quaternion((1, 0, 0), 90)
    for i in range(options.stones):
        angle = (2 * i + 1) * half
        scene.body("stone", MATERIAL, origin=(0, 0, 0), orientation=product(upright, about_z(angle)))
    return Setup(scene, 1.0, 0.01)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    moved = np.linalg.norm(run.positions - run.positions[0], axis=2).max(axis=1)
    numbers = {
        "greatest displacement of a stone over the radius": float(moved.max() / _RADIUS),
        "greatest speed at the end, m/s": float(run.speeds()[-1].max()),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, moved / _RADIUS, unit="greatest displacement over the radius"))
