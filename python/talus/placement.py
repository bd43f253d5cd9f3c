"""Placement of many bodies: on a grid, at random without overlap, in a column, at points."""

from __future__ import annotations

import warnings
from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkPartitionedDataSetCollection, vtkPolyData

from .errors import PlacementWarning, TalusError
from .options import number_of, set_options
from .progress import Progress, run
from .surface_names import errors_named, files_of
from .surfaces import PointsLike, SurfaceLike, as_points, as_surface, thread_limit
from .vtkmodules.TalusFilters import vtkTalusBodyPlacement as Filter

#: Where bodies go, what must not overlap, how sizes vary, how bodies are turned, and which way is up, by name
ARRANGEMENTS = {"Grid": Filter.GRID, "Random": Filter.RANDOM, "DropColumn": Filter.DROP_COLUMN, "AtPoints": Filter.AT_POINTS}
SEPARATIONS = {"BoundingSpheres": Filter.BOUNDING_SPHERES, "Surfaces": Filter.SURFACES}
SIZE_LAWS = {
    "Single": Filter.SINGLE,
    "Uniform": Filter.UNIFORM,
    "Normal": Filter.NORMAL,
    "LogNormal": Filter.LOG_NORMAL,
    "PowerLaw": Filter.POWER_LAW,
    "List": Filter.LIST,
}
ORIENTATION_MODES = {"AsShape": Filter.AS_SHAPE, "UniformRandom": Filter.UNIFORM_RANDOM, "AllAlike": Filter.ALL_ALIKE}
UPS = {"X": Filter.X_AXIS, "Y": Filter.Y_AXIS, "Z": Filter.Z_AXIS}


