"""``talus surrogate``: builds the triangles that represent a surface in the contact search."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..io import check_output, read_surface, write
from ..option_tables import SURROGATE
from ..surrogate_tree import SurrogateTree, surrogates
from .options import add_options, add_surface, given
from .terminal import progress_bar

HELP = "build the triangles that stand for a surface in the search for contacts"
DESCRIPTION = "Builds the surrogate tree of a surface and reports how tight each level is."
EPILOG = """\
examples:
  talus surrogate body.stl
  talus surrogate body.stl --out levels.vtp            # threshold Level, colour by Epsilon
  talus surrogate body.stl --method Functional --halo 0.01

exit status: 0 done, 2 not a surface or bad usage, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_surface(parser)
    parser.add_argument("--out", metavar="O", type=Path, help="write the surrogates of all levels (VTP …)")
    add_options(parser, SURROGATE)


def run(options: argparse.Namespace) -> int:
    if options.out:
        check_output(options.out)
    surface = read_surface(options.surface)
    with progress_bar("building", options.quiet) as progress:
        tree = surrogates(surface, progress=progress, **given(options, SURROGATE))
    if options.out:
        write(tree.surface, options.out, cells=True)
    if not options.quiet:
        print(_as_table(options.surface, tree, options.out))
    return 0


def _as_table(name: str, tree: SurrogateTree, out: Path | None) -> str:
    lines = [f"{'surface':<10}{name}", f"{'answer':<10}{tree.answer}", f"{'triangles':<10}{tree.triangles[0]}"]
    lines.append(f"{'level':<10}{'surrogates':>11}{'mean halo':>12}{'largest':>12}{'over radius':>13}")
    for row in tree.levels:
        lines.append(
            f"{row.level:<10}{row.surrogates:>11}{row.mean_epsilon:>12.4g}{row.largest_epsilon:>12.4g}"
            f"{row.mean_share:>13.3f}"
        )
    if out:
        lines.append(f"{'written':<10}{out}")
    return "\n".join(lines)
