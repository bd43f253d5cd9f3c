"""Points between which bodies lie: what a camera must see."""

from __future__ import annotations

import itertools
from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataSet

from ..frame_bodies import turned

_AROUND = 1.0


def boxes_of(shapes: Sequence[vtkDataSet]) -> np.ndarray:
    """The corners of the box around each shape, (k, 8, 3)."""
    bounds = [shape.GetBounds() if shape.GetNumberOfPoints() else (0.0,) * 6 for shape in shapes]
    corners = [list(itertools.product(box[:2], box[2:4], box[4:])) for box in bounds]
    return np.array(corners, dtype=float).reshape(-1, 8, 3)


def corners_of(
    boxes: np.ndarray, places: np.ndarray, shapes: np.ndarray, turns: np.ndarray, scales: np.ndarray
) -> np.ndarray:
    """The corners of the boxes of n instances of shapes, (8 n, 3).

    :param boxes: of the shapes, as of :func:`boxes_of`
    :param places: of the centres of mass, (n, 3)
    :param shapes: number of the shape of each, (n,)
    :param turns: quaternions w x y z, (n, 4)
    """
    corners = boxes[shapes] * scales[:, None, None]
    return turned(np.repeat(turns, 8, axis=0), corners.reshape(-1, 3)) + np.repeat(places, 8, axis=0)


def ends_of(points: np.ndarray) -> np.ndarray:
    """The least and the greatest coordinates, (2, 3); without points (0, 3)."""
    return np.array([points.min(axis=0), points.max(axis=0)]) if len(points) else np.empty((0, 3))


def near(moved: np.ndarray, walls: np.ndarray) -> np.ndarray:
    """Points of walls of which the camera sees the part around moving bodies: on a wide floor these would be specks. Those
    that are farther away than the extent of the motion are drawn near.

    :param moved: points between which bodies move, (n, 3); without them all of the walls is seen
    :param walls: (m, 3)
    """
    if not len(moved):
        return walls
    low, high = ends_of(moved)
    reach = _AROUND * (high - low).max()
    return np.clip(walls, low - reach, high + reach)
