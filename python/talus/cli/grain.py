"""``talus grain``: makes a refined sphere or a porous block."""

from __future__ import annotations

import argparse

from ..shapes import SHAPES, grain
from .body import add_common_options, make_and_write

_EPILOG = """\
examples:
  talus grain --levels 7 --out sphere.vtp                       # 131 072 triangles
  talus grain --shape PorousBlock --tunnels 20 --out block.stl

exit status: 0 done, 1 not enough memory, 2 usage or bad input, 130 interrupted
"""


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "grain",
        help="make a sphere or a porous block",
        description="Makes a closed, manifold surface of one grain, to try methods on.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--shape", choices=SHAPES, default="RefinedSphere", help="default: RefinedSphere")
    sphere = parser.add_argument_group("RefinedSphere")
    sphere.add_argument(
        "--levels", type=int, default=5, metavar="K", help="8 · 4^K triangles, K from 0 to 10; default: 5"
    )
    block = parser.add_argument_group("PorousBlock")
    block.add_argument("--tunnels", type=int, default=15, metavar="N", help="how many; default: 15")
    block.add_argument(
        "--tunnel-diameter", type=float, default=0.13, metavar="D", help="over the size; default: 0.13"
    )
    block.add_argument(
        "--tortuosity", type=float, default=0.5, metavar="T", help="0 (straight) to 1; default: 0.5"
    )
    block.add_argument(
        "--rounding",
        type=float,
        default=0.04,
        metavar="R",
        help="radius of edges and rims over the size; default: 0.04",
    )
    block.add_argument(
        "--triangles", type=int, default=120_868, metavar="N", help="wanted number; default: 120868"
    )
    add_common_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    return make_and_write(
        options,
        lambda progress: grain(
            options.shape,
            levels=options.levels,
            tunnels=options.tunnels,
            tunnel_diameter=options.tunnel_diameter,
            tortuosity=options.tortuosity,
            rounding=options.rounding,
            triangles=options.triangles,
            seed=options.seed,
            size=options.size,
            center=options.center,
            threads=options.threads,
            progress=progress,
        ),
    )
