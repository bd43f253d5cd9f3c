"""Placement of many bodies: on a grid, at random without overlap, in a column, at points."""

from __future__ import annotations

import warnings
from typing import Any, Sequence, Unpack

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkPartitionedDataSetCollection, vtkPolyData

from .errors import PlacementWarning, TalusError
from .io.geometry import copy_of
from .option_tables import PLACEMENT, BodyPlacementOptions
from .named_columns import by_name
from .options import configure, option_of
from .progress import Progress, run
from .surfaces import PointsLike, SurfaceLike, as_points, as_surface, with_polygons
from .vtkmodules.TalusFilters import vtkTalusBodyPlacement as Filter

#: Words of the options: positions, what must not overlap, size distribution, orientation, upward direction
ARRANGEMENTS, SEPARATIONS, SIZE_LAWS, ORIENTATION_MODES, UPS = (
    tuple(option_of(PLACEMENT, name).words)
    for name in ("arrangement", "separation", "size_law", "orientation_mode", "up")
)


def place(
    shapes: SurfaceLike | Sequence[SurfaceLike],
    count: int = 1000,
    *,
    points: PointsLike | None = None,
    walls: SurfaceLike | Sequence[SurfaceLike] | None = None,
    orientations: ArrayLike | None = None,
    velocities: ArrayLike = (0.0, 0.0, 0.0),
    progress: Progress | None = None,
    **options: Unpack[BodyPlacementOptions],
) -> vtkPartitionedDataSetCollection:
    """Places many bodies of given shapes; random placement starts with the largest.

    >>> scene = talus.place(["grain.stl", "pebble.stl"], count=20, weights=(3, 1), size_law="Uniform")
    >>> talus.write(scene, "placed.vtpc")

    :param shapes: closed surfaces, one or a list: files, VTK data, or (points, triangles)
    :param count: how many, for Random and DropColumn
    :param points: (n, 3), a file, or VTK data with points: implies the arrangement AtPoints
    :param walls: closed surfaces in world coordinates, one or a list. They become fixed bodies, last in the scene. No
        other body touches them or lies in them, whatever ``separation`` is; ``region`` decides on which side of them
        bodies are. With arrangements other than Random bodies that would touch a wall are omitted
    :param orientations: w x y z of all bodies, or (n, 4), one for each point; instead of orientation_mode
    :param velocities: of all bodies, m/s, or (n, 3), one for each point
    {options}
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
        filter_.AddInputDataObject(0, with_polygons(as_surface(shape)))
    if walls is not None and not (isinstance(walls, list) and not walls):
        filter_.SetWallsData(with_polygons(as_surface(walls)))
    configure(filter_, PLACEMENT, options)
    cloud = None if points is None else copy_of(as_points(points))
    _set_each(filter_, cloud, "Orientation", orientations, 4)
    _set_each(filter_, cloud, "Velocity", velocities, 3)
    if orientations is not None and np.ndim(orientations) == 1:
        filter_.SetOrientationMode(Filter.ALL_ALIKE)
    if cloud is not None:
        filter_.SetArrangement(Filter.AT_POINTS)
        filter_.SetPointsData(cloud)
    for warning in run(filter_, progress).warnings:
        warnings.warn(warning, PlacementWarning, stacklevel=2)
    return copy_of(filter_.GetOutputDataObject(0))


def _set_each(filter_: Filter, cloud: vtkDataObject | None, name: str, values: Any, components: int) -> None:
    """Sets one value for all bodies as a property, or one for each point as an array of the cloud."""
    if values is None:
        return
    values = by_name(values, f"values of {name}", "wxyz" if components == 4 else "xyz")
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise TalusError(f"{name} is not made of numbers", "", f"Give ({components},) or (n, {components})") from None
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
