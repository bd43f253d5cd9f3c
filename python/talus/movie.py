"""Draws the frames of a run as PNG files. Run by ``talus render`` in pvpython, which has ParaView's modules:

pvpython -m talus.movie OPTIONS-AS-JSON
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Callable, Mapping, Unpack

from .camera import colour, look
from .display import show_run
from .errors import TalusError
from .option_tables import RENDER, RenderOptions
from .options import checked


def draw(
    run: str,
    out: str,
    *,
    progress: Callable[[int, int], None] | None = None,
    **options: Unpack[RenderOptions],
) -> int:
    """Draws frames of a run as ``frame_000000.png`` … into a folder; the number is that of the frame. Pictures from an
    earlier call are removed.

    :param run: the run's folder
    :param out: an existing folder for the pictures
    {options}
    :param progress: called with the number of pictures drawn and the total
    :return: the number of pictures
    :raises TalusError: an option out of its range; the array or the contacts are missing
    """
    from paraview import simple

    chosen = require_drawable(options)
    pixels = list(chosen["size"])
    view = simple.CreateRenderView(ViewSize=pixels, UseColorPaletteForBackground=0, Background=[1, 1, 1])
    view.OrientationAxesVisibility = 0
    view.UseFXAA = 1
    shown = show_run(run, view, **{name: chosen[name] for name in ("colour_by", "wall_opacity", "contacts")})
    times = list(simple.GetTimeKeeper().TimestepValues)
    numbers = list(range(len(times)))
    numbers = numbers[:: chosen["every"]] if chosen["frame"] is None else [numbers[chosen["frame"]]]
    colour(shown, view, times, colour_by=chosen["colour_by"], ends=chosen["colours"])
    look(view, shown, [times[number] for number in numbers], chosen["view_direction"], chosen["zoom"])
    for old in Path(out).glob("frame_[0-9]*.png"):
        old.unlink()
    for done, number in enumerate(numbers, start=1):
        view.ViewTime = times[number]
        simple.SaveScreenshot(str(Path(out) / f"frame_{number:06d}.png"), view, ImageResolution=pixels)
        if progress:
            progress(done, len(numbers))
    return len(numbers)


def require_drawable(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, as they are used.

    :raises TalusError: one of them cannot be used
    """
    chosen = checked(RENDER, options)
    if not any(chosen["view_direction"]):
        raise TalusError("The view direction has no length", "", "Give a vector other than 0 0 0")
    return chosen


def _say(line: str) -> None:
    """A line that ``talus render`` follows. Past ParaView's own standard output, which 5.13 does not flush."""
    os.write(sys.__stdout__.fileno(), f"{line}\n".encode())


def _tell(done: int, whole: int) -> None:
    _say(f"drawn {done} of {whole}")


def _draw_or_tell(options: dict[str, Any]) -> None:
    """Draws; what is wrong becomes a line that ``talus render`` follows."""
    try:
        draw(**options, progress=_tell)
    except TalusError as error:
        told = json.dumps([error.what, error.where or options["run"], error.remedy])
        _say(f"refused {told}")


if __name__ == "__main__":
    from talus import movie  # not this module: ParaView's programmable filters put names such as max into __main__

    movie._draw_or_tell(json.loads(sys.argv[1]))
    os._exit(0)  # ParaView 5.11 crashes at times when it takes its pipeline down
