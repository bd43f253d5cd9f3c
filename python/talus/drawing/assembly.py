"""Pictures of assemblies: parts like glass, what they have in common red."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkFiltersCore import vtkFeatureEdges, vtkTubeFilter

from ..io.geometry import coordinates_of, polygons, vtk_points
from .still import Layer, layer_of_surface

_GLASS = 0.22
_RED = (0.84, 0.15, 0.16)
_INK = (0.25, 0.28, 0.32)
_SWELLING = 1.004  # of overlaps, whose faces often lie in those of the parts
_FIRST, _SECOND = (0.55, 0.6, 0.66), (0.35, 0.55, 0.8)


def layers_of_parts(parts: Sequence[vtkPolyData], overlaps: Sequence[vtkPolyData | None]) -> list[Layer]:
    """All parts, and all overlaps."""
    glass = [layer_of_surface(part, _GLASS, _FIRST) for part in parts]
    return [*_marks(overlaps), *_outlines(parts), *glass]


def layers_of_two(
    first: vtkPolyData, second: vtkPolyData, overlap: vtkPolyData | None, points: np.ndarray
) -> list[Layer]:
    """Two parts, and what they have in common, or the way from one to the other.

    :param points: the ends of the way, shape (2, 3); NaN: there is none
    """
    parts = (first, second)
    marks = _marks([overlap])
    if not marks and np.isfinite(points).all() and (points[0] != points[1]).any():
        marks = [layer_of_surface(_rod(points, parts), 1.0, _RED)]
    glass = [layer_of_surface(part, _GLASS, colour) for part, colour in zip(parts, (_FIRST, _SECOND))]
    return [*marks, *_outlines(parts), *glass]


def _marks(overlaps: Sequence[vtkPolyData | None]) -> list[Layer]:
    """Opaque things, which are drawn before what is seen through."""
    shown = [one for one in overlaps if one is not None and one.GetNumberOfPolys()]
    return [layer_of_surface(_swollen(one), 1.0, _RED) for one in shown]


def _swollen(overlap: vtkPolyData) -> vtkPolyData:
    """A little larger than it is, so that it covers faces in which it lies."""
    points = coordinates_of(overlap)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    larger = vtkPolyData()
    larger.ShallowCopy(overlap)
    larger.SetPoints(vtk_points(middle + _SWELLING * (points - middle)))
    return larger


def _outlines(parts: Sequence[vtkPolyData]) -> list[Layer]:
    """Sharp edges, which glass does not show."""
    layers = []
    for part in parts:
        edges = vtkFeatureEdges()
        edges.SetInputData(part)
        edges.SetFeatureAngle(35)
        edges.ColoringOff()
        edges.ManifoldEdgesOff()
        edges.NonManifoldEdgesOff()
        edges.Update()
        if edges.GetOutput().GetNumberOfLines():
            layers.append(layer_of_surface(edges.GetOutput(), 0.5, _INK))
    return layers


def _rod(points: np.ndarray, parts: Sequence[vtkPolyData]) -> vtkPolyData:
    """The way as a rod that is thick enough to be seen."""
    size = max(float(np.ptp(coordinates_of(part), axis=0).max()) for part in parts)
    length = float(np.linalg.norm(points[1] - points[0]))
    line = polygons(points, np.array([0, 1]), np.array([2]))
    line.SetLines(line.GetPolys())
    line.SetPolys(vtkPolyData().GetPolys())
    tube = vtkTubeFilter()
    tube.SetInputData(line)
    tube.SetRadius(min(0.012 * size, max(length, 2e-3 * size)))
    tube.SetNumberOfSides(12)
    tube.CappingOn()
    tube.Update()
    return tube.GetOutput()
