"""A fast grain bounces within a drum with a thin wall."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ...scene_items import ConvexGrain
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, plate, shape
from .proof import proof
from .solids import circle, extruded

HELP = "a grain at 50 m/s within a thin drum: it stays inside"
FULL = {"impacts": 500}
_RADIUS, _LENGTH, _GRAIN = 0.1, 0.1, 0.02  # of the drum; diameter of the grain, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    integrator: str = option("VelocityVerlet", "short steps, which keep the restitution")
    restitution: float = option(1.0, "coefficient of restitution", least=0, most=1)
    speed: float = option(50.0, "of the grain, m/s", least=0.01, most=1000)
    thickness: float = option(1e-3, "of the wall of the drum, m", least=1e-5, most=0.05)
    impacts: int = option(50, "duration: diameters of the drum that the grain would travel without impacts", least=1, most=100_000)


def build(options: Options) -> Setup:
    t, r = options.thickness, _RADIUS
    scene = assembly(options, halo=t / 4, comment="A fast grain bounces within a drum with a thin wall.")
    shape(scene, "drum", extruded(circle(r + t, 64), [circle(r, 64)], 0, _LENGTH))
    scene.wall("drum", MATERIAL, position=(0, 0, _LENGTH / 2))
    for name, low in (("bottom", -t), ("lid", _LENGTH)):
        plate(scene, name, (-1.2 * r, -1.2 * r, low), (1.2 * r, 1.2 * r, low + t))
    scene.shape("grain", ConvexGrain(size=_GRAIN, vertices=20, seed=1))
    direction = np.array([1.0, 0.3, 0.2]) / np.linalg.norm([1.0, 0.3, 0.2])
    velocity = (options.speed * direction).tolist()
    scene.body("grain", MATERIAL, position=(0, 0, _LENGTH / 2), velocity=velocity, angular_velocity=(0, 100, 30))
    end = options.impacts * 2 * r / options.speed
    return Setup(scene, end, end / 50)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    place = run.positions[:, 0]
    radius = np.hypot(place[:, 0], place[:, 1])
    speeds = run.speeds()[:, 0]
    numbers = {
        "frames with the grain outside": float(np.sum((radius > _RADIUS) | (np.abs(place[:, 2] - _LENGTH / 2) > _LENGTH / 2))),
        "speed at the end, m/s": float(speeds[-1]),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, radius / _RADIUS, unit="distance from the axis over the radius"))
