"""A grain on an inclined plane: sliding, rolling and sticking."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import measure as m
from ..degrees import cosine, sine, tangent
from ..measure import plots
from ..scene_builder import quaternion
from ..scene_items import Solid
from . import bed
from .options import SHAPES, GrainOptions, option
from .setup import Findings, Setup
from .trajectory import Trajectory

HELP = "a grain on an inclined plane: acceleration compared with Coulomb friction and rolling"
FULL: dict = {}


@dataclass(frozen=True)
class Options(GrainOptions):
    grains: int = option(1, "always one", least=1, most=1)
    shape: str = option("cubes", " ".join(SHAPES))
    spread: float = option(0.0, "maximum relative deviation of diameters from the mean", least=0, most=0.9)
    friction: float = option(0.3, "friction coefficient", least=0, most=10)
    levels: int = option(4, "refinement level of spheres: 8 * 4^levels triangles", least=0, most=6)
    angle: float = option(30.0, "slope of the plane, degrees", least=0, most=80)


def build(options: Options) -> Setup:
    d, unit = options.size, bed.time_unit(options)
    scene = bed.granular_scene(options, comment="A grain on an inclined plane that falls towards +x.")
    turn = np.array(quaternion((0, 1, 0), options.angle))
    s, c = sine(options.angle), cosine(options.angle)
    down, up = np.array([c, 0, -s]), np.array([s, 0, c])
    scene.shape("plane", Solid(kind="cuboid", size=1.0, extents=[90 * d, 8 * d, 2 * d]))
    scene.wall("plane", bed.ROUGH, position=40 * d * down - d * up, orientation=turn)
    half = {"cubes": 1 / np.sqrt(12), "spheres": 0.5}.get(options.shape, 0.53)
    scene.body(bed.shape_names(options)[0], bed.GRAIN, position=(half + 2 * bed.HALO) * d * up, orientation=turn)
    return Setup(scene, 12 * unit, unit / 10, {"down": down, "settled": 3 * unit})


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    frames = run.since(setup.notes["settled"])
    speed = run.velocities[:, 0] @ setup.notes["down"]
    found = m.fit_line(run.times[frames], speed[frames])
    theory = acceleration(options.angle, options.friction, rolls=options.shape == "spheres")
    numbers = {
        "acceleration, m/s²": found.slope,
        "its standard error, m/s²": found.error,
        "what theory says, m/s²": theory,
        "tangent of the angle less the friction": tangent(options.angle) - options.friction,
    }

    def draw():
        axes = plots.series(run.times, speed, unit="speed down the plane, m/s")
        axes.axline((run.times[frames][0], speed[frames][0]), slope=theory, ls="--", color="gray")
        return axes

    return Findings(numbers, draw)


def acceleration(angle: float, friction: float, *, rolls: bool) -> float:
    """Acceleration down a plane, m/s², of a block that slides or sticks, or of a ball that rolls, or slides if friction
    is too low for rolling. Angle in degrees.
    """
    along, across = 9.81 * sine(angle), 9.81 * cosine(angle)
    holding = 2 / 7 * along if rolls else along
    return float(along - min(holding, friction * across))
