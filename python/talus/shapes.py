"""Generators of bodies: foams, grains and containers, closed, manifold and without self-intersections."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

from vtkmodules.vtkCommonDataModel import vtkPolyData

from .options import number_of, set_options
from .progress import Progress, run
from .surfaces import thread_limit
from .vtkmodules.TalusFilters import vtkTalusContainerSource, vtkTalusFoamSource, vtkTalusGrainSource

#: What a foam fills, the kinds of grains and containers, and what containers look like from above, by name
OUTLINES = {"Cube": vtkTalusFoamSource.CUBE, "Ball": vtkTalusFoamSource.BALL}
SHAPES = {
    "RefinedSphere": vtkTalusGrainSource.REFINED_SPHERE,
    "PorousBlock": vtkTalusGrainSource.POROUS_BLOCK,
    "ConvexGrain": vtkTalusGrainSource.CONVEX_GRAIN,
    "BumpedSphere": vtkTalusGrainSource.BUMPED_SPHERE,
    "Tetrahedron": vtkTalusGrainSource.TETRAHEDRON,
    "Cube": vtkTalusGrainSource.CUBE,
    "Octahedron": vtkTalusGrainSource.OCTAHEDRON,
    "Dodecahedron": vtkTalusGrainSource.DODECAHEDRON,
    "Icosahedron": vtkTalusGrainSource.ICOSAHEDRON,
    "Cuboid": vtkTalusGrainSource.CUBOID,
    "Cylinder": vtkTalusGrainSource.CYLINDER,
    "Cone": vtkTalusGrainSource.CONE,
    "Prism": vtkTalusGrainSource.PRISM,
    "Torus": vtkTalusGrainSource.TORUS,
    "Capsule": vtkTalusGrainSource.CAPSULE,
}
CONTAINERS = {
    "OpenBox": vtkTalusContainerSource.OPEN_BOX,
    "Drum": vtkTalusContainerSource.DRUM,
    "Hopper": vtkTalusContainerSource.HOPPER,
    "Funnel": vtkTalusContainerSource.FUNNEL,
    "Tube": vtkTalusContainerSource.TUBE,
    "ConveyorPlate": vtkTalusContainerSource.CONVEYOR_PLATE,
}
CROSS_SECTIONS = {"Round": vtkTalusContainerSource.ROUND, "Square": vtkTalusContainerSource.SQUARE}


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

    >>> talus.foam(cells=8, triangles=5000).GetNumberOfPolys()
    5000

    :param outline: one of OUTLINES
    :param cells: about so many in the body, 4 … 20 000
    :param strut_thickness: diameter of a strut over the cube root of a cell's volume, 0.02 … 0.6
    :param irregularity: 0 (Kelvin's foam) … 1 (very uneven cells)
    :param triangles: wanted, 1 000 … 20 000 000; an odd number gives one less
    :param seed: another one, another foam of the same kind
    :param size: edge of the cube or diameter of the ball, > 0
    :param threads: limit of the number of threads, 0 for all cores; the foam does not depend on it
    :param progress: called with the completed fraction
    :raises TalusError: an option out of range, or triangles too few to resolve the struts
    """
    options = {
        "Outline": number_of(outline, OUTLINES, "outline"),
        "Cells": cells,
        "StrutThickness": strut_thickness,
        "Irregularity": irregularity,
        "Triangles": triangles,
        "Seed": seed,
        "Size": size,
        "Center": center,
        "NumberOfThreads": thread_limit(threads),
    }
    return _made(vtkTalusFoamSource(), options, progress)


