"""A side wall of a box is removed: angle of repose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..measure import plots
from . import bed
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "a wall is removed and the heap slides: angle of repose (Schinner 1.2.1)"
FULL = {"grains": 3000, "depth": 8.0, "width": 20.0}


@dataclass(frozen=True)
class Options(GrainOptions):
    grains: int = option(250, "number of grains", least=1, most=1_000_000)
    width: float = option(8.0, "width of the box in grain diameters", least=3, most=1000)
    depth: float = option(4.0, "front to back wall in grain diameters; both without friction", least=1.5, most=1000)


def build(options: Options) -> Setup:
    d, unit = options.size, bed.time_unit(options)
    scene = bed.granular_scene(options, comment="A box of grains whose right wall is removed.")
    width, depth = options.width * d, options.depth * d
    step = bed.spacing(options)
    height = (np.ceil(options.grains / ((width // step) * (depth // step))) + 1) * step
    low, high = (0.0, 0.0, 0.0), (3.5 * width, depth, height)
    walls = bed.trough(scene, low, high, d)
    gate = bed.slab(scene, "gate", (width, 0, 0), (width + d, depth, height), bed.SMOOTH)
    bed.fill(scene, options, low, (width, depth, height))
    opens = unit * (5 + 2 * np.sqrt(height / d))
    scene.remove([gate], opens)
    end = opens + unit * (8 + 6 * np.sqrt(height / d))
    return Setup(scene, end, unit / 2, {"low": low, "high": high, "opens": opens, "walls": list(walls.values())})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    d, high = options.size, setup.notes["high"]
    x = np.arange(0, high[0], d / 4)
    y = np.arange(d / 4, high[1], d / 4)
    profile = m.surface_profile(m.height_map(run.positions[-1], run.radii, x, y))
    heap = profile > 1.5 * d
    repose = m.falling_flank(x[heap], profile[heap], low=0.15, high=0.85, least=2 * d)
    _, local = m.local_angles(x[heap], profile[heap], 3 * d)
    out = run.positions[-1, :, 0] > options.width * d
    numbers = {
        "angle of repose, degrees": -repose.angle,
        "its standard error, degrees": repose.error,
        "steepest piece of the surface, degrees": float(-local.min()) if len(local) else np.nan,
        "tangent of the angle": float(np.tan(np.radians(-repose.angle))),
        "part of the mass that left the box": float(run.masses[out].sum() / run.masses.sum()),
        "greatest speed at the end, m/s": float(run.speeds()[-1].max()),
    }
    return Findings(numbers, lambda: plots.surface(x, profile, angle=repose.angle, through=_middle(x, profile, heap)))


def _middle(x: np.ndarray, profile: np.ndarray, heap: np.ndarray) -> tuple[float, float]:
    """A point of the flank."""
    level = (np.nanmax(profile[heap]) + np.nanmin(profile[heap])) / 2
    last = np.flatnonzero(heap & (profile >= level))[-1]
    return float(x[last]), float(profile[last])
