"""Angles of the free surface: the angle of repose Θr, at which an avalanche comes to rest, and the greatest stable
angle Θm, at which one begins. Schinner 1995, section 1.2.1: µ = tan Θr; the angle of a heap lies between the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import array, positive, rising
from .line import fit_line


@dataclass(frozen=True)
class Slope:
    """A straight line through part of a surface."""

    #: against the horizontal, degrees; positive if the surface rises with the distance
    angle: float
    #: standard error of the fit, degrees; assumes independent noise at neighbouring positions
    error: float
    #: number of fitted positions
    count: int


@dataclass(frozen=True)
class Avalanche:
    """The surface slid from one angle to a lower one."""

    begin: float  #: s
    end: float  #: s
    greatest: float  #: Θm, the angle at the begin, degrees
    repose: float  #: Θr, the angle at the end, degrees


def fitted_slope(distance: ArrayLike, height: ArrayLike) -> Slope:
    """The straight line through a surface by least squares.

    :param distance: along the horizontal, (n,), m
    :param height: (n,), m; NaN is ignored
    :raises TalusError: fewer than three positions
    """
    distance, height = _known(distance, height)
    if len(distance) < 3:
        raise TalusError(f"The surface has {len(distance)} places", "", "Give at least three that are not NaN")
    line = fit_line(distance, height)
    return Slope(
        float(np.degrees(np.arctan(line.slope))),
        float(np.degrees(line.error / (1 + line.slope**2))),
        len(distance),
    )


def angle_of_repose(distance: ArrayLike, height: ArrayLike, *, low: float = 0.2, high: float = 0.8) -> Slope:
    """The slope of a heap's flank: of the part of a profile between crest and foot.

    :param distance: along the horizontal, (n,), rising, m
    :param height: (n,), m; NaN is ignored
    :param low, high: the range of height between foot and crest that is fitted, 0 … 1: excludes the rounded crest and
        the scattered grains at the foot
    :raises TalusError: fewer than three positions in that range
    """
    distance, height = _known(distance, height)
    if len(height) < 3:
        raise TalusError(f"The flank has {len(height)} places", "", "Give at least three that are not NaN")
    crest, foot = int(height.argmax()), int(height.argmin())
    flank = slice(min(crest, foot), max(crest, foot) + 1)
    part = (height[flank] - height[foot]) / max(height[crest] - height[foot], np.finfo(float).tiny)
    inside = (part >= low) & (part <= high)
    return fitted_slope(distance[flank][inside], height[flank][inside])


def falling_flank(
    distance: ArrayLike, height: ArrayLike, *, low: float = 0.2, high: float = 0.8, least: float = 0.0
) -> Slope:
    """The flank of a heap whose crest is at the near end. As :func:`angle_of_repose`, which fits any flank.

    :param least: the least height of the crest above the foot that makes a heap, m: a few grains
    :return: a slope with a negative angle
    :raises TalusError: as :func:`angle_of_repose`; a lower surface, or one that does not fall with the distance by more
        than the standard error: there is no such heap
    """
    slope = angle_of_repose(distance, height, low=low, high=high)
    rise = float(np.ptp(_known(distance, height)[1]))
    if slope.angle < -slope.error and rise >= least:
        return slope
    raise TalusError(
        "There is no heap whose surface falls away: an angle of repose cannot be measured",
        f"the surface rises by {slope.angle:.3g}° with a standard error of {slope.error:.2g}°; heights differ by {rise:.3g} m",
        "Use more grains",
    )


def local_angles(distance: ArrayLike, height: ArrayLike, window: float) -> tuple[np.ndarray, np.ndarray]:
    """The local slope of the surface at each position.

    :param distance: along the horizontal, (n,), rising, m
    :param height: (n,), m; NaN is ignored
    :param window: length of the fitted interval around each position, m, > 0: a few grains
    :return: positions (m,), m, and angles (m,), degrees; positions with fewer than three neighbours are omitted
    """
    positive(window, "window")
    distance, height = _known(distance, height)
    places, angles = [], []
    for place in distance:
        near = np.abs(distance - place) <= window / 2
        if near.sum() >= 3:
            places.append(place)
            angles.append(fitted_slope(distance[near], height[near]).angle)
    return np.array(places), np.array(angles)


def avalanches(times: ArrayLike, angles: ArrayLike, least: float) -> list[Avalanche]:
    """The events in which the angle of a slowly tilted surface, as in a drum, decreases by at least ``least``.

    The angle oscillates between Θm and Θr; extrema that differ by less than ``least`` are noise.

    :param times: (n,), rising, s
    :param angles: (n,), degrees
    :param least: the minimum decrease of an event, degrees, > 0
    """
    times, angles = rising(times, "times"), array(angles, "angles", 1)
    if len(times) != len(angles):
        raise TalusError(f"{len(times)} times have {len(angles)} angles", "", "Give one for each")
    positive(least, "least fall")
    turns = _turning_points(angles, least)
    return [
        Avalanche(float(times[i]), float(times[j]), float(angles[i]), float(angles[j]))
        for i, j in zip(turns, turns[1:])
        if angles[j] < angles[i]
    ]


def _turning_points(values: np.ndarray, least: float) -> list[int]:
    """Indices of alternating maxima and minima that differ by at least ``least``."""
    turns: list[int] = []
    high = low = direction = 0
    for i, value in enumerate(values):
        high = i if value > values[high] else high
        low = i if value < values[low] else low
        if direction >= 0 and value <= values[high] - least:
            turns.append(high)
            low, direction = i, -1
        elif direction <= 0 and value >= values[low] + least:
            turns.append(low)
            high, direction = i, 1
    if direction:
        turns.append(high if direction > 0 else low)
    return turns


def _known(distance: ArrayLike, height: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    distance, height = array(distance, "distances", 1), array(height, "heights", 1)
    if distance.shape != height.shape:
        raise TalusError(f"{distance.shape} distances have {height.shape} heights", "", "Give one for each, both (n,)")
    known = np.isfinite(distance) & np.isfinite(height)
    return distance[known], height[known]

