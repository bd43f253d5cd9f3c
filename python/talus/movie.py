"""Draws the frames of a run as PNG files. Run by ``talus render`` in pvpython, which has ParaView's modules:

pvpython -m talus.movie OPTIONS-AS-JSON
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Callable, Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy

from .display import ShownRun, show_run
from .errors import TalusError
from .paraview_version import three_digits


def draw(
    run: str,
    out: str,
    *,
    every: int = 1,
    frame: int | None = None,
    size: Sequence[int] = (960, 720),
    colour_by: str = "Velocity",
    colours: Sequence[float] | None = None,
    wall_opacity: float = 0.12,
    contacts: bool = False,
    view_direction: Sequence[float] = (0.25, 1.0, -0.25),
    zoom: float = 1.0,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Draws each ``every``-th frame of a run as ``frame_000000.png`` … into a folder; the number is that of the frame.
    Pictures from an earlier call are removed.

    :param run: the run's folder
    :param out: an existing folder for the pictures
    :param frame: draws only this frame: 0 is the first, -1 the last
    :param size: of the pictures, pixels
    :param colours: range of the colour map; default: the 2nd to the 98th percentile
    :param view_direction: direction in which the camera looks, not 0; z is up
    :param zoom: magnification, > 0: 1 fits all bodies, 2 halves the distance
    :param progress: called with the number of pictures drawn and the total
    :return: the number of pictures
    :raises TalusError: the array or the contacts are missing
    """
    from paraview import simple

    view = simple.CreateRenderView(ViewSize=list(size), UseColorPaletteForBackground=0, Background=[1, 1, 1])
    view.OrientationAxesVisibility = 0
    view.UseFXAA = 1
    shown = show_run(run, view, colour_by=colour_by, wall_opacity=wall_opacity, contacts=contacts)
    times = list(simple.GetTimeKeeper().TimestepValues)
    numbers = list(range(len(times)))
    chosen = numbers[::every] if frame is None else [numbers[frame]]
    colour(shown, view, times, colour_by=colour_by, ends=colours)
    look(view, shown, [times[number] for number in chosen], view_direction, zoom)
    for old in Path(out).glob("frame_[0-9]*.png"):
        old.unlink()
    for done, number in enumerate(chosen, start=1):
        view.ViewTime = times[number]
        simple.SaveScreenshot(str(Path(out) / f"frame_{number:06d}.png"), view, ImageResolution=list(size))
        if progress:
            progress(done, len(chosen))
    return len(chosen)


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
        bar.Position, bar.ScalarBarLength = [1.0 - _STRIP, 0.1 + (number + 0.15) * length], 0.7 * length


def look(view, shown: ShownRun, times: Sequence[float], view_direction: Sequence[float], zoom: float = 1.0) -> None:
    """Places the camera so that moving bodies, or if there are none the walls, fill the picture next to the
    legends.

    :param times: times at which the bodies must be visible
    :param view_direction: direction in which the camera looks, not 0; z is up
    """
    centres, radii = _balls(shown, times)
    forwards = np.asarray(view_direction, dtype=float) / np.linalg.norm(view_direction)
    up = np.array([0.0, 0.0, 1.0] if abs(forwards[2]) < 0.99 else [0.0, 1.0, 0.0])
    right = np.cross(forwards, up) / np.linalg.norm(np.cross(forwards, up))
    axes = np.array([right, np.cross(right, forwards), forwards])
    places = centres @ axes.T
    middle = ((places - radii[:, None]).min(axis=0) + (places + radii[:, None]).max(axis=0)) / 2
    reach = np.abs(places - middle) + radii[:, None]
    half = np.tan(np.radians(view.CameraViewAngle / 2)) * np.array([view.ViewSize[0] / view.ViewSize[1], 1.0])
    away = (reach[:, :2] / (half * [1 - _STRIP, 1.0])).max(axis=1) - (places - middle)[:, 2]
    distance = 1.05 * max(float(away.max()), 1e-9) / zoom
    focus = axes.T @ (middle + [_STRIP * half[0] * distance, 0, 0])
    view.CameraFocalPoint, view.CameraPosition = list(focus), list(focus - distance * forwards)
    view.CameraViewUp = list(up)


