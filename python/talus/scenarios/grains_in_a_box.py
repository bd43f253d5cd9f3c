"""Grains fall into a box and come to rest: packing density and distribution of forces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..measure import plots
from . import bed
from .halo_volumes import halo_volumes
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "random grains fall into a box and come to rest (Williams and O'Connor, figure 18)"
FULL = {"grains": 5000, "young": 1e6}


@dataclass(frozen=True)
class Options(GrainOptions):
    aspect: float = option(1.0, "initial height of the grains relative to the width of the box", least=0.05, most=20)


def build(options: Options) -> Setup:
    d = options.size
    scene = bed.granular_scene(options, comment="Random grains fall into a box.")
    across = max(2, round((options.grains / options.aspect) ** (1 / 3)))
    width = across * bed.spacing(options)
    height = np.ceil(options.grains / across**2 + 1) * bed.spacing(options)
    low, high = (-width / 2, -width / 2, 0.0), (width / 2, width / 2, height)
    walls = bed.trough(scene, low, high, d, sides=bed.ROUGH)
    bed.fill(scene, options, low, high)
    unit = bed.time_unit(options)
    end = unit * (10 + 4 * np.sqrt(2 * height / d))
    return Setup(scene, end, unit / 2, {"low": low, "high": high, "walls": list(walls.values())})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    d, (low, high) = options.size, (setup.notes["low"], setup.notes["high"])
    z, width = run.positions[-1, :, 2], high[0] - low[0]
    edges = np.arange(0, z.max() + 1.5 * d, d)
    fraction = m.solid_fraction(z, run.volumes, edges, width**2)
    effective = m.solid_fraction(z, halo_volumes(setup.scene, run.ids), edges, width**2)
    inner = (edges[:-1] > 0.5 * d) & (edges[1:] < z.max() - 1.5 * d)
    network = run.contacts[-1]
    grains = m.by_pair(m.among(network, run.ids))
    forces = m.magnitudes(grains)
    strength = m.force_distribution(forces)
    coordination = m.mean_coordination(network, run.ids)
    numbers = {
        "solid fraction between lowest and highest layer": _mean(fraction[inner]),
        "solid fraction between lowest and highest layer, with halos": _mean(effective[inner]),
        "neighbours of a grain": coordination.mean,
        "neighbours of a grain that carries": coordination.mechanical,
        "part of the grains that do not carry": coordination.rattlers,
        "force on the walls over the weight": float(
            -m.wall_force(network, setup.notes["walls"])[2] / (9.81 * run.masses.sum())
        ),
        "exponent of the tail of forces": strength.tail,
        "anisotropy of the fabric": m.anisotropy(m.fabric_tensor(grains.forces[forces > 0])),
        "greatest speed at the end, m/s": float(run.speeds()[-1].max()),
    }

    def draw():
        axes = plots.new_axes(1, 2, size=(5, 4))
        plots.layer_profile(edges, fraction, unit="solid fraction", axes=axes[0])
        plots.forces(strength, axes=axes[1])
        return axes

    return Findings(numbers, draw)


def _mean(fractions: np.ndarray) -> float:
    return float(fractions.mean()) if fractions.size else np.nan
