"""A heavy lid presses on soft grains."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ...scene_items import ConvexGrain
from ..bed import random_orientation
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import GRAVITY, MATERIAL, assembly, cuboid, plate
from .proof import proof

HELP = "a lid of 5 kg on 18 soft grains: they carry it"
FULL: dict = {}
_GRAIN, _GRAINS, _WIDTH = 0.02, 18, 0.075  # diameter, m; number; of the box, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.5, "friction coefficient", least=0, most=10)
    young: float = option(1e6, "Young's modulus, Pa: soft", least=1, most=1e12)
    mass: float = option(5.0, "of the lid, kg", least=1e-3, most=1e4)
    seed: int = option(1, "seed of the random grains", least=0)


def build(options: Options) -> Setup:
    w, t = _WIDTH, 0.01
    scene = assembly(options, halo=5e-4, comment="A heavy lid presses on soft grains.")
    plate(scene, "floor", (-w, -w, -t), (w, w, 0))
    for name, (x, y) in {"left": (-1, 0), "right": (1, 0), "front": (0, -1), "back": (0, 1)}.items():
        middle, half = (w / 2 + t / 2) * np.array([x, y]), np.where(np.array([x, y]) == 0, w / 2 + t, t / 2)
        plate(scene, name, (*(middle - half), 1e-3), (*(middle + half), 0.12))
    random, pitch = np.random.default_rng(options.seed), w / 3
    for i in range(_GRAINS):
        layer, row, column = np.unravel_index(i, (2, 3, 3))
        scene.shape(f"grain{i}", ConvexGrain(size=_GRAIN, vertices=20, seed=options.seed * _GRAINS + i))
        place = np.array([(column - 1) * pitch, (row - 1) * pitch, (layer + 0.5) * 1.15 * pitch])
        scene.body(f"grain{i}", MATERIAL, position=np.round(place, 6).tolist(), orientation=np.round(random_orientation(random), 6).tolist())
    half = 0.47 * w
    place = cuboid(scene, "lid", (-half, -half, 0.075), (half, half, 0.085))
    lid = scene.body("lid", MATERIAL, position=place, mass=options.mass)
    return Setup(scene, 1.0, 0.01, {"lid": lid})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    lid = int(np.flatnonzero(run.ids == setup.notes["lid"])[0])
    heights = run.positions[:, :, 2]
    grains = np.delete(heights, lid, axis=1)
    weight = run.masses.sum() * GRAVITY
    numbers = {
        "grains above the lid or below the floor": float(np.sum((grains > heights[:, [lid]]) | (grains < 0), axis=1).max()),
        "grains outside the box": float((np.abs(np.delete(run.positions[-1, :, :2], lid, axis=0)) > _WIDTH / 2).any(axis=1).sum()),
        "height of the lid at the end over a grain's diameter": float(heights[-1, lid] / _GRAIN),
        "weight of lid and grains, N": float(weight),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, heights[:, lid], unit="height of the lid, m"))
