"""A house of cards: storeys of tents, each of two leaning cards."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ...scene_builder import quaternion
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, cuboid, plate
from .proof import proof

HELP = "a house of cards: it stands"
FULL = {"storeys": 10}
_LENGTH, _WIDTH, _THICKNESS, _GAP = 0.09, 0.06, 1e-3, 2e-5  # of a card; between cards at first, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.8, "friction coefficient", least=0, most=10)
    storeys: int = option(5, "number of storeys; ten have 155 cards", least=1, most=30)
    lean: float = option(25.0, "angle of the leaning cards to the vertical, degrees", least=5, most=40)


def build(options: Options) -> Setup:
    scene = assembly(options, halo=1e-4, comment="A house of cards.")
    angle = np.radians(options.lean)
    foot, rise = _LENGTH * np.sin(angle) + _GAP / 2, _LENGTH * np.cos(angle) + _THICKNESS * np.sin(angle)
    pitch = 2 * (foot + _THICKNESS * np.cos(angle)) + 4e-3
    width = options.storeys * pitch
    plate(scene, "floor", (-width, -_WIDTH, -0.02), (width, _WIDTH, 0))
    half = np.array([_LENGTH, _WIDTH, _THICKNESS]) / 2
    cuboid(scene, "leaning", -half, half)
    half[0] = (pitch - 1e-3) / 2
    cuboid(scene, "lying", -half, half)
    storey = rise + 2 * _GAP + _THICKNESS
    for level in range(options.storeys):
        tents = options.storeys - level
        ground = _GAP + level * storey
        for k in range(tents):
            x = (k - (tents - 1) / 2) * pitch
            _tent(scene, x, ground, angle)
        for k in range(tents - 1):
            x = (k - (tents - 2) / 2) * pitch
            scene.body("lying", MATERIAL, position=(x, 0, ground + rise + _GAP + _THICKNESS / 2))
    return Setup(scene, 5.0, 0.01)


def _tent(scene, x: float, ground: float, angle: float) -> None:
    """Two cards that lean against each other above x."""
    along, normal = np.array([-np.sin(angle), np.cos(angle)]), np.array([np.cos(angle), np.sin(angle)])
    foot = np.array([_LENGTH * np.sin(angle) + _GAP / 2, 0])
    right = foot + _LENGTH / 2 * along + _THICKNESS / 2 * normal
    for side in (-1, 1):
        turn = quaternion((0, 1, 0), -side * (90 + np.degrees(angle)))
        scene.body("leaning", MATERIAL, position=(x + side * right[0], 0, ground + right[1]), orientation=turn)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    fallen = run.positions[0, :, 2] - run.positions[:, :, 2]
    numbers = {
        "cards": float(len(run.ids)),
        "cards that fell by more than their width": float((fallen[-1] > _WIDTH).sum()),
        "greatest displacement of a card, m": float(np.linalg.norm(run.positions - run.positions[0], axis=2).max()),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, fallen.max(axis=1), unit="greatest fall of a card, m"))
