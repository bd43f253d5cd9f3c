"""The volume of a body with its halo."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import array, number, vectors


def halo_volume(points: ArrayLike, triangles: ArrayLike, halo: float) -> float:
    """The volume of a convex body with its halo: of all points whose distance from the body is at most ε.

    Steiner's formula: V + S ε + M ε² + 4/3 π ε³, with volume V, area S and half the sum M of edge length times exterior
    angle (in rad) over all edges.

    :param points: (n, 3), m
    :param triangles: point ids, (m, 3); closed, oriented outwards, convex
    :param halo: ε, m, ≥ 0
    :return: m³
    :raises TalusError: a surface without these properties, a negative halo
    """
    if number(halo, "halo") < 0:
        raise TalusError("A halo cannot be below 0", f"halo {halo}", "Give a length")
    x = vectors(points, "points")
    corners = _triangles(triangles, len(x))
    a, b, c = (x[corners[:, i]] for i in range(3))
    across = np.cross(b - a, c - a)
    doubled = np.linalg.norm(across, axis=1)
    ends, left, right = _edges(corners)
    turns = np.arctan2(
        np.linalg.norm(np.cross(across[left], across[right]), axis=1), (across[left] * across[right]).sum(axis=1)
    )
    lengths = np.linalg.norm(x[ends[:, 0]] - x[ends[:, 1]], axis=1)
    volume, surface, curvature = (a * across).sum() / 6, doubled.sum() / 2, (lengths * turns).sum() / 2
    return float(volume + surface * halo + curvature * halo**2 + 4 / 3 * np.pi * halo**3)


def _triangles(triangles: ArrayLike, points: int) -> np.ndarray:
    array(triangles, "triangles", 2)
    corners = np.asarray(triangles)
    if corners.size and not 0 <= corners.min() <= corners.max() < points:
        raise TalusError(f"A triangle refers to a point beyond the {points} given", "", "Number the points from 0")
    if corners.ndim != 2 or corners.shape[1] != 3 or len(corners) < 4 or corners.dtype.kind not in "iu":
        raise TalusError("The surface is not closed", "", "Give at least four triangles (m, 3)")
    return corners


# End points of the edges, and the triangles on both sides.
def _edges(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    sides = np.concatenate([corners[:, [i, (i + 1) % 3]] for i in range(3)])
    owners = np.tile(np.arange(len(corners)), 3)
    first, second = (np.lexsort(sides[:, order].T) for order in ([1, 0], [0, 1]))
    if np.any(sides[first] != sides[second][:, ::-1]):
        raise TalusError("The surface is not closed", "an edge has one triangle", "Close it")
    once = sides[first][:, 0] < sides[first][:, 1]
    return sides[first][once], owners[first][once], owners[second][once]
