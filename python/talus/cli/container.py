"""``talus container``: makes a box, drum, hopper, funnel, tube or conveyor plate."""

from __future__ import annotations

import argparse

from ..shapes import CONTAINERS, CROSS_SECTIONS, container
from .body import add_place, make_and_write
from .options import add_number

HELP = "make a box, drum, hopper, funnel, tube or conveyor plate"
DESCRIPTION = (
    "Makes the wall of a container: inside the mesh is inside the wall. Lengths are over the size, which is\n"
    "the width of the hollow."
)
EPILOG = """\
examples:
  talus container --out box.stl
  talus container --kind Hopper --height 2 --slope 70 --opening 0.2 --cross-section Square --out hopper.stl
  talus container --kind Drum --opening 0 --height 0.5 --size 200 --out drum.stl

exit status: 0 done, 1 not enough memory, 2 usage or bad input, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--kind", choices=CONTAINERS, default="OpenBox", metavar="K", help=f"{', '.join(CONTAINERS)}; default: OpenBox"
    )
    add_number(parser, "--thickness", 0.05, "T", "of the walls")
    add_number(parser, "--height", 1.0, "H", "of the hollow; Drum: its length")
    add_number(parser, "--depth", 1.0, "D", "OpenBox, ConveyorPlate: along y")
    add_number(parser, "--opening", 0.3, "W", "Hopper, Funnel: outlet; Drum: hole in front, 0 for none")
    add_number(parser, "--slope", 60.0, "A", "Hopper, Funnel: against the ground in degrees")
    add_number(parser, "--rail-height", 0.0, "H", "ConveyorPlate: of the rails along both sides")
    parser.add_argument(
        "--cross-section", choices=CROSS_SECTIONS, default="Round", help="Hopper, Funnel, Tube; default: Round"
    )
    add_number(parser, "--segments", 64, "N", "straight edges in a circle")
    add_place(parser)


def run(options: argparse.Namespace) -> int:
    return make_and_write(options, container)
