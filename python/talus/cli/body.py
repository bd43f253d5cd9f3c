"""Common code of the commands that generate bodies."""

from __future__ import annotations

import argparse
import inspect
import time
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence

from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..answers import answer_of
from ..errors import TalusError
from ..io import check_surface_output, write_surface
from ..options import Option
from .options import add_options, given
from .terminal import in_rows, progress_bar


def add_body(parser: argparse.ArgumentParser, table: Sequence[Option]) -> None:
    """--out and the options of a table."""
    parser.add_argument(
        "--out", required=True, type=Path, metavar="O", help="STL, or VTP with full precision"
    )
    add_options(parser, table, unset=True)


def make_and_write(options: argparse.Namespace, table: Sequence[Option], make: Callable[..., vtkPolyData]) -> int:
    """Makes the body, writes it to --out, and prints its size.

    :return: the exit status
    """
    start = time.perf_counter()
    check_surface_output(options.out)
    chosen = {name: value for name, value in given(options, table).items() if value is not None}
    _require_effect(chosen, table)
    with progress_bar("making", options.quiet) as progress:
        shown = {"progress": progress} if "progress" in inspect.signature(make).parameters else {}
        body = make(**chosen, **shown)
    write_surface(body, options.out)
    if not options.quiet:
        written = f"{options.out} after {time.perf_counter() - start:.2f} s"
        print(in_rows([("answer", answer_of(body)), ("triangles", body.GetNumberOfCells()), ("written", written)], 10))
    return 0


def _require_effect(chosen: Mapping[str, Any], table: Sequence[Option]) -> None:
    """:raises TalusError: an option that has no effect on the kind of body"""
    values = {option.name: chosen.get(option.name, option.default) for option in table}
    for option in table:
        for choice, words in option.when.items():
            if option.name in chosen and values[choice] not in words:
                kind = values[choice]
                own = [_flag(other.name) for other in table if kind in other.when.get(choice, ())]
                raise TalusError(
                    f"{_flag(option.name)} has no effect on {kind}",
                    f"it is for {', '.join(words)}",
                    f"Omit it, or choose another {_flag(choice)}" + (f"; {kind} takes {', '.join(own)}" if own else ""),
                )


def _flag(name: str) -> str:
    return "--" + name.replace("_", "-")
