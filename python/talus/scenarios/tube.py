"""Flow of grains through a pipe: flow rate, and fluctuations of the wall force."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..errors import TalusError
from ..measure import plots
from ..scene_items import Container
from . import bed
from .hopper import add_gate_and_tray, add_hopper, emptying, flow_of
from .options import GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "grains flow through a pipe: flow rate, wall force and its spectrum (Schinner 1.2.3)"
FULL = {"grains": 3000, "width": 20.0, "length": 50.0, "opening": 8.0, "outlet": 5.5}


@dataclass(frozen=True)
class Options(GrainOptions):
    width: float = option(11.0, "width of the hopper above the pipe in grain diameters", least=3, most=1000)
    opening: float = option(5.5, "diameter of the pipe in grain diameters", least=1.2, most=900)
    outlet: float = option(4.0, "diameter of the pipe's outlet in grain diameters", least=1, most=900)
    length: float = option(14.0, "length of the pipe in grain diameters", least=1, most=1000)


def build(options: Options) -> Setup:
    d, unit = options.size, bed.time_unit(options)
    scene = bed.granular_scene(options, comment="Grains flow from a hopper through an upright pipe.")
    if not options.outlet < options.opening < options.width:
        raise TalusError("Hopper, pipe and outlet do not narrow", "", "Give outlet < opening < width")
    opens, length, diameter = 16 * unit, options.length * d, options.opening * d
    foot = (options.opening - options.outlet) / 2 * np.sqrt(3) * d  # height of the 60° cone
    add_hopper(scene, options, 60.0, pipe=length - foot)
    form = Container(
        kind="hopper", size=diameter, height=options.length / options.opening, opening=options.outlet / options.opening,
        slope=60.0, thickness=1 / options.opening, segments=32,
    )  # fmt: skip
    scene.shape("pipe", form)
    pipe = scene.wall("pipe", bed.ROUGH, origin=(0, 0, -length / 2))
    add_gate_and_tray(scene, options, -length, opens)
    end = opens + emptying(options, options.outlet)
    return Setup(scene, end, unit / 10, {"opens": opens, "pipe": pipe, "length": length})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    heights = run.positions[:, :, 2]
    out = m.mass_below(heights, run.masses, -setup.notes["length"] - options.size)
    frames = run.since(setup.notes["opens"])
    flow = flow_of(run.times[frames], out[frames])
    steady = (run.times >= flow.begin) & (run.times <= flow.end)
    force = np.array([m.wall_force(run.contacts[i], [setup.notes["pipe"]])[2] for i in np.flatnonzero(steady)])
    frequencies, density = m.power_spectrum(run.times[steady], force, pieces=3)
    exponent, error = m.spectral_exponent(frequencies, density, frequencies[1], frequencies[-1] / 2)
    inside = (heights[steady] < 0) & (heights[steady] > -setup.notes["length"])
    numbers = {
        "flow rate, kg/s": flow.rate,
        "its standard error, kg/s": flow.error,
        "mean speed in the pipe, m/s": float(-run.velocities[steady][..., 2][inside].mean()),
        "mean force downwards on the pipe, N": float(-force.mean()),
        "its standard deviation, N": float(force.std()),
        "exponent of its spectrum": exponent,
        "standard error of the exponent": error,
    }

    def draw():
        axes = plots.new_axes(1, 2, size=(5.2, 4))
        plots.series(run.times[steady], -force, unit="force on the pipe, downwards, N", axes=axes[0], line_width=0.8)
        plots.spectrum(frequencies, density, unit="N²/Hz", exponent=exponent, axes=axes[1])
        return axes

    return Findings(numbers, draw)
