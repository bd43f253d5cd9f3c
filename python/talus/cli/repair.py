"""``talus repair``: mends the defects of a surface."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from ..answers import grouped
from ..errors import TalusError
from ..io import check_surface_output, read_surface, write_surface
from ..io.json_text import known
from ..option_tables import REPAIR
from ..surface_check import check
from ..surface_repair import RepairResult, quietly
from .options import add_options, add_surface, given
from .terminal import in_rows, progress_bar, say_result, say_warning

HELP = "mend the defects of a surface"
DESCRIPTION = "Mends a surface: closed, oriented, without duplicates or self-intersections. A sound one is not changed."
EPILOG = """\
examples:
  talus repair scan.stl --out mended.vtp
  talus repair part.stl --tolerance 1e-4 --out part.vtp     # also join corners that differ by up to 1e-4
  talus repair cup.stl --maximum-hole 5 --out cup.vtp       # leave the opening of the cup
  talus repair scan.ply --smooth-holes --out mended.ply     # holes continue the curvature around them
  talus repair scan.stl --json | jq .steps                  # only tell what would be done

VTP files contain the cell array SourceCell: the cell of which each triangle is a part, -1 for one that closes a hole.
exit status: 0 sound now, 1 defects remain, or the file has some since STL stores single precision, 2 not a surface or bad usage, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_surface(parser)
    parser.add_argument("--out", type=Path, metavar="O", help="write the mended surface (VTP, PLY, OBJ or OFF; STL in single precision)")
    parser.add_argument("--json", action="store_true", help="print what was done as JSON")
    add_options(parser, REPAIR)


def run(options: argparse.Namespace) -> int:
    if options.out:
        check_surface_output(options.out)
    surface = read_surface(options.surface)
    with progress_bar("repairing", options.quiet) as progress:
        found = quietly(surface, given(options, REPAIR), progress)
    if options.out:
        _write(found, options.out)
    warnings = [text for text in (found.warning, _lost_by_rounding(found, options.out)) if text]
    for warning in warnings:
        say_warning(warning)
    say_result(options, lambda: _as_json(options.surface, found), lambda: _as_table(options.surface, found, options.out))
    return 1 if warnings or not found.sound else 0


def _lost_by_rounding(found: RepairResult, out: Path | None) -> str:
    """What is wrong with an STL file that was written, since it stores single precision."""
    if out is None or out.suffix.lower() != ".stl" or not found.sound:
        return ""
    problem = check(read_surface(out)).problem
    return problem and f"In the single precision of STL the surface has defects again: {problem}. Write a VTP file"


def _write(found: RepairResult, out: Path) -> None:
    if found.surface.GetNumberOfPolys() == 0:
        told = f"Run talus check to see its defects: {out} is not written"
        raise TalusError("No triangle is left: the surface encloses nothing", "", told)
    write_surface(found.surface, out)


def _as_json(name: str, found: RepairResult) -> dict:
    return {
        "surface": name,
        "sound": found.sound,
        "changed": found.changed,
        "steps": [asdict(step) for step in found.steps],
        "maximum_move": found.maximum_move,
        "triangles": found.surface.GetNumberOfPolys(),
        "volume_before": known(found.volume_before),
        "volume": known(found.volume),
        "open_holes": found.open_holes,
        "problem": found.problem,
        "warning": found.warning,
    }


def _as_table(name: str, found: RepairResult, out: Path | None) -> str:
    rows = [("surface", name), ("answer", found.answer)]
    rows += [("done" if i == 0 else "", step.text) for i, step in enumerate(found.steps)]
    rows += [
        ("moved", f"by at most {found.maximum_move:.3g}"),
        ("triangles", grouped(found.surface.GetNumberOfPolys())),
        ("volume", f"{found.volume:.9g}, before {found.volume_before:.9g}"),
        ("remains", found.problem or "nothing"),
    ]
    if out:
        rows.append(("written", str(out)))
    return in_rows(rows, 11)
