"""A fast spinning rod strikes a thin plate."""

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

HELP = "a rod spins against a thin plate: it does not cut through"
FULL: dict = {}
_LENGTH, _THICKNESS, _HEIGHT = 0.3, 0.01, 0.2  # of the rod; of its centre above the plate at first, m
_FALL = 10.0  # towards the plate, m/s


@dataclass(frozen=True)
class Options(AssemblyOptions):
    integrator: str = option("VelocityVerlet", "short steps, which keep the restitution")
    restitution: float = option(0.5, "coefficient of restitution", least=0, most=1)
    spin: float = option(300.0, "of the rod, rad/s", least=0.1, most=1e4)
    thickness: float = option(1e-3, "of the plate, m", least=1e-5, most=0.05)


def build(options: Options) -> Setup:
    half, t = _LENGTH / 2, _THICKNESS / 2
    scene = assembly(options, halo=options.thickness / 4, comment="A fast spinning rod strikes a thin plate.")
    plate(scene, "plate", (-1, -1, -options.thickness), (1, 1, 0))
    place = cuboid(scene, "rod", (-half, -t, _HEIGHT - t), (half, t, _HEIGHT + t))
    scene.body("rod", MATERIAL, position=place, velocity=(0, 0, -_FALL), angular_velocity=(0, options.spin, 0))
    end = 12 * np.pi / options.spin
    return Setup(scene, end, end / 60)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    height = run.positions[:, 0, 2]
    low = height - _LENGTH / 2 * np.abs(slope(run.orientations[:, 0]))
    numbers = {
        "frames with the rod below the plate": float(np.sum(low < -options.thickness)),
        "lowest end of the rod above the plate, m": float(low.min()),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, low, unit="height of the lower end of the rod, m"))


def slope(orientations: np.ndarray) -> np.ndarray:
    """The z component of the rotated x axis."""
    w, x, y, z = orientations.T
    return 2 * (x * z - w * y)
