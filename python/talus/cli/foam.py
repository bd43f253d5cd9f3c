"""``talus foam``: makes an open-cell foam."""

from __future__ import annotations

import argparse

from ..shapes import OUTLINES, foam
from .body import add_place, add_seed, make_and_write
from .options import add_number, add_threads

HELP = "make an open-cell foam"
DESCRIPTION = "Makes a closed, manifold surface of an open-cell foam, as a test body."
EPILOG = """\
examples:
  talus foam --out foam.stl
  talus foam --cells 100 --strut-thickness 0.15 --triangles 494124 --out fine.vtp

exit status: 0 done, 1 not enough memory, 2 usage or bad input, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--outline", choices=OUTLINES, default="Cube", help="outline of the foam; default: Cube")
    add_number(parser, "--cells", 30, "N", "about so many")
    add_number(parser, "--strut-thickness", 0.2, "T", "diameter over the cube root of a cell's volume")
    add_number(parser, "--irregularity", 0.6, "I", "0 (Kelvin's foam) to 1")
    add_number(parser, "--triangles", 120_868, "N", "wanted number")
    add_seed(parser)
    add_place(parser)
    add_threads(parser)


def run(options: argparse.Namespace) -> int:
    return make_and_write(options, foam)
