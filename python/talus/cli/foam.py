"""``talus foam``: makes an open-cell foam."""

from __future__ import annotations

import argparse

from ..option_tables import FOAM
from ..shapes import foam
from .body import add_body, make_and_write

HELP = "make an open-cell foam"
DESCRIPTION = "Makes a closed, manifold surface of an open-cell foam, as a test body."
EPILOG = """\
examples:
  talus foam --out foam.stl
  talus foam --cells 100 --strut-thickness 0.15 --triangles 494124 --out fine.vtp

exit status: 0 done, 1 not enough memory, 2 usage or bad input, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_body(parser, FOAM)


def run(options: argparse.Namespace) -> int:
    return make_and_write(options, FOAM, foam)
