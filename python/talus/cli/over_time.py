"""Commands on data that change with time: one output for each time, and a table with a row for each."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import NamedTuple, Sequence

from ..errors import TalusError
from ..io import check_output, ensure_writable, staged
from ..io.series import TIME_RULES, Step, is_series, step_at, steps_of, write_collection
from ..io.xml import WRITTEN
from .outputs import keep_inputs

SERIES_HELP = """\
Files that change with time: a .pvd, a .series, or a quoted pattern such as 'a_*.vtp' (times 0, 1, 2 … by the numbers in the
names). Each time gives one output; --out NAME.pvd names NAME_0.vtp and so on, and the collection for ParaView."""


class Moment(NamedTuple):
    """A time, and the files of the command line, with each series replaced by its file at that time."""

    time: float
    files: list[str]


def add_time(parser) -> None:
    """--time, --time-rule, --table"""
    parser.add_argument("--time", type=float, metavar="T", help="of series: this time only; default: each")
    parser.add_argument(
        "--time-rule",
        choices=TIME_RULES,
        default="exact",
        help="step that is taken for a time that a series does not have: none (exact, default), the previous, the nearest",
    )
    parser.add_argument("--table", type=Path, metavar="CSV", help="of series: write a row of numbers for each time")


def over_time(names: Sequence[str], options: argparse.Namespace) -> bool:
    """Whether any of the files is a series.

    :raises TalusError: options for series without a series
    """
    if any(is_series(name) for name in names):
        return True
    of_series = [f"--{name}" for name in ("time", "table") if getattr(options, name) is not None]
    if of_series:
        raise TalusError(f"{of_series[0]} belongs to files that change with time", "", "Name a .pvd, .series or quoted pattern")
    return False


def moments(names: Sequence[str], options: argparse.Namespace) -> list[Moment]:
    """The times of the first series, or only the chosen one.

    :raises TalusError: a damaged series, or one without a step for a time
    """
    series = {name: steps_of(name) for name in names if is_series(name)}
    first = next(iter(series))
    if not series[first]:
        raise TalusError("The series has no times", first, "Write it again")
    times = [step.time for step in series[first]] if options.time is None else [options.time]
    return [Moment(time, [_at(name, series, time, options.time_rule) for name in names]) for time in times]


def _at(name: str, series: dict, time: float, rule: str) -> str:
    return str(step_at(series[name], time, rule, name).path) if name in series else name


def outputs(out: Path, names: Sequence[str], found: Sequence[Moment], suffix: str) -> list[Path]:
    """The output file for each time. :param suffix: of the files in a collection

    :raises TalusError: one file for several times, a file that cannot be written or would replace an input
    """
    files = _outputs(out, len(found), suffix)
    keep_inputs([out, *files], [*names, *(file for moment in found for file in moment.files)])
    return files


def _outputs(out: Path, count: int, suffix: str) -> list[Path]:
    if out.suffix.lower() != ".pvd":
        if count > 1:
            raise TalusError(f"{count} times cannot go into one file", str(out), "Name it .pvd, or choose one by --time")
        check_output(out)
        return [out]
    if suffix not in WRITTEN:
        raise TalusError(f"A collection cannot hold files of {suffix}", str(out), f"Known are: {' '.join(WRITTEN)}")
    width = len(str(count - 1))
    files = [out.with_name(f"{out.stem}_{number:0{width}}{suffix}") for number in range(count)]
    check_output(files[0])
    return files


def check_table(options: argparse.Namespace) -> None:
    """:raises TalusError: if the table cannot be written"""
    if options.table is not None:
        if options.table.suffix.lower() != ".csv":
            raise TalusError("The table is text", str(options.table), "Name it .csv")
        if options.out is not None and options.table.resolve() == options.out.resolve():
            raise TalusError("Table and output cannot share a file", str(options.table), "Name two")
        ensure_writable(options.table)


def write_series(
    outs: Sequence[Path | None], names: Sequence[str], rows: Sequence[Sequence[object]], options: argparse.Namespace
) -> None:
    """Writes the collection of all outputs and the table, if requested; each row begins with the time."""
    if options.out and options.out.suffix.lower() == ".pvd":
        write_collection(options.out, [Step(row[0], out) for row, out in zip(rows, outs)])
    if options.table:
        _write_table(options.table, names, rows)


def _write_table(path: Path, names: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    with staged(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([names, *rows])


def say_row(values: Sequence[object]) -> None:
    """Prints a row of a table; only the last column may be wide."""
    *short, last = (f"{value:.9g}" if isinstance(value, float) else str(value) for value in values)
    print("".join(f"{value:<12}" for value in short) + last, flush=True)