def grain(
    shape: str = "RefinedSphere",
    *,
    levels: int = 5,
    tunnels: int = 15,
    tunnel_diameter: float = 0.13,
    tortuosity: float = 0.5,
    rounding: float = 0.04,
    triangles: int = 120_868,
    semi_axes: Sequence[float] = (0.5, 0.4, 0.3),
    vertices: int = 62,
    irregularity: float = 0.5,
    sphere_triangles: int = 1280,
    bumpiness: float = 1.3,
    octaves: int = 4,
    stretch: float = 1.0,
    extents: Sequence[float] = (1.0, 1.0, 1.0),
    height: float = 1.0,
    top_diameter: float = 0.0,
    tube_diameter: float = 0.3,
    sides: int = 6,
    segments: int = 32,
    seed: int = 1,
    size: float = 1.0,
    center: Sequence[float] = (0.0, 0.0, 0.0),
    threads: int = 0,
    progress: Progress | None = None,
) -> vtkPolyData:
    """Makes one grain. Options of other shapes are not looked at; lengths are over the size.

    >>> talus.write_surface(talus.grain("ConvexGrain", vertices=20, seed=3), "grain.stl")

    :param shape: one of SHAPES
    :param levels: RefinedSphere: an octahedron refined so often, 0 … 10: 8 · 4^levels triangles
    :param tunnels: PorousBlock: how many, 0 … 1 000, in turn along x, y and z
    :param tunnel_diameter: PorousBlock: 0.01 … 0.8
    :param tortuosity: PorousBlock: how far tunnels wander, 0 (straight) … 1
    :param rounding: PorousBlock: radius of edges and rims, 0.001 … 0.2
    :param triangles: PorousBlock: wanted, 1 000 … 20 000 000; an odd number gives one less
    :param semi_axes: ConvexGrain: of the ellipsoid that the vertices lie on, each 0.001 … 1 000
    :param vertices: ConvexGrain: how many, exactly, 4 … 200 000
    :param irregularity: ConvexGrain: how far vertices are moved from even spacing, 0 (not at all) … 1
    :param sphere_triangles: BumpedSphere: wanted, 4 … 1 000 000; an odd number gives one less
    :param bumpiness: BumpedSphere: largest radius over the smallest, 1 (no bumps) … 10
    :param octaves: BumpedSphere: layers of finer and finer bumps, 1 … 10
    :param stretch: BumpedSphere: factor along z, 0.01 … 100
    :param extents: Cuboid: edges, each 0.001 … 1 000
    :param height: Cylinder, Cone, Prism; Capsule: of the cylinder in it: 0.001 … 1 000
    :param top_diameter: Cone: 0 (pointed) … 1 000
    :param tube_diameter: Torus: 0.001 … 0.499
    :param sides: Prism: 3 … 1 024
    :param segments: Cylinder, Cone, Torus, Capsule: straight edges in a circle, 8 … 1 024
    :param seed: PorousBlock, ConvexGrain, BumpedSphere: another one, another grain of the same kind
    :param size: diameter of the grain (of a sphere below its bumps; through the corners of a regular solid), edge of the
        block, factor of semi-axes and extents, > 0
    :param threads: limit of the number of threads, 0 for all cores; the grain does not depend on it
    :param progress: called with the completed fraction
    :raises TalusError: an option out of range, or triangles too few to resolve the tunnels
    """
    options = {
        "Shape": number_of(shape, SHAPES, "shape"),
        "Levels": levels,
        "Tunnels": tunnels,
        "TunnelDiameter": tunnel_diameter,
        "Tortuosity": tortuosity,
        "Rounding": rounding,
        "Triangles": triangles,
        "SemiAxes": semi_axes,
        "Vertices": vertices,
        "Irregularity": irregularity,
        "SphereTriangles": sphere_triangles,
        "Bumpiness": bumpiness,
        "Octaves": octaves,
        "Stretch": stretch,
        "Extents": extents,
        "Height": height,
        "TopDiameter": top_diameter,
        "TubeDiameter": tube_diameter,
        "Sides": sides,
        "Segments": segments,
        "Seed": seed,
        "Size": size,
        "Center": center,
        "NumberOfThreads": thread_limit(threads),
    }
    return _made(vtkTalusGrainSource(), options, progress)


def container(
    kind: str = "OpenBox",
    *,
    thickness: float = 0.05,
    height: float = 1.0,
    depth: float = 1.0,
    opening: float = 0.3,
    slope: float = 60.0,
    rail_height: float = 0.0,
    cross_section: str = "Round",
    segments: int = 64,
    size: float = 1.0,
    center: Sequence[float] = (0.0, 0.0, 0.0),
) -> vtkPolyData:
    """Makes the wall of a container: inside the mesh is inside the wall. Lengths are over the size.

    >>> hopper = talus.container("Hopper", opening=0.2, height=2)
    >>> talus.check(hopper).closed
    True

    :param kind: one of CONTAINERS; up is z, and a Drum lies along y with its hole towards -y
    :param thickness: of the walls, at right angles, 0.001 … 10
    :param height: of the hollow; Drum: its length: 0.001 … 1 000
    :param depth: OpenBox, ConveyorPlate: along y, 0.001 … 1 000
    :param opening: width of the outlet (Hopper, Funnel) or the hole in front (Drum, 0 closes it), 0 … 0.95
    :param slope: Hopper, Funnel: of the sloping wall against the ground, 5 … 85 degrees
    :param rail_height: ConveyorPlate: of the rails along both sides, 0 … 1 000
    :param cross_section: Hopper, Funnel, Tube: one of CROSS_SECTIONS
    :param segments: straight edges in a circle, 8 … 1 024
    :param size: width of the hollow along x (of round ones the diameter), > 0
    :param center: middle of the hollow, or of the plate's upper face
    :raises TalusError: an option out of range, a slope that leaves no height for the upright part, or a wall too thick
        for its slope
    """
    options = {
        "Kind": number_of(kind, CONTAINERS, "container"),
        "Thickness": thickness,
        "Height": height,
        "Depth": depth,
        "Opening": opening,
        "Slope": slope,
        "RailHeight": rail_height,
        "CrossSection": number_of(cross_section, CROSS_SECTIONS, "cross-section"),
        "Segments": segments,
        "Size": size,
        "Center": center,
    }
    return _made(vtkTalusContainerSource(), options)


def _made(source, options: Mapping[str, Any], progress: Progress | None = None) -> vtkPolyData:
    set_options(source, options)
    run(source, progress)
    body = vtkPolyData()
    body.ShallowCopy(source.GetOutput())
    return body
