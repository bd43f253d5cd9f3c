"""Solid fraction and other quantities by layer."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import array, numbers, positive, rising


def solid_fraction(heights: ArrayLike, volumes: ArrayLike, edges: ArrayLike, area: float) -> np.ndarray:
    """The volume fraction of grains in each layer.

    A grain in several layers is divided like a ball of equal volume: exact for balls. The halos of simulated
    grains count as void: pass the volumes of :func:`halo_volume` for the effective fraction, which is greater.

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
    """The sum of a quantity of grains in each layer: each grain contributes in proportion to its volume there.

    :param values: (n,) or one for all, in any unit
    :return: (m,), in the unit of the values. O(n m)
    """
    heights, edges = numbers(heights, "heights"), rising(edges, "edges")
    volumes = numbers(volumes, "volumes", len(heights))
    values = numbers(values, "values", len(heights))
    radii = np.cbrt(3 * volumes / (4 * np.pi))
    below = np.array([part_below(edge - heights, radii) for edge in edges])
    return np.diff(below, axis=0) @ values


def layer_means(heights: ArrayLike, values: ArrayLike, weights: ArrayLike, edges: ArrayLike) -> np.ndarray:
    """The mean of a quantity over the grains whose centres lie in each layer.

    :param values: (n,) or (n, k), in any unit
    :param weights: (n,) or one for all, for example masses
    :return: (m,) or (m, k), in the unit of the values; NaN in layers without a grain
    """
    heights, edges = numbers(heights, "heights"), rising(edges, "edges")
    weights, values = numbers(weights, "weights", len(heights)), array(values, "values", 1, 2)
    if len(values) != len(heights):
        raise TalusError(f"{len(heights)} heights have values of the shape {values.shape}", "", "Give one for each")

    def sums(each: np.ndarray) -> np.ndarray:
        return np.histogram(heights, edges, weights=each)[0]

    total = sums(weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.stack([sums(weights * column) / total for column in np.atleast_2d(values.T)], axis=-1)
    return np.where(total[:, None] > 0, means, np.nan).reshape(len(total), *values.shape[1:])


def part_below(levels: ArrayLike, radii: ArrayLike) -> np.ndarray:
    """The fraction of balls' volumes below levels relative to their centres, m: 0 … 1."""
    levels, radii = array(levels, "levels", 0, 1, 2), array(radii, "radii", 0, 1, 2)
    h = np.clip(levels / radii + 1, 0, 2)
    return h * h * (3 - h) / 4
