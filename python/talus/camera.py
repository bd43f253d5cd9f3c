"""Camera and colours of a run that is drawn in ParaView."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkDataSet

from .drawing.colours import LETTERS, UsualRange, letters_of, title_of
from .drawing.extents import boxes_of, corners_of, ends_of, near
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
    walls: Any  #: the one of the bodies, *Bodies*, draws both: its ``WallOpacity`` is that of walls
    contacts: Any  #: the same, which draws these, too


def by_motion(bodies: Any, least: int, most: int, *, on: str = "POINTS") -> Any:
    """The bodies of some kinds of motion: 0 moved by forces, 1 fixed, 2 prescribed. :param on: CELLS of surfaces"""
    from paraview import simple

    chosen = simple.Threshold(Input=bodies, Scalars=[on, "Motion"], ThresholdMethod="Between")
    chosen.LowerThreshold, chosen.UpperThreshold = least, most
    return chosen


def colour(
    shown: ShownRun,
    view,
    times: Sequence[float],
    *,
    colour_by: str = "Velocity",
    ends: Sequence[float] | None = None,
    forces: Sequence[float] | None = None,
) -> None:
    """Colours bodies and contacts by their values at some times, with legends on the right.

    :param ends: range of the colour map of bodies; default: the 2nd to the 98th percentile
    :param forces: range of the colour map of contacts
    """
    bars = [_colour(colour_by, ends or _moved(shown, times).usual_range(colour_by), view)]
    if shown.contacts and forces:
        bars.append(_colour("Force", forces, view))
        shown.contacts.ContactLookupTable = bars[-1].LookupTable
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
    shapes: Sequence[vtkDataSet] = (),
) -> None:
    """Places the camera so that all bodies that are shown fill the picture next to the legends.

    :param times: times at which the bodies must be visible
    :param view_direction: direction in which the camera looks, not 0; z is up
    :param shapes: of which the bodies are instances; none if they are surfaces
    """
    viewpoint = Viewpoint(view_direction, view.ViewSize, view.CameraViewAngle)
    boxes = boxes_of(shapes)
    bodies = list(_moved(shown, times).corners(boxes))
    walls = list(_seen(shown.walls.Input, (1, 2), times).corners(boxes)) if shown.walls else []
    moved = np.concatenate([np.empty((0, 3)), *map(ends_of, bodies)])
    for points in (*bodies, *(near(moved, points) for points in walls)):
        viewpoint.add(points)
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

    def corners(self, boxes: np.ndarray) -> Iterator[np.ndarray]:
        """Points between which the bodies lie, (n, 3) for each of these frames.

        :param boxes: of their shapes, as of :func:`boxes_of`; empty for surfaces
        """
        for data in filter(lambda data: data.GetNumberOfPoints(), self._frames):
            places = vtk_to_numpy(data.GetPoints().GetData())
            pose = [data.GetPointData().GetArray(name) for name in ("Shape", "Orientation", "Scale")]
            yield corners_of(boxes, places, *map(vtk_to_numpy, pose)) if len(boxes) and all(pose) else places


def _moved(shown: ShownRun, times: Sequence[float]) -> _Seen:
    return _seen(shown.bodies.Input, (0, 0), times)


def _seen(bodies: Any, motions: tuple[int, int], times: Sequence[float]) -> _Seen:
    """Those of some kinds of motion, as of :func:`by_motion`."""
    from paraview import simple

    bodies.UpdatePipeline()
    chosen = by_motion(bodies, *motions, on="POINTS" if "Motion" in bodies.PointData.keys() else "CELLS")
    seen = _Seen(chosen, times)
    simple.Delete(chosen)
    return seen


def _colour(array: str, ends: Sequence[float], view) -> Any:
    """Sets the colours of an array. :return: its legend"""
    from paraview import simple

    table = simple.GetColorTransferFunction(array)
    table.ApplyPreset(colour_map("Inferno" if array == "Force" else "Viridis"), True)
    if array == "Force":  # weak ones pale, strong ones dark
        table.InvertTransferFunction()
    table.RescaleTransferFunction(*ends)
    table.AutomaticRescaleRangeMode = "Never"  # they are those of the whole run
    bar = simple.GetScalarBar(table, view)
    bar.Title, bar.ComponentTitle = title_of(array), ""
    is_light = sum(view.Background) > 1.5
    bar.TitleColor = bar.LabelColor = list(LETTERS) if is_light else [1.0, 1.0, 1.0]
    bar.TitleFontSize = bar.LabelFontSize = bar.ScalarBarThickness = letters_of(view.ViewSize)
    bar.RangeLabelFormat = three_digits()
    bar.Visibility = 1
    return bar
