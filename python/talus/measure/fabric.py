"""Directions of contacts: fabric tensor and anisotropy."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import numbers, tensors, vectors


def fabric_tensor(normals: ArrayLike, weights: ArrayLike = 1.0) -> np.ndarray:
    """The mean of n ⊗ n, (3, 3), over contact normals n: a third of the unit matrix if isotropic. Satake, in
    Deformation and Failure of Granular Materials (1982) 63.

    :param normals: directions of contacts, (n, 3); lengths and signs are ignored
    :param weights: (n,) or one for all, for example the forces
    """
    normals = vectors(normals, "normals")
    length = np.linalg.norm(normals, axis=1)
    weights = numbers(weights, "weights", len(normals))
    if directionless := int((length == 0).sum()):
        raise TalusError(f"{directionless} of {len(normals)} normals of a fabric tensor have the length 0", "", "Leave them out")
    if not len(normals) or weights.sum() <= 0:
        raise TalusError(f"{len(normals)} normals do not define a fabric tensor", "", "Give at least one normal and weight other than 0")
    unit = normals / length[:, None]
    return np.einsum("n,ni,nj->ij", weights, unit, unit) / weights.sum()


def anisotropy(fabric: ArrayLike) -> float:
    """Anisotropy of directions: √(3/2 a:a), with a = 15/2 · the deviator of the fabric tensor; 0 if isotropic. If a is
    small, the density of directions n is (1 + n·a·n)/4π; if all directions are parallel, the anisotropy is 7.5.
    """
    fabric = tensors(fabric, "fabric", 2)
    deviator = 7.5 * (fabric - np.trace(fabric) / 3 * np.eye(3))
    return float(np.sqrt(1.5 * (deviator * deviator).sum()))


def major_direction(fabric: ArrayLike) -> np.ndarray:
    """The principal direction with most contacts, (3,), unit, with a positive largest component."""
    direction = np.linalg.eigh(tensors(fabric, "fabric", 2))[1][:, -1]
    return direction * np.sign(direction[np.abs(direction).argmax()])
