"""Grains and walls of scenarios."""

from __future__ import annotations

import math
from itertools import islice
from typing import Callable, Iterable, Iterator, Sequence

import numpy as np

from ..errors import TalusError
from ..scene_builder import Scene
from ..scene_items import ConvexGrain, Solid, Sphere
from ..scene_values import SceneItem
from .options import SOLIDS, GrainOptions

DENSITY = 2500.0  #: of all grains, kg/m³
HALO = 0.025  #: over the mean diameter
CORNERS = 20  #: vertices of a polyhedron
KINDS = 4  #: number of different polyhedra

#: Materials: grains; walls with the friction of grains; walls without friction
GRAIN, ROUGH, SMOOTH = "grain", "rough", "smooth"


def granular_scene(options: GrainOptions, *, comment: str) -> Scene:
    """A scene with materials, grain shapes, and gravity along −z."""
    scene = Scene(halo=HALO * options.size)
    scene.as_dict()["comment"] = comment
    contact = {
        "restitution": options.restitution,
        "friction": float(options.friction),
        "rolling_resistance": options.rolling,
        "cohesion": options.cohesion or None,  # None is omitted from the scene file
    }
    for name in (GRAIN, ROUGH):
        scene.material(name, density=DENSITY, young=options.young, poisson=0.3, **contact)
    scene.material(SMOOTH, density=DENSITY, young=options.young, poisson=0.3, restitution=options.restitution)
    scene.pair(GRAIN, ROUGH, **contact)
    scene.pair(GRAIN, SMOOTH, restitution=options.restitution, friction=0.0)
    for name, form in _forms(options):
        scene.shape(name, form)
    return scene


def _forms(options: GrainOptions) -> Iterator[tuple[str, SceneItem]]:
    """Names and shapes of grains whose diameter is about the size."""
    if options.shape == "spheres":
        yield "ball", Sphere(size=options.size, levels=options.levels)
        return
    if options.shape in SOLIDS:
        kind = SOLIDS[options.shape]
        yield kind, Solid(kind=kind, size=options.size)
        return
    for kind in range(KINDS):
        form = ConvexGrain(size=options.size, semi_axes=[0.53, 0.5, 0.47], vertices=CORNERS, seed=options.seed * KINDS + kind)
        yield f"grain{kind}", form


def shape_names(options: GrainOptions) -> list[str]:
    return [name for name, _ in _forms(options)]


def spacing(options: GrainOptions) -> float:
    """The edge of cubic cells that contain any grain in any orientation, m."""
    return 1.06 * options.size * (1 + options.spread) * (1.06 if options.shape == "polyhedra" else 1.0)


def fill(
    scene: Scene,
    options: GrainOptions,
    low: Sequence[float],
    high: Sequence[float],
    fits: Callable[[np.ndarray], bool] = lambda place: True,
) -> list[int]:
    """Fills a box with grains from the bottom up, slightly disordered, with random orientations.

    :param low, high: corners of the box, m
    :param fits: whether the cell with this centre may contain a grain; cells extend half a spacing around it
    :return: ids
    :raises TalusError: there is no room for all grains
    """
    random = np.random.default_rng(options.seed)
    names, step = shape_names(options), spacing(options)
    places = list(islice(filter(fits, _cells(low, high, step)), options.grains))
    if len(places) < options.grains:
        raise TalusError(
            f"There is room for {len(places)} of {options.grains} grains", "", "Use fewer grains or a larger container"
        )
    ids = []
    for place in places:
        scale = 1 + options.spread * random.uniform(-1, 1)
        stray = 0.02 * options.size * random.uniform(-1, 1, 3)
        body = {"position": np.round(place + stray, 7), "orientation": np.round(random_orientation(random), 6)}
        ids.append(scene.body(names[int(random.integers(len(names)))], GRAIN, scale=round(scale, 6), **body))
    return ids


def random_orientation(random: np.random.Generator) -> np.ndarray:
    """A quaternion w x y z, uniformly distributed."""
    q = random.normal(size=4)
    return q / math.hypot(*q)


def within(radius: float, axis: int, step: float) -> Callable[[np.ndarray], bool]:
    """For :func:`fill`: cells in a cylinder of that radius, m, about a coordinate axis through the origin."""
    others = [i for i in range(3) if i != axis]
    return lambda place: bool(math.hypot(*place[others]) < radius - 0.55 * step)


def _cells(low: Sequence[float], high: Sequence[float], step: float) -> Iterator[np.ndarray]:
    """Centres of all cells that fit, layer by layer."""
    room = np.asarray(high, dtype=float) - low
    many = np.floor(room / step * (1 + 1e-9)).astype(int)
    first = np.asarray(low, dtype=float) + step / 2 + np.append((room - many * step)[:2] / 2, 0)
    for layer, row, column in np.ndindex(*np.maximum(many[::-1], 0)):
        yield first + step * np.array([column, row, layer])


def slab(scene: Scene, name: str, low: Sequence[float], high: Sequence[float], material: str) -> int:
    """A wall: a cuboid between two corners, m. :return: its id"""
    ends = np.array([low, high], dtype=float)
    scene.shape(name, Solid(kind="cuboid", size=1.0, extents=np.round(ends[1] - ends[0], 7)))
    return scene.wall(name, material, position=np.round(ends.sum(axis=0) / 2, 7))


def trough(
    scene: Scene,
    low: Sequence[float],
    high: Sequence[float],
    thickness: float,
    *,
    sides: str = SMOOTH,
    ends: str = ROUGH,
    floor: str = ROUGH,
    prefix: str = "",
    skirt: float = 0.0,
) -> dict[str, int]:
    """A box open at the top, made of five cuboids around a cavity between two corners, m.

    :param sides: the material of the walls at ±y; ``ends``: at ±x
    :param skirt: how far the side walls reach below the floor's top, m: a floor that swings opens no slit
    :return: ids by name: floor left right front back
    """
    (x0, y0, z0), (x1, y1, z1), t = low, high, thickness
    foot = z0 - skirt
    walls = {
        "floor": ((x0 - t, y0 - t, z0 - t), (x1 + t, y1 + t, z0), floor),
        "left": ((x0 - t, y0 - t, foot), (x0, y1 + t, z1), ends),
        "right": ((x1, y0 - t, foot), (x1 + t, y1 + t, z1), ends),
        "front": ((x0, y0 - t, foot), (x1, y0, z1), sides),
        "back": ((x0, y1, foot), (x1, y1 + t, z1), sides),
    }
    return {name: slab(scene, prefix + name, *wall) for name, wall in walls.items()}


def time_unit(options: GrainOptions) -> float:
    """√(d/g), s: the time scale of motion under gravity; 0.032 s for grains of 1 cm."""
    return float(np.sqrt(options.size / 9.81))


def move(scene: Scene, walls: Iterable[int]) -> None:
    """Makes fixed walls prescribed, so that the scene's motions move them."""
    moving = set(walls)
    for wall in scene.as_dict()["walls"]:
        if wall["id"] in moving:
            wall["motion"] = "prescribed"
