"""How much of the space grains fill, layer by layer."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .checks import numbers, positive, rising


def solid_fraction(heights: ArrayLike, volumes: ArrayLike, edges: ArrayLike, area: float) -> np.ndarray:
    """The part of each layer that is filled by grains.

    A grain that reaches into several layers is shared as a ball of its volume would be: exact for balls.

    :param heights: of the centres, (n,), m
    :param volumes: (n,) or one for all, m³
    :param edges: heights of the layers' bounds, (m + 1,), rising, m
    :param area: of the container's cross-section, m²
    :return: (m,), 0 … 1
    """
    return layer_sums(heights, volumes, volumes, edges) / (positive(area, "area") * np.diff(edges))


def bulk_density(
    heights: ArrayLike, volumes: ArrayLike, masses: ArrayLike, edges: ArrayLike, area: float
) -> np.ndarray:
    """Mass over volume of each layer, kg/m³; as :func:`solid_fraction`, with masses (n,) in kg."""
    return layer_sums(heights, volumes, masses, edges) / (positive(area, "area") * np.diff(edges))


def layer_sums(heights: ArrayLike, volumes: ArrayLike, values: ArrayLike, edges: ArrayLike) -> np.ndarray:
    """The sum of a quantity of grains in each layer: each grain gives to a layer as much as it has volume there.

    :param values: (n,) or one for all, in any unit
    :return: (m,), in the unit of the values. O(n m)
    """
    heights, edges = numbers(heights, "heights"), rising(edges, "edges")
    volumes = numbers(volumes, "volumes", len(heights))
    values = numbers(values, "values", len(heights))
    radii = np.cbrt(3 * volumes / (4 * np.pi))
    below = np.array([part_below(edge - heights, radii) for edge in edges])
    return np.diff(below, axis=0) @ values


def part_below(levels: ArrayLike, radii: ArrayLike) -> np.ndarray:
    """The part of balls' volumes below levels that are told from their centres, m: 0 … 1."""
    h = np.clip(np.asarray(levels) / np.asarray(radii) + 1, 0, 2)
    return h * h * (3 - h) / 4
