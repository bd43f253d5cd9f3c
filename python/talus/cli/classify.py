"""``talus classify``: labels the points of one or many files."""

from __future__ import annotations

import argparse
import glob
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Callable, Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject

from ..classification import Classifier, method_of, sides_of
from ..errors import TalusError
from ..io import check_output, ensure_writable, read_points, write
from ..io.geometry import arrays_of
from ..io.outer_faces import data_sets_of
from ..io.regular_file import kind_of
from ..io.xml import READ
from ..label_pieces import label_pieces
from ..label_stream import StreamSummary, label_stream
from ..label_table import label_table
from ..option_tables import ENCLOSURE
from .bodies import read_bodies
from .naming import named
from .options import SURFACE_FILES, add_options, given
from .outputs import keep_inputs
from .terminal import progress_bar, say_error, say_warning

HELP = "label points as inside, on the surface or outside"
DESCRIPTION = "Labels points, or the centres of cells, as inside a surface, on it, or outside."
EPILOG = """\
examples:
  talus classify --surface body.stl --points cloud.csv --out labelled.vtp
  talus classify --surface body.stl --points grid.vti --out inside.vti --cells
  talus classify --surface body.stl --points 'scan_*.vtp' --out-dir labelled
  talus classify --surface a.stl --surface b.stl --points cloud.npz --out labelled.csv --enclosing-body
  talus classify --surface body.stl --points grid.vti --out distance.vti --distance
  talus classify --surface body.stl --points billion.npy --out sides.npy

Written are all arrays of the input and Side (1 inside, 0 on the surface, -1 outside). With --winding-number also
WindingNumber; with --enclosing-body EnclosingBody (number of the surface, or of the shell of a single one; -1: none);
with --distance Distance (negative inside), ClosestCell and ClosestBody; with --nesting-depth NestingDepth.

Files of points may be larger than memory from CSV to CSV, where each row is kept as it is with its labels behind; from
NPY to NPY, which gets the sides alone (int8); and from PVTP to PVTP and PVTU to PVTU, a piece at a time.

exit status: 0 done, 1 a file of many failed, 2 usage or bad input, 130 interrupted
"""


#: From which files to which others labels go piece by piece
_PIECES = ((".pvtp", ".pvtp"), (".pvtu", ".pvtu"))


@dataclass
class _Job:
    points: Path
    out: Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--surface",
        action="append",
        required=True,
        metavar="S",
        help=f"{SURFACE_FILES}; again for a further body",
    )
    parser.add_argument(
        "--points",
        nargs="+",
        required=True,
        metavar="P",
        help="VTK, CSV, XYZ, TXT, PCD, LAS, NPZ or NPY; many, or a quoted pattern",
    )
    parser.add_argument(
        "--columns", nargs=3, metavar=("X", "Y", "Z"), help="names of the columns of CSV, XYZ or TXT that are x, y and z"
    )
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--out", type=Path, metavar="O", help="labelled file: VTK XML, CSV or NPZ; from NPY points also NPY")
    target.add_argument(
        "--out-dir", type=Path, metavar="D", help="folder for the labelled files, made if missing"
    )
    parser.add_argument(
        "--format", metavar="EXT", help="of the files in D; else as the points, VTP for tables"
    )
    parser.add_argument("--cells", action="store_true", help="label the centres of cells instead of points")
    add_options(parser, ENCLOSURE)


def run(options: argparse.Namespace) -> int:
    jobs = _jobs(options)
    surfaces = read_bodies(options.surface)
    classifier = Classifier(surfaces, cells=options.cells, **given(options, ENCLOSURE))
    with progress_bar("preparing", options.quiet) as progress:
        classifier.prepare(progress)
    _warn(classifier, options)
    if not options.quiet:
        polygons = sum(surface.GetNumberOfCells() for surface in surfaces)
        print(f"{'surface':<10}{', '.join(options.surface)} ({polygons} polygons)", flush=True)
    failed: list[str] = []
    for number, job in enumerate(jobs, 1):
        try:
            _label(job, classifier, options, f"{number}/{len(jobs)}" if len(jobs) > 1 else "classifying")
        except TalusError as error:
            if len(jobs) == 1:
                raise
            failed.append(str(error))
    for text in failed:
        say_error(text)
    if failed:
        say_error(f"{len(failed)} of {len(jobs)} files failed, the others are labelled")
    return 1 if failed else 0


