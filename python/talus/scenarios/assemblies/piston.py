"""A crank moves a piston by a connecting rod."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, drive, driven_angle, driven_time, plate, prescribed, shape
from .proof import proof
from .solids import circle, extruded, rectangle, stadium, with_posts

HELP = "a crank, a connecting rod and a piston: the piston follows the crank"
FULL: dict = {}
_CRANK, _ROD, _PIN, _HEIGHT, _SLACK = 0.03, 0.1, 0.006, 0.01, 5e-4  # m
_PISTON = (0.02, 0.015)  # half length and half width, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.1, "friction coefficient", least=0, most=10)
    speed: float = option(6.0, "of the crank, rad/s", least=0.01, most=100)
    revolutions: float = option(1.5, "of the crank", least=0.01, most=1000)


def build(options: Options) -> Setup:
    scene = assembly(options, halo=1.5e-4, comment="A crank moves a piston by a connecting rod.")
    begin = (_CRANK, 0.0)
    shape(scene, "crank", with_posts(circle(_CRANK + 1.5 * _PIN, 64), [circle(_PIN, 24, begin)], 0, _HEIGHT, 2.5 * _HEIGHT))
    crank = prescribed(scene, scene.wall("crank", MATERIAL, origin=(0, 0, 0)))
    drive(scene, crank, options.speed)
    bores = [circle(_PIN + _SLACK, 24), circle(_PIN + _SLACK, 24, (_ROD, 0))]
    shape(scene, "rod", extruded(stadium(2 * _PIN, _ROD, 12), bores, 0, _HEIGHT))
    scene.body("rod", MATERIAL, origin=(*begin, _HEIGHT + 2 * _SLACK))
    length, width = _PISTON
    shape(scene, "piston", with_posts(rectangle((-length, -width), (length, width)), [circle(_PIN, 24)], 0, _HEIGHT, 2.5 * _HEIGHT))
    scene.body("piston", MATERIAL, origin=(_CRANK + _ROD, 0, _SLACK))
    near, far = _ROD - _CRANK - 1.5 * length, _ROD + _CRANK + 1.5 * length
    plate(scene, "floor", (near, -2 * width, -0.02), (far, 2 * width, 0))
    for name, side in (("left", -1), ("right", 1)):
        low, high = sorted((side * (width + _SLACK), side * 2 * width))
        plate(scene, name, (near, low, 0), (far, high, 0.9 * _HEIGHT))
    return Setup(scene, driven_time(2 * np.pi * options.revolutions, options.speed), 0.01)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    angle, place = driven_angle(run.times, options.speed), run.positions[:, 1, 0]
    exact = _CRANK * np.cos(angle) + np.sqrt(_ROD**2 - (_CRANK * np.sin(angle)) ** 2)
    numbers = {
        "stroke over the crank's radius": float(np.ptp(place) / _CRANK),
        "greatest deviation from a crank without clearances, m": float(np.abs(place - exact).max()),
        "sum of all clearances, m": 4 * _SLACK,
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, place, unit="place of the piston, m"))
