"""What the commands that make bodies have in common."""

from __future__ import annotations

import argparse
import inspect
import time
from pathlib import Path
from typing import Callable

from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..io import check_surface_output, write_surface
from .options import add_number, add_vector
from .terminal import progress_bar


def add_place(parser: argparse.ArgumentParser) -> None:
    """Where the body goes: --out, --size, --center."""
    parser.add_argument(
        "--out", required=True, type=Path, metavar="O", help="STL, or VTP with full precision"
    )
    add_number(parser, "--size", 1.0, "L", "width of the body")
    add_vector(parser, "--center", (0.0, 0.0, 0.0), "middle of the body")


def add_seed(parser: argparse.ArgumentParser) -> None:
    add_number(parser, "--seed", 1, "N", "another one, another body")


def make_and_write(options: argparse.Namespace, make: Callable[..., vtkPolyData]) -> int:
    """Makes the body, writes it to --out, tells its size.

    :param make: its parameters are named as the options are
    :return: the exit status
    """
    start = time.perf_counter()
    check_surface_output(options.out)
    wanted = inspect.signature(make).parameters
    with progress_bar("making", options.quiet) as progress:
        known = {**vars(options), "progress": progress}
        body = make(**{name: known[name] for name in wanted})
    write_surface(body, options.out)
    if not options.quiet:
        print(f"{'triangles':<10}{body.GetNumberOfCells()}")
        print(f"{'written':<10}{options.out} after {time.perf_counter() - start:.2f} s")
    return 0
