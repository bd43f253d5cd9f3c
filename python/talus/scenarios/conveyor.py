"""A vibrating plate transports grains: mode of transport, and speed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..degrees import cosine, sine
from ..measure import plots
from . import bed
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "a vibrating plate transports grains: at 10 Hz in contact, at 80 Hz in hops (Schinner, figure 1.4)"
FULL = {"grains": 600, "length": 200.0}


@dataclass(frozen=True)
class Options(GrainOptions):
    grains: int = option(40, "number of grains", least=1, most=1_000_000)
    frequency: float = option(80.0, "frequency, Hz", least=1e-3, most=1e5)
    amplitude: float = option(0.1, "amplitude of the vibration in grain diameters", least=0, most=100)
    angle: float = option(30.0, "angle between vibration and plate, degrees", least=-90, most=90)
    lag: float = option(20.0, "phase lag of x behind z, degrees: the plate moves on ellipses", least=-180, most=180)
    length: float = option(80.0, "length of the plate in grain diameters", least=10, most=10_000)
    duration: float = option(25.0, "duration after settling in units of √(d/g)", least=1, most=10_000)


def build(options: Options) -> Setup:
    d, unit = options.size, bed.time_unit(options)
    scene = bed.granular_scene(options, comment="A swinging plate carries grains towards +x.")
    rows = 3.2
    low, high = (0.0, 0.0, 0.0), (options.length * d, rows * d, 10 * d)
    walls = bed.trough(scene, low, high, d, ends=bed.SMOOTH)
    begin = 0.05 * high[0]
    bed.fill(scene, options, (begin, 0, options.amplitude * d), (begin + 0.4 * high[0], high[1], high[2]))
    bed.move(scene, [walls["floor"]])
    swing = options.amplitude * d
    if swing > 0:
        scene.vibrate([walls["floor"]], (1, 0, 0), swing * cosine(options.angle), options.frequency, -np.radians(options.lag))
        scene.vibrate([walls["floor"]], (0, 0, 1), swing * sine(options.angle), options.frequency)
    settled = 6 * unit
    every = min(unit / 4, 1 / (12 * options.frequency))
    return Setup(scene, settled + options.duration * unit, every, {"floor": walls["floor"], "settled": settled})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    frames = run.since(setup.notes["settled"])
    times, places = run.times[frames], run.positions[frames]
    speed = m.fit_line(times, places[:, :, 0].mean(axis=1))
    single = [m.fit_line(times, x).slope for x in places[:, :, 0].T]
    touching = [_riding(network, setup.notes["floor"], run) for network in run.contacts[frames]]
    swing = options.amplitude * options.size * sine(options.angle)
    numbers = {
        "speed of transport, m/s": speed.slope,
        "its standard deviation from grain to grain, m/s": float(np.std(single)),
        "part of the time that a grain touches the plate": float(np.mean(touching)),
        "mean height of flight, m": float((places[:, :, 2] - places[:, :, 2].min(axis=0)).mean()),
        "greatest acceleration of the plate upwards over g": swing * (2 * np.pi * options.frequency) ** 2 / 9.81,
    }

    def draw():
        axes = plots.new_axes(size=(9, 3))
        for grain in range(0, len(run.ids), max(1, len(run.ids) // 6)):
            axes.plot(places[:, grain, 0], places[:, grain, 2], lw=0.8)
        axes.set(xlabel="x, m", ylabel="z, m", title=f"paths of grains at {options.frequency:g} Hz")
        return axes

    return Findings(numbers, draw)


def _riding(network: m.ContactNetwork, floor: int, run: Trajectory) -> float:
    """The fraction of the grains that touch the plate."""
    on_floor = (network.bodies == floor).any(axis=1)
    return len(np.intersect1d(network.bodies[on_floor], run.ids)) / len(run.ids)
