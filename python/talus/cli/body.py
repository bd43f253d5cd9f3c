"""What the commands that make bodies have in common."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Callable

from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..io import check_surface_output, write_surface
from ..progress import Progress
from .terminal import progress_bar


def add_common_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", required=True, type=Path, metavar="O", help="STL, or VTP with full precision"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another one, another body")
    parser.add_argument("--size", type=float, default=1.0, metavar="L", help="edge or diameter; default: 1")
    parser.add_argument(
        "--center",
        type=float,
        nargs=3,
        default=(0.0, 0.0, 0.0),
        metavar=("X", "Y", "Z"),
        help="default: 0 0 0",
    )
    parser.add_argument(
        "--threads", type=int, default=0, metavar="N", help="limit of the threads; 0: all cores"
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors")


def make_and_write(options: argparse.Namespace, make: Callable[[Progress | None], vtkPolyData]) -> int:
    """Makes the body, writes it to --out, tells its size. :return: the exit status"""
    start = time.perf_counter()
    check_surface_output(options.out)
    with progress_bar("making", options.quiet) as progress:
        body = make(progress)
    write_surface(body, options.out)
    if not options.quiet:
        print(f"{'triangles':<10}{body.GetNumberOfCells()}")
        print(f"{'written':<10}{options.out} after {time.perf_counter() - start:.2f} s")
    return 0
