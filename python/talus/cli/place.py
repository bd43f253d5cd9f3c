"""``talus place``: places many bodies and writes the scene."""

from __future__ import annotations

import argparse
import time
import warnings
from pathlib import Path

import numpy as np

from ..answers import answer_of
from ..errors import PlacementWarning, TalusError
from ..io import check_output, read_points, write
from ..io.geometry import arrays_of
from ..option_tables import PLACEMENT
from ..placement import place
from .bodies import read_all
from .options import SURFACE_FILES, add_options, given
from .terminal import in_rows, progress_bar, say_warning

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
    parser.add_argument("--points", metavar="P", help="a cloud: AtPoints")
    parser.add_argument("--walls", nargs="+", default=[], metavar="W", help="closed surfaces that no body touches: fixed")
    add_options(parser, PLACEMENT)


def run(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    if options.out.suffix.lower() != ".vtpc":
        raise TalusError("A scene is written as .vtpc", str(options.out), "Name the file .vtpc")
    check_output(options.out)
    chosen = given(options, PLACEMENT)
    points = None if options.points is None else read_points(options.points)
    with warnings.catch_warnings(record=True) as caught, progress_bar("placing", options.quiet) as progress:
        warnings.simplefilter("always", PlacementWarning)
        scene = place(
            read_all(options.shapes),
            points=points,
            walls=read_all(options.walls),
            orientations=chosen.pop("orientation"),
            velocities=chosen.pop("velocity"),
            progress=progress,
            **chosen,
        )
    for warning in caught:
        say_warning(str(warning.message))
    write(scene, options.out)
    if not options.quiet:
        walls = int(np.count_nonzero(arrays_of(scene.GetPartition(0, 0).GetPointData())["Motion"]))
        rows = [("answer", answer_of(scene)), ("bodies", scene.GetPartition(0, 0).GetNumberOfPoints() - walls)]
        rows += [("walls", walls)] if walls else []
        rows += [("shapes", scene.GetNumberOfPartitionedDataSets() - 1), ("written", f"{options.out} after {time.perf_counter() - start:.2f} s")]
        print(in_rows(rows, 10))
    return 0
