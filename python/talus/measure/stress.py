"""The stress in grains from contact forces."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import instance, numbers, positive, tensors, vectors, whole
from .contact_network import ContactNetwork


def grain_moments(network: ContactNetwork, grains: ArrayLike, positions: ArrayLike) -> np.ndarray:
    """The force moments of grains, −Σ r ⊗ f over their contacts, symmetrised: stress times volume, pressure positive.

    :param grains: (m,), each once
    :param positions: their centres, (m, 3), m
    :return: (m, 3, 3), J
    """
    instance(network, ContactNetwork, "network")
    grains = whole(grains, "grains")
    positions = vectors(positions, "positions")
    if len(grains) != len(positions):
        raise TalusError(f"{len(grains)} grains have {len(positions)} positions", "", "Give one for each")
    order = np.argsort(grains)
    moments = np.zeros((len(grains), 3, 3))
    for side, sign in ((0, -1.0), (1, 1.0)):
        ours = np.isin(network.bodies[:, side], grains)
        rows = order[np.searchsorted(grains[order], network.bodies[ours, side])]
        arms = network.points[ours] - positions[rows]
        np.add.at(moments, rows, -sign * arms[:, :, None] * network.forces[ours][:, None, :])
    return (moments + moments.swapaxes(1, 2)) / 2


def bulk_stress(moments: ArrayLike, volume: float) -> np.ndarray:
    """The mean stress of a region, Pa, pressure positive: the sum of its grains' moments divided by its volume, m³
    (Love–Weber formula, for grains at rest)."""
    return tensors(moments, "moments", 3).sum(axis=0) / positive(volume, "volume")


def greatest_stress(moments: ArrayLike, volumes: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """The greatest principal stress of each grain, (m,), Pa, pressure positive, and its direction, (m, 3), unit.

    :param moments: (m, 3, 3), J :param volumes: (m,) or one for all, m³
    """
    moments = tensors(moments, "moments", 3)
    values, vectors_ = np.linalg.eigh(moments)
    return values[:, -1] / numbers(volumes, "volumes", len(moments)), vectors_[:, :, -1]
