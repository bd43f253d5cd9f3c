"""``talus classify``: labels the points of one or many files."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Callable

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..classification import Classifier, method_of, sides_of
from ..errors import TalusError
from ..io import check_output, ensure_writable, read_points, write
from ..io.regular_file import kind_of
from ..io.series import fitting_names, is_pattern, is_series
from ..io.xml import READ
from ..label_pieces import label_pieces
from ..label_stream import StreamSummary, label_stream
from ..label_table import label_table
from ..option_tables import ENCLOSURE
from ..ranks import Ranks
from ..scene import SceneLike, as_scene
from ..scene_builder import Scene
from ..scene_data import block, keep_bodies
from ..surfaces import SurfaceLike
from .bodies import read_share, require_triangles
from .options import SURFACE_FILES, add_options, given
from .outputs import keep_inputs
from .over_time import SERIES_HELP, add_time, check_table, moments, outputs, over_time, say_row, write_series
from .terminal import progress_bar, say_error, say_warning

HELP = "label points as inside, on the surface or outside"
DESCRIPTION = "Labels points, or the centres of cells, as inside a surface, on it, or outside."
EPILOG = f"""\
examples:
  talus classify --surface body.stl --points cloud.csv --out labelled.vtp
  talus classify --surface body.stl --points grid.vti --out inside.vti --cells
  talus classify --surface body.stl --points 'scan_*.vtp' --out-dir labelled
  talus classify --surface a.stl --surface b.stl --points cloud.npz --out labelled.csv --enclosing-body
  talus classify --surface body.stl --points grid.vti --out distance.vti --distance
  talus classify --run run --frame 30 --points grid.vti --out grains.vti --enclosing-body
  talus classify --surface body.stl --points billion.npy --out sides.npy
  talus classify --surface 'moving_*.vtp' --points cloud.csv --out labelled.pvd --table counts.csv
  mpirun -np 4 talus classify --surface body.stl --points 'scan_*.vtp' --out-dir labelled   # each of four does a quarter
  mpirun -np 4 talus classify --surface pieces.pvtp --points billion.npy --out sides.npy      # also of one file

Written are all arrays of the input and Side (1 inside, 0 on the surface, -1 outside). With --winding-number also
WindingNumber; with --enclosing-body EnclosingBody (number of the surface, id of a scene's body, or number of the shell
of a single surface; -1: none); with --distance Distance (negative inside), ClosestCell and ClosestBody; with
--nesting-depth NestingDepth.

{SERIES_HELP}
The times are those of the points if they change, else those of the first surface that does.

Files of points may be larger than memory from CSV to CSV, where each row is kept as it is with its labels behind; from
NPY to NPY, which gets the sides alone (int8); and from PVTP to PVTP and PVTU to PVTU, a piece at a time. Several
processes take turns at them; a large surface in a PVTP or binary STL is divided among them, and may be larger than the
memory of each.

