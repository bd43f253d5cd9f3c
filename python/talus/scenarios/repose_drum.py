"""A slowly rotating drum: range of the angle of the surface."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..measure import plots
from ..scene_builder import quaternion
from ..scene_items import Container
from . import bed
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "grains in a rotating drum: angles of repose and of failure (Schinner, figure 1.2)"
FULL = {"grains": 2500, "diameter": 40.0, "length": 8.0}


@dataclass(frozen=True)
class Options(GrainOptions):
    grains: int = option(200, "number of grains", least=1, most=1_000_000)
    diameter: float = option(14.0, "diameter of the drum in grain diameters", least=4, most=1000)
    length: float = option(4.0, "length of the drum in grain diameters; ends without friction", least=1.5, most=1000)
    froude: float = option(0.01, "ω² R / g: below about 0.02 single avalanches, above steady flow", least=1e-6, most=10)
    turns: float = option(0.4, "revolutions of the drum; measured from 0.15 on", least=0.16, most=1000)


def build(options: Options) -> Setup:
    d = options.size
    scene = bed.granular_scene(options, comment="Grains in a drum that turns about its axis, y.")
    radius, length = options.diameter * d / 2, options.length * d
    form = Container(
        kind="tube", size=2 * radius, height=options.length / options.diameter, thickness=1 / options.diameter,
        segments=max(16, int(options.diameter * 2)),
    )  # fmt: skip
    scene.shape("drum", form)
    drum = scene.wall("drum", bed.ROUGH, origin=(0, 0, 0), orientation=quaternion((1, 0, 0), 90), motion="prescribed")
    for name, y in (("front", -length / 2 - d), ("back", length / 2)):
        bed.slab(scene, name, (-radius - d, y, -radius - d), (radius + d, y + d, radius + d), bed.SMOOTH)
    box = (radius, length / 2, radius)
    bed.fill(scene, options, [-x for x in box], box, bed.within(radius, 1, bed.spacing(options)))
    spin = float(np.sqrt(options.froude * 9.81 / radius))
    scene.rotate([drum], (0, 1, 0), spin)
    end = 2 * np.pi * options.turns / spin
    return Setup(scene, end, end / 200, {"radius": radius, "length": length, "spin": spin})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    begin = 0.9 / setup.notes["spin"]  # by then the initially level surface has begun to slide
    frames = run.since(begin)
    angles = np.array([_angle(places, run.radii, setup, options) for places in run.positions[frames]])
    slides = m.avalanches(run.times[frames], angles, 2.0)
    numbers = {
        "mean angle of the surface, degrees": float(angles.mean()),
        "its standard deviation, degrees": float(angles.std()),
        "angle of repose, after avalanches, degrees": _mean([slide.repose for slide in slides], angles.mean()),
        "greatest stable angle, before avalanches, degrees": _mean([slide.greatest for slide in slides], angles.mean()),
        "avalanches of 2 degrees or more": float(len(slides)),
        "tangent of the mean angle": float(np.tan(np.radians(angles.mean()))),
    }
    return Findings(numbers, lambda: plots.series(run.times[frames], angles, unit="angle of the surface, degrees"))


def _angle(places: np.ndarray, radii: np.ndarray, setup: Setup, options: Options) -> float:
    """The slope of the middle of the surface, degrees: the drum lifts the grains on one side."""
    d, radius, length = options.size, setup.notes["radius"], setup.notes["length"]
    x = np.arange(-0.55 * radius, 0.55 * radius, d / 3)
    y = np.arange(-length / 2 + d / 4, length / 2, d / 3)
    return abs(m.fitted_slope(x, m.surface_profile(m.height_map(places, radii, x, y))).angle)


def _mean(values: list[float], otherwise: float) -> float:
    return float(np.mean(values)) if values else float(otherwise)
