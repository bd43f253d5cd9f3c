"""A vibrated bed of grains: density, granular temperature and convection."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Iterable

import numpy as np

from .. import measure as m
from ..measure import plots
from ..scene_builder import Scene
from . import bed
from .halo_volumes import halo_volumes
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "a shaken bed: density and temperature by layers, convection (Schinner, figure 1.3)"
FULL = {"grains": 4000, "width": 30.0, "depth": 6.0}
PER_PERIOD = 10  #: frames per period


@dataclass(frozen=True)
class Options(GrainOptions):
    young: float = option(2e6, "Young's modulus, Pa: shaking presses softer grains through walls", least=1, most=1e12)
    width: float = option(12.0, "width of the box in grain diameters", least=2, most=1000)
    depth: float = option(4.0, "front to back wall in grain diameters; both without friction", least=1.5, most=1000)
    frequency: float = option(10.0, "frequency, Hz", least=1e-3, most=1e5)
    gamma: float = option(4.0, "maximum acceleration in units of g; 0: at rest", least=0, most=1000)
    periods: int = option(20, "number of periods", least=4, most=1_000_000)
    moving_walls: bool = option(False, "the walls move with the floor; otherwise they are fixed, as in the figure")


def build(options: Options) -> Setup:
    d, unit = options.size, bed.time_unit(options)
    scene = bed.granular_scene(options, comment="A bed of grains in a box that swings up and down.")
    step = bed.spacing(options)
    low, width = (-options.width * d / 2, -options.depth * d / 2, 0.0), options.width * d
    layers = np.ceil(options.grains / ((width // step) * (options.depth * d // step)))
    high = (-low[0], -low[1], (layers + 8) * step)
    skirt = 0.0 if options.moving_walls else _skirt(options)
    walls = bed.trough(scene, low, high, d, skirt=skirt)
    bed.fill(scene, options, low, high)
    moving = walls.values() if options.moving_walls else [walls["floor"]]
    shake(scene, moving, options.gamma, options.frequency)
    settled = np.ceil(15 * unit * options.frequency) / options.frequency
    end = settled + options.periods / options.frequency
    every = 1 / (PER_PERIOD * options.frequency)
    return Setup(scene, end, every, {"low": low, "high": high, "settled": settled, "layers": int(layers)})


def _skirt(options: Options) -> float:
    """How far fixed walls must reach below the floor so that it does not open a slit when it is lowest, m."""
    down = amplitude(options.gamma, options.frequency)
    return down + options.size if down > 0 else 0.0


def amplitude(gamma: float, frequency: float) -> float:
    """Of a vibration with a peak acceleration of gamma · g, m."""
    return gamma * 9.81 / (2 * np.pi * frequency) ** 2


def shake(scene: Scene, walls: Iterable[int], gamma: float, frequency: float) -> None:
    """Vibrates walls vertically with a peak acceleration of gamma · g; they stay fixed if gamma is 0."""
    if gamma > 0:
        bed.move(scene, walls)
        scene.vibrate(list(walls), (0, 0, 1), amplitude(gamma, frequency), frequency)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    d, (low, high) = options.size, (setup.notes["low"], setup.notes["high"])
    frames = run.since(setup.notes["settled"])
    places = run.columns(frames)[0]
    edges = np.arange(0, places[:, 2].max() + d, d)
    count = len(run.times[frames])
    area = (high[0] - low[0]) * (high[1] - low[1])
    fraction, effective = (
        m.solid_fraction(places[:, 2], np.tile(volumes, count), edges, area) / count
        for volumes in (run.volumes, halo_volumes(setup.scene, run.ids))
    )
    heat = _temperature(run, frames, edges)
    field = _convection(run, frames, setup, options)
    dense = np.flatnonzero(fraction > 0.2 * fraction.max())
    lower, top = dense[: max(1, len(dense) // 2)], dense[-1]
    numbers = {
        "solid fraction in the lower half of the bed": float(fraction[lower].mean()),
        "solid fraction in the lower half of the bed, with halos": float(effective[lower].mean()),
        "solid fraction of the layer on top": float(fraction[top]),
        "solid fraction of the layer on top, with halos": float(effective[top]),
        "temperature of the lower half, m²/s²": float(np.nanmean(heat[lower])),
        "temperature of the layer on top, m²/s²": float(heat[top]),
        "speed of the convection, m/s": m.circulation_speed(field),
        "diameters that it moves a grain per period": m.circulation_speed(field) / (options.frequency * d),
        "upward flow in the middle less that beside the walls, m/s": _roll(field),
    }

    def draw():
        axes = plots.new_axes(1, 3, size=(5.0, 4.4), widths=(2, 2, 5))
        plots.layer_profile(edges, fraction, unit="solid fraction", axes=axes[0])
        plots.layer_profile(edges, heat, unit="temperature, m²/s²", axes=axes[1])
        plots.arrows(field, axes=axes[2])
        return axes

    return Findings(numbers, draw)


def _temperature(run: Trajectory, frames: slice, edges: np.ndarray) -> np.ndarray:
    """The mean over the phases of a period, so that the common oscillation does not count as temperature."""
    phases = []
    for phase in range(PER_PERIOD):
        places, velocities, masses = run.columns(slice(frames.start + phase, None, PER_PERIOD))
        phases.append(m.granular_temperature(places[:, 2], velocities, masses, edges))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # layers that are always empty
        return np.nanmean(phases, axis=0)


def _convection(run: Trajectory, frames: slice, setup: Setup, options: Options) -> m.VelocityField:
    """The mean flow from period to period in cells of about 1.5 diameters."""
    places, velocities = m.strobed(run.times[frames], run.positions[frames], 1 / options.frequency)
    low, high = setup.notes["low"], setup.notes["high"]
    cell = 1.5 * options.size
    x = np.linspace(low[0], high[0], 2 * max(2, round((high[0] - low[0]) / cell / 2)) + 1)
    z = np.arange(0, np.percentile(places[..., 2], 99) + cell, cell)
    masses = np.tile(run.masses, len(places))
    return m.velocity_field(places.reshape(-1, 3), velocities.reshape(-1, 3), masses, x, z)


def _roll(field: m.VelocityField) -> float:
    """The mean upward velocity in the other cells minus that in the cells beside the left and right walls, m/s. Cells
    that are almost always empty do not count.
    """
    mass = np.where(field.mass > 0.1 * field.mass.max(), field.mass, 0)
    up = np.nan_to_num(field.velocity[..., 1]) * mass
    parts = [up[columns].sum() / mass[columns].sum() for columns in (slice(1, -1), [0, -1])]
    return float(parts[0] - parts[1])
