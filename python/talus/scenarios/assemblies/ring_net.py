"""A ball falls into a net of rings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ...scene_builder import Scene, quaternion
from ...scene_items import Solid, Sphere
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly
from .proof import proof

HELP = "a ball falls into a net of linked rings: no ring opens"
FULL = {"rings": 16}
_RING, _TUBE, _LINK, _PITCH = 0.1, 0.012, 0.065, 0.104  # m; diameter and thickness, of a link, distance of rings


@dataclass(frozen=True)
class Options(AssemblyOptions):
    rings: int = option(4, "rings along an edge; those at the border are fixed", least=3, most=100)
    ball: float = option(0.0, "diameter of the ball, m; 0: 1.6 rings", least=0, most=10)
    segments: int = option(24, "edges around a ring", least=8, most=200)
    duration: float = option(1.0, "s", least=0.01, most=100)


def build(options: Options) -> Setup:
    scene = assembly(options, halo=5e-4, comment="A ball falls into a net of rings.")
    for name, size in (("ring", _RING), ("link", _LINK)):
        scene.shape(name, Solid(kind="torus", size=size, tube_diameter=_TUBE / size, segments=options.segments))
    last, ids = options.rings - 1, {}
    for row, column in np.ndindex(options.rings, options.rings):
        add = scene.wall if {row, column} & {0, last} else scene.body
        ids[row, column] = add("ring", MATERIAL, position=(_PITCH * (column - last / 2), _PITCH * (row - last / 2), 0))
    pairs = _join(scene, ids, last)
    size = options.ball or 1.6 * _RING
    scene.shape("ball", Sphere(size=size, levels=3))
    ball = scene.body("ball", MATERIAL, position=(0, 0, size / 2 + 0.05))
    return Setup(scene, options.duration, 0.01, {"pairs": pairs, "ball": ball})


def _join(scene: Scene, ids: dict, last: int) -> list[tuple[int, int]]:
    """Links between neighbours, upright. :return: the rings and links that pass through each other"""
    pairs = []
    for (row, column), ring in ids.items():
        for step, axis in (((0, 1), (1, 0, 0)), ((1, 0), (0, 1, 0))):
            other = ids.get((row + step[0], column + step[1]))
            if other is None:
                continue
            place = _PITCH * (np.array([column + step[1] / 2, row + step[0] / 2]) - last / 2)
            link = scene.body("link", MATERIAL, position=(*place, 0), orientation=quaternion(axis, 90))
            pairs += [(ring, link), (other, link)]
    return pairs


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    ball = int(np.flatnonzero(run.ids == setup.notes["ball"])[0])
    row = {body: i for i, body in enumerate(run.ids)}
    moving = [(row[a], row[b]) for a, b in setup.notes["pairs"] if a in row and b in row]
    apart = [np.linalg.norm(run.positions[:, a] - run.positions[:, b], axis=1) for a, b in moving]
    height = run.positions[:, ball, 2]
    numbers = {
        "bodies": float(len(run.ids)),
        "greatest distance of linked rings over the greatest possible": float(np.max(apart) / ((_RING + _LINK) / 2 - _TUBE)),
        "height of the ball at the end, m": float(height[-1]),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, height, unit="height of the ball, m"))
