"""``talus mass``: volume, mass, centroid and inertia of bodies."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any, Iterable, Iterator

import numpy as np

from ..answers import answer_of
from ..errors import TalusError
from ..io import read_surface
from ..io.output import ensure_writable, staged
from ..option_tables import MASS
from ..ranks import Ranks
from ..rigid_body import MassProperties, quietly
from .options import SURFACE_FILES, add_options, given
from .terminal import progress_bar, say_error, say_result, say_warning

HELP = "compute volume, mass, centroid and inertia"
DESCRIPTION = "Computes volume, mass, centroid, inertia tensor and principal axes of closed surfaces."
EPILOG = """\
examples:
  talus mass body.stl --density 2650
  talus mass grains/*.stl --out grains.csv             # one row a file
  talus mass body.stl --json | jq '.[0].inertia'
  mpirun -np 4 talus mass grains/*.stl --out grains.csv    # each of four processes does a quarter

Lengths are in the unit of the mesh. The inertia is about the centroid.
exit status: 0 done, 1 some of many files failed, 2 no closed surface or bad usage
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=f"{SURFACE_FILES}, each one body")
    parser.add_argument("--json", action="store_true", help="print a list of all bodies as JSON")
    parser.add_argument("--out", type=Path, metavar="O", help="write a CSV file, one row per body")
    add_options(parser, MASS)


def run(options: argparse.Namespace, ranks: Ranks) -> int:
    """Of several processes each takes some of the files, and rank 0 reports all results. :return: the exit status"""
    ranks.on_first(lambda: _require_writable(options))
    count = len(options.files)

    def work(number: int) -> dict[str, Any]:
        file = options.files[number]
        try:
            body = _body(file, f"{number + 1}/{count}", options)
        except TalusError as error:
            if count == 1:
                raise
            return {"error": f"{file}: {error}"}
        return {"json": _as_json(file, body), "table": _as_table(file, body), "row": {"file": file, **_columns(body)}}

    done = list(ranks.dealt(range(count), work))
    bodies = [each for each in done if "error" not in each]
    failed = [each["error"] for each in done if "error" in each]
    ranks.on_first(lambda: _tell(bodies, failed, options))
    return 1 if failed else 0


def _require_writable(options: argparse.Namespace) -> None:
    """:raises TalusError: if the table cannot be written"""
    if options.out:
        if options.out.suffix.lower() != ".csv":
            raise TalusError("Bodies are written as CSV only", str(options.out), "Name the file .csv")
        ensure_writable(options.out)


def _tell(bodies: list[dict[str, Any]], failed: list[str], options: argparse.Namespace) -> None:
    """Writes and prints what was found. :param bodies: the same in several forms. :param failed: errors of files"""
    if options.out and bodies:
        _write([body["row"] for body in bodies], options.out)
    say_result(options, lambda: [body["json"] for body in bodies], lambda: "\n\n".join(body["table"] for body in bodies))
    for text in failed:
        say_error(text)
    if failed:
        say_error(f"{len(failed)} of {len(options.files)} files failed")


def _body(file: str, title: str, options: argparse.Namespace) -> MassProperties:
    surface = read_surface(file)
    with progress_bar(title, options.quiet) as progress:
        body = quietly(surface, given(options, MASS), progress)
    if body.warning:
        say_warning(body.warning)
    return body


def _as_json(file: str, body: MassProperties) -> dict:
    return {"file": file, **{name: _plain(value) for name, value in _values(body)}}


def _values(body: MassProperties) -> Iterator[tuple[str, object]]:
    """All properties except the surface, by name."""
    return ((name, value) for name, value in vars(body).items() if name != "surface")


def _plain(value: object) -> object:
    return value.tolist() if isinstance(value, np.ndarray) else value


def _as_table(file: str, body: MassProperties) -> str:
    shells = f"{body.shells}" + (f", {body.cavities} of them cavities" if body.cavities else "")
    rows = [
        ("surface", file),
        ("answer", answer_of(body.surface)),
        ("shells", shells),
        ("volume", _numbers([body.volume])),
        ("density", _numbers([body.density])),
        ("mass", _numbers([body.mass])),
        ("centroid", _numbers(body.centroid)),
        *zip(("inertia", "", ""), map(_numbers, body.inertia)),
        ("principal moments", _numbers(body.principal_moments)),
        *zip(("principal axes", "", ""), map(_numbers, _clean(body.principal_axes.T))),
    ]
    return "\n".join(f"{title:<19}{value}".rstrip() for title, value in rows)


def _clean(axes: np.ndarray) -> np.ndarray:
    """Replaces rounding errors near 0 by 0."""
    return np.where(np.abs(axes) < 1e-15, 0.0, axes)


def _numbers(values: Iterable[float]) -> str:
    return "".join(f"{value:<18.10g}" for value in values)


def _write(rows: list[dict[str, Any]], out: Path) -> None:
    with staged(out) as path, open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(rows[0])
        writer.writerows(row.values() for row in rows)


def _columns(body: MassProperties) -> dict[str, object]:
    """One column per number: `centroid_0`, `inertia_00` …, convenient for ParaView and pandas."""
    columns: dict[str, object] = {}
    for name, value in _values(body):
        if isinstance(value, np.ndarray):
            for index, number in np.ndenumerate(value):
                columns[f"{name}_{''.join(map(str, index))}"] = float(number)
        else:
            columns[name] = value
    return columns
