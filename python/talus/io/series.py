"""Data that change with time, a file for each time.

ParaView's collections (``.pvd``) and file series (``.series``, JSON) contain the times. Files that match a pattern like
``a_*.vtp`` have the times 0, 1, 2 … in the order of the numbers in their names, as in ParaView.
"""

from __future__ import annotations

import glob
import math
import os
import re
import xml.etree.ElementTree as xml
from bisect import bisect_right
from pathlib import Path
from typing import Any, Iterable, NamedTuple
from xml.sax.saxutils import quoteattr

from ..errors import TalusError
from ..options import is_real
from .json_text import parsed
from .output import staged
from .regular_file import content_of
from .xml_text import require_possible_name

#: The step for a time: at exactly that time; the last one not after it; the nearest one, the earlier if equally near
TIME_RULES = ("exact", "previous", "nearest")


class Step(NamedTuple):
    """The data at a time."""

    time: float
    path: Path


def is_series(name: Any) -> bool:
    """Whether this is the name of data that change with time."""
    return isinstance(name, (str, os.PathLike)) and (Path(name).suffix.lower() in _READERS or is_pattern(name))


def is_pattern(name: str | os.PathLike[str]) -> bool:
    return glob.has_magic(str(name)) and not Path(name).exists()


def fitting_names(pattern: str) -> list[str]:
    """The files that match a pattern, in the order of the numbers in their names.

    :raises TalusError: no file matches
    """
    names = glob.glob(pattern, recursive=True)
    if not names:
        raise TalusError("No file fits this pattern", pattern, "Check the name")
    return sorted(names, key=lambda name: [int(part) if part.isdecimal() else part for part in re.split("([0-9]+)", name)])


def steps_of(name: str | os.PathLike[str]) -> list[Step]:
    """The steps of a series in ascending time.

    :raises TalusError: no such file or series, times that are not numbers, two files for one time
    """
    path = Path(name)
    if is_pattern(name):
        return [Step(float(number), Path(file)) for number, file in enumerate(fitting_names(str(name)))]
    text = content_of(path)
    try:
        told = [(float(time), path.parent / file) for time, file in _READERS[path.suffix.lower()](text)]
    except (xml.ParseError, KeyError, ValueError, TypeError, AttributeError, LookupError, OverflowError):  # of a time of 401 digits
        raise TalusError("Not a series of files with times", str(path), "Write it again with ParaView or Talus") from None
    steps = [Step(time, file) for time, file in sorted(told)]
    if not all(math.isfinite(step.time) for step in steps):
        raise TalusError("A time of the series is not finite", str(path), "Give each file a time")
    for one, other in zip(steps, steps[1:]):
        if one.time == other.time:
            raise TalusError(f"Two files have the time {one.time!r}", str(path), "Save the parts of a time as one VTM file")
    return steps


def _collection(text: bytes) -> list[tuple[Any, str]]:
    return [(entry.get("timestep", 0), entry.attrib["file"]) for entry in xml.fromstring(text).iter("DataSet")]


def _file_series(text: bytes) -> list[tuple[Any, str]]:
    return [(entry["time"], entry["name"]) for entry in parsed(text)["files"]]


_READERS = {".pvd": _collection, ".series": _file_series}


def step_at(steps: list[Step], time: float, rule: str, where: str) -> Step:
    """The step to use for a time. :param where: the name of the series

    :raises TalusError: no such step; an unknown rule
    """
    if rule not in TIME_RULES:
        raise TalusError(f"'{rule}' is not a rule for times", "", f"Choose one of {', '.join(TIME_RULES)}")
    if not is_real(time) or not math.isfinite(time):
        raise TalusError(f"The time {time!r} is not a number", "", "Give one, such as 0.5")
    if not steps:
        raise TalusError("The series has no times", where, "Write it again")
    later = bisect_right(steps, time, key=lambda step: step.time)
    before, after = steps[max(later - 1, 0) : later], steps[later : later + 1]
    if before and (rule == "previous" or before[0].time == time):
        return before[0]
    if rule == "nearest":
        return min(before + after, key=lambda step: abs(step.time - time))
    near = " and ".join(repr(step.time) for step in before + after)
    remedy = f"Of its {len(steps)} times the nearest are {near}: choose one of them, or another rule for times"
    raise TalusError(f"The series has no time {time!r}", where, remedy)


def times(series: str | os.PathLike[str]) -> list[float]:
    """The times of a series: a .pvd, a .series, or a pattern like "a_*.vtp" (0, 1, 2 … in the order of its numbers).

    >>> for time in talus.times("run/run.pvd"):
    ...     labels = talus.classify([(0, 0, 1)], "run/run.pvd", time=time)

    :raises TalusError: no such series, or one that is damaged
    """
    if not is_series(series):
        raise TalusError("This is no series of files", str(series), "Name a .pvd, a .series, or a pattern such as a_*.vtp")
    return [step.time for step in steps_of(series)]


def at_time(given: Any, time: float | None, rule: str) -> Any:
    """The given input with each series replaced by its file at that time. Without a time, a series may have only one.

    :raises TalusError: as for :func:`step_at`; a series of several times without a time
    """
    if isinstance(given, list):
        return [at_time(one, time, rule) for one in given]
    if not is_series(given):
        return given
    steps = steps_of(given)
    if time is None and len(steps) > 1:
        raise TalusError(f"The series has {len(steps)} times", str(given), "Choose one: time=…, of talus.times")
    return step_at(steps, steps[0].time if time is None and steps else time or 0.0, rule, str(given)).path


def collection_entry(time: float, file: str) -> str:
    return f'  <DataSet timestep="{float(time)!r}" part="0" file={quoteattr(file)}/>\n'


def collection_text(entries: Iterable[str]) -> str:
    """The text of a .pvd file with entries of :func:`collection_entry`."""
    return (
        f'<?xml version="1.0"?>\n<VTKFile type="Collection" version="0.1">\n <Collection>\n{"".join(entries)}'
        " </Collection>\n</VTKFile>\n"
    )


def write_collection(path: Path, steps: Iterable[Step]) -> None:
    """Writes a .pvd for files in the same folder. :raises TalusError: an unwritable folder"""
    named = list(steps)
    for step in named:
        require_possible_name(step.path)
    text = collection_text(collection_entry(step.time, step.path.name) for step in named)
    with staged(path) as temporary:
        temporary.write_text(text, encoding="utf-8")
