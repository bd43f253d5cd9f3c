"""Segregation: the rise of large grains among small ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import array, numbers, rising
from .line import fit_line


def relative_height(height: float, bed: ArrayLike, masses: ArrayLike = 1.0) -> float:
    """The fraction of a bed's mass in grains with centres below a height: 0 at the bottom … 1 on top.

    :param height: of the large grain's centre, m
    :param bed: heights of the other grains' centres, (n,), m
    :param masses: of the others, (n,) or one for all, kg
    """
    bed = numbers(bed, "heights")
    if not len(bed):
        raise TalusError("The bed has no grains", "", "Give the heights of the small ones")
    masses = numbers(masses, "masses", len(bed))
    return float(masses[bed < height].sum() / masses.sum())


def rise_speed(times: ArrayLike, heights: ArrayLike) -> tuple[float, float]:
    """The slope of a height over time by least squares, and its standard error, both m/s.

    :param times: (n,), rising, s
    :param heights: (n,), m
    """
    times = rising(times, "times", 3)
    heights = numbers(heights, "heights", len(times))
    line = fit_line(times, heights)
    return line.slope, line.error


def mixing_index(heights: ArrayLike, is_large: ArrayLike) -> float:
    """Degree of segregation of two kinds: mean rank of the large ones by height, from −1 (all below) through 0
    (mixed) to 1 (all above the small ones).

    :param heights: of all centres, (n,), m
    :param is_large: (n,), Boolean
    """
    heights, large = numbers(heights, "heights"), array(is_large, "kinds", 1).astype(bool)
    many, few = len(heights), int(large.sum())
    if large.shape != heights.shape or not 0 < few < many:
        raise TalusError(f"{few} of {many} grains are large", "", "Give some of both kinds, and a yes or no for each")
    rank = np.argsort(np.argsort(heights, kind="stable"), kind="stable")
    return float((rank[large].mean() - rank[~large].mean()) / (many / 2))
