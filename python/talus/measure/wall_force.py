"""The force of grains on walls."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .checks import instance, whole
from .contact_network import ContactNetwork


def wall_force(network: ContactNetwork, walls: ArrayLike) -> np.ndarray:
    """The total force of grains on a set of walls, (3,), N; contacts between these walls cancel.

    :param walls: their numbers in the network
    """
    instance(network, ContactNetwork, "network")
    walls = whole(walls, "walls")
    on_b = np.isin(network.bodies[:, 1], walls)
    on_a = np.isin(network.bodies[:, 0], walls)
    return network.forces[on_b].sum(axis=0) - network.forces[on_a].sum(axis=0)
