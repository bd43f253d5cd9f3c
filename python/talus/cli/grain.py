"""``talus grain``: makes a convex, bumped or porous grain, or a simple solid."""

from __future__ import annotations

import argparse

from ..shapes import SHAPES, grain
from .body import add_place, add_seed, make_and_write
from .options import add_number, add_threads, add_vector

HELP = "make a convex, bumped or porous grain, a sphere or a simple solid"
DESCRIPTION = "Makes a closed, manifold surface of one grain. Lengths are relative to the size."
EPILOG = """\
examples:
  talus grain --shape ConvexGrain --vertices 42 --semi-axes 0.5 0.4 0.3 --seed 7 --out sand.stl
  talus grain --shape BumpedSphere --sphere-triangles 1224 --bumpiness 1.4 --out rock.stl
  talus grain --shape Cone --height 2 --top-diameter 0.5 --out frustum.stl
  talus grain --levels 7 --out sphere.vtp                       # 131 072 triangles
  talus grain --shape PorousBlock --tunnels 20 --out block.stl

exit status: 0 done, 1 not enough memory, 2 usage or bad input, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--shape",
        choices=SHAPES,
        default="RefinedSphere",
        metavar="S",
        help=f"{', '.join(SHAPES)}; default: RefinedSphere",
    )
    sphere = parser.add_argument_group("RefinedSphere")
    add_number(sphere, "--levels", 5, "K", "8 · 4^K triangles, K from 0 to 10")
    block = parser.add_argument_group("PorousBlock")
    add_number(block, "--tunnels", 15, "N", "how many")
    add_number(block, "--tunnel-diameter", 0.13, "D", "over the size")
    add_number(block, "--tortuosity", 0.5, "T", "0 (straight) to 1")
    add_number(block, "--rounding", 0.04, "R", "radius of edges and rims over the size")
    add_number(block, "--triangles", 120_868, "N", "wanted number")
    convex = parser.add_argument_group("ConvexGrain")
    add_number(convex, "--vertices", 62, "N", "how many, exactly")
    add_vector(convex, "--semi-axes", (0.5, 0.4, 0.3), "of the ellipsoid that the vertices lie on")
    add_number(convex, "--irregularity", 0.5, "I", "0 (evenly spread vertices) to 1")
    bumped = parser.add_argument_group("BumpedSphere")
    add_number(bumped, "--sphere-triangles", 1280, "N", "wanted number")
    add_number(bumped, "--bumpiness", 1.3, "B", "largest radius over the smallest, 1 (no bumps) to 10")
    add_number(bumped, "--octaves", 4, "N", "layers of finer and finer bumps")
    add_number(bumped, "--stretch", 1.0, "F", "factor along z")
    solid = parser.add_argument_group("Cuboid, Cylinder, Cone, Prism, Torus, Capsule")
    add_vector(solid, "--extents", (1.0, 1.0, 1.0), "edges of a Cuboid")
    add_number(solid, "--height", 1.0, "H", "along z; of a Capsule that of the cylinder in it")
    add_number(solid, "--top-diameter", 0.0, "D", "of a Cone; 0: pointed")
    add_number(solid, "--tube-diameter", 0.3, "D", "of a Torus")
    add_number(solid, "--sides", 6, "N", "of a Prism")
    add_number(solid, "--segments", 32, "N", "straight edges in a circle")
    add_seed(parser)
    add_place(parser)
    add_threads(parser)


def run(options: argparse.Namespace) -> int:
    return make_and_write(options, grain)
