"""Draws the frames of a run as PNG files. Run by ``talus render`` in pvpython, which has ParaView's modules:

pvpython -m talus.movie OPTIONS-AS-JSON
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Callable, Sequence

from .camera import VIEW_DIRECTION, colour, look
from .display import show_run
from .errors import TalusError


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
    view_direction: Sequence[float] = VIEW_DIRECTION,
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
