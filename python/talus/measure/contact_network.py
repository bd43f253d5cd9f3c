"""Contacts as input of measurements: contact points, and their pairs of bodies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..notebook import Answering, counted, greatest, joined, measured
from ..errors import TalusError
from .checks import instance, vectors, whole


@dataclass(frozen=True, eq=False, repr=False)
class ContactNetwork(Answering):
    """The n contact points of a set of bodies."""

    #: Rows or ids of the two bodies of each contact, (n, 2)
    bodies: np.ndarray
    #: (n, 3), m
    points: np.ndarray
    #: Force on the second body, (n, 3), N
    forces: np.ndarray

    def __len__(self) -> int:
        return len(self.points)

    def _answer(self) -> str:
        force = f"greatest force {measured(greatest(self.forces))} N" if len(self) else ""
        return joined(counted(len(self), "contact point"), force)


def contact_network(body_a: ArrayLike, body_b: ArrayLike, points: ArrayLike, forces: ArrayLike) -> ContactNetwork:
    """The contact network of n contacts, from arrays.

    :param body_a: row or id of the first body of each contact, (n,)
    :param body_b: of the second one, (n,)
    :param points: (n, 3), m
    :param forces: on body B, (n, 3), N
    :raises TalusError: arrays of different lengths
    """
    a, b = whole(body_a, "bodies A"), whole(body_b, "bodies B")
    points, forces = vectors(points, "points"), vectors(forces, "forces")
    if not len(a) == len(b) == len(points) == len(forces):
        told = f"{len(a)} bodies A, {len(b)} bodies B, {len(points)} points, {len(forces)} forces"
        raise TalusError(told, "", "Give one of each for each contact")
    return ContactNetwork(np.column_stack((a, b)), points, forces)


def among(network: ContactNetwork, bodies: ArrayLike) -> ContactNetwork:
    """The contacts between two of the given bodies, for example between grains without walls."""
    instance(network, ContactNetwork, "network")
    return _kept(network, np.isin(network.bodies, whole(bodies, "bodies")).all(axis=1))


def by_pair(network: ContactNetwork) -> ContactNetwork:
    """One contact for each pair of bodies, the lower number first: the sum of the forces, acting at the mean of the
    points, weighted by their forces.
    """
    instance(network, ContactNetwork, "network")
    swap = network.bodies[:, 0] > network.bodies[:, 1]
    forces = np.where(swap[:, None], -network.forces, network.forces)
    pairs, pair = np.unique(np.sort(network.bodies, axis=1), axis=0, return_inverse=True)
    weights = np.linalg.norm(forces, axis=1) + np.finfo(float).tiny
    total = np.bincount(pair, weights, minlength=len(pairs))
    return ContactNetwork(
        pairs,
        _sums(pair, network.points * weights[:, None], len(pairs)) / total[:, None],
        _sums(pair, forces, len(pairs)),
    )


def magnitudes(network: ContactNetwork) -> np.ndarray:
    """Magnitudes of the forces, (n,), N."""
    instance(network, ContactNetwork, "network")
    return np.linalg.norm(network.forces, axis=1)


def _kept(network: ContactNetwork, which: np.ndarray) -> ContactNetwork:
    return ContactNetwork(network.bodies[which], network.points[which], network.forces[which])


def _sums(groups: np.ndarray, values: np.ndarray, count: int) -> np.ndarray:
    return np.stack([np.bincount(groups, column, minlength=count) for column in values.T], axis=-1).reshape(count, 3)
