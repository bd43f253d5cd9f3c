"""A ball on a chain of rings swings into a wall of bricks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...measure import plots
from ...scene_builder import Scene, quaternion
from ...scene_items import Solid
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, cuboid, plate, product, shape
from .proof import proof
from .solids import level_set

HELP = "a wrecking ball on a chain of rings: no ring opens"
FULL = {"links": 100, "bricks": 474, "duration": 3.0, "step": 0.0}
_RING, _TUBE, _PITCH = 0.1, 0.018, 0.062  # m; diameter, thickness, distance of the centres
_BALL, _EYE, _EYE_TUBE = 0.15, 0.05, 0.02  # radius of the ball; of the centre line of its eye, and its thickness, m
_ABOVE = 0.4 * _EYE  # of the centre of the eye above the surface of the ball, m
_BRICK, _GAP = (0.1, 0.2, 0.1), 1e-4  # m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    friction: float = option(0.3, "friction coefficient", least=0, most=10)
    step: float = option(0.0025, "length of a time step, s; 0: that of a frame, in which the ball loses 2 % of its speed", least=0, most=1)
    links: int = option(20, "rings of the chain; the first one is fixed", least=2, most=1000)
    bricks: int = option(30, "bricks of the wall", least=1, most=100_000)
    segments: int = option(24, "edges around a ring", least=8, most=200)
    duration: float = option(1.0, "s", least=0.01, most=100)


def build(options: Options) -> Setup:
    """The chain hangs from the origin at 45°; the wall stands where the ball is lowest."""
    scene = assembly(options, halo=5e-4, comment="A ball on a chain of rings swings into a wall of bricks.")
    scene.shape("ring", Solid(kind="torus", size=_RING, tube_diameter=_TUBE / _RING, segments=options.segments))
    shape(scene, "ball", level_set(_ball_with_eye, (-0.251, -0.172, -0.172), (0.172, 0.172, 0.172), 0.0123))
    down = np.array([-1.0, 0, -1.0]) / np.sqrt(2)
    upright, flat = quaternion((1, 0, 0), 90), quaternion((0, 1, 0), 135)  # both planes contain the chain's direction
    chain = []
    for i in range(options.links):
        add = scene.body if i else scene.wall
        chain.append(add("ring", MATERIAL, position=(i * _PITCH * down).tolist(), orientation=flat if i % 2 else upright))
    centre = _PITCH * (options.links - 1) + _RING / 2 - _TUBE + _EYE - _EYE_TUBE / 2 - 2e-3 + _BALL + _ABOVE
    turn = flat if options.links % 2 else product(flat, upright)
    ball = scene.body("ball", MATERIAL, origin=(centre * down).tolist(), orientation=turn)
    _wall(scene, options.bricks, (_BALL + 0.05, -centre - _BALL - 0.05))
    return Setup(scene, options.duration, 0.01, {"chain": chain[1:], "ball": ball})


def _ball_with_eye(points: np.ndarray) -> np.ndarray:
    """The distance from a ball about the origin with an eye in the xy plane towards -x."""
    ball = np.linalg.norm(points, axis=-1) - _BALL
    x, y, z = np.moveaxis(points + (_BALL + _ABOVE, 0, 0), -1, 0)
    return np.minimum(ball, np.hypot(np.hypot(x, y) - _EYE, z) - _EYE_TUBE / 2)


def _wall(scene: Scene, bricks: int, corner: tuple[float, float]) -> None:
    """Bricks in courses, every other one shifted by half a brick, from a corner x z on."""
    x, ground = corner
    plate(scene, "floor", (x - 5, -5, ground - 0.1), (x + 5, 5, ground))
    centre = np.array(cuboid(scene, "brick", (0, 0, 0), _BRICK))
    wide = int(np.ceil(np.sqrt(bricks / 2)))
    for i in range(bricks):
        course, k = divmod(i, wide)
        place = (k + 0.5 * (course % 2) - wide / 2) * (_BRICK[1] + _GAP)
        scene.body("brick", MATERIAL, position=np.round(centre + (x, place, ground + _GAP + course * (_BRICK[2] + _GAP)), 9).tolist())


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    row = {body: i for i, body in enumerate(run.ids)}
    chain = run.positions[:, [row[body] for body in setup.notes["chain"]]]
    apart = np.linalg.norm(np.diff(chain, axis=1), axis=2)
    speed = run.speeds()[:, row[setup.notes["ball"]]]
    numbers = {
        "bodies": float(len(run.ids)),
        "greatest distance of neighbouring rings over the greatest possible": float(apart.max() / (_RING - 2 * _TUBE)),
        "greatest speed of the ball, m/s": float(speed.max()),
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, speed, unit="speed of the ball, m/s"))