exit status: 0 done, 1 a file of many failed, 2 usage or bad input, 130 interrupted
"""


#: Extensions of input and output that are processed piece by piece
_PIECES = ((".pvtp", ".pvtp"), (".pvtu", ".pvtu"))


@dataclass
class _Job:
    points: Path
    out: Path
    surfaces: list[str]
    time: float | None = None  #: only for series


#: Columns of the table for series
_COLUMNS = ("time", "inside", "on", "outside", "file")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    surface = parser.add_mutually_exclusive_group(required=True)
    surface.add_argument(
        "--surface",
        action="append",
        default=[],
        metavar="S",
        help=f"{SURFACE_FILES}; again for a further body",
    )
    surface.add_argument("--scene", metavar="S", help="scene file (JSON or .vtpc): its bodies where they are")
    surface.add_argument("--run", dest="run_folder", type=Path, metavar="RUN", help="folder that talus simulate wrote")
    parser.add_argument("--frame", type=int, metavar="N", help="of the run: 0 is the first, -1 the last; default: -1")
    parser.add_argument(
        "--points",
        nargs="+",
        required=True,
        metavar="P",
        help="VTK, CSV, XYZ, TXT, PLY, PCD, LAS, NPZ or NPY; many, or a quoted pattern",
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
    add_time(parser)
    add_options(parser, ENCLOSURE)


def run(options: argparse.Namespace, ranks: Ranks) -> int:
    """Does all jobs; of several processes each takes some of them, or a part of each, and rank 0 reports all results.

    :return: the exit status
    """
    jobs = ranks.agreed(lambda: _jobs(options))
    changes = jobs[0].time is not None
    together = len(jobs) == 1 or all(map(_has_pieces, jobs))
    team = ranks if together else Ranks()  # the processes that do the same job
    classifiers = _Classifiers(jobs, options, team)

    def work(number: int) -> dict[str, Any]:
        classifier = classifiers.of(number)
        try:
            title = f"{number + 1}/{len(jobs)}" if len(jobs) > 1 else "classifying"
            return _label(jobs[number], classifier, options, title, team)
        except TalusError as error:
            if len(jobs) == 1 or changes:
                raise
            return {"error": str(error)}

    if changes and not options.quiet:
        say_row(_COLUMNS)
    failed, rows = [], []
    for done in map(work, range(len(jobs))) if together else ranks.dealt(range(len(jobs)), work):
        if "error" in done:
            failed.append(done["error"])
            continue
        rows.append(done["row"])
        if changes and not options.quiet:
            say_row(done["row"])
        elif not options.quiet:
            print(done["summary"], flush=True)
    if changes:
        ranks.on_first(lambda: write_series([job.out for job in jobs], _COLUMNS, rows, options))
    if failed and ranks.first:
        for text in failed:
            say_error(text)
        say_error(f"{len(failed)} of {len(jobs)} files failed, the others are labelled")
    return 1 if failed else 0


def _has_pieces(job: _Job) -> bool:
    """Whether its surface comes in pieces: it may be too large for one process."""
    return len(job.surfaces) == 1 and job.surfaces[0].lower().endswith(".pvtp")


class _Classifiers:
    """The prepared classifiers of jobs: one at a time, kept while surfaces stay the same."""

    def __init__(self, jobs: list[_Job], options: argparse.Namespace, team: Ranks) -> None:
        """:param team: the processes that work with the same classifier"""
        self._jobs, self._options, self._team = jobs, options, team
        self._prepared: list[str] | None = None

    def of(self, number: int) -> Classifier:
        """That of a job. Says what there is to say once for the same surfaces, whichever process does it."""
        job = self._jobs[number]
        if job.surfaces != self._prepared:
            says = number == 0 or self._jobs[number - 1].surfaces != job.surfaces
            self._classifier, self._prepared = _classifier(job, self._options, says, self._team), job.surfaces
        return self._classifier


def _classifier(job: _Job, options: argparse.Namespace, says: bool, team: Ranks) -> Classifier:
    """The prepared classifier for the surfaces of a job. :param says: whether to say what they are, and warnings"""
    surface, told = _surface(job, options, team)
    with team.filters_shared():
        classifier = Classifier(surface, cells=options.cells, **given(options, ENCLOSURE))
    with progress_bar("preparing", options.quiet) as progress:
        team.interruptible(lambda: classifier.prepare(progress))
    if says:
        _warn(classifier, job)
    if says and not options.quiet and job.time is None:
        print(f"{'surface':<10}{told}", flush=True)
    return classifier


def _surface(
    job: _Job, options: argparse.Namespace, team: Ranks
) -> tuple[SurfaceLike | list[SurfaceLike] | SceneLike, str]:
    """The enclosing surfaces or scene, and a description for messages. All processes of the team have them together.

    :raises TalusError: unreadable input
    """
    if job.surfaces:
        surfaces = team.agreed(lambda: read_share(job.surfaces, team))
        [polygons] = team.sum([sum(surface.GetNumberOfCells() for surface in surfaces)])
        require_triangles(polygons, job.surfaces[0])
        return surfaces, f"{', '.join(job.surfaces)} ({polygons} polygons)"
    scene, name = team.agreed(lambda: _scene(options))
    count = block(scene, "Bodies").GetNumberOfPoints()
    if not team.first:  # others have the shapes only
        keep_bodies(scene, np.arange(0))
    return scene, f"{name} ({count} bodies)"


def _scene(options: argparse.Namespace) -> tuple[SceneLike, str]:
    """A scene, and its name. :raises TalusError: unreadable input"""
    if options.scene:
        return as_scene(options.scene), options.scene
    number = -1 if options.frame is None else options.frame
    return Scene.from_run(options.run_folder, number).read(), f"{options.run_folder}, frame {number}"


def _label(job: _Job, classifier: Classifier, options: argparse.Namespace, title: str, team: Ranks) -> dict[str, Any]:
    """Labels the points of a job. :return: see :func:`_told`"""
    start = time.perf_counter()
    columns = options.columns and tuple(options.columns)
    kinds = job.points.suffix.lower(), job.out.suffix.lower()
    if kinds == (".npy", ".npy"):
        return _stream(partial(label_stream, ranks=team), job, classifier, options, title)
    if kinds == (".csv", ".csv") and not options.cells:
        return _stream(partial(label_table, columns=columns, ranks=team), job, classifier, options, title)
    if kinds in _PIECES and columns is None:
        return _stream(partial(label_pieces, ranks=team), job, classifier, options, title)
    data = team.agreed(lambda: read_points(job.points, columns) if team.first else vtkPolyData())
    with progress_bar(title, options.quiet) as progress:
        labelled = team.interruptible(lambda: classifier.label(data, progress))
    _warn(classifier, job, f" ({job.points})")
    team.on_first(lambda: write(labelled, job.out, options.cells))
    found = StreamSummary()
    found.add(sides_of(labelled, options.cells), method_of(labelled), "")
    return _told(job, classifier, found, start, options)


def _stream(
    label: Callable[..., StreamSummary], job: _Job, classifier: Classifier, options: argparse.Namespace, title: str
) -> dict[str, Any]:
    """Labels a file in chunks. :param label: the function that does it. :return: see :func:`_told`"""
    start = time.perf_counter()
    with progress_bar(title, options.quiet) as progress:
        found = label(classifier, job.points, job.out, progress=progress)
    for warning in found.warnings[:1]:
        more = len(found.warnings) - 1
        say_warning(f"{warning} ({job.points})" + (f" (and {more} more times, for other portions)" if more else ""))
    return _told(job, classifier, found, start, options)


def _warn(classifier: Classifier, job: _Job, where: str = "") -> None:
    for warning in classifier.warnings:
        say_warning(warning + where)


def _told(
    job: _Job, classifier: Classifier, found: StreamSummary, start: float, options: argparse.Namespace
) -> dict[str, Any]:
    """The row of the table for series, and a summary for people."""
    inside, on, outside = found.counts
    summary = [
        f"{'cells' if options.cells else 'points':<10}{job.points}: {sum(found.counts)}",
        f"{'labels':<10}{classifier.answer_for(inside, on, outside)}",
        f"{'written':<10}{job.out} after {time.perf_counter() - start:.2f} s",
    ]
    return {"row": [job.time, inside, on, outside, str(job.out)], "summary": "\n".join(summary)}


def _jobs(options: argparse.Namespace) -> list[_Job]:
    """Input and output of each job. Reports every error that can be found before the work begins."""
    if options.frame is not None and not options.run_folder:
        raise TalusError("--frame belongs to --run", "", "Omit it")
    scene = [name for name in (options.scene, options.run_folder) if name]
    if over_time([*options.surface, *_collections(options)], options):
        return _jobs_over_time(options)
    files = [Path(name) for pattern in options.points for name in _expanded(pattern)]
    if options.out is not None:
        if len(files) > 1:
            raise TalusError(
                f"{len(files)} files of points cannot go into one", str(options.out), "Give --out-dir instead"
            )
        if options.format is not None:
            raise TalusError("--format belongs to --out-dir", "", "Name the format by the extension of --out")
        keep_inputs([options.out], [*files, *scene])
        _check_output(files[0], options.out, options)
        return [_Job(files[0], options.out, options.surface)]
    jobs = [_Job(file, options.out_dir / _target_name(file, options.format), options.surface) for file in files]
    _refuse_clashes(jobs)
    keep_inputs([job.out for job in jobs], [*files, *options.surface, *scene])
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


def _collections(options: argparse.Namespace) -> list[str]:
    """The inputs of points that are series. A pattern is a series if a collection is written or a time is chosen;
    otherwise its files are independent.
    """
    wanted = options.time is not None or (options.out is not None and options.out.suffix.lower() == ".pvd")
    return [name for name in options.points if is_series(name) and (wanted or not is_pattern(name))]


def _jobs_over_time(options: argparse.Namespace) -> list[_Job]:
    if options.out is None or len(options.points) > 1:
        raise TalusError("Series need one --points and --out", "", "Quote patterns, and give --out NAME.pvd")
    check_table(options)
    names = [*options.points, *options.surface]
    found = moments(names, options)
    suffix = Path(_target_name(Path(found[0].files[0]), options.format)).suffix
    outs = outputs(options.out, names, found, suffix)
    return [_Job(Path(files[0]), out, files[1:], time) for (time, files), out in zip(found, outs)]


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
    return fitting_names(pattern) if is_pattern(pattern) else [pattern]


def _target_name(file: Path, format_: str | None) -> str:
    suffix = kind_of(file)
    if format_ is not None:
        suffix = "." + format_.lstrip(".").lower()
    elif suffix not in READ:
        suffix = ".vtu" if suffix == ".vtk" else ".vtp"
    elif suffix.startswith(".p"):  # the pieces are joined when they are read
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