def _balls(shown: ShownRun, times: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """Around what is shown: centres (n, 3) and radii, at least one."""
    for bodies in filter(None, (shown.bodies, shown.walls)):
        centres, radii = _Seen(bodies.Input, times).balls(bodies)
        if len(centres):
            return centres, radii
    return np.zeros((1, 3)), np.ones(1)


_STRIP = 0.14  #: of the picture's width, for legends


class _Seen:
    """The values of some bodies over a run, from about 25 of its frames."""

    def __init__(self, bodies: Any, times: Sequence[float]) -> None:
        from paraview import servermanager

        self._frames = []
        for time in times[:: max(1, len(times) // 25)]:
            bodies.UpdatePipeline(time)
            self._frames.append(servermanager.Fetch(bodies))

    def usual_range(self, array: str) -> tuple[float, float]:
        """From what to what an array goes, without its rarest values; vectors by their magnitude, from 0."""
        seen, vectors = [], False
        for data in self._frames:
            values = data.GetPointData().GetArray(array) or data.GetCellData().GetArray(array)
            if values is not None and values.GetNumberOfTuples():
                numbers = vtk_to_numpy(values)
                vectors = numbers.ndim > 1
                seen.append(np.linalg.norm(numbers, axis=1) if vectors else numbers)
        if not seen:
            return 0.0, 1.0
        low, high = np.percentile(np.concatenate(seen), (2, 98))
        low = 0.0 if vectors else low
        return float(low), float(high if high > low else low + 1e-9)

    def balls(self, shown: Any) -> tuple[np.ndarray, np.ndarray]:
        """Where bodies have been: centres (n, 3) of balls around them and the radii.

        :param shown: their representation; what is no representation of instances tells no sizes
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
    """How far each shape that a representation has instances of reaches from its centre of mass."""
    from paraview import servermanager

    if not getattr(shown, "UseGlyphTable", 0):
        return np.empty(0)
    shapes = servermanager.Fetch(shown.GlyphType.Input)
    corners = [shapes.GetBlock(i).GetPoints().GetData() for i in range(shapes.GetNumberOfBlocks())]
    return np.array([np.linalg.norm(vtk_to_numpy(corner), axis=1).max() for corner in corners])


_TITLES = {
    "Velocity": "speed, m/s",
    "Force": "force, N",
    "BodyId": "body",
    "Scale": "size over that of its shape",
    "ContactCount": "contacts",
    "CoordinationNumber": "bodies in contact",
}


def _colour(shown: Any, array: str, ends: Sequence[float], view) -> Any:
    """Colours by an array. :return: its legend"""
    from paraview import simple

    table = simple.GetColorTransferFunction(array)
    table.ApplyPreset("Inferno (matplotlib)" if array == "Force" else "Viridis (matplotlib)", True)
    if array == "Force":  # weak ones pale, strong ones dark
        table.InvertTransferFunction()
    table.RescaleTransferFunction(*ends)
    bar = simple.GetScalarBar(table, view)
    bar.Title, bar.ComponentTitle = _TITLES.get(array, array), ""
    bar.TitleColor = bar.LabelColor = [0.1, 0.1, 0.1]
    wide, high = view.ViewSize
    letters = max(6, min(16, wide // 45), min(wide, 4 * high // 3) // 45)
    bar.TitleFontSize = bar.LabelFontSize = bar.ScalarBarThickness = letters
    bar.RangeLabelFormat = three_digits()
    shown.SetScalarBarVisibility(view, True)
    return bar


def _tell(done: int, whole: int) -> None:
    """A line that ``talus render`` follows."""
    print(f"drawn {done} of {whole}", flush=True)


def _draw_or_tell(options: dict[str, Any]) -> None:
    """Draws; what is wrong becomes a line that ``talus render`` follows."""
    try:
        draw(**options, progress=_tell)
    except TalusError as error:
        told = json.dumps([error.what, error.where or options["run"], error.remedy])
        print(f"refused {told}", flush=True)


if __name__ == "__main__":
    from talus import movie  # not this module: ParaView's programmable filters put names such as max into __main__

    movie._draw_or_tell(json.loads(sys.argv[1]))
    os._exit(0)  # ParaView 5.11 crashes at times when it takes its pipeline down
