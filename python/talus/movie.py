"""Draws the frames of a run as PNG files. Run by ``talus render`` in pvpython, which has ParaView's modules:

pvpython -m talus.movie OPTIONS-AS-JSON
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy

from .display import show_run


def draw(
    run: str,
    out: str,
    *,
    every: int = 1,
    size: Sequence[int] = (960, 720),
    colour_by: str = "Velocity",
    colours: Sequence[float] | None = None,
    wall_opacity: float = 0.12,
    contacts: bool = False,
    towards: Sequence[float] = (0.25, 1.0, -0.25),
    nearness: float = 1.0,
) -> int:
    """Draws every so many frames of a run into frame_000000.png … of a folder.

    :param run: the run's folder
    :param out: the folder of the pictures; it is there
    :param size: of the pictures, pixels
    :param colours: from which value to which colours go; without it what all but the lowest and highest 2 % have
    :param towards: where the camera looks, any length but 0; z is up
    :param nearness: 1: all is in the picture; 2: twice as near
    :return: how many pictures
    """
    from paraview import simple

    view = simple.CreateRenderView(ViewSize=list(size), UseColorPaletteForBackground=0, Background=[1, 1, 1])
    view.OrientationAxesVisibility = 0
    view.UseFXAA = 1
    shown = show_run(run, view, colour_by=colour_by, wall_opacity=wall_opacity, contacts=contacts)
    times = list(simple.GetTimeKeeper().TimestepValues)[::every]
    seen = _Seen(shown.bodies.Input, times)
    _colour(shown.bodies, colour_by, colours or seen.usual_range(colour_by), view)
    if shown.contacts:
        _colour(shown.contacts, "Force", _Seen(shown.contacts.Input.Input, times).usual_range("Force"), view)
    _look(view, seen, towards, nearness)
    for number, time in enumerate(times):
        view.ViewTime = time
        simple.SaveScreenshot(str(Path(out) / f"frame_{number:06d}.png"), view, ImageResolution=list(size))
    return len(times)


class _Seen:
    """What some bodies do over a run, from about 25 of its frames."""

    def __init__(self, bodies: Any, times: Sequence[float]) -> None:
        from paraview import servermanager

        self._frames = []
        for time in times[:: max(1, len(times) // 25)]:
            bodies.UpdatePipeline(time)
            self._frames.append(servermanager.Fetch(bodies))

    def usual_range(self, array: str) -> tuple[float, float]:
        """From what to what an array goes, vectors by their magnitude, without its rarest values."""
        seen = []
        for data in self._frames:
            values = data.GetPointData().GetArray(array) or data.GetCellData().GetArray(array)
            if values is not None and values.GetNumberOfTuples():
                numbers = vtk_to_numpy(values)
                seen.append(np.linalg.norm(numbers, axis=1) if numbers.ndim > 1 else numbers)
        if not seen:
            return 0.0, 1.0
        low, high = np.percentile(np.concatenate(seen), (2, 98))
        return float(low), float(high if high > low else low + 1e-9)

    def ball(self) -> tuple[np.ndarray, float]:
        """Centre and radius of a ball around all places where bodies have been."""
        bounds = np.array([data.GetBounds() for data in self._frames if data.GetNumberOfPoints()])
        low, high = bounds[:, ::2].min(axis=0), bounds[:, 1::2].max(axis=0)
        return (low + high) / 2, float(np.linalg.norm(high - low) / 2)


def _colour(shown: Any, array: str, ends: Sequence[float], view) -> None:
    from paraview import simple

    table = simple.GetColorTransferFunction(array)
    table.ApplyPreset("Inferno (matplotlib)" if array == "Force" else "Viridis (matplotlib)", True)
    table.RescaleTransferFunction(*ends)
    bar = simple.GetScalarBar(table, view)
    bar.Title, bar.ComponentTitle = {"Velocity": "speed, m/s", "Force": "force, N"}.get(array, array), ""
    bar.TitleColor = bar.LabelColor = [0.1, 0.1, 0.1]
    shown.SetScalarBarVisibility(view, True)


def _look(view, seen: _Seen, towards: Sequence[float], nearness: float) -> None:
    """Puts the camera so that all bodies are seen from that side, all the time."""
    centre, radius = seen.ball()
    direction = np.asarray(towards, dtype=float) / np.linalg.norm(towards)
    away = max(radius, 1e-9) / np.sin(np.radians(view.CameraViewAngle / 2)) / nearness
    view.CameraFocalPoint, view.CameraPosition = list(centre), list(centre - away * direction)
    view.CameraViewUp = [0, 0, 1] if abs(direction[2]) < 0.99 else [0, 1, 0]


if __name__ == "__main__":
    from talus import movie  # not this module: ParaView's programmable filters put names such as max into __main__

    print(movie.draw(**json.loads(sys.argv[1])), flush=True)
    os._exit(0)  # ParaView 5.11 crashes at times when it takes its pipeline down
