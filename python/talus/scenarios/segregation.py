"""A large grain at the bottom of small ones: its rise under vibration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..measure import plots
from . import bed
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory
from .vibrated_box import PER_PERIOD, shake

HELP = "one large grain among small ones in a shaken box: it rises (Schinner 1.2.2)"
FULL = {"grains": 3000, "width": 14.0, "periods": 100}


@dataclass(frozen=True)
class Options(GrainOptions):
    young: float = option(5e5, "Young's modulus, Pa: shaking presses softer grains through walls", least=1, most=1e12)
    ratio: float = option(3.0, "ratio of the sizes of the large grain and the small ones", least=1, most=50)
    width: float = option(7.5, "width of the box in diameters of the small grains", least=3, most=1000)
    frequency: float = option(20.0, "frequency, Hz", least=1e-3, most=1e5)
    gamma: float = option(4.0, "maximum acceleration in units of g; 0: at rest", least=0, most=1000)
    periods: int = option(80, "number of periods", least=4, most=1_000_000)


def build(options: Options) -> Setup:
    d, unit = options.size, bed.time_unit(options)
    scene = bed.granular_scene(options, comment="A large grain at the bottom of small ones in a box that swings.")
    half = options.width * d / 2
    step = bed.spacing(options)
    layers = np.ceil(options.grains / (2 * half // step) ** 2) + np.ceil(options.ratio)
    low, high = (-half, -half, 0.0), (half, half, (layers + 8) * step)
    walls = bed.trough(scene, low, high, d, sides=bed.ROUGH)
    large = _large(scene, options)
    bed.fill(scene, options, (*low[:2], options.ratio * d * 1.15), high)
    shake(scene, walls.values(), options.gamma, options.frequency)
    settled = np.ceil(20 * unit * options.frequency) / options.frequency
    end = settled + options.periods / options.frequency
    return Setup(scene, end, 1 / (PER_PERIOD * options.frequency), {"large": large, "settled": settled})


def _large(scene, options: Options) -> int:
    """The large grain, on the floor."""
    place = (0.0, 0.0, 0.56 * options.ratio * options.size)
    return scene.body(bed.shape_names(options)[0], bed.GRAIN, position=place, scale=options.ratio)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    large = run.ids == setup.notes["large"]
    heights = run.positions[:, large, 2][:, 0]
    small, masses = run.positions[:, ~large, 2], run.masses[~large]
    rank = np.array([m.relative_height(z, bed_, masses) for z, bed_ in zip(heights, small)])
    frames = run.since(setup.notes["settled"])
    speed, error = m.rise_speed(run.times[frames], heights[frames])
    numbers = {
        "part of the bed below it when it was settled": float(rank[frames][0]),
        "part of the bed below it at the end": float(rank[-PER_PERIOD:].mean()),
        "rise, m": float(heights[-PER_PERIOD:].mean() - heights[frames][:PER_PERIOD].mean()),
        "speed of the rise, m/s": speed,
        "its standard error, m/s": error,
        "small diameters that it rises a period": speed / (options.frequency * options.size),
    }

    def draw():
        axes = plots.new_axes(2, 1, size=(6.4, 3.2))
        plots.series(run.times, heights, unit="height of the large grain, m", axes=axes[0])
        plots.series(run.times, rank, unit="part of the bed below it", axes=axes[1])
        axes[1].set_ylim(-0.02, 1.02)
        return axes

    return Findings(numbers, draw)
