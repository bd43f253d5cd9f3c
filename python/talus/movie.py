"""Draws the frames of a run as PNG files, by VTK alone. ``talus render`` runs it as a program of its own, which a broken
graphics driver may end:

python3 -m talus.movie OPTIONS-AS-JSON
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable, Mapping, Unpack

from .errors import TalusError
from .io.output import writing
from .option_tables import RENDER, RenderOptions
from .options import checked, option_of

LINES = option_of(RENDER, "contact_style").words["Lines"]


def draw(
    run: str,
    out: str,
    *,
    share: tuple[int, int] = (0, 1),
    progress: Callable[[int, int], None] | None = None,
    **options: Unpack[RenderOptions],
) -> int:
    """Draws frames of a run as ``frame_000000.png`` … into a folder; the number is that of the frame. Pictures from an
    earlier call are removed. Needs a display, which may be a virtual one.

    :param run: the run's folder
    :param out: an existing folder for the pictures
    {options}
    :param share: rank and number of the processes that draw together: each draws every so manieth frame. Several do not
        remove pictures
    :param progress: called with the number of pictures drawn by this process, from 0 on, and its total
    :return: the number of pictures
    :raises TalusError: an option out of its range; the array or the contacts are missing
    """
    from .drawing.run_picture import RunPicture  # loads OpenGL

    picture = RunPicture(run, require_drawable(options))
    rank, processes = share
    files, progress = picture.files[rank::processes], progress or (lambda done, whole: None)
    if processes == 1:
        remove_pictures(Path(out))
    progress(0, len(files))
    for done, file in enumerate(files, start=1):
        picture.save(file, Path(out) / f"frame_{file.number:06d}.png")
        progress(done, len(files))
    return len(files)


def remove_pictures(folder: Path) -> None:
    """Those of an earlier call.

    :raises TalusError: one that cannot be removed, for example a folder of such a name
    """
    for old in folder.glob("frame_[0-9]*.png"):
        with writing(old, "Remove it, or name another folder for the pictures"):
            old.unlink()


def require_drawable(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, as they are used.

    :raises TalusError: one of them cannot be used
    """
    chosen = checked(RENDER, options)
    if not any(chosen["view_direction"]):
        raise TalusError("The view direction has no length", "", "Give a vector other than 0 0 0")
    ends = chosen["colours"]
    if ends and not ends[0] < ends[1]:
        raise TalusError("The range of colours is empty", f"{ends[0]:g} to {ends[1]:g}", "Give its lower end, then its upper end")
    style = chosen["contact_style"] or (LINES if chosen["contacts"] else 0)
    return chosen | {"contact_style": style}


def _tell(done: int, whole: int) -> None:
    """A line that ``talus render`` follows."""
    print(f"drawn {done} of {whole}", flush=True)


def _draw_or_tell(options: dict[str, Any]) -> None:
    """Draws; what is wrong becomes a line that ``talus render`` follows."""
    try:
        draw(**options, progress=_tell)
    except TalusError as error:
        told = json.dumps(error.at(error.where or options["run"]).parts())
        print(f"refused {told}", flush=True)


if __name__ == "__main__":
    _draw_or_tell(json.loads(sys.argv[1]))
