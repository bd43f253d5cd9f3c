"""Closed triangle meshes of machine parts: points (n, 3) and triangles (m, 3) that face outwards."""

from __future__ import annotations

from typing import Callable, Sequence, Tuple

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkImageData, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkFlyingEdges3D
from vtkmodules.vtkFiltersGeneral import vtkContourTriangulator

Mesh = Tuple[np.ndarray, np.ndarray]
Outline = np.ndarray  #: (n, 2), counter-clockwise, without the first point again


def circle(radius: float, count: int, centre: Sequence[float] = (0.0, 0.0)) -> Outline:
    """A regular polygon with this circumscribed circle."""
    return centre + radius * _directions(2 * np.pi * np.arange(count) / count)


def rectangle(low: Sequence[float], high: Sequence[float]) -> Outline:
    (x0, y0), (x1, y1) = low, high
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)


def stadium(radius: float, length: float, count: int) -> Outline:
    """Two half circles of ``count`` edges each about (0, 0) and (length, 0), and their tangents."""
    turn = np.pi * np.arange(count + 1) / count
    right = (length, 0.0) + radius * _directions(turn - np.pi / 2)
    return np.concatenate([right, radius * _directions(turn + np.pi / 2)])


def turned(outline: Outline, angle: float) -> Outline:
    """An outline rotated about the origin, rad."""
    c, s = np.cos(angle), np.sin(angle)
    return outline @ np.array([[c, s], [-s, c]])


def extruded(outline: Outline, holes: Sequence[Outline], low: float, high: float) -> Mesh:
    """The prism between two heights over an outline with holes."""
    every = [outline, *holes]
    flat = np.concatenate(every)
    lid, count = _region(every), len(flat)
    sides = [_band(ids, ids + count) for ids in _numbers(every)]
    inwards = [side[:, ::-1] for side in sides[1:]]
    points = np.concatenate([_at(flat, low), _at(flat, high)])
    return points, np.concatenate([lid[:, ::-1], lid + count, sides[0], *inwards])


def with_posts(outline: Outline, posts: Sequence[Outline], low: float, middle: float, high: float) -> Mesh:
    """A plate over an outline from ``low`` to ``middle``, and posts on it, within the outline, up to ``high``."""
    every = [outline, *posts]
    flat, edge = np.concatenate(every), len(outline)
    rise = len(flat) - edge  # the number of a post's upper point less that of the one below it
    points = np.concatenate([_at(outline, low), _at(flat, middle), _at(flat[edge:], high)])
    faces = [_region([outline])[:, ::-1], _region(every) + edge, _band(np.arange(edge), np.arange(edge) + edge)]
    for post, ids in zip(posts, _numbers(every)[1:]):
        foot = ids + edge
        faces += [_band(foot, foot + rise), _region([post]) + foot[0] + rise]
    return points, np.concatenate(faces)


def about_axis(radius: Callable[[np.ndarray, np.ndarray], np.ndarray], heights: np.ndarray, count: int) -> Mesh:
    """A body with the radius r(angle, height) about the z axis, flat at both ends."""
    angles = 2 * np.pi * np.arange(count) / count
    points = _turned_surface(radius, heights, angles)
    ids = np.arange(len(heights) * count).reshape(-1, count)
    bottom, top = (_region([points[row, :2]]) for row in (ids[0], ids[-1]))
    return points, np.concatenate([*_rows(ids), bottom[:, ::-1], top + ids[-1, 0]])


def around_axis(outline: Outline, radius: Callable, heights: np.ndarray, count: int) -> Mesh:
    """A prism over an outline with a hole of the radius r(angle, height) about the z axis."""
    angles = 2 * np.pi * np.arange(count) / count
    hole = _turned_surface(radius, heights, angles)
    ids = np.arange(len(hole)).reshape(-1, count)
    lower, upper = (len(hole) + k * len(outline) + np.arange(len(outline)) for k in (0, 1))
    faces = [row[:, ::-1] for row in _rows(ids)] + [_band(lower, upper)]
    for row, edge, outwards in ((ids[0], lower, -1), (ids[-1], upper, 1)):
        lid = np.concatenate([edge, row])[_region([outline, hole[row, :2]])]
        faces.append(lid[:, ::outwards])
    return np.concatenate([hole, _at(outline, heights[0]), _at(outline, heights[-1])]), np.concatenate(faces)


