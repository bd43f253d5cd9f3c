"""Materials, plates and axles of assemblies."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...scene_builder import Scene
from ...scene_items import Solid
from .options import AssemblyOptions
from .solids import Mesh, extruded, rectangle, rounded

MATERIAL = "plastic"
DENSITY = 1000.0  #: kg/m³
GRAVITY = 9.81  #: m/s²
RAMP = 0.1  #: in which driven walls come to speed, s


_ROUNDED = ("position", "origin", "orientation", "velocity", "angular_velocity")


class _Assembly(Scene):
    """Bodies at rounded places."""

    def _add(self, key: str, given: dict[str, Any]) -> int:
        vectors = {name: rounded(given[name]) for name in _ROUNDED if given.get(name) is not None}
        return super()._add(key, {**given, **vectors})


def assembly(options: AssemblyOptions, *, halo: float, comment: str, gravity: Sequence[float] = (0.0, 0.0, -GRAVITY)) -> Scene:
    """A scene with one material. The halo, m, is that of each body: contacts act over less than twice of it."""
    scene = _Assembly(halo=halo, gravity=gravity)
    scene.as_dict()["comment"] = comment
    contact = {"friction": options.friction, "restitution": options.restitution}
    scene.material(MATERIAL, density=DENSITY, young=options.young, poisson=0.3, **contact)
    return scene


def shape(scene: Scene, name: str, mesh: Mesh) -> None:
    """Adds a shape with rounded coordinates."""
    points, triangles = mesh
    scene.shape(name, (rounded(points), triangles))


def plate(scene: Scene, name: str, low: Sequence[float], high: Sequence[float]) -> int:
    """A wall: a cuboid between two corners, m. :return: its id"""
    return scene.wall(name, MATERIAL, position=cuboid(scene, name, low, high))


def cuboid(scene: Scene, name: str, low: Sequence[float], high: Sequence[float]) -> list[float]:
    """Adds the shape of a cuboid between two corners, m. :return: its centre"""
    ends = np.array([low, high], dtype=float)
    half = (ends[1] - ends[0]) / 2
    shape(scene, name, extruded(rectangle(-half[:2], half[:2]), [], -half[2], half[2]))
    return ends.mean(axis=0).tolist()


def axle(scene: Scene, name: str, radius: float, centre: Sequence[float], low: float, high: float, *, segments: int = 48) -> int:
    """A wall: a cylinder parallel to z. :return: its id"""
    size = {"size": 2 * radius, "height": (high - low) / (2 * radius), "segments": segments}
    scene.shape(name, Solid(kind="cylinder", **size))
    return scene.wall(name, MATERIAL, position=(*centre, (low + high) / 2))


def prescribed(scene: Scene, wall: int) -> int:
    """Makes a fixed wall one that the scene's motions move. :return: its id"""
    next(item for item in scene.as_dict()["walls"] if item["id"] == wall)["motion"] = "prescribed"
    return wall


def about_z(angle: float) -> list[float]:
    """The orientation w x y z of a rotation about the z axis, rad."""
    return [float(np.cos(angle / 2)), 0.0, 0.0, float(np.sin(angle / 2))]


def product(then: Sequence[float], first: Sequence[float]) -> list[float]:
    """The orientation w x y z of two rotations in succession."""
    (w, *u), (s, *v) = then, first
    vector = w * np.array(v) + s * np.array(u) + np.cross(u, v)
    return [w * s - float(np.dot(u, v)), *vector.tolist()]


def drive(scene: Scene, wall: int, speed: float) -> None:
    """Rotates a prescribed wall about the z axis through the origin, rad/s; at first it accelerates uniformly."""
    times, far = np.linspace(0, RAMP, 51), 1e4 * RAMP
    angles = driven_angle(times, speed)
    scene.rotate_by_table([wall], (0, 0, 1), [*times.tolist(), far], [*angles.tolist(), float(driven_angle(far, speed))])


def driven_angle(times: ArrayLike, speed: float) -> np.ndarray:
    """The angle of a wall that :func:`drive` rotates, rad."""
    times = np.asarray(times, dtype=float)
    return np.where(times < RAMP, speed * times**2 / (2 * RAMP), speed * (times - RAMP / 2))


def driven_time(angle: float, speed: float) -> float:
    """The time until a driven wall has rotated by an angle, at least that of its acceleration, s."""
    return max(angle / speed + RAMP / 2, RAMP)
