"""Pictures of assemblies: parts like glass, what they have in common red."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkFiltersCore import vtkFeatureEdges, vtkTubeFilter

from ..io.geometry import coordinates_of, polygons, vtk_points
from ..io.outer_faces import data_sets_of
from .still import Layer, layer_of_surface

if TYPE_CHECKING:
    from ..assembly_check import AssemblyReport, PartPair

_GLASS = 0.22
_RED = (0.84, 0.15, 0.16)
_INK = (0.25, 0.28, 0.32)
_SWELLING = 1.004  # of overlaps, whose faces often lie in those of the parts
_FIRST, _SECOND = (0.55, 0.6, 0.66), (0.35, 0.55, 0.8)


def layers_of_assembly(report: AssemblyReport) -> list[Layer]:
    """All parts, and all overlaps."""
    parts = data_sets_of(report.surfaces)
    glass = [layer_of_surface(part, _GLASS, _FIRST) for part in parts]
    return [*_overlaps_first([pair.overlap for pair in report.findings]), *_outlines(parts), *glass]


def layers_of_pair(report: AssemblyReport, pair: PartPair) -> list[Layer]:
    """The two parts, and what they have in common, where they touch, or the way from one to the other."""
    parts = [report.surfaces.GetBlock(number) for number in (pair.a, pair.b)]
    marks = _overlaps_first([pair.overlap])
    if not marks and np.isfinite(pair.points).all() and pair.clearance > 0:
        marks = [layer_of_surface(_rod(pair.points, parts), 1.0, _RED)]
    glass = [layer_of_surface(part, _GLASS, colour) for part, colour in zip(parts, (_FIRST, _SECOND))]
    return [*marks, *_outlines(parts), *glass]


def _overlaps_first(overlaps: Sequence[vtkPolyData | None]) -> list[Layer]:
    """Opaque things are drawn before what is seen through."""
    return [layer_of_surface(_swollen(one), 1.0, _RED) for one in overlaps if one is not None and one.GetNumberOfPolys()]


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
    """A thick line, longer than the way so that it is seen."""
    size = max(float(np.ptp(coordinates_of(part), axis=0).max()) for part in parts)
    way = points[1] - points[0]
    length = float(np.linalg.norm(way))
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
