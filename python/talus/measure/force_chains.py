"""Distribution of contact forces, and force chains."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..notebook import Answering, joined, measured
from ..errors import TalusError
from .checks import numbers, positive, vectors, whole
from .contact_network import ContactNetwork, among, by_pair
from .stress import grain_moments, greatest_stress


@dataclass(frozen=True, eq=False, repr=False)
class ForceDistribution(Answering):
    """The distribution of force magnitudes."""

    mean: float  #: N
    ratio: np.ndarray  #: f over its mean, middles of the bins, (m,)
    density: np.ndarray  #: probability density of that ratio, (m,): its integral over all is 1
    #: β of the tail P ~ exp(−β f/⟨f⟩) above the mean; NaN without any
    tail: float

    def _answer(self) -> str:
        return joined(f"mean {measured(self.mean)} N", f"tail exp(−{measured(self.tail)} f/⟨f⟩)")


def force_distribution(forces: ArrayLike, bins: int = 20, *, most: float = 5.0) -> ForceDistribution:
    """The distribution of force magnitudes relative to their mean.

    β is the maximum likelihood estimate: 1 over the mean excess of forces above the mean.

    :param forces: (n,), N, ≥ 0; zeros are ignored
    :param bins: from 0 to ``most`` means
    """
    forces = numbers(forces, "forces")
    forces = forces[forces > 0]
    if not len(forces):
        raise TalusError("There are no forces", "", "Give the strengths of contacts that press")
    positive(bins, "number of bins")
    ratio = forces / forces.mean()
    counts, edges = np.histogram(ratio, bins, (0.0, most))
    excess = ratio[ratio > 1] - 1
    return ForceDistribution(
        float(forces.mean()),
        (edges[1:] + edges[:-1]) / 2,
        counts / (len(ratio) * np.diff(edges)),
        float(1 / excess.mean()) if len(excess) else np.nan,
    )


def force_chains(
    network: ContactNetwork, grains: ArrayLike, positions: ArrayLike, volumes: ArrayLike, *, angle: float = 45.0
) -> list[list[int]]:
    """Force chains as defined by Peters, Muthuswamy, Wibowo, Tordesillas, Phys. Rev. E 72 (2005) 041307: at least three
    grains whose greatest principal stress is above the mean; neighbours are linked if each lies in the direction of the
    other's greatest stress to within an angle.

    :param grains: (m,), each once
    :param positions: their centres, (m, 3), m
    :param volumes: (m,) or one for all, m³
    :param angle: degrees
    :return: the members of each chain in rising order, the longest chain first
    """
    grains = whole(grains, "grains")
    positions = vectors(positions, "positions")
    stress, direction = greatest_stress(grain_moments(network, grains, positions), volumes)
    strong = stress > stress.mean()
    order = np.argsort(grains)
    pairs = order[np.searchsorted(grains[order], by_pair(among(network, grains)).bodies)]
    pairs = pairs[strong[pairs].all(axis=1)]
    branch = positions[pairs[:, 1]] - positions[pairs[:, 0]]
    branch /= np.linalg.norm(branch, axis=1)[:, None]
    cosines = np.abs(np.einsum("pk,psk->ps", branch, direction[pairs]))
    chains = _connected(pairs[(cosines >= np.cos(np.radians(angle))).all(axis=1)], len(grains))
    members = (sorted(grains[chain].tolist()) for chain in chains if len(chain) >= 3)
    return sorted(members, key=lambda chain: (-len(chain), chain))


def _connected(pairs: np.ndarray, count: int) -> list[list[int]]:
    """Connected groups of numbers joined by pairs, by union–find."""
    parent = list(range(count))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b in pairs.tolist():
        parent[root(a)] = root(b)
    groups: dict[int, list[int]] = {}
    for i in range(count):
        groups.setdefault(root(i), []).append(i)
    return list(groups.values())
