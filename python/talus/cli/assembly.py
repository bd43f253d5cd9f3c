"""``talus assembly``: which parts interfere, touch, or are too near."""

from __future__ import annotations

import argparse
import csv
import json
import math
from dataclasses import astuple
from pathlib import Path
from typing import Callable, Mapping

from ..assembly_check import AssemblyReport, PartPair, quietly
from ..assembly_parts import PartsLike
from ..errors import TalusError
from ..io import ensure_writable, staged, write
from ..io.output import remedy_of
from ..option_tables import ASSEMBLY
from .options import SURFACE_FILES, add_options, given
from .terminal import printable, progress_bar, say_error, say_result, say_warning

HELP = "decide which parts of an assembly interfere, touch, or are too near"
DESCRIPTION = (
    "Decides how the parts of an assembly lie to each other: which overlap, by how much and where, which touch, and\n"
    "how near the others are. Verdicts are exact."
)
EPILOG = """\
examples:
  talus assembly frame.stl lid.stl bolt.stl
  talus assembly machine.glb --clearance-below 0.5                  # parts that are nearer are findings, too
  talus assembly machine.step --out report.html report.json        # a page with pictures; data for programs
  talus assembly *.stl --ignore 'bolt_* | nut_*' --min-volume 0.01
  talus assembly *.stl --expect fits.csv --out pairs.csv           # how pairs shall lie, a row each: pin,plate,touching
  talus assembly crank.stl rod.stl --motion turn.json               # least clearance, first contact, largest overlap
  talus assembly *.stl --out overlaps.vtpc                         # what parts have in common, a surface for each pair

Each file is a part, named without its extension; of a file with several surfaces (glTF, 3MF, STEP, VTM) each is one,
named as there. In names of --ignore and --expect * stands for any characters and ? for one. The third column of --expect is
touching, interfering, contained, duplicate, apart or any; an empty one means touching.

--motion has for each part that moves times, and angles in degrees about an axis, displacements, or both:
{"motions": [{"part": "crank", "axis": [0, 0, 1], "centre": [0, 0, 0], "times": [0, 1], "angles": [0, 360]}]}

--out writes by extension: HTML with a picture of each finding, JSON (data/assembly.schema.json), CSV with a row for
each pair, VTPC or VTM with the overlaps.

exit status: 0 as expected, 1 findings, 2 bad usage or invalid input, 3 failed or interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"{SURFACE_FILES}: the parts")
    out = "write the report (HTML, JSON, CSV) or the overlaps (VTPC, VTM)"
    parser.add_argument("--out", nargs="+", type=Path, default=[], metavar="O", help=out)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--all", action="store_true", help="list all pairs, not only findings")
    shells = "each body of a surface is a part: its connected shells, with their cavities"
    parser.add_argument("--shells", action="store_true", help=shells)
    parser.add_argument("--ignore", nargs="+", default=[], metavar="A|B", help="pairs that are not checked")
    parser.add_argument("--expect", type=Path, metavar="E", help="table of pairs that shall touch or interfere (CSV)")
    motion = "how parts move (JSON): least clearances are proven for all instants"
    parser.add_argument("--motion", type=Path, metavar="M", help=motion)
    add_options(parser, ASSEMBLY)


def run(options: argparse.Namespace) -> int:
    try:
        return _run(options)
    except KeyboardInterrupt:
        say_error("interrupted, nothing half-written is left")
    except OSError as error:
        reason, where = (error.strerror or str(error)).lower(), error.filename or "standard output"
        say_error(f"Cannot write: {reason} ({where}). {remedy_of(error)}.")
    except MemoryError:
        say_error("Not enough memory. Check fewer parts, or give --clearance-below.")
    return 3


def _run(options: argparse.Namespace) -> int:
    for path in options.out:
        if path.suffix.lower() not in _WRITERS:
            known = f"Choose from: {' '.join(_WRITERS)}"
            raise TalusError(f"'{path.suffix}' is not the extension of a report", str(path), known)
        ensure_writable(path)
    expected = _expected(options.expect) if options.expect else []
    files: PartsLike = options.files if len(options.files) > 1 else options.files[0]
    with progress_bar("checking", options.quiet) as progress:
        ignored, chosen = ";".join(options.ignore), given(options, ASSEMBLY)
        report = quietly(files, ignored, expected, options.motion, options.shells, chosen, progress)
    for path in options.out:
        _WRITERS[path.suffix.lower()](report, path)
    if report.warning:
        say_warning(report.warning)
    say_result(options, report.to_json, lambda: _as_table(report, options))
    return 0 if report.sound else 1


def _expected(path: Path) -> list[tuple[str, str, str]]:
    """:raises TalusError: not a table of pairs"""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        rows = [row for row in csv.reader(lines) if any(row) and not row[0].startswith("#")]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or "not a text"
        told = f"Cannot read the table of expected pairs: {reason.lower()}"
        raise TalusError(told, str(path), "Name a CSV file") from None
    for number, row in enumerate(rows, 1):
        if len(row) not in (2, 3) or not (row[0].strip() and row[1].strip()):
            told = f"Row {number} is no pair: {','.join(row)[:60]}"
            raise TalusError(told, str(path), "Write rows such as pin,plate,touching")
    return [(row[0].strip(), row[1].strip(), (row[2].strip() if len(row) > 2 else "") or "touching") for row in rows]


def _write_html(report: AssemblyReport, path: Path) -> None:
    from ..assembly_page import page_of  # loads what draws

    _write_text(page_of(report, f"Assembly of {len(report.parts)} parts"), path)


def _write_json(report: AssemblyReport, path: Path) -> None:
    _write_text(json.dumps(report.to_json(), indent=2) + "\n", path)


def _write_text(text: str, path: Path) -> None:
    with staged(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


_COLUMNS = (
    "a", "b", "relation", "finding", "x", "y", "z", "clearance", "volume", "penetration", "depth",
    "direction_x", "direction_y", "direction_z", "contact_area", "container", "motion_clearance", "motion_certified",
    "motion_time", "contact_time", "motion_volume", "motion_volume_certified", "motion_volume_time", "expected", "text",
)  # fmt: skip


def _write_csv(report: AssemblyReport, path: Path) -> None:
    with staged(path) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(_COLUMNS)
        writer.writerows(map(_row, report.pairs))


def _row(pair: PartPair) -> list:
    near = pair.clearance if math.isfinite(pair.clearance) else ""
    freed = [pair.depth, *pair.direction] if pair.depth else [""] * 4
    volume = pair.volume if pair.volume > 0 else ""
    area = pair.contact_area or ""
    named = (pair.relation.name.lower(), pair.finding.name.lower())
    moved = ["" if math.isnan(value) else value for value in astuple(pair.motion)] if pair.motion else [""] * 7
    texts = (pair.expected, pair.text)
    return [*pair.names, *named, *pair.place, near, volume, pair.penetration or "", *freed, area, pair.container, *moved, *texts]


def _write_overlaps(report: AssemblyReport, path: Path) -> None:
    if not report.overlaps.GetNumberOfPartitionedDataSets():
        raise TalusError("No parts overlap", "", f"Leave --out away: {path} is not written")
    write(report.overlaps, path)


_WRITERS: Mapping[str, Callable[[AssemblyReport, Path], None]] = {
    ".html": _write_html,
    ".json": _write_json,
    ".csv": _write_csv,
    ".vtpc": _write_overlaps,
    ".vtm": _write_overlaps,
}


def _as_table(report: AssemblyReport, options: argparse.Namespace) -> str:
    shown = list(report.pairs) if options.all else report.findings
    rows = [(pair.finding.name.lower() if pair.finding else "", pair.text, pair.place_text()) for pair in shown]
    lines = [printable(report.answer)]
    if rows:
        widths = [max(len(row[i]) for row in (*rows, ("finding", "pair", ""))) for i in range(2)]
        lines += ["", f"{'finding':<{widths[0]}}  {'pair':<{widths[1]}}  place"]
        lines += [printable(f"{kind:<{widths[0]}}  {text:<{widths[1]}}  {place}") for kind, text, place in rows]
    lines += [f"written  {path}" for path in options.out]
    return "\n".join(lines)

