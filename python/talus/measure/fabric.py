"""Directions of contacts: fabric tensor and anisotropy."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import numbers, tensors, vectors


def fabric_tensor(normals: ArrayLike, weights: ArrayLike = 1.0) -> np.ndarray:
    """The mean of n ⊗ n, (3, 3): a third of the unit matrix if all directions are alike. Satake, in Deformation and
    Failure of Granular Materials (1982) 63.

    :param normals: directions of contacts, (n, 3); their lengths and signs do not count
    :param weights: (n,) or one for all: say, the forces
    """
    normals = vectors(normals, "normals")
    length = np.linalg.norm(normals, axis=1)
    weights = numbers(weights, "weights", len(normals))
    if not len(normals) or length.min() == 0 or weights.sum() <= 0:
        raise TalusError(f"{len(normals)} normals do not define a fabric tensor", "", "Give at least one normal and weight other than 0")
    unit = normals / length[:, None]
    return np.einsum("n,ni,nj->ij", weights, unit, unit) / weights.sum()


def anisotropy(fabric: ArrayLike) -> float:
    """Anisotropy of directions: √(3/2 a:a) of a = 15/2 · the deviator of the fabric tensor: 0 if isotropic. If
    small, a is that of the density (1 + a n·n)/4π of directions; all alike along one axis give 7.5.
    """
    fabric = tensors(fabric, "fabric", 2)
    deviator = 7.5 * (fabric - np.trace(fabric) / 3 * np.eye(3))
    return float(np.sqrt(1.5 * (deviator * deviator).sum()))


def major_direction(fabric: ArrayLike) -> np.ndarray:
    """The direction of most contacts, (3,), unit, its largest component positive."""
    direction = np.linalg.eigh(tensors(fabric, "fabric", 2))[1][:, -1]
    return direction * np.sign(direction[np.abs(direction).argmax()])
