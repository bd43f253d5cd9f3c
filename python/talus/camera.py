"""Camera and colours of a run that is drawn in ParaView."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy

from .drawing.colours import LETTERS, UsualRange, letters_of, title_of
from .drawing.some_frames import some_frames
from .drawing.viewpoint import STRIP, Viewpoint
from .option_tables import RENDER
from .options import option_of
from .paraview_version import colour_map, three_digits

#: Direction in which the camera looks if none is given; z is up
VIEW_DIRECTION = option_of(RENDER, "view_direction").default


@dataclass
class ShownRun:
    """The ParaView representations of a run, see :func:`talus.show_run`; None: not present."""

    bodies: Any
    walls: Any
    contacts: Any


def colour(
    shown: ShownRun, view, times: Sequence[float], *, colour_by: str = "Velocity", ends: Sequence[float] | None = None
) -> None:
    """Colours bodies and contacts by their values at some times, with legends on the right.

    :param ends: range of the colour map of bodies; default: the 2nd to the 98th percentile
    """
    bars = [_colour(shown.bodies, colour_by, ends or _Seen(shown.bodies.Input, times).usual_range(colour_by), view)]
    if shown.contacts:
        usual = _Seen(shown.contacts.Input.Input, times).usual_range("Force")
        bars.append(_colour(shown.contacts, "Force", usual, view))
    length = 0.8 / len(bars)
    for number, bar in enumerate(bars):
        bar.WindowLocation, bar.Orientation = "Any Location", "Vertical"
        bar.Position, bar.ScalarBarLength = [1.0 - STRIP, 0.1 + (number + 0.15) * length], 0.7 * length


def look(
    view,
    shown: ShownRun,
    times: Sequence[float],
    view_direction: Sequence[float] = VIEW_DIRECTION,
    zoom: float = 1.0,
) -> None:
    """Places the camera so that moving bodies, or if there are none the walls, fill the picture next to the
    legends.

    :param times: times at which the bodies must be visible
    :param view_direction: direction in which the camera looks, not 0; z is up
    """
    viewpoint = Viewpoint(view_direction, view.ViewSize, view.CameraViewAngle)
    for bodies in filter(None, (shown.bodies, shown.walls)):
        if viewpoint.empty:
            viewpoint.add(*_Seen(bodies.Input, times).spheres(bodies))
    camera = viewpoint.camera(zoom)
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = map(list, camera)


class _Seen:
    """The values of some bodies over a run, from some of its frames."""

    def __init__(self, bodies: Any, times: Sequence[float]) -> None:
        from paraview import servermanager

        self._frames = []
        for time in some_frames(times):
            bodies.UpdatePipeline(time)
            self._frames.append(servermanager.Fetch(bodies))

    def usual_range(self, array: str) -> tuple[float, float]:
        """The 2nd and the 98th percentile of an array; vectors count by their magnitude, from 0."""
        usual = UsualRange()
        for data in self._frames:
            values = data.GetPointData().GetArray(array) or data.GetCellData().GetArray(array)
            if values is not None:
                usual.add(vtk_to_numpy(values))
        return usual.ends()

    def spheres(self, shown: Any) -> tuple[np.ndarray, np.ndarray]:
        """Bounding spheres of the bodies in these frames: centres (n, 3) and radii.

        :param shown: their representation; without instances of shapes radii are 0
        """
        reaches = _reaches(shown)
        centres, radii = [np.empty((0, 3))], [np.empty(0)]
        for data in filter(lambda data: data.GetNumberOfPoints(), self._frames):
            centres.append(vtk_to_numpy(data.GetPoints().GetData()))
            shape, scale = (data.GetPointData().GetArray(name) for name in ("Shape", "Scale"))
            instances = len(reaches) and shape and scale
            sizes = reaches[vtk_to_numpy(shape)] * vtk_to_numpy(scale) if instances else np.zeros(len(centres[-1]))
            radii.append(sizes)
        return np.concatenate(centres), np.concatenate(radii)


def _reaches(shown: Any) -> np.ndarray:
    """The greatest distance of a point of each shape from its centre of mass; empty without instances."""
    from paraview import servermanager

    if not getattr(shown, "UseGlyphTable", 0):
        return np.empty(0)
    shapes = servermanager.Fetch(shown.GlyphType.Input)
    corners = [shapes.GetBlock(i).GetPoints().GetData() for i in range(shapes.GetNumberOfBlocks())]
    return np.array([np.linalg.norm(vtk_to_numpy(corner), axis=1).max() for corner in corners])


def _colour(shown: Any, array: str, ends: Sequence[float], view) -> Any:
    """Colours by an array. :return: its legend"""
    from paraview import simple

    table = simple.GetColorTransferFunction(array)
    table.ApplyPreset(colour_map("Inferno" if array == "Force" else "Viridis"), True)
    if array == "Force":  # weak ones pale, strong ones dark
        table.InvertTransferFunction()
    table.RescaleTransferFunction(*ends)
    bar = simple.GetScalarBar(table, view)
    bar.Title, bar.ComponentTitle = title_of(array), ""
    bar.TitleColor = bar.LabelColor = list(LETTERS)
    bar.TitleFontSize = bar.LabelFontSize = bar.ScalarBarThickness = letters_of(view.ViewSize)
    bar.RangeLabelFormat = three_digits()
    shown.SetScalarBarVisibility(view, True)
    return bar
