"""``talus container``: makes a box, drum, hopper, funnel, tube or conveyor plate."""

from __future__ import annotations

import argparse

from ..option_tables import CONTAINER
from ..shapes import container
from .body import add_body, make_and_write

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
    add_body(parser, CONTAINER)


def run(options: argparse.Namespace) -> int:
    return make_and_write(options, CONTAINER, container)
