"""``talus grain``: makes a convex, bumpy or porous grain, or a simple solid."""

from __future__ import annotations

import argparse

from ..option_tables import GRAIN
from ..shapes import grain
from .body import add_body, make_and_write

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
    add_body(parser, GRAIN)


def run(options: argparse.Namespace) -> int:
    return make_and_write(options, GRAIN, grain)
