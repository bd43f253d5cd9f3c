"""Converts faces of a surface, given as arrays, to polygons."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .errors import TalusError
from .io.geometry import polygons

_REMEDY = "Give whole numbers: (m, 3) triangles, (m, 4) quads, lists of three or more, or flat: k, then k numbers"


def faces_of(points: np.ndarray, faces: ArrayLike) -> vtkPolyData:
    """Polygons from points (n, 3) and faces, see :data:`talus.surfaces.SurfaceLike`.

    :raises TalusError: values that are not faces, or point ids out of range
    """
    corners, sizes = _corners_and_sizes(faces)
    if corners.size and not (0 <= corners.min() and corners.max() < len(points)):
        wrong = corners[(corners < 0) | (corners >= len(points))][0]
        raise TalusError(f"A triangle refers to point {wrong} of {len(points)}", "", "Number the points from 0")
    return polygons(points, corners, sizes)


def _corners_and_sizes(faces: Any) -> tuple[np.ndarray, np.ndarray]:
    """Point ids of all faces, concatenated, and the number of points of each face."""
    try:
        array = np.asarray(faces)
    except ValueError:  # lists of different lengths
        return _of_lists(faces)
    if array.dtype == object:
        return _of_lists(faces)
    if array.size == 0:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    if array.dtype.kind not in "iu" or array.ndim > 2 or (array.ndim == 2 and array.shape[1] < 3):
        raise TalusError(f"The triangles have the shape {array.shape} and the type {array.dtype}", "", _REMEDY)
    if array.ndim == 1:
        return _of_flat(array)
    return array.reshape(-1), np.full(len(array), array.shape[1])


def _of_lists(faces: Any) -> tuple[np.ndarray, np.ndarray]:
    try:
        rows = [np.asarray(face) for face in faces]
    except (TypeError, ValueError):
        raise TalusError("The faces are not lists of numbers", "", _REMEDY) from None
    for number, row in enumerate(rows):
        if row.ndim != 1 or len(row) < 3 or row.dtype.kind not in "iu":
            raise TalusError(f"Face {number} has the shape {row.shape} and the type {row.dtype}", "", _REMEDY)
    return np.concatenate(rows), np.array([len(row) for row in rows])


def _of_flat(flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """From a flat array as in VTK's old cell arrays and PyVista's ``faces``: number of points, then their ids."""
    starts, at = [], 0
    while at < len(flat):
        size = int(flat[at])
        if size < 3 or at + size >= len(flat):
            told = f"In the flat array face {len(starts)} has {size} corners, and {len(flat) - at - 1} numbers follow"
            raise TalusError(told, "", _REMEDY)
        starts.append(at)
        at += 1 + size
    return np.delete(flat, starts), flat[starts].astype(np.int64)
