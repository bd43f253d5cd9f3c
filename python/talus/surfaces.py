"""What callers may give as a surface or as points, made into VTK data."""

from __future__ import annotations

import os
from numbers import Integral
from typing import Sequence, Union

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkMultiBlockDataSet, vtkPolyData

from .errors import TalusError
from .io import PathLike, read_surface
from .io.geometry import point_cloud, triangles

#: A file, VTK data, or a pair of points (n, 3) and triangles (m, 3). A list of them: one body each.
SurfaceLike = Union[PathLike, vtkDataObject, tuple[ArrayLike, ArrayLike]]


def as_surface(surface: SurfaceLike | Sequence[SurfaceLike]) -> vtkDataObject:
    """One surface as it is; a list of several as a composite with one block each.

    :raises TalusError: unreadable file, or arrays of the wrong shape.
    """
    if not isinstance(surface, list):
        return _one(surface)
    if len(surface) == 1:
        return _one(surface[0])
    bodies = vtkMultiBlockDataSet()
    for number, body in enumerate(surface):
        bodies.SetBlock(number, _one(body))
    return bodies


def as_polygons(surface: SurfaceLike) -> vtkPolyData:
    """One surface as polygons.

    :raises TalusError: as as_surface(), and for other VTK data.
    """
    data = as_surface(surface)
    if not data.IsA("vtkPolyData"):
        raise TalusError("Not a surface of polygons", "", "Apply ParaView's Extract Surface first")
    return data


def _one(surface: SurfaceLike) -> vtkDataObject:
    if isinstance(surface, (str, os.PathLike)):
        return read_surface(surface)
    if isinstance(surface, vtkDataObject):
        return surface
    try:
        points, faces = surface
    except (TypeError, ValueError):
        raise TalusError(
            f"A value of type {type(surface).__name__} is no surface",
            "",
            "Give a file name, a vtkPolyData or (points, triangles)",
        ) from None
    return _triangles(as_array(points, "points of the surface"), _as_faces(faces))


def _triangles(points: np.ndarray, faces: np.ndarray) -> vtkPolyData:
    if faces.ndim != 2 or faces.shape[1] != 3 or faces.dtype.kind not in "iu":
        raise TalusError(
            f"The triangles have the shape {faces.shape} and the type {faces.dtype}",
            "",
            "Give whole numbers (m, 3)",
        )
    if faces.size and not (0 <= faces.min() and faces.max() < len(points)):
        wrong = faces[(faces < 0) | (faces >= len(points))][0]
        raise TalusError(f"A triangle names point {wrong} of {len(points)}", "", "Number the points from 0")
    return triangles(points, faces)


def _as_faces(faces: ArrayLike) -> np.ndarray:
    try:
        array = np.asarray(faces)
    except ValueError:
        raise TalusError("The triangles are lists of different lengths", "", "Give whole numbers (m, 3)") from None
    return array if array.size else np.empty((0, 3), dtype=np.int64)


def as_points(points: ArrayLike) -> vtkPolyData:
    """:raises TalusError: if the array is not (n, 3) numbers."""
    return point_cloud(as_array(points, "points"))


def as_array(values: ArrayLike, name: str) -> np.ndarray:
    """Coordinates of shape (n, 3); an empty list is (0, 3)."""
    try:
        array = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise TalusError(f"The {name} are lists of different lengths", "", "Give numbers (n, 3)") from None
    if array.size == 0:
        return np.empty((0, 3))
    if array.ndim != 2 or array.shape[1] != 3 or array.dtype.kind not in "iuf":
        raise TalusError(
            f"The {name} have the shape {array.shape} and the type {array.dtype}", "", "Give numbers (n, 3)"
        )
    return array


def thread_limit(threads: int) -> int:
    """:raises TalusError: if this is no number of threads; 0 stands for all cores."""
    if not isinstance(threads, Integral) or not 0 <= threads < 2**31:
        raise TalusError(f"{threads!r} threads cannot be", "", "Give 0 for all cores, or more")
    return int(threads)
