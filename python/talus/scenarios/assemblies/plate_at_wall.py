"""A thin plate flies against a thin wall."""

from __future__ import annotations

from dataclasses import dataclass

from ...measure import plots
from ..options import option
from ..setup import Findings, Setup
from ..trajectory import Trajectory
from .options import AssemblyOptions
from .parts import MATERIAL, assembly, cuboid, plate
from .proof import proof

HELP = "a thin plate at 100 m/s against a thin wall: it rebounds"
FULL: dict = {}
_EDGE, _WAY = 0.2, 0.1  # of the plate; from the plate to the wall, m


@dataclass(frozen=True)
class Options(AssemblyOptions):
    integrator: str = option("VelocityVerlet", "short steps, which keep the restitution")
    restitution: float = option(0.5, "coefficient of restitution", least=0, most=1)
    speed: float = option(100.0, "of the plate, m/s", least=0.01, most=1000)
    thickness: float = option(1e-3, "of plate and wall, m", least=1e-5, most=0.05)


def build(options: Options) -> Setup:
    t, half = options.thickness, _EDGE / 2
    scene = assembly(options, halo=t / 4, comment="A thin plate flies against a thin wall.", gravity=(0, 0, 0))
    plate(scene, "wall", (0, -_EDGE, -_EDGE), (t, _EDGE, _EDGE))
    place = cuboid(scene, "plate", (-_WAY - t, -half, -half), (-_WAY, half, half))
    scene.body("plate", MATERIAL, position=place, velocity=(options.speed, 0, 0))
    end = 3 * _WAY / options.speed
    return Setup(scene, end, end / 30)


def measure(run: Trajectory, setup: Setup, options: Options) -> Findings:
    place, speed = run.positions[:, 0, 0], run.velocities[:, 0, 0]
    numbers = {
        "plates behind the wall": float(place.max() > 0),
        "speed after over before": float(-speed[-1] / options.speed),
        "restitution of the material": options.restitution,
        **proof(run),
    }
    return Findings(numbers, lambda: plots.series(run.times, place, unit="distance of the plate from the wall, m"))
