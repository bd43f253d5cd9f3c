"""What VTK draws of a frame: bodies and contacts."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkFiltersCore import vtkFeatureEdges, vtkTubeFilter
from vtkmodules.vtkRenderingCore import vtkActor, vtkGlyph3DMapper, vtkMapper, vtkPolyDataMapper

from ..io.geometry import add_array
from ..look import OPACITY_OF_EDGES, WALL_COLOUR
from .colours import magnitudes
from .run_bodies import Bodies

_VALUE = "Value"  # array of what sets colours
_POINT, _LINE = 6, 3  # pixels, where surfaces have points and lines


class BodyActor:
    """Bodies of a run: instances of shapes, or surfaces. Memory does not grow with the triangles of all instances.

    :param shapes: of which bodies are instances; None: they are surfaces
    :param opacity: 0 … 1
    :param table: colours of their values; without it they have one colour
    """

    def __init__(
        self,
        shapes: Sequence[vtkPolyData] | None,
        opacity: float,
        *,
        table: vtkLookupTable | None = None,
        colour: tuple[float, float, float] = (1.0, 1.0, 1.0),
    ) -> None:
        self._mapper: vtkMapper = vtkPolyDataMapper() if shapes is None else _instances_of(shapes)
        if table is None:
            self._mapper.ScalarVisibilityOff()
        else:
            _colour_by(self._mapper, table, on_cells=shapes is None)
        self._of_points = shapes is not None
        # VTK's mapper takes a property's opacity twice: for each instance, and for all.
        self.actor = _actor(self._mapper, math.sqrt(opacity) if self._of_points else opacity)
        #: All that is drawn
        self.actors = [self.actor]
        self.actor.GetProperty().SetColor(colour)
        self.actor.GetProperty().SetPointSize(_POINT)
        self.actor.GetProperty().SetLineWidth(_LINE)

    def show(self, bodies: Bodies) -> None:
        """Those of a frame."""
        data = bodies.data
        attributes = data.GetPointData() if self._of_points else data.GetCellData()
        add_array(attributes, _VALUE, magnitudes(bodies.values))
        attributes.SetActiveScalars(_VALUE)
        self._mapper.SetInputData(data)
        self.actor.SetVisibility(len(bodies.ids) > 0)


class WallActor:
    """Bodies as glass, with lines along their sharp edges: thin glass alone is hardly seen.

    :param shapes: of which bodies are instances; None: they are surfaces
    :param opacity: 0 … 1
    """

    def __init__(self, shapes: Sequence[vtkPolyData] | None, opacity: float) -> None:
        edges = None if shapes is None else [_sharp_edges(shape) for shape in shapes]
        self._faces = BodyActor(shapes, opacity, colour=WALL_COLOUR)
        self._edges = BodyActor(edges, min(1.0, opacity + OPACITY_OF_EDGES), colour=WALL_COLOUR)
        self._edges.actor.GetProperty().SetLineWidth(1)
        self._edges.actor.GetProperty().LightingOff()
        self._as_surfaces = shapes is None
        #: All that is drawn
        self.actors = [*self._faces.actors, *self._edges.actors]

    def show(self, bodies: Bodies) -> None:
        """Those of a frame."""
        self._faces.show(bodies)
        if self._as_surfaces:
            edges = _sharp_edges(bodies.data)
            bodies = replace(bodies, data=edges, values=np.zeros(edges.GetNumberOfCells()))
        self._edges.show(bodies)


def _sharp_edges(surface: vtkPolyData) -> vtkPolyData:
    found = vtkFeatureEdges()
    found.SetInputData(surface)
    found.ManifoldEdgesOff()
    found.NonManifoldEdgesOff()
    found.ColoringOff()
    found.Update()
    return found.GetOutput()


class TubeActor:
    """Contacts as tubes, coloured by an array of their ends.

    :param radius: a length
    """

    def __init__(self, array: str, radius: float, table: vtkLookupTable) -> None:
        self._array = array
        self._tubes = vtkTubeFilter()
        self._tubes.SetRadius(radius)
        self._tubes.SetNumberOfSides(6)
        self._tubes.CappingOn()
        mapper = vtkPolyDataMapper()
        mapper.SetInputConnection(self._tubes.GetOutputPort())
        _colour_by(mapper, table, on_cells=False)
        self.actor = _actor(mapper, 1.0)

    def show(self, lines: vtkPolyData) -> None:
        """Those of a frame, as :func:`keep_lines` makes them."""
        ends = lines.GetPointData()
        add_array(ends, _VALUE, magnitudes(vtk_to_numpy(ends.GetArray(self._array))))
        ends.SetActiveScalars(_VALUE)
        self._tubes.SetInputData(lines)
        self.actor.SetVisibility(lines.GetNumberOfLines() > 0)


def _instances_of(shapes: Sequence[vtkPolyData]) -> vtkGlyph3DMapper:
    mapper = vtkGlyph3DMapper()
    for number, shape in enumerate(shapes):
        mapper.SetSourceData(number, shape)
    mapper.SourceIndexingOn()
    mapper.SetSourceIndexArray("Shape")
    mapper.SetOrientationArray("Orientation")
    mapper.SetOrientationModeToQuaternion()
    mapper.SetScaleArray("Scale")
    mapper.SetScaleModeToScaleByMagnitude()
    return mapper


def _colour_by(mapper: vtkMapper, table: vtkLookupTable, *, on_cells: bool) -> None:
    mapper.SetLookupTable(table)
    mapper.UseLookupTableScalarRangeOn()
    if on_cells:
        mapper.SetScalarModeToUseCellData()
    else:
        mapper.SetScalarModeToUsePointData()


def _actor(mapper: vtkMapper, opacity: float) -> vtkActor:
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetOpacity(opacity)
    return actor
