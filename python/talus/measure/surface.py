"""The free surface of a bed of grains, seen from above."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import array, numbers, rising, vectors


def height_map(positions: ArrayLike, radii: ArrayLike, x: ArrayLike, y: ArrayLike) -> np.ndarray:
    """The height of the topmost grain above each point (x, y); grains are treated as balls.

    :param positions: centres, (n, 3), m
    :param radii: (n,) or one for all, m
    :param x: (nx,), rising, m
    :param y: (ny,), rising, m
    :return: (nx, ny), m; NaN where there is no grain. O(n nx ny) at worst, O(n) cells of the map for small grains.
    """
    centres = vectors(positions, "positions")
    radius = numbers(radii, "radii", len(centres))
    x, y = rising(x, "places x", 1), rising(y, "places y", 1)
    heights = np.full((len(x), len(y)), -np.inf)
    for (cx, cy, cz), r in zip(centres, radius):
        columns, rows = _near(x, cx, r), _near(y, cy, r)
        squared = r * r - (x[columns, None] - cx) ** 2 - (y[None, rows] - cy) ** 2
        tops = np.where(squared >= 0, cz + np.sqrt(np.maximum(squared, 0)), -np.inf)
        np.maximum(heights[columns, rows], tops, out=heights[columns, rows])
    return np.where(np.isinf(heights), np.nan, heights)


def surface_profile(heights: ArrayLike) -> np.ndarray:
    """The mean over y of a height map (nx, ny): (nx,), m; NaN where there is no grain."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # columns without a grain
        return np.nanmean(array(heights, "heights", 2), axis=1)


def radial_profile(
    heights: ArrayLike, x: ArrayLike, y: ArrayLike, centre: ArrayLike, edges: ArrayLike
) -> np.ndarray:
    """The mean height of a height map over rings about a vertical axis.

    :param heights: (nx, ny) at x, y, m
    :param centre: x, y of the axis, m
    :param edges: radii of the rings, (m + 1,), rising, m
    :return: (m,), m; NaN where there is no grain
    """
    heights, edges = array(heights, "heights", 2), rising(edges, "edges")
    x, y, middle = numbers(x, "places x"), numbers(y, "places y"), numbers(centre, "coordinates of the centre")
    if len(middle) != 2 or heights.shape != (len(x), len(y)):
        told = f"Heights of the shape {heights.shape} lie at {len(x)} × {len(y)} places about {len(middle)} coordinates"
        raise TalusError(told, "", "Give heights (nx, ny), x (nx,), y (ny,) and a centre of two")
    away = np.hypot(x[:, None] - middle[0], y[None, :] - middle[1])
    known = np.isfinite(heights)
    counts, _ = np.histogram(away[known], edges)
    sums, _ = np.histogram(away[known], edges, weights=heights[known])
    return np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)


def _near(places: np.ndarray, centre: float, radius: float) -> slice:
    return slice(*np.searchsorted(places, (centre - radius, centre + radius)))
