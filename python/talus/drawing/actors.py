"""What VTK draws of a frame: bodies and contacts."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet, vtkPolyData
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper

from ..io.geometry import add_array, vtk_points
from ..vtkmodules.TalusFilters import vtkTalusBodyDrawing, vtkTalusContactDrawing
from .colours import GROUND, magnitudes
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
        self._instances = None if shapes is None else _Instances(vtkTalusBodyDrawing.Solid, opacity, shapes)
        if self._instances:
            self._instances.drawing.ColorBy(None if table is None else _VALUE, table)
            self.actor = self._instances.actor
        else:
            self._mapper = vtkPolyDataMapper()
            self._mapper.SetScalarVisibility(table is not None)
            self._mapper.SetLookupTable(table)
            self._mapper.UseLookupTableScalarRangeOn()
            self._mapper.SetScalarModeToUseCellData()
            self.actor = vtkActor()
            self.actor.SetMapper(self._mapper)
            self.actor.GetProperty().SetOpacity(opacity)
        #: All that is drawn
        self.actors = [self.actor]
        self.actor.GetProperty().SetColor(colour)
        self.actor.GetProperty().SetPointSize(_POINT)
        self.actor.GetProperty().SetLineWidth(_LINE)

    def show(self, bodies: Bodies) -> None:
        """Those of a frame."""
        data = bodies.data
        attributes = data.GetPointData() if self._instances else data.GetCellData()
        add_array(attributes, _VALUE, magnitudes(bodies.values))
        attributes.SetActiveScalars(_VALUE)
        if self._instances:
            self._instances.show(data)
        else:
            self._mapper.SetInputData(data)
        self.actor.SetVisibility(len(bodies.ids) > 0)


class WallActor:
    """Bodies as glass, with lines along their sharp edges: thin glass alone is hardly seen.

    :param shapes: of which bodies are instances; None: they are surfaces
    :param opacity: 0 … 1
    """

    def __init__(self, shapes: Sequence[vtkPolyData] | None, opacity: float) -> None:
        styles = vtkTalusBodyDrawing.Glass, vtkTalusBodyDrawing.EdgesOfGlass
        self._parts = [_Instances(style, opacity, shapes or []) for style in styles]
        for part in self._parts:
            part.drawing.SetBackground(*GROUND)
        self._as_surfaces = shapes is None
        #: All that is drawn
        self.actors = [part.actor for part in self._parts]

    def show(self, bodies: Bodies) -> None:
        """Those of a frame."""
        data = _one_instance() if self._as_surfaces else bodies.data
        for part in self._parts:
            if self._as_surfaces:
                part.set_shapes([bodies.data])
            part.show(data)
            part.actor.SetVisibility(len(bodies.ids) > 0)


class _Instances:
    """Bodies as ParaView's window draws them.

    :param style: of the drawing
    """

    def __init__(self, style: int, opacity: float, shapes: Sequence[vtkPolyData]) -> None:
        self.drawing = vtkTalusBodyDrawing()
        self.drawing.SetStyle(style)
        self.drawing.SetOpacity(opacity)
        self.actor: vtkActor = self.drawing.GetActor()
        self.set_shapes(shapes)

    def set_shapes(self, shapes: Sequence[vtkPolyData]) -> None:
        self._table = vtkMultiBlockDataSet()
        for number, shape in enumerate(shapes):
            self._table.SetBlock(number, shape)

    def show(self, bodies: vtkPolyData) -> None:
        self.drawing.Show(bodies, self._table)


def _one_instance() -> vtkPolyData:
    """Of the first shape, where that is."""
    body = vtkPolyData()
    body.SetPoints(vtk_points(np.zeros((1, 3))))
    for name, value in (("Shape", [0]), ("Orientation", [[1.0, 0.0, 0.0, 0.0]]), ("Scale", [1.0])):
        add_array(body.GetPointData(), name, np.array(value))
    return body


class ContactActor:
    """Contacts as ParaView's window draws them, coloured by their force.

    :param table: colours of forces
    """

    def __init__(self, table: vtkLookupTable) -> None:
        table.SetVectorModeToMagnitude()
        self._drawing = vtkTalusContactDrawing()
        self._drawing.ColorBy("Force", table)
        self.actor: vtkActor = self._drawing.GetActor()

    def show(self, marks: vtkPolyData) -> None:
        """Those of a frame, as :class:`RunContacts` reads them."""
        self._drawing.Show(marks)
        self.actor.SetVisibility(marks.GetNumberOfCells() > 0)