def _label(job: _Job, classifier: Classifier, options: argparse.Namespace, title: str) -> None:
    start = time.perf_counter()
    columns = options.columns and tuple(options.columns)
    kinds = job.points.suffix.lower(), job.out.suffix.lower()
    if kinds == (".npy", ".npy"):
        return _stream(label_stream, job, classifier, options, title)
    if kinds == (".csv", ".csv") and not options.cells:
        return _stream(partial(label_table, columns=columns), job, classifier, options, title)
    if kinds in _PIECES and columns is None:
        return _stream(label_pieces, job, classifier, options, title)
    data = read_points(job.points, columns)
    with progress_bar(title, options.quiet) as progress:
        labelled = classifier.label(data, progress)
    _warn(classifier, options, f" ({job.points})")
    write(labelled, job.out, options.cells)
    if not options.quiet:
        sides = sides_of(labelled, options.cells)
        counts = [int(np.count_nonzero(sides == side)) for side in (1, 0, -1)]
        what = "cells" if options.cells else "points"
        _tell(job, what, counts, method_of(labelled), time.perf_counter() - start)


def _stream(
    label: Callable[..., StreamSummary], job: _Job, classifier: Classifier, options: argparse.Namespace, title: str
) -> None:
    """Labels a file portion by portion. `label`: does it"""
    start = time.perf_counter()
    with progress_bar(title, options.quiet) as progress:
        found = label(classifier, job.points, job.out, progress=progress)
    for warning in found.warnings[:1]:
        more = len(found.warnings) - 1
        say_warning(f"{warning} ({job.points})" + (f" (and {more} more times, for other portions)" if more else ""))
    if not options.quiet:
        _tell(job, "points", found.counts, (found.method, found.reason), time.perf_counter() - start)


def _warn(classifier: Classifier, options: argparse.Namespace, where: str = "") -> None:
    for warning in classifier.warnings:
        say_warning(named(warning, options) + where)


def _tell(job: _Job, what: str, counts: Sequence[int], used: tuple[str, str], seconds: float) -> None:
    """Prints a summary. `counts`: inside, on the surface, outside; `used`: method and reason."""
    inside, on, outside = counts
    method, reason = used
    print(f"{what:<10}{job.points}: {sum(counts)}")
    print(f"{'labels':<10}{inside} inside, {on} on the surface, {outside} outside")
    print(f"{'method':<10}{method} ({reason})")
    print(f"{'written':<10}{job.out} after {seconds:.2f} s", flush=True)


def _jobs(options: argparse.Namespace) -> list[_Job]:
    """Which file goes where. Finds every mistake that can be found before the work begins."""
    files = [Path(name) for pattern in options.points for name in _expanded(pattern)]
    if options.out is not None:
        if len(files) > 1:
            raise TalusError(
                f"{len(files)} files of points cannot go into one", str(options.out), "Give --out-dir instead"
            )
        if options.format is not None:
            raise TalusError("--format belongs to --out-dir", "", "Name the format by the extension of --out")
        keep_inputs([options.out], files)
        _check_output(files[0], options.out, options)
        return [_Job(files[0], options.out)]
    jobs = [_Job(file, options.out_dir / _target_name(file, options.format)) for file in files]
    _refuse_clashes(jobs)
    keep_inputs([job.out for job in jobs], [*files, *options.surface])
    try:
        options.out_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TalusError(
            f"Cannot make this folder: {(error.strerror or str(error)).lower()}",
            str(options.out_dir),
            "Name another",
        ) from None
    ensure_writable(jobs[0].out)
    if options.format is not None:
        check_output(jobs[0].out)
    return jobs


def _check_output(points: Path, out: Path, options: argparse.Namespace) -> None:
    """:raises TalusError: if labels of these points cannot be written here."""
    kinds = points.suffix.lower(), out.suffix.lower()
    if kinds in _PIECES:
        return ensure_writable(out)
    if kinds[1] != ".npy":
        return check_output(out)
    more = options.cells or options.distance or options.nesting_depth or options.winding_number or options.enclosing_body
    if more or kinds[0] != ".npy":
        raise TalusError(
            "An NPY file holds the sides alone of points from another one", str(out), "Name a VTK XML, CSV or NPZ file"
        )
    ensure_writable(out)


def _expanded(pattern: str) -> list[str]:
    if Path(pattern).exists() or not glob.has_magic(pattern):
        return [pattern]
    names = sorted(glob.glob(pattern, recursive=True))
    if not names:
        raise TalusError("No file fits this pattern", pattern, "Check the name")
    return names


def _target_name(file: Path, format_: str | None) -> str:
    suffix = kind_of(file)
    if format_ is not None:
        suffix = "." + format_.lstrip(".").lower()
    elif suffix not in READ:
        suffix = ".vtu" if suffix == ".vtk" else ".vtp"
    elif suffix.startswith(".p"):  # pieces are read as one
        suffix = "." + suffix[2:]
    return (Path(file.stem).stem if file.suffix.lower() == ".gz" else file.stem) + suffix


def _refuse_clashes(jobs: list[_Job]) -> None:
    taken: dict[Path, Path] = {}
    for job in jobs:
        if job.out in taken:
            raise TalusError(
                f"{taken[job.out]} and {job.points} would both be written here",
                str(job.out),
                "Rename one of them",
            )
        taken[job.out] = job.points
