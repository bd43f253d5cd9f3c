"""Coordination numbers of grains."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import instance, whole
from .contact_network import ContactNetwork


@dataclass(frozen=True)
class Coordination:
    """Mean numbers of touching neighbours; walls count as neighbours."""

    mean: float  #: of all grains
    #: mechanical coordination number: of grains with at least two neighbours, without the contacts of grains with one.
    #: Thornton, Géotechnique 50 (2000) 43, equation 2. NaN if there is no such grain
    mechanical: float
    rattlers: float  #: fraction of the grains with no or one neighbour, 0 … 1


def coordination_numbers(network: ContactNetwork, grains: ArrayLike) -> np.ndarray:
    """The number of bodies that touch each grain, regardless of the number of contact points.

    :param grains: the bodies to count for, (m,), each once
    :return: (m,)
    """
    instance(network, ContactNetwork, "network")
    grains = whole(grains, "grains")
    pairs = np.unique(np.sort(network.bodies, axis=1), axis=0)
    order = np.argsort(grains)
    ends = pairs[np.isin(pairs, grains)]
    counts = np.zeros(len(grains), dtype=np.int64)
    np.add.at(counts, order[np.searchsorted(grains[order], ends)], 1)
    return counts


def mean_coordination(network: ContactNetwork, grains: ArrayLike) -> Coordination:
    """Mean numbers of touching neighbours of grains.

    :param grains: the bodies to count for, (m,), each once; leave walls out
    :raises TalusError: no grain
    """
    counts = coordination_numbers(network, grains)
    if not len(counts):
        raise TalusError("There are no grains", "", "Give the numbers of the dynamic bodies")
    none, one = int((counts == 0).sum()), int((counts == 1).sum())
    carrying = len(counts) - none - one
    mechanical = (counts.sum() - one) / carrying if carrying else np.nan
    return Coordination(float(counts.mean()), float(mechanical), (none + one) / len(counts))
