"""Common code of the commands that generate bodies."""

from __future__ import annotations

import argparse
import inspect
import time
from pathlib import Path
from typing import Callable, Sequence

from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..io import check_surface_output, write_surface
from ..options import Option
from .options import add_options, given
from .terminal import progress_bar


def add_body(parser: argparse.ArgumentParser, table: Sequence[Option]) -> None:
    """--out and the options of a table."""
    parser.add_argument(
        "--out", required=True, type=Path, metavar="O", help="STL, or VTP with full precision"
    )
    add_options(parser, table)


def make_and_write(options: argparse.Namespace, table: Sequence[Option], make: Callable[..., vtkPolyData]) -> int:
    """Makes the body, writes it to --out, and prints its size.

    :return: the exit status
    """
    start = time.perf_counter()
    check_surface_output(options.out)
    with progress_bar("making", options.quiet) as progress:
        shown = {"progress": progress} if "progress" in inspect.signature(make).parameters else {}
        body = make(**given(options, table), **shown)
    write_surface(body, options.out)
    if not options.quiet:
        print(f"{'triangles':<10}{body.GetNumberOfCells()}")
        print(f"{'written':<10}{options.out} after {time.perf_counter() - start:.2f} s")
    return 0
