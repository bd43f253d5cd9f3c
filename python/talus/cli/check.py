"""``talus check``: the defects of a surface and their consequences."""

from __future__ import annotations

import argparse
import math
import textwrap
from dataclasses import asdict
from pathlib import Path

from ..answers import answer_of, grouped
from ..io import check_output, read_surface, write
from ..io.json_text import known
from ..names import spaced
from ..option_tables import SURFACE_CHECK
from ..surface_check import SurfaceReport, check
from .options import add_options, add_surface, given
from .terminal import progress_bar, say_result

HELP = "check a surface for defects"
DESCRIPTION = "Checks a surface: closed, oriented, manifold, without duplicates or self-intersections."
EPILOG = """\
examples:
  talus check body.stl
  talus check body.stl --out defects.vtp     # cell array Defect, to colour by in ParaView
  talus check body.stl --json | jq .counts

exit status: 0 sound, 1 broken, 2 not a surface or bad usage
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_surface(parser)
    parser.add_argument(
        "--out", metavar="O", type=Path, help="write the surface with the cell array Defect (VTP …)"
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    add_options(parser, SURFACE_CHECK)


def run(options: argparse.Namespace) -> int:
    if options.out:
        check_output(options.out)
    surface = read_surface(options.surface)
    with progress_bar("checking", options.quiet) as progress:
        report = check(surface, progress=progress, **given(options, SURFACE_CHECK))
    if options.out:
        write(report.surface, options.out, cells=True)
    say_result(options, lambda: _as_json(options.surface, report), lambda: _as_table(options.surface, report, options.out))
    return 0 if report.sound else 1


def _as_json(name: str, report: SurfaceReport) -> dict:
    return {
        "surface": name,
        "sound": report.sound,
        "closed": report.closed,
        "oriented": report.oriented,
        "manifold": report.manifold,
        "convex": report.convex,
        "volume": known(report.volume),
        "area": known(report.area),
        "counts": report.counts,
        "defects": [asdict(finding) for finding in report.findings],
        "boundary_loops": [asdict(loop) for loop in report.boundary_loops],
        "problem": report.problem,
        "consequence": report.consequence,
    }


def _as_table(name: str, report: SurfaceReport, out: Path | None) -> str:
    rows = [("surface", name), ("answer", answer_of(report.surface))]
    rows += [(spaced(count), grouped(value)) for count, value in report.counts.items()]
    rows += [
        (verdict, "yes" if getattr(report, verdict) else "no")
        for verdict in ("closed", "oriented", "manifold")
    ]
    rows += [("convex", "yes" if report.convex else "no"), ("area", _text(report.area))]
    if report.closed and report.oriented:
        rows.append(("volume", _text(report.volume)))
    rows += [("verdict", report.problem or "sound"), ("meaning", report.consequence)]
    if out:
        rows.append(("written", str(out)))
    return "\n".join([*(f"{title:<22}{value}" for title, value in rows), *_findings(report)])


def _text(number: float) -> str:
    return "not known" if math.isnan(number) else f"{number:.9g}"


def _findings(report: SurfaceReport) -> list[str]:
    """A table of the defects; empty for a sound surface."""
    if not report.findings:
        return []
    left = f"{'defect':<22}{'count':>9}  "
    lines = ["", left + "effect on inside/outside labels, and repair"]
    for finding in report.findings:
        effect = textwrap.wrap(" ".join([finding.effect, *([f"{finding.repair}."] if finding.repair else [])]), 78)
        lines.append(f"{spaced(finding.defect):<22}{finding.count:>9}  {effect[0]}")
        lines += [" " * len(left) + line for line in effect[1:]]
    return lines
