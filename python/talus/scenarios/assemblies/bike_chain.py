"""A chain of links with pins runs over two sprockets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from . import outlines
from .options import AssemblyOptions
from .parts import MATERIAL, about_z, assembly, axle, drive, driven_angle, driven_time, plate, prescribed, shape
from .proof import proof, turns
from .solids import circle, extruded, stadium, with_posts

HELP = "a bike chain on two sprockets: the second one follows the first"
FULL = {"teeth": 24, "span": 20}
_PITCH, _PIN, _LINK, _HEIGHT, _SLACK, _AXLE = 0.02, 0.0045, 0.0085, 0.004, 3e-4, 0.012  # m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.1, "friction coefficient", least=0, most=10)
    step: float = option(2e-3, "length of a time step, s", least=1e-6, most=0.01)
    teeth: int = option(12, "teeth of a sprocket, even", least=8, most=100)
    span: int = option(6, "distance of the axes over the length of a link", least=5, most=100)
    speed: float = option(2.0, "of the first sprocket, rad/s", least=0.01, most=100)
    revolutions: float = option(0.25, "of the first sprocket", least=0.01, most=1000)


def build(options: Options) -> Setup:
    scene = assembly(options, halo=1e-4, comment="A chain of links with pins runs over two sprockets; the first one is driven.")
    teeth = options.teeth + options.teeth % 2
    radius, distance = outlines.sprocket_radius(teeth, _PITCH), options.span * _PITCH
    reach = radius + 2 * _LINK
    plate(scene, "table", (-reach, -reach, -0.02), (distance + reach, reach, -_SLACK))
    _links(scene, _pins(radius, distance, teeth, options.span))
    level, top = 2 * (_HEIGHT + _SLACK) + _SLACK, 4 * _HEIGHT
    wheel = outlines.sprocket(teeth, _PITCH, _PIN + 2 * _SLACK, per_tooth=12)
    shape(scene, "sprocket", extruded(wheel, [circle(_AXLE, 32)], level, top))
    driver = prescribed(scene, scene.wall("sprocket", MATERIAL, origin=(0, 0, 0)))
    drive(scene, driver, options.speed)
    follower = scene.body("sprocket", MATERIAL, origin=(distance, 0, 0))
    axle(scene, "axle", _AXLE - _SLACK, (distance, 0), -_SLACK, 2 * top, segments=32)
    axle(scene, "pedestal", 1.3 * _AXLE, (distance, 0), -_SLACK, level - _SLACK, segments=32)
    return Setup(scene, driven_time(2 * np.pi * options.revolutions, options.speed), 0.01, {"follower": follower})


def _pins(radius: float, distance: float, teeth: int, span: int) -> np.ndarray:
    """Places of the pins around both sprockets and on the tangents, counter-clockwise."""
    around = np.pi / 2 + 2 * np.pi / teeth * np.arange(teeth // 2 + 1)
    left = radius * np.column_stack([np.cos(around), np.sin(around)])
    along = _PITCH * np.arange(1, span)
    low = np.column_stack([along, np.full(span - 1, -radius)])
    right = (distance, 0) - left
    return np.concatenate([left, low, right, (distance, 0) - low])


def _links(scene, pins: np.ndarray) -> None:
    """Plates with two pins, and between them plates with two bores, which lie on those."""
    ends = [(0, 0), (_PITCH, 0)]
    plate_ = stadium(_LINK, _PITCH, 6)
    shape(scene, "outer", with_posts(plate_, [circle(_PIN, 12, end) for end in ends], 0, _HEIGHT, 4 * _HEIGHT))
    bores = [circle(_PIN + _SLACK, 12, end) for end in ends]
    shape(scene, "inner", extruded(plate_, bores, _HEIGHT + _SLACK, 2 * _HEIGHT + _SLACK))
    for i, (begin, end) in enumerate(zip(pins, np.roll(pins, -1, axis=0))):
        turn = about_z(np.arctan2(*(end - begin)[::-1]))
        kind = "inner" if i % 2 else "outer"
        scene.body(kind, MATERIAL, origin=(*begin, 0), orientation=turn)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    follower = int(np.flatnonzero(run.ids == setup.notes["follower"])[0])
    links = np.delete(run.positions, follower, axis=1)
    lengths = np.linalg.norm(links - np.roll(links, -1, axis=1), axis=2)
    angle = turns(run, follower)
    numbers = {
        "links": float(links.shape[1]),
        "turn of the second sprocket over that of the first one": float(angle[-1] / (driven_angle(run.times[-1], options.speed))),
        "greatest distance of neighbouring links over the pitch": float(lengths.max() / _PITCH),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, np.degrees(angle), unit="turn of the second sprocket, degrees"))