def place(
    shapes: SurfaceLike | Sequence[SurfaceLike],
    count: int = 1000,
    *,
    arrangement: str = "Random",
    cells: Sequence[int] = (10, 10, 10),
    points: PointsLike | None = None,
    walls: SurfaceLike | Sequence[SurfaceLike] | None = None,
    region: Sequence[float] | None = None,
    separation: str = "BoundingSpheres",
    clearance: float = 0.0,
    jitter: float = 0.5,
    up: str = "Z",
    attempts: int = 2000,
    size_law: str = "Single",
    size: float = 1.0,
    deviation: float = 0.2,
    smallest: float = 0.5,
    largest: float = 1.5,
    exponent: float = -2.5,
    sizes: ArrayLike | None = None,
    weights: ArrayLike = (),
    orientation_mode: str = "UniformRandom",
    orientations: ArrayLike | None = None,
    velocities: ArrayLike = (0.0, 0.0, 0.0),
    density: float = 2500.0,
    seed: int = 1,
    threads: int = 0,
    progress: Progress | None = None,
) -> vtkPartitionedDataSetCollection:
    """Places bodies of given shapes in the world; random placement starts with the largest.

    >>> scene = talus.place(["grain.stl", "pebble.stl"], count=20, weights=(3, 1), size_law="Uniform")
    >>> talus.write(scene, "placed.vtpc")

    :param shapes: closed surfaces, one or a list: files, VTK data, or (points, triangles)
    :param count: how many, for Random and DropColumn
    :param arrangement: one of ARRANGEMENTS; AtPoints if points are given
    :param cells: bodies along x, y, z of a Grid
    :param points: (n, 3), a file, or VTK data with points
    :param walls: closed surfaces where they stand, one or a list: fixed bodies of the scene, after the others, that no
        other touches or lies in, whatever ``separation`` is; ``region`` decides on which side of them bodies are. With
        arrangements other than Random those that would touch a wall are left out
    :param region: x from, x to, y from, y to, z from, z to; without it as large as the bodies need, or of Random the box
        around the walls
    :param separation: one of SEPARATIONS: what must not overlap
    :param clearance: the least gap, a length
    :param jitter: Grid, DropColumn: how far bodies stray in their cells, 0 … 1
    :param up: one of UPS: where a DropColumn grows to
    :param attempts: Random: places tried for a body before it is left out
    :param size_law: one of SIZE_LAWS; sizes are factors of the shapes' own
    :param size: Single: of all; Normal: the mean; LogNormal: the median
    :param deviation: Normal: standard deviation; LogNormal: of the logarithm
    :param smallest, largest: limits of all laws but Single and List
    :param exponent: PowerLaw: number density proportional to size to this power
    :param sizes: of the bodies in turn, in place of a law
    :param weights: how often each shape is taken; empty: all alike
    :param orientation_mode: one of ORIENTATION_MODES
    :param orientations: w x y z of all bodies, or (n, 4), one for each point; in place of orientation_mode
    :param velocities: of all bodies, m/s, or (n, 3), one for each point
    :param density: mass over volume
    :param seed: another one, other bodies
    :param threads: limit of their number, 0 for all cores; the bodies do not depend on it
    :param progress: called with the completed fraction
    :return: a scene: the blocks Bodies and Shapes/<name>
    :raises TalusError: bad options, shapes that are not closed, a body larger than its region
    :warns PlacementWarning: the region is full before all bodies are placed; bodies overlap at points, or would touch
        a wall
    """
    filter_ = Filter()
    if isinstance(shapes, list) and not shapes:
        raise TalusError("There are no shapes", "", "Give closed surfaces")
    for shape in shapes if isinstance(shapes, list) else [shapes]:
        filter_.AddInputDataObject(0, as_surface(shape))
    has_walls = walls is not None and walls != []
    if has_walls:
        filter_.SetWallsData(as_surface(walls))
    if sizes is not None:
        size_law = "List"
    options = {
        "Arrangement": number_of("AtPoints" if points is not None else arrangement, ARRANGEMENTS, "arrangement"),
        "Count": count,
        "Cells": tuple(cells),
        "AutomaticRegion": region is None,
        "Separation": number_of(separation, SEPARATIONS, "separation"),
        "Clearance": clearance,
        "Jitter": jitter,
        "Up": number_of(up, UPS, "axis"),
        "Attempts": attempts,
        "SizeLaw": number_of(size_law, SIZE_LAWS, "size law"),
        "TypicalSize": size,
        "SizeDeviation": deviation,
        "SmallestSize": smallest,
        "LargestSize": largest,
        "SizeExponent": exponent,
        "ShapeWeights": _text(weights),
        "OrientationMode": number_of(orientation_mode, ORIENTATION_MODES, "orientation mode"),
        "Density": density,
        "Seed": seed,
    }
    if region is not None:
        options["Region"] = tuple(region)
    if sizes is not None:
        options["SizeList"] = _text(sizes)
    set_options(filter_, options)
    cloud = None if points is None else _copy(points)
    _set_each(filter_, cloud, "Orientation", orientations, 4)
    _set_each(filter_, cloud, "Velocity", velocities, 3)
    if orientations is not None and np.ndim(orientations) == 1:
        filter_.SetOrientationMode(Filter.ALL_ALIKE)
    if cloud is not None:
        filter_.SetPointsData(cloud)
    filter_.SetNumberOfThreads(thread_limit(threads))
    with errors_named([] if has_walls else files_of(shapes)):  # a wall may be meant
        messages = run(filter_, progress)
    for warning in messages.warnings:
        warnings.warn(warning, PlacementWarning, stacklevel=2)
    scene = vtkPartitionedDataSetCollection()
    scene.ShallowCopy(filter_.GetOutputDataObject(0))
    return scene


def _text(numbers: ArrayLike) -> str:
    return " ".join(repr(float(number)) for number in np.ravel(np.asarray(numbers, dtype=float)))


def _copy(points: PointsLike) -> vtkDataObject:
    """The points, to which arrays may be added."""
    given = as_points(points)
    copy = given.NewInstance()
    copy.ShallowCopy(given)
    return copy


def _set_each(filter_: Filter, cloud: vtkDataObject | None, name: str, values: Any, components: int) -> None:
    """One value for all as a property, one for each point as an array of the cloud."""
    if values is None:
        return
    array = np.asarray(values, dtype=float)
    if array.shape == (components,):
        getattr(filter_, "Set" + name)(*array.tolist())
        return
    if not isinstance(cloud, vtkPolyData) or array.shape != (cloud.GetNumberOfPoints(), components):
        raise TalusError(
            f"{name} has the shape {array.shape}", "", f"Give ({components},), or ({components}) for each of the points"
        )
    data = numpy_to_vtk(np.ascontiguousarray(array), deep=True)
    data.SetName(name)
    cloud.GetPointData().AddArray(data)
    getattr(filter_, f"Set{name}Array")(name)
