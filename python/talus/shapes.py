"""Test bodies: foams and grains, closed, manifold and without self-intersections."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from vtkmodules.vtkCommonDataModel import vtkPolyData

from .errors import TalusError
from .progress import Progress, run
from .surfaces import thread_limit
from .vtkmodules.TalusFilters import vtkTalusFoamSource, vtkTalusGrainSource

#: What a foam fills, and the kinds of grains, by name
OUTLINES = {"Cube": vtkTalusFoamSource.CUBE, "Ball": vtkTalusFoamSource.BALL}
SHAPES = {
    "RefinedSphere": vtkTalusGrainSource.REFINED_SPHERE,
    "PorousBlock": vtkTalusGrainSource.POROUS_BLOCK,
}


def foam(
    *,
    outline: str = "Cube",
    cells: int = 30,
    strut_thickness: float = 0.2,
    irregularity: float = 0.6,
    triangles: int = 120_868,
    seed: int = 1,
    size: float = 1.0,
    center: Sequence[float] = (0.0, 0.0, 0.0),
    threads: int = 0,
    progress: Progress | None = None,
) -> vtkPolyData:
    """Makes an open-cell foam in a cube or ball.

    :param outline: one of OUTLINES
    :param cells: about so many in the body, 4 … 20 000
    :param strut_thickness: diameter of a strut over the cube root of a cell's volume, 0.02 … 0.6
    :param irregularity: 0 (Kelvin's foam) … 1 (very uneven cells)
    :param triangles: wanted, 1 000 … 20 000 000; an odd number gives one less
    :param seed: another one, another foam of the same kind
    :param size: edge of the cube or diameter of the ball, > 0
    :param threads: limit of the number of threads, 0 for all cores; the foam does not depend on it
    :param progress: is told the fraction that is done
    :raises TalusError: an option out of range, or triangles too few to resolve the struts
    """
    options = {
        "Outline": _number_of(outline, OUTLINES, "outline"),
        "Cells": cells,
        "StrutThickness": strut_thickness,
        "Irregularity": irregularity,
        "Triangles": triangles,
        "Seed": seed,
        "Size": size,
    }
    return _made(vtkTalusFoamSource(), options, center, threads, progress)


def grain(
    shape: str = "RefinedSphere",
    *,
    levels: int = 5,
    tunnels: int = 15,
    tunnel_diameter: float = 0.13,
    tortuosity: float = 0.5,
    rounding: float = 0.04,
    triangles: int = 120_868,
    seed: int = 1,
    size: float = 1.0,
    center: Sequence[float] = (0.0, 0.0, 0.0),
    threads: int = 0,
    progress: Progress | None = None,
) -> vtkPolyData:
    """Makes one grain. Options of other shapes are not looked at.

    :param shape: one of SHAPES
    :param levels: RefinedSphere: an octahedron refined so often, 0 … 10: 8 · 4^levels triangles
    :param tunnels: PorousBlock: how many, 0 … 1 000, in turn along x, y and z
    :param tunnel_diameter: PorousBlock: over the size, 0.01 … 0.8
    :param tortuosity: PorousBlock: how far tunnels wander, 0 (straight) … 1
    :param rounding: PorousBlock: radius of edges and rims over the size, 0.001 … 0.2
    :param triangles: PorousBlock: wanted, 1 000 … 20 000 000; an odd number gives one less
    :param seed: PorousBlock: another one, other tunnels
    :param size: diameter of the sphere or edge of the block, > 0
    :param threads: limit of the number of threads, 0 for all cores; the grain does not depend on it
    :param progress: is told the fraction that is done
    :raises TalusError: an option out of range, or triangles too few to resolve the tunnels
    """
    options = {
        "Shape": _number_of(shape, SHAPES, "shape"),
        "Levels": levels,
        "Tunnels": tunnels,
        "TunnelDiameter": tunnel_diameter,
        "Tortuosity": tortuosity,
        "Rounding": rounding,
        "Triangles": triangles,
        "Seed": seed,
        "Size": size,
    }
    return _made(vtkTalusGrainSource(), options, center, threads, progress)


def _number_of(name: str, known: Mapping[str, int], what: str) -> int:
    if name not in known:
        raise TalusError(f"There is no {what} '{name}'", "", f"Known are: {' '.join(known)}")
    return known[name]


def _made(source, options: Mapping[str, Any], center, threads: int, progress: Progress | None) -> vtkPolyData:
    for name, value in options.items():
        getattr(source, "Set" + name)(value)
        if getattr(source, "Get" + name)() != value:  # clamped, or not a number
            low, high = (getattr(source, f"Get{name}{end}Value")() for end in ("Min", "Max"))
            raise TalusError(f"{name} cannot be {value}", "", f"Give a number from {low:g} to {high:g}")
    source.SetCenter(*center)
    source.SetNumberOfThreads(thread_limit(threads))
    run(source, progress)
    body = vtkPolyData()
    body.ShallowCopy(source.GetOutput())
    return body
