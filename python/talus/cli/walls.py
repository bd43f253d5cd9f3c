"""``talus walls``: how thick the walls of a body are, and how wide its gaps."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..errors import TalusError
from ..io import check_output, read_surface, write
from ..option_tables import WALLS
from ..wall_thickness import Walls, walls
from .options import add_options, add_surface, given
from .terminal import progress_bar, say_result

HELP = "measure the thickness of walls and the width of gaps"
DESCRIPTION = "Measures how thick the walls of a closed surface are, and how wide its gaps, with their places."
EPILOG = """\
examples:
  talus walls bracket.stl
  talus walls bracket.stl --min-thickness 0.8 --min-gap 0.5    # for a printer; exit status 1 if it cannot print that
  talus walls bracket.stl --out walls.vtp                      # cell arrays LeastThickness and LeastGap, to colour by
  talus walls bracket.stl --json | jq .thinnest.place

exit status: 0 done, 1 a wall is thinner or a gap narrower than --min-…, 2 not a closed surface or bad usage
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_surface(parser)
    out = "write the triangles with their thickness and gap (VTP, CSV …)"
    parser.add_argument("--out", type=Path, metavar="O", help=out)
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    parser.add_argument("--min-thickness", type=float, default=0.0, metavar="L", help="thinner walls are a finding")
    parser.add_argument("--min-gap", type=float, default=0.0, metavar="L", help="narrower gaps are a finding")
    add_options(parser, WALLS)


def run(options: argparse.Namespace) -> int:
    for name in ("min_thickness", "min_gap"):
        if not getattr(options, name) >= 0:
            raise TalusError(f"--{name.replace('_', '-')} must be at least 0", "", "Give a length")
    if options.out:
        check_output(options.out)
    surface = read_surface(options.surface)
    with progress_bar("measuring", options.quiet) as progress:
        found = walls(surface, progress=progress, **given(options, WALLS))
    if options.out:
        write(found.surface, options.out, cells=True)
    findings = _findings(found, options)
    say_result(options, lambda: {**found.to_json(), "findings": findings}, lambda: "\n".join([found.answer, *findings, *([f"written  {options.out}"] if options.out else [])]))
    return 1 if findings else 0


def _findings(found: Walls, options: argparse.Namespace) -> list[str]:
    told = []
    for way, least, what in (
        (found.thinnest, options.min_thickness, "a wall is thinner than"),
        (found.narrowest, options.min_gap, "a gap is narrower than"),
    ):
        if way is not None and way.length < least:
            told.append(f"{what} {least:g}: {way.answer}")
    return told
