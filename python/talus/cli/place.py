"""``talus place``: puts many bodies into the world and writes the scene."""

from __future__ import annotations

import argparse
import time
import warnings
from pathlib import Path

import numpy as np

from ..errors import PlacementWarning, TalusError
from ..io import check_output, read_points, write
from ..io.geometry import arrays_of
from ..placement import ARRANGEMENTS, ORIENTATION_MODES, SEPARATIONS, SIZE_LAWS, UPS, place
from .bodies import read_all
from .options import SURFACE_FILES, add_number, add_threads, add_vector
from .terminal import progress_bar, say_warning

HELP = "place many bodies in a scene"
DESCRIPTION = "Places bodies of given shapes on a grid, at random without overlap, in a column, or at points."
EPILOG = """\
examples:
  talus grain --shape RefinedSphere --levels 2 --out grain.vtp
  talus place grain.vtp --count 20000 --out scene.vtpc
  talus place a.stl b.stl --weights 3 1 --size-law LogNormal --deviation 0.3 --out scene.vtpc
  talus place grain.vtp --arrangement DropColumn --region -5 5 -5 5 0 1 --count 5000 --out scene.vtpc
  talus place grain.vtp --points seeds.csv --out scene.vtpc
  talus container --kind Hopper --size 20 --out hopper.stl
  talus place grain.vtp --walls hopper.stl --region -6 6 -6 6 0 9 --count 300 --out scene.vtpc

No body touches a wall, but the region decides on which side of it they are: give one that lies in the hollow.
A warning says so if the region is full before all bodies are placed, or if bodies overlap at points.

exit status: 0 done, 1 not enough memory, 2 usage or bad input, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shapes", nargs="+", metavar="SHAPE", help=f"closed surfaces: {SURFACE_FILES}")
    parser.add_argument("--out", required=True, type=Path, metavar="O", help="the scene, VTPC")
    _add_arrangement(parser.add_argument_group("where"))
    _add_bodies(parser.add_argument_group("bodies"))
    add_number(parser, "--seed", 1, "N", "another one, other bodies")
    add_threads(parser)


def _add_arrangement(group) -> None:
    group.add_argument("--arrangement", choices=ARRANGEMENTS, default="Random", help="default: Random")
    add_number(group, "--count", 1000, "N", "how many: Random, DropColumn")
    group.add_argument(
        "--cells", type=int, nargs=3, default=(10, 10, 10), metavar=("NX", "NY", "NZ"), help="Grid; default: 10 10 10"
    )
    group.add_argument("--points", metavar="P", help="a cloud: AtPoints")
    group.add_argument("--walls", nargs="+", default=[], metavar="W", help="closed surfaces that no body touches: fixed")
    group.add_argument(
        "--region", type=float, nargs=6, metavar=("X0", "X1", "Y0", "Y1", "Z0", "Z1"), help="default: as needed"
    )
    group.add_argument("--separation", choices=SEPARATIONS, default="BoundingSpheres", help="what must not overlap")
    add_number(group, "--clearance", 0.0, "L", "least gap, a length")
    add_number(group, "--jitter", 0.5, "J", "Grid, DropColumn: how far bodies stray, 0 to 1")
    group.add_argument("--up", choices=UPS, default="Z", help="upward axis of a DropColumn; default: Z")
    add_number(group, "--attempts", 2000, "N", "Random: places tried for a body")


def _add_bodies(group) -> None:
    group.add_argument("--size-law", choices=SIZE_LAWS, default="Single", help="of the sizes over the shape's own")
    add_number(group, "--size", 1.0, "S", "size, mean or median")
    add_number(group, "--deviation", 0.2, "D", "Normal, LogNormal")
    add_number(group, "--smallest", 0.5, "S", "no body is smaller")
    add_number(group, "--largest", 1.5, "S", "no body is larger")
    add_number(group, "--exponent", -2.5, "E", "PowerLaw")
    group.add_argument("--sizes", type=float, nargs="+", metavar="S", help="a list of sizes, used cyclically")
    group.add_argument("--weights", type=float, nargs="+", default=(), metavar="W", help="frequency of each shape")
    group.add_argument(
        "--orientation-mode", choices=ORIENTATION_MODES, default="UniformRandom", help="default: UniformRandom"
    )
    group.add_argument(
        "--orientation", type=float, nargs=4, metavar=("W", "X", "Y", "Z"), help="the quaternion of all bodies"
    )
    add_vector(group, "--velocity", (0.0, 0.0, 0.0), "of all bodies, m/s")
    add_number(group, "--density", 2500.0, "R", "mass over volume")


#: Options that `place` knows by the same name.
_SAME = (
    "count arrangement cells region separation clearance jitter up attempts size_law size deviation smallest largest"
    " exponent sizes weights orientation_mode density seed threads"
).split()


def run(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    if options.out.suffix.lower() != ".vtpc":
        raise TalusError("A scene is written as .vtpc", str(options.out), "Name the file .vtpc")
    check_output(options.out)
    points = None if options.points is None else read_points(options.points)
    with warnings.catch_warnings(record=True) as caught, progress_bar("placing", options.quiet) as progress:
        warnings.simplefilter("always", PlacementWarning)
        scene = place(
            read_all(options.shapes),
            points=points,
            walls=read_all(options.walls),
            orientations=options.orientation,
            velocities=options.velocity,
            progress=progress,
            **{name: getattr(options, name) for name in _SAME},
        )
    for warning in caught:
        say_warning(str(warning.message))
    write(scene, options.out)
    if not options.quiet:
        walls = int(np.count_nonzero(arrays_of(scene.GetPartition(0, 0).GetPointData())["Motion"]))
        print(f"{'bodies':<10}{scene.GetPartition(0, 0).GetNumberOfPoints() - walls}")
        if walls:
            print(f"{'walls':<10}{walls}")
        print(f"{'shapes':<10}{scene.GetNumberOfPartitionedDataSets() - 1}")
        print(f"{'written':<10}{options.out} after {time.perf_counter() - start:.2f} s")
    return 0
