"""Two grains collide: conservation of momentum, and restitution."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..measure import plots
from . import bed
from .options import SHAPES, GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "two grains collide without gravity: restitution, momentum, energy"
FULL: dict = {}


@dataclass(frozen=True)
class Options(GrainOptions):
    grains: int = option(2, "always two", least=2, most=2)
    shape: str = option("spheres", " ".join(SHAPES))
    spread: float = option(0.0, "maximum relative deviation of diameters from the mean", least=0, most=0.9)
    speed: float = option(0.2, "approach speed, m/s", least=1e-6, most=1e4)
    offset: float = option(0.0, "distance of the paths of the centres in diameters; 0: head-on", least=0, most=1)
    friction: float = option(0.0, "friction coefficient", least=0, most=10)


def build(options: Options) -> Setup:
    d = options.size
    scene = bed.granular_scene(options, comment="Two grains meet.")
    scene.as_dict()["gravity"] = [0, 0, 0]
    random = np.random.default_rng(options.seed)
    tumbled = options.shape != "spheres"  # spheres need no random orientation
    names = bed.shape_names(options)
    for side in (-1, 1):
        turn = bed.random_orientation(random) if tumbled else np.array([1.0, 0, 0, 0])
        scene.body(
            names[(side + 1) // 2 % len(names)], bed.GRAIN, orientation=np.round(turn, 6),
            position=(side * 0.7 * d, 0, side * options.offset * d / 2), velocity=(-side * options.speed / 2, 0, 0),
            scale=round(1 + options.spread * random.uniform(-1, 1), 6),
        )  # fmt: skip
    end = 1.2 * d / options.speed
    return Setup(scene, end, end / 60, {})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    relative = run.velocities[:, 1] - run.velocities[:, 0]
    approach, leave = np.linalg.norm(relative[0]), np.linalg.norm(relative[-1])
    line = run.positions[:, 1] - run.positions[:, 0]
    momentum = np.einsum("n,fnk->fk", run.masses, run.velocities)
    drift = np.abs(momentum - momentum[0]).max() / (run.masses.min() * options.speed)
    energy = 0.5 * np.einsum("n,fnk->f", run.masses, run.velocities**2)
    numbers = {
        "speed after over before": float(leave / approach),
        "restitution of the material": options.restitution,
        "change of momentum over that of one grain": float(drift),
        "kinetic energy of translation left": float(energy[-1] / energy[0]),
        "grains part": float(line[-1] @ relative[-1] > 0),
    }
    return Findings(numbers, lambda: plots.series(run.times, energy, unit="kinetic energy of translation, J"))
