"""A choice of frames where all of a run would take too long."""

from __future__ import annotations

from typing import Sequence, TypeVar

_T = TypeVar("_T")


def some_frames(frames: Sequence[_T]) -> Sequence[_T]:
    """From 25 to 49 of them, evenly spaced from the first; all if there are fewer than 50."""
    return frames[:: max(1, len(frames) // 25)]
