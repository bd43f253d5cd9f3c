"""``talus boolean``: unites, intersects or subtracts closed surfaces."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Sequence

from ..boolean_operations import BooleanResult, quietly
from ..errors import TalusError
from ..io import check_surface_output, write_surface
from ..option_tables import BOOLEAN
from .bodies import read_bodies
from .options import SURFACE_FILES, add_options, given
from .terminal import in_rows, progress_bar, say_result, say_warning

HELP = "unite, intersect or subtract closed surfaces, exactly"
DESCRIPTION = "Unites, intersects or subtracts two or more closed surfaces at once. All decisions are exact."
EPILOG = """\
examples:
  talus boolean a.stl b.stl --out both.stl                                # union
  talus boolean a.stl b.stl --operation intersection --out common.vtp
  talus boolean block.stl hole.stl slot.stl --operation difference --out part.stl    # all others from the first
  talus boolean a.stl b.stl --operation intersection --json               # only numbers: the common volume

A single file with several surfaces holds all of them. VTP files contain the cell arrays SourceSurface and SourceCell: the
surface and the cell of which each triangle is a part. The volume is that of the exact result.
exit status: 0 done, 2 a surface is open, fewer than two surfaces, or bad usage, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"{SURFACE_FILES}, each one surface")
    parser.add_argument("--out", type=Path, metavar="O", help="write the result (VTP, PLY, OBJ or OFF; STL in single precision)")
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")
    add_options(parser, BOOLEAN)


def run(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    if options.out:
        check_surface_output(options.out)
    _require_no_operation(options.files)
    surfaces = read_bodies(options.files)
    with progress_bar("arranging", options.quiet) as progress:
        found = quietly(surfaces, given(options, BOOLEAN), progress)
    if options.out:
        _write(found, options.out)
    if found.warning:
        say_warning(found.warning)
    say_result(options, lambda: _as_json(found), lambda: _as_table(found, options, time.perf_counter() - start))
    return 0


def _require_no_operation(files: Sequence[str]) -> None:
    """:raises TalusError: a name of a file that does not exist is that of an operation"""
    operations = {word.lower(): word for option in BOOLEAN if option.name == "operation" for word in option.words}
    for file in files:
        if (word := operations.get(file.lower())) and not Path(file).exists():
            raise TalusError(f"'{file}' is an operation, not a file", "", f"Give it as --operation {word}")


def _write(found: BooleanResult, out: Path) -> None:
    if found.surface.GetNumberOfPolys() == 0:
        raise TalusError("No place is inside the result", "", f"Leave --out away, or choose others: {out} is not written")
    write_surface(found.surface, out)


def _as_json(found: BooleanResult) -> dict:
    return {
        "operation": found.operation,
        "surfaces": found.surfaces,
        "triangles": found.surface.GetNumberOfPolys(),
        "volume": found.volume,
        "centroid": found.centroid.tolist() if found.volume else None,
        "area": found.area,
        "new_points": found.new_points,
        "self_intersections": found.self_intersections,
        "warning": found.warning,
    }


def _as_table(found: BooleanResult, options: argparse.Namespace, seconds: float) -> str:
    rows = [
        ("answer", found.answer),
        ("operation", f"{found.operation} of {found.surfaces} surfaces"),
        ("triangles", f"{found.surface.GetNumberOfPolys()}, {found.new_points} new points"),
        ("volume", f"{found.volume:.15g}"),
        ("area", f"{found.area:.9g}"),
    ]
    if found.volume:
        rows.append(("centroid", "  ".join(f"{x:.9g}" for x in found.centroid)))
    if options.out:
        rows.append(("written", f"{options.out} after {seconds:.2f} s"))
    return in_rows(rows, 11)
