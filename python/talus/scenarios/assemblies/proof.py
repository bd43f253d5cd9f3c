"""What every assembly measures: that no body meets another, and what was proven."""

from __future__ import annotations

import numpy as np

from ..trajectory import Trajectory


def proof(run: Trajectory) -> dict[str, float]:
    """Counts over all frames, and the smallest gap. All counts are 0 if nothing passes through anything."""
    gaps = run.statistic("LeastGap")
    return {
        "pairs of bodies that meet, by exact predicates": float(run.statistic("MeetingPairs").sum()),
        "pairs of bodies not proven apart": float(run.statistic("UnprovenPairs").sum()),
        "smallest gap, m": float(gaps.min()),
    }


def turns(run: Trajectory, body: int, axis: int = 2) -> np.ndarray:
    """Angle by which a body has rotated about a coordinate axis since the start, (f,), rad, without jumps."""
    w, along = run.orientations[:, body, 0], run.orientations[:, body, 1 + axis]
    angle = 2 * np.unwrap(np.arctan2(along, w), period=np.pi)
    return angle - angle[0]
