"""Generators of bodies: foams, grains and containers, closed, manifold and without self-intersections. As surfaces by
:func:`foam`, :func:`grain` and :func:`container`; as shapes of a :class:`talus.Scene`, which names their options:

>>> scene = talus.Scene()
>>> scene.shape("grain", talus.shapes.ConvexGrain(size=0.01, vertices=40))
'grain'
"""

from __future__ import annotations

from typing import Any, Mapping, Sequence, Unpack

from vtkmodules.vtkCommonDataModel import vtkPolyData

from .io.geometry import copy_of
from .option_tables import CONTAINER, FOAM, GRAIN, ContainerSourceOptions, FoamSourceOptions, GrainSourceOptions
from .options import Option, configure, option_of
from .progress import Progress, run
from .scene_items import (  # noqa: F401
    BumpedSphere as BumpedSphere,
    Container as Container,
    ConvexGrain as ConvexGrain,
    FileShape as FileShape,
    Foam as Foam,
    ListedShape as ListedShape,
    PorousBlock as PorousBlock,
    Solid as Solid,
    Sphere as Sphere,
)
from .vtkmodules.TalusFilters import vtkTalusContainerSource, vtkTalusFoamSource, vtkTalusGrainSource

#: Outlines of foams
OUTLINES = tuple(option_of(FOAM, "outline").words)
#: Kinds of grains
SHAPES = tuple(option_of(GRAIN, "shape").words)
#: Kinds of containers
CONTAINERS = tuple(option_of(CONTAINER, "kind").words)
#: Cross-sections of containers
CROSS_SECTIONS = tuple(option_of(CONTAINER, "cross_section").words)


def foam(
    *,
    progress: Progress | None = None,
    **options: Unpack[FoamSourceOptions],
) -> vtkPolyData:
    """Makes an open-cell foam in a cube or ball.

    >>> talus.foam(cells=8, triangles=5000).GetNumberOfPolys()
    5000

    {options}
    :param progress: called with the completed fraction
    :raises TalusError: an option out of range, or triangles too few to resolve the struts
    """
    return _made(vtkTalusFoamSource(), FOAM, options, progress)


def grain(
    shape: str = "RefinedSphere",
    *,
    progress: Progress | None = None,
    **options: Unpack[GrainSourceOptions],
) -> vtkPolyData:
    """Makes one grain. Options of other shapes are ignored; lengths are relative to the size.

    >>> talus.write_surface(talus.grain("ConvexGrain", vertices=20, seed=3), "grain.stl")

    :param shape: kind of the grain, one of :data:`SHAPES`
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: an option out of range, or triangles too few to resolve the tunnels
    """
    return _made(vtkTalusGrainSource(), GRAIN, options, progress)


def container(
    kind: str = "OpenBox",
    **options: Unpack[ContainerSourceOptions],
) -> vtkPolyData:
    """Makes the wall of a container: the inside of the mesh is the wall's material. Lengths are relative to the size.

    >>> hopper = talus.container("Hopper", opening=0.2, height=2)
    >>> talus.check(hopper).closed
    True

    :param kind: one of :data:`CONTAINERS`; z points up; a Drum lies along y with its opening towards -y
    {options}
    :raises TalusError: an option out of range, a slope that leaves no height for the vertical part, or a wall too thick
        for its slope
    """
    return _made(vtkTalusContainerSource(), CONTAINER, options)


def _made(source: Any, table: Sequence[Option], options: Mapping[str, Any], progress: Progress | None = None) -> vtkPolyData:
    configure(source, table, options)
    run(source, progress)
    return copy_of(source.GetOutput())
