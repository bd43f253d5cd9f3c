"""Reads the frames of an existing run. :mod:`talus.run_folder` writes them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, NamedTuple

from vtkmodules.vtkCommonDataModel import vtkPolyData

from .errors import TalusError
from .io import PathLike, as_path, read_points
from .io.contact_network import is_contact_network
from .io.json_text import parsed
from .io.regular_file import content_of
from .io.series import steps_of


class FrameFile(NamedTuple):
    """A file of a frame."""

    number: int  #: of the frame, from 0
    time: float  #: s
    path: Path


def body_frames(folder: PathLike) -> list[FrameFile]:
    """The files of the bodies, one per frame.

    :raises TalusError: no run; a series that is damaged
    """
    if (as_path(folder) / "run.json").exists() and not (as_path(folder) / "run.pvd").exists():
        raise TalusError("The run has no frames yet", str(folder), "Wait for its first frame, or start it again")
    return _series(folder, "run.pvd", "Not a run", "Name a folder that talus simulate wrote")


def has_contacts(folder: PathLike) -> bool:
    """Whether contacts of the run are written."""
    return (as_path(folder) / "contacts.pvd").exists()


def contact_frames(folder: PathLike) -> list[FrameFile]:
    """The files of the contacts, one per frame.

    :raises TalusError: no run, or one without contacts; a series that is damaged
    """
    body_frames(folder)
    return _series(folder, "contacts.pvd", "The run has no contacts", "Simulate without --no-contacts")


def contact_network(frame: FrameFile) -> vtkPolyData:
    """The contacts of a frame. :raises TalusError: its file is missing or damaged, or holds something else"""
    network = read_points(frame.path)
    if not is_contact_network(network):
        raise TalusError("This is not a run", str(frame.path), "Name the folder of a run")
    return network


def frame_statistics(folder: PathLike) -> list[dict[str, str]]:
    """The statistics of each frame as text by name, without units.

    :raises TalusError: no run, or one without statistics
    """
    names, *rows = _statistics(folder)
    return [dict(zip((name.partition(" [")[0] for name in names), row)) for row in rows]


def statistics_columns(folder: PathLike) -> list[str]:
    """The names of the statistics with their units, the time first. Errors as for :func:`frame_statistics`."""
    return _statistics(folder)[0]


def _statistics(folder: PathLike) -> list[list[str]]:
    """The names, and a row for each frame."""
    body_frames(folder)
    path = as_path(folder) / "statistics.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            names, *rows = csv.reader(file)
    except (OSError, ValueError):
        raise TalusError("The run has no statistics", str(path), "Simulate again, or copy the file back") from None
    return [names, *rows]


def scene_file(folder: PathLike) -> Path:
    """The initial scene of a run.

    :raises TalusError: there is none
    """
    for name in ("scene.json", "scene.vtpc"):
        if (path := as_path(folder) / name).exists():
            return path
    raise TalusError("The run has no scene", str(folder), "Copy the scene it began with into the folder")


def settings_of_run(folder: PathLike) -> dict[str, Any]:
    """The options of a run by name; empty if they are missing or damaged."""
    try:
        return dict(parsed(content_of(as_path(folder) / "run.json"))["options"])
    except (TalusError, ValueError, KeyError, TypeError):
        return {}


def law_of_run(folder: PathLike) -> str:
    """The contact law of a run; empty if its settings do not tell it."""
    return str(settings_of_run(folder).get("law", ""))


def chosen_frame(frames: list[FrameFile], number: int, folder: PathLike) -> FrameFile:
    """The frame with that number; -1 is the last, as in a list.

    :raises TalusError: there is none
    """
    if not frames:
        raise TalusError("The run has no frames", str(folder), "Run it longer")
    if isinstance(number, bool) or not isinstance(number, int) or not -len(frames) <= number < len(frames):
        known = f"Give one from 0 to {len(frames) - 1}, or -1 for the last"
        raise TalusError(f"There is no frame {number!r}", str(folder), known)
    return frames[number]


def _series(folder: PathLike, name: str, missing: str, remedy: str) -> list[FrameFile]:
    path = as_path(folder) / name
    if not path.exists():
        raise TalusError(missing, str(folder), remedy)
    return [FrameFile(number, *step) for number, step in enumerate(steps_of(path))]
