"""Mean flow of grains, convection, and granular temperature."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike

from ..notebook import Answering, counted, joined, measured
from ..errors import TalusError
from .checks import array, evenly, instance, numbers, positive, rising, vectors
from .layers import layer_means


@dataclass(frozen=True, eq=False, repr=False)
class VelocityField(Answering):
    """The mean velocity of grains in the cells of a plane."""

    #: Bounds of the cells along the first direction of the plane, (nx + 1,), m
    x_edges: np.ndarray
    #: Bounds of the cells along the second direction, (nz + 1,), m
    z_edges: np.ndarray
    #: Mean velocity in the plane, weighted by mass, (nx, nz, 2), m/s; NaN in empty cells
    velocity: np.ndarray
    #: Mass that passed through each cell, (nx, nz): kg if one frame was given, the sum over frames if many
    mass: np.ndarray

    def _answer(self) -> str:
        speeds = np.linalg.norm(self.velocity, axis=2)
        told = f"fastest {measured(np.nanmax(speeds))} m/s" if np.isfinite(speeds).any() else "no grains"
        return joined(f"{' × '.join(map(counted, self.mass.shape))} cells", told)

    @property
    def x(self) -> np.ndarray:
        """Middles of the cells, (nx,), m"""
        return (self.x_edges[1:] + self.x_edges[:-1]) / 2

    @property
    def z(self) -> np.ndarray:
        """Middles of the cells, (nz,), m"""
        return (self.z_edges[1:] + self.z_edges[:-1]) / 2


def velocity_field(
    positions: ArrayLike,
    velocities: ArrayLike,
    masses: ArrayLike,
    x_edges: ArrayLike,
    z_edges: ArrayLike,
    *,
    plane: tuple[int, int] = (0, 2),
) -> VelocityField:
    """The mean velocity of the grains whose centres lie in each cell; concatenate the arrays of several frames.

    :param positions, velocities: (n, 3), m and m/s
    :param masses: (n,) or one for all, kg
    :param x_edges, z_edges: bounds of cells, rising, m
    :param plane: the two directions of the plane, 0 x, 1 y, 2 z; averaged over the third
    """
    positions, velocities = vectors(positions, "positions"), vectors(velocities, "velocities")
    if len(positions) != len(velocities):
        raise TalusError(f"{len(positions)} positions have {len(velocities)} velocities", "", "Give one for each")
    if not isinstance(plane, (tuple, list)) or tuple(plane) not in permutations(range(3), 2):
        raise TalusError(f"The plane cannot be {plane}", "", "Give two directions, of 0 x, 1 y, 2 z")
    masses = numbers(masses, "masses", len(positions))
    edges = rising(x_edges, "edges x"), rising(z_edges, "edges z")
    places = positions[:, plane[0]], positions[:, plane[1]]
    mass = np.histogram2d(*places, edges, weights=masses)[0]
    momentum = [np.histogram2d(*places, edges, weights=masses * velocities[:, axis])[0] for axis in plane]
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(mass[..., None] > 0, np.stack(momentum, axis=-1) / mass[..., None], np.nan)
    return VelocityField(*edges, mean, mass)


def vorticity(field: VelocityField) -> np.ndarray:
    """∂v_z/∂x − ∂v_x/∂z, (nx, nz), 1/s: twice the angular speed, from x to z, where the field is a rigid rotation.

    NaN at and beside empty cells. Cells must be evenly spaced, at least two along each direction.
    """
    instance(field, VelocityField, "field")
    dx, dz = evenly(field.x, "cells along x"), evenly(field.z, "cells along z")
    return np.gradient(field.velocity[..., 1], dx, axis=0) - np.gradient(field.velocity[..., 0], dz, axis=1)


def circulation_speed(field: VelocityField) -> float:
    """The circulation speed, m/s: the mass-weighted root mean square of the velocity relative to the mean
    velocity.
    """
    instance(field, VelocityField, "field")
    known = field.mass > 0
    mass, velocity = field.mass[known], field.velocity[known]
    drift = mass @ velocity / mass.sum()
    return float(np.sqrt(mass @ ((velocity - drift) ** 2).sum(axis=1) / mass.sum()))


def strobed(times: ArrayLike, positions: ArrayLike, period: float) -> tuple[np.ndarray, np.ndarray]:
    """Stroboscopic velocities: the motion from one period of a vibration to the next, without the oscillation.

    :param times: of the frames, (f,), evenly spaced, s
    :param positions: (f, n, 3), m
    :param period: s: an integer number of frames, to 1 %
    :return: mid positions and velocities, both (k, n, 3), m and m/s, k = f − frames per period
    """
    step, positions = evenly(times, "times"), array(positions, "positions", 3)
    stride = round(positive(period, "period") / step)
    if stride < 1 or abs(stride * step - period) > 0.01 * period:
        raise TalusError(f"A period of {period} s is not a whole number of frames", f"every {step} s", "Give a multiple of the interval")
    first, last = positions[:-stride], positions[stride:]
    return (first + last) / 2, (last - first) / (stride * step)


def granular_temperature(
    heights: ArrayLike, velocities: ArrayLike, masses: ArrayLike, edges: ArrayLike
) -> np.ndarray:
    """A third of the mass-weighted variance of the velocities in each layer, m²/s².

    :param heights: of the centres, (n,), m
    :param velocities: (n, 3), m/s
    :param masses: (n,) or one for all, kg
    :param edges: heights of the layers' bounds, (m + 1,), rising, m
    :return: (m,); NaN in layers without a grain
    """
    velocities = vectors(velocities, "velocities")
    mean = layer_means(heights, velocities, masses, edges)
    square = layer_means(heights, (velocities**2).sum(axis=1), masses, edges)
    return np.maximum(square - (mean**2).sum(axis=1), 0) / 3