def level_set(distance: Callable[[np.ndarray], np.ndarray], low: Sequence[float], high: Sequence[float], edge: float) -> Mesh:
    """The surface where a function of points (…, 3) is 0; inside it is negative. Sampled on a grid with that edge."""
    axes = [np.arange(a, b + edge, edge) for a, b in zip(low, high)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    image = vtkImageData()
    image.SetDimensions(*map(len, axes))
    image.SetOrigin(*low)
    image.SetSpacing(edge, edge, edge)
    image.GetPointData().SetScalars(numpy_to_vtk(distance(grid).ravel(order="F"), deep=True))
    surface = vtkFlyingEdges3D()
    surface.ComputeNormalsOff()
    surface.ComputeScalarsOff()
    surface.SetValue(0, 0.0)
    surface.SetInputData(image)
    surface.Update()
    points = vtk_to_numpy(surface.GetOutput().GetPoints().GetData()).astype(float)
    faces = vtk_to_numpy(surface.GetOutput().GetPolys().GetConnectivityArray()).reshape(-1, 3)
    return points, faces[:, ::-1].astype(np.int64)


def rounded(values: ArrayLike) -> np.ndarray:
    """To 1e-9, without negative zeros. Sines and sums of NumPy differ in the last bit between processors; scenes do not."""
    return np.round(values, 9) + 0.0


def _directions(angles: np.ndarray) -> np.ndarray:
    return np.column_stack([np.cos(angles), np.sin(angles)])


def _at(flat: np.ndarray, height: float) -> np.ndarray:
    return np.column_stack([flat, np.full(len(flat), height)])


def _numbers(outlines: Sequence[Outline]) -> list[np.ndarray]:
    """The numbers of the points of each outline in all of them."""
    ends = np.cumsum([len(outline) for outline in outlines])
    return [np.arange(end - len(outline), end) for outline, end in zip(outlines, ends)]


def _turned_surface(radius: Callable, heights: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Points of a surface around the z axis, row by row."""
    turn, height = np.meshgrid(angles, heights)
    r = radius(turn, height)
    return np.stack([r * np.cos(turn), r * np.sin(turn), height], axis=-1).reshape(-1, 3)


def _rows(ids: np.ndarray) -> list[np.ndarray]:
    return [_band(lower, upper) for lower, upper in zip(ids[:-1], ids[1:])]


def _band(lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
    """Triangles between two closed rows of points, of which the upper is above the lower, counter-clockwise; they face
    outwards."""
    next_lower, next_upper = np.roll(lower, -1), np.roll(upper, -1)
    return np.concatenate([np.column_stack([lower, next_lower, next_upper]), np.column_stack([lower, next_upper, upper])])


def _region(outlines: Sequence[Outline]) -> np.ndarray:
    """Triangles of the region within the first outline and outside the others, counter-clockwise."""
    points, lines = vtkPoints(), vtkCellArray()
    flat = rounded(np.concatenate(outlines))
    points.SetDataTypeToDouble()
    points.SetData(numpy_to_vtk(_at(flat, 0.0), deep=True))
    for hole, ids in enumerate(_numbers(outlines)):
        ring = ids[::-1] if hole else ids
        lines.InsertNextCell(len(ring) + 1)
        for point in (*ring, ring[0]):
            lines.InsertCellPoint(int(point))
    data = vtkPolyData()
    data.SetPoints(points)
    data.SetLines(lines)
    fill = vtkContourTriangulator()
    fill.SetInputData(data)
    fill.Update()
    faces = vtk_to_numpy(fill.GetOutput().GetPolys().GetConnectivityArray()).reshape(-1, 3).astype(np.int64)
    a, b, c = (flat[faces[:, corner]] for corner in range(3))
    clockwise = np.cross(b - a, c - a) < 0
    faces[clockwise] = faces[clockwise][:, ::-1]
    return faces
