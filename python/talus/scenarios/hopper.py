"""Discharge of a hopper: flow rate and clogging."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..degrees import tangent
from ..errors import TalusError
from ..measure import plots
from ..scene_builder import Scene
from ..scene_items import Container
from . import bed
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "grains discharge from a hopper: flow rate, Beverloo's law, clogging (Schinner 1.2.3)"
FULL = {"grains": 4000, "width": 24.0}


@dataclass(frozen=True)
class Options(GrainOptions):
    width: float = option(10.0, "width of the hopper in grain diameters", least=3, most=1000)
    opening: float = option(5.0, "diameter of the round outlet in grain diameters", least=0.5, most=900)
    slope: float = option(60.0, "slope of the hopper's wall, degrees; 15: nearly flat", least=5, most=85)
    emptied: float = option(1.0, "approximate fraction of grains discharged at the end", least=0.01, most=1)


def build(options: Options) -> Setup:
    unit = bed.time_unit(options)
    scene = bed.granular_scene(options, comment="A hopper whose outlet is opened.")
    opens = 12 * unit
    add_hopper(scene, options, options.slope)
    add_gate_and_tray(scene, options, 0.0, opens)
    notes = {"opens": opens, "opening": options.opening * options.size}
    return Setup(scene, opens + options.emptied * emptying(options, options.opening), unit / 4, notes)


def emptying(options: GrainOptions, outlet: float) -> float:
    """Estimated time of discharge, s, by Beverloo's law. Below 3 diameters, where outlets clog, the result is a time
    long enough to see whether this one does.

    :param outlet: diameter of the outlet in grain diameters
    """
    return bed.time_unit(options) * (60 if outlet < 3 else 10 + 1.6 * options.grains / (outlet - 1.4) ** 2.5)


def add_hopper(scene: Scene, options, slope: float, pipe: float = 0.0) -> None:
    """Adds a hopper with its outlet at z = 0, and grains in it and in a pipe of the outlet's width below it.

    :param options: options of a scenario with width and opening
    :param slope: of the wall against the horizontal, degrees
    :param pipe: length of the pipe, m
    """
    if not options.opening < options.width:
        raise TalusError(f"An outlet of {options.opening:g} is no narrower than the hopper", "", "Give opening < width")
    d, step = options.size, bed.spacing(options)
    half, narrow = options.width * d / 2, options.opening * d / 2
    fall = (half - narrow) * tangent(slope)
    height = fall + (options.grains / (0.5 * (2 * half / step) ** 2) + 1) * step
    form = Container(
        kind="hopper", size=2 * half, height=height / (2 * half), opening=narrow / half, slope=slope,
        thickness=min(d, fall / 2) / (2 * half), segments=32,
    )  # fmt: skip
    scene.shape("hopper", form)
    scene.wall("hopper", bed.ROUGH, origin=(0, 0, height / 2))

    def fits(place: np.ndarray) -> bool:
        wide = np.interp(place[2] - step / 2, (0, fall), (narrow, half))
        return bool(math.hypot(place[0], place[1]) < wide - 0.55 * step)

    bed.fill(scene, options, (-half, -half, -pipe), (half, half, height), fits)


def add_gate_and_tray(scene: Scene, options, outlet: float, opens: float) -> None:
    """Adds a plate that closes a round outlet at a height, m, until the time ``opens``, s, and a wide box below."""
    d, reach = options.size, (options.opening / 2 + 1.2) * options.size
    gate = bed.slab(scene, "gate", (-reach, -reach, outlet - d), (reach, reach, outlet), bed.ROUGH)
    scene.remove([gate], opens)
    half, deep = 1.2 * np.sqrt(options.grains / 3) / 2 * d + 3 * d, 7 * d
    low, high = (-half, -half, outlet - deep), (half, half, outlet - deep / 2)
    bed.trough(scene, low, high, d, sides=bed.ROUGH, prefix="tray_")


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    out = m.mass_below(run.positions[:, :, 2], run.masses, -options.size)
    frames = run.since(setup.notes["opens"])
    flow = flow_of(run.times[frames], out[frames])
    clogged = m.clog_time(run.times[frames], out[frames], 10 * bed.time_unit(options))
    left = 1 - out[-1] / run.masses.sum()
    numbers = {
        "flow rate, kg/s": flow.rate,
        "its standard error, kg/s": flow.error,
        "grains a second": flow.rate / float(run.masses.mean()),
        "Beverloo's factor C": _factor(flow.rate, setup, options),
        "part of the mass left in the hopper": float(left),
        "clogged": float(clogged is not None and left > 0.05),
    }

    def draw():
        axes = plots.series(run.times, out, unit="mass that ran out, kg")
        axes.axline((flow.begin, np.interp(flow.begin, run.times, out)), slope=flow.rate, ls="--", color="gray")
        return axes

    return Findings(numbers, draw)


def flow_of(times: np.ndarray, out: np.ndarray) -> m.FlowRate:
    """The steady flow; zero if it stopped too early to be measured, for example if the outlet clogged at once."""
    try:
        return m.flow_rate(times, out)
    except TalusError:
        return m.FlowRate(0.0, float("nan"), float(times[0]), float(times[-1]))


def _factor(rate: float, setup: Setup, options: Options) -> float:
    """C in rate = C ρ √g (D − 1.4 d)^(5/2), with a bulk density ρ of 0.6 times that of the grains."""
    free = setup.notes["opening"] - 1.4 * options.size
    return rate / (0.6 * bed.DENSITY * np.sqrt(9.81) * free**2.5) if free > 0 else float("nan")
