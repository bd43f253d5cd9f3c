"""The statistics of a run as arrays: what ``statistics.csv`` tells of each frame."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

from .errors import TalusError
from .io import PathLike
from .run_frames import frame_statistics
from .simulation import STATISTICS

_WORDS = ("StepLimit",)


def run_statistics(folder: PathLike, frames: int) -> dict[str, np.ndarray]:
    """The STATISTICS of the first frames by name: (f,), vectors (f, 3), ``Comparisons`` (f, levels).

    :raises TalusError: they are missing, damaged, or of fewer frames
    """
    rows = frame_statistics(folder)[:frames]
    if len(rows) < frames:
        raise _damaged(folder, f"The statistics tell of {len(rows)} frames, not of {frames}")
    try:
        return {name: _column(rows, name) for name in STATISTICS if _parts(name)[0] in rows[0]} if rows else {}
    except (KeyError, ValueError, OverflowError):
        raise _damaged(folder, "The statistics are damaged") from None


def of_frame(statistics: Mapping[str, np.ndarray], number: int) -> dict[str, Any]:
    """Those of one frame as a simulation gives them: numbers, words, and arrays."""
    rows = {name: values[number] for name, values in statistics.items()}
    return {name: value if isinstance(value, np.ndarray) else value.item() for name, value in rows.items()}


def _damaged(folder: PathLike, what: str) -> TalusError:
    return TalusError(what, f"{folder}/statistics.csv", "Copy the file again, or simulate again")


def _parts(name: str) -> list[str]:
    """The columns of a file that a statistic has."""
    return [name + axis for axis in "XYZ"] if name.endswith("Momentum") else [name]


def _column(rows: Sequence[Mapping[str, str]], name: str) -> np.ndarray:
    if name in _WORDS:
        return np.array([row[name] for row in rows])
    if name == "Comparisons":
        return _levels([row[name].split() for row in rows])
    parts = [_numbers([row[part] for row in rows]) for part in _parts(name)]
    return parts[0] if len(parts) == 1 else np.column_stack(parts)


def _levels(words: list[list[str]]) -> np.ndarray:
    """Counts of each level, 0 for levels that a frame does not have."""
    counts = np.zeros((len(words), max(map(len, words))), np.int64)
    for row, given in zip(counts, words):
        row[: len(given)] = list(map(int, given))
    return counts


def _numbers(texts: list[str]) -> np.ndarray:
    """Whole numbers as such. :raises ValueError: something else than numbers"""
    try:
        return np.array(list(map(int, texts)), np.int64)
    except ValueError:
        return np.array(list(map(float, texts)))
