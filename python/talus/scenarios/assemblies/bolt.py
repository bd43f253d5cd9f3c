"""A bolt screws itself into a nut by its own weight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, shape
from .proof import proof, turns
from .solids import about_axis, around_axis, circle

HELP = "a bolt screws itself into a nut by its own weight"
FULL = {"clearance": 1e-4, "edges": 256}  # facets are flatter than the clearance
_RADIUS, _DEPTH, _LEAD, _STARTS = 0.01, 1e-3, 0.02, 3  # of the thread, m; lead: advance per turn
_LENGTHS = (0.02, 0.006)  # of bolt and nut, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.0, "friction coefficient", least=0, most=10)
    young: float = option(1e6, "Young's modulus, Pa", least=1, most=1e12)
    step: float = option(2e-3, "length of a time step, s", least=1e-6, most=0.01)
    clearance: float = option(1e-3, "between bolt and nut over the diameter", least=1e-5, most=0.01)
    edges: int = option(64, "edges around the thread: more for a smaller clearance", least=16, most=1000)
    duration: float = option(0.12, "s", least=0.01, most=100)


def build(options: Options) -> Setup:
    clearance = options.clearance * 2 * _RADIUS
    scene = assembly(options, halo=clearance / 4, comment="A bolt screws itself into a nut by its own weight.")
    row = _LEAD / options.edges  # rows as far apart as a turn by one edge advances: grids of bolt and nut coincide
    bolt, nut = row * np.arange(int(_LENGTHS[0] / row)), row * np.arange(int(_LENGTHS[1] / row))
    shape(scene, "bolt", about_axis(_thread, bolt, options.edges))
    shape(scene, "nut", around_axis(circle(0.02, 6), lambda angle, height: _thread(angle, height) + clearance, nut, options.edges))
    scene.wall("nut", MATERIAL, origin=(0, 0, 0))
    scene.body("bolt", MATERIAL, origin=(0, 0, 0))
    return Setup(scene, options.duration, 0.01)


def _thread(angle: np.ndarray, height: np.ndarray) -> np.ndarray:
    """The radius of a right-handed thread."""
    return _RADIUS + _DEPTH / 2 * np.cos(_STARTS * (angle - 2 * np.pi * height / _LEAD))


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    fallen = run.positions[0, 0, 2] - run.positions[:, 0, 2]
    turn = -turns(run, 0)
    numbers = {
        "descent over lead times turns": float(fallen[-1] / (_LEAD * turn[-1] / (2 * np.pi))),
        "turns": float(turn[-1] / (2 * np.pi)),
        "descent, m": float(fallen[-1]),
        "descent without friction by theory, m": 0.5 * _acceleration(run, setup) * float(run.times[-1]) ** 2,
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, fallen, unit="descent of the bolt, m"))


def _acceleration(run: Trajectory, setup: Setup) -> float:
    """Of a bolt without friction: g / (1 + (2π / lead)² I / m), with the moment of inertia I of a cylinder, m/s²"""
    return float(9.81 / (1 + (2 * np.pi / _LEAD) ** 2 * _RADIUS**2 / 2))
