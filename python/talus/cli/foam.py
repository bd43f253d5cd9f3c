"""``talus foam``: makes an open-cell foam."""

from __future__ import annotations

import argparse

from ..shapes import OUTLINES, foam
from .body import add_common_options, make_and_write

_EPILOG = """\
examples:
  talus foam --out foam.stl
  talus foam --cells 100 --strut-thickness 0.15 --triangles 494124 --out fine.vtp

exit status: 0 done, 1 not enough memory, 2 usage or bad input, 130 interrupted
"""


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "foam",
        help="make an open-cell foam",
        description="Makes a closed, manifold surface of an open-cell foam, to try methods on.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--outline", choices=OUTLINES, default="Cube", help="what it fills; default: Cube")
    parser.add_argument("--cells", type=int, default=30, metavar="N", help="about so many; default: 30")
    parser.add_argument(
        "--strut-thickness",
        type=float,
        default=0.2,
        metavar="T",
        help="diameter over the cube root of a cell's volume; default: 0.2",
    )
    parser.add_argument(
        "--irregularity", type=float, default=0.6, metavar="I", help="0 (Kelvin's foam) to 1; default: 0.6"
    )
    parser.add_argument(
        "--triangles", type=int, default=120_868, metavar="N", help="wanted number; default: 120868"
    )
    add_common_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    return make_and_write(
        options,
        lambda progress: foam(
            outline=options.outline,
            cells=options.cells,
            strut_thickness=options.strut_thickness,
            irregularity=options.irregularity,
            triangles=options.triangles,
            seed=options.seed,
            size=options.size,
            center=options.center,
            threads=options.threads,
            progress=progress,
        ),
    )
