"""Grains are poured onto a plate: slope of the heap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..degrees import tangent
from ..errors import TalusError
from ..measure import plots
from ..scene_items import Container, Solid
from . import bed
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "a heap is poured from a shaken funnel onto a round plate: angle of repose (Schinner 1.2.1)"
FULL = {"grains": 3000, "plate": 20.0, "funnel": 18.0}


@dataclass(frozen=True)
class Options(GrainOptions):
    young: float = option(4e5, "Young's modulus, Pa: falling presses softer grains into the plate", least=1, most=1e12)
    plate: float = option(10.0, "diameter of the plate in grain diameters", least=2, most=1000)
    funnel: float = option(9.0, "width of the funnel in grain diameters", least=4, most=1000)
    outlet: float = option(3.5, "outlet of the funnel in grain diameters", least=1.5, most=1000)


def build(options: Options) -> Setup:
    if not options.outlet < options.funnel:
        raise TalusError(f"An outlet of {options.outlet:g} is no narrower than the funnel", "", "Give outlet < funnel")
    d, unit = options.size, bed.time_unit(options)
    scene = bed.granular_scene(options, comment="A shaken funnel pours grains onto a round plate.")
    plate = options.plate * d
    scene.shape("plate", Solid(kind="cylinder", size=plate, height=d / plate, segments=32))
    scene.wall("plate", bed.ROUGH, position=(0, 0, -d / 2))
    tray = plate / 2 + 5 * d
    bed.trough(scene, (-tray, -tray, -3 * d), (tray, tray, d), d, prefix="tray_")
    bottom = (0.35 * options.plate / 2 + 2.5) * d  # of the funnel, with room for the heap below
    width = options.funnel * d
    layers = options.grains / (0.5 * (width / bed.spacing(options)) ** 2) + 2
    slope = 60.0
    fall = (1 - options.outlet / options.funnel) / 2 * tangent(slope) * width
    height = fall + layers * bed.spacing(options)
    form = Container(
        kind="hopper", size=width, height=height / width, opening=options.outlet / options.funnel, slope=slope,
        thickness=1 / options.funnel, segments=24,
    )  # fmt: skip
    scene.shape("funnel", form)
    funnel = scene.wall("funnel", bed.SMOOTH, origin=(0, 0, bottom + height / 2), motion="prescribed")
    half = width / 2
    room = bed.within(half, 2, bed.spacing(options))
    bed.fill(scene, options, (-half, -half, bottom + fall), (half, half, bottom + height), room)
    frequency = 1 / unit
    scene.vibrate([funnel], (0, 0, 1), 0.03 * d, frequency)
    end = unit * (25 + 0.12 * options.grains)
    return Setup(scene, end, unit, {"plate": plate, "bottom": bottom})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    d, plate = options.size, setup.notes["plate"]
    on_plate = run.positions[-1, :, 2] < setup.notes["bottom"] - d / 2
    line = np.arange(-plate / 2, plate / 2, d / 4)
    heights = m.height_map(run.positions[-1][on_plate], run.radii[on_plate], line, line)
    heights = np.where(heights > 0, heights, np.nan)  # without grains that fell off the plate
    edges = np.arange(0, plate / 2, d / 2)
    profile = m.radial_profile(heights, line, line, (0, 0), edges)
    away = (edges[1:] + edges[:-1]) / 2
    repose = m.falling_flank(away, profile, low=0.1, high=0.9, least=d)
    heap = on_plate & (run.positions[-1, :, 2] > 0)
    numbers = {
        "angle of repose, degrees": -repose.angle,
        "its standard error, degrees": repose.error,
        "tangent of the angle": float(np.tan(np.radians(-repose.angle))),
        "height of the heap, m": float(np.nanmax(profile)),
        "grains in the heap": float(heap.sum()),
        "grains left in the funnel": float((~on_plate).sum()),
    }
    return Findings(numbers, lambda: plots.surface(away, profile, angle=repose.angle))
