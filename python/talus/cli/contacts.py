"""``talus contacts``: searches contacts of bodies, or reads them from a run."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..contact_search import ContactKind, Contacts, Relation, find, find_together
from ..errors import TalusError
from ..io import check_output, write
from ..io.series import is_series
from ..option_tables import CONTACT_SEARCH
from ..ranks import Ranks
from ..run_frames import chosen_frame, contact_frames, contact_network
from ..scene import SceneLike, as_scene
from .bodies import read_bodies, read_on_first
from .options import SURFACE_FILES, add_options, given
from .over_time import SERIES_HELP, Moment, add_time, check_table, moments, outputs, over_time, say_row, write_series
from .terminal import in_rows, progress_bar, say_result, say_warning

HELP = "find the contacts of bodies"
DESCRIPTION = (
    "Finds the contacts of the bodies of a scene, or of several surfaces: points, normals, gaps, depths.\n"
    "Or takes those of a frame of a run, with their forces."
)
EPILOG = f"""\
examples:
  talus contacts --surfaces a.stl b.stl --halo 0.001
  talus contacts --scene scene.json --out contacts.vtp     # vertices and a network of lines
  talus contacts --scene scene.json --out contacts.csv     # a row a contact
  talus contacts --scene scene.json --out all.vtpc         # the scene with its contacts
  talus contacts --surfaces *.stl --json | jq .pairs
  talus contacts --surfaces 'moving_*.vtp' floor.stl --out contacts.pvd --table touching.csv
  talus contacts --run run --frame 30 --out contacts.csv --pairs pairs.csv
  mpirun -np 4 talus contacts --surfaces 'moving_*.vtp' floor.stl --out contacts.pvd   # each of four processes does a quarter
  mpirun -np 4 talus contacts --scene scene.vtpc --out contacts.vtp   # each searches some pairs of bodies

Bodies touch where their surfaces are no farther apart than the sum of their halos. A negative gap tells how deep they overlap.
A table of contacts (CSV, NPZ) has a row a contact, at its point; one of pairs a row for two bodies that touch, halfway
between their centres: BodyA, BodyB, ContactCount, the least Gap, the largest Depth, the sums of Area and Force (on B).

{SERIES_HELP}
The times are those of the first surface that changes.

exit status: 0 done (touching or not), 2 not a scene, surface or run, or bad usage, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    bodies = parser.add_mutually_exclusive_group(required=True)
    bodies.add_argument("--scene", metavar="S", help="scene file (JSON or .vtpc)")
    bodies.add_argument("--surfaces", nargs="+", metavar="A", help=f"{SURFACE_FILES}, each one body")
    bodies.add_argument("--run", dest="run_folder", type=Path, metavar="RUN", help="folder that talus simulate wrote")
    parser.add_argument("--frame", type=int, metavar="N", help="of the run: 0 is the first, -1 the last; default: -1")
    parser.add_argument(
        "--out", type=Path, metavar="O", help="write the contacts (VTP, CSV, NPZ), or all blocks (VTPC)"
    )
    parser.add_argument("--pairs", type=Path, metavar="P", help="write the pairs of bodies that touch (CSV, NPZ)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    add_time(parser)
    add_options(parser, CONTACT_SEARCH)


def run(options: argparse.Namespace, ranks: Ranks) -> int:
    if ranks.agreed(lambda: _changes(options)):
        _search_over_time(options, ranks)
    elif options.run_folder:
        ranks.interruptible(lambda: _take(options) if ranks.first else None)
    else:
        _search_once(options, ranks)
    return 0


def _changes(options: argparse.Namespace) -> bool:
    """Whether bodies change with time. :raises TalusError: options that cannot be used"""
    _check_outputs(options)
    if options.frame is not None and not options.run_folder:
        raise TalusError("--frame belongs to --run", "", "Omit it")
    return over_time(options.surfaces or [], options)


def _search_once(options: argparse.Namespace, ranks: Ranks) -> None:
    """A search that all processes share; the first has the result."""
    bodies = ranks.agreed(lambda: as_scene(options.scene) if options.scene else read_on_first(options.surfaces, ranks))
    found = _search(bodies, options, ranks)
    ranks.on_first(lambda: _tell(found, options))


def _tell(found: Contacts, options: argparse.Namespace) -> None:
    if options.out:
        _write(found, options.out)
    _write_pairs(found.network, options)
    say_result(options, lambda: _as_json(found), lambda: _as_table(found, options))


def _search(bodies: SceneLike | list[vtkPolyData], options: argparse.Namespace, ranks: Ranks) -> Contacts:
    with progress_bar("searching", options.quiet) as progress:
        if ranks.size > 1:
            found = find_together(bodies, progress, ranks, **given(options, CONTACT_SEARCH))
        else:
            found = find(bodies, progress, **given(options, CONTACT_SEARCH))
    if found.warning:
        say_warning(found.warning)
    return found


def _write(found: Contacts, path: Path) -> None:
    write(found.scene if path.suffix.lower() == ".vtpc" else found.network, path)


#: Columns of the table for series
_COLUMNS = ("time", "pairs", "contacts", "least_gap")


def _search_over_time(options: argparse.Namespace, ranks: Ranks) -> None:
    """A search for each time; of several processes each takes some of them."""
    searches = ranks.agreed(lambda: _searches(options))

    def work(search: tuple[Moment, Path | None]) -> tuple[list, dict]:
        (time, files), out = search
        found = _search(read_bodies(files), options, Ranks())
        if out:
            _write(found, out)
        _write_pairs(found.network, options)
        row = [time, len(found.pairs), len(found), float(found.gap.min()) if len(found) else ""]
        return row, {"time": time, **_as_json(found)} if options.json else {}

    rows, told = [], []
    for row, more in ranks.dealt(searches, work):
        if ranks.first and not options.quiet and not options.json:
            if not rows:
                say_row(_COLUMNS)
            say_row(row)
        rows.append(row)
        told.append(more)
    ranks.on_first(lambda: write_series([out for _, out in searches], _COLUMNS, rows, options))
    if ranks.first and options.json:
        print(json.dumps(told, indent=2))


def _searches(options: argparse.Namespace) -> list[tuple[Moment, Path | None]]:
    """The times, and the file for each. :raises TalusError: as :func:`moments`, :func:`outputs`; a file for several times"""
    found_at = moments(options.surfaces, options)
    check_table(options)
    if options.pairs and len(found_at) > 1:
        raise TalusError(f"The pairs of {len(found_at)} times cannot go into one file", str(options.pairs), "Choose one by --time")
    outs = outputs(options.out, options.surfaces, found_at, ".vtp") if options.out else [None] * len(found_at)
    return list(zip(found_at, outs))


def _check_outputs(options: argparse.Namespace) -> None:
    """:raises TalusError: a file that cannot be written, or whose format cannot hold the data"""
    if options.out and not any(map(is_series, options.surfaces or [])):
        check_output(options.out)
    if options.pairs:
        if options.pairs.suffix.lower() not in (".csv", ".npz"):
            raise TalusError("Pairs are written as a table", str(options.pairs), "Name the file .csv or .npz")
        check_output(options.pairs)
    if options.pairs and options.out and options.pairs.resolve() == options.out.resolve():
        raise TalusError("Contacts and pairs cannot share a file", str(options.out), "Name two")


def _write_pairs(network: vtkPolyData, options: argparse.Namespace) -> None:
    if options.pairs:
        write(network, options.pairs, cells=True)


def _take(options: argparse.Namespace) -> None:
    """Reads the contacts of a frame of a run."""
    changed = [o.name for o in CONTACT_SEARCH if o.name != "threads" and getattr(options, o.name) != o.default]
    if changed:
        known = f"Omit {' and '.join('--' + name.replace('_', '-') for name in changed)}, or give --scene"
        raise TalusError("A run already contains its contacts", str(options.run_folder), known)
    number = -1 if options.frame is None else options.frame
    frame = chosen_frame(contact_frames(options.run_folder), number, options.run_folder)
    network = contact_network(frame)
    if options.out:
        write(network, options.out)
    _write_pairs(network, options)
    told = {
        "frame": frame.number,
        "time": frame.time,
        "contacts": network.GetNumberOfVerts(),
        "pairs": network.GetNumberOfLines(),
    }
    rows = [("frame", f"{frame.number} ({frame.time:.9g} s)"), ("touching pairs", told["pairs"]), ("contacts", told["contacts"])]
    say_result(options, lambda: told, lambda: in_rows([*rows, *_written(options)], 16))


def _written(options: argparse.Namespace) -> list[tuple[str, object]]:
    return [("written", path) for path in (options.out, options.pairs) if path]


def _as_json(found: Contacts) -> dict:
    return {
        "halo": found.halo,
        "bodies": len(found.bodies),
        "contacts": len(found),
        "undecided_pairs": found.undecided_pairs,
        "estimated_pairs": found.estimated_pairs,
        "relations": {relation.name.lower(): count for relation, count in found.relation_pairs.items()},
        "summary": found.summary,
        "pairs": [
            {"bodies": pair.tolist(), "contacts": int(count), "gap": float(gap), "relation": Relation(relation).name.lower()}
            for pair, count, gap, relation in zip(found.pairs, found.pair_contacts, _gaps(found), found.pair_relation)
        ],
    }


def _gaps(found: Contacts) -> np.ndarray:
    """The least gap of each pair; contacts are grouped by pair."""
    starts = np.cumsum(found.pair_contacts) - found.pair_contacts
    return np.minimum.reduceat(found.gap, starts) if len(starts) else np.empty(0)


def _as_table(found: Contacts, options: argparse.Namespace) -> str:
    kinds = ", ".join(
        f"{np.count_nonzero(found.kind == kind)} {kind.name.lower()}" for kind in ContactKind if kind in found.kind
    )
    rows = [
        ("bodies", len(found.bodies)),
        ("halo", f"{found.halo:.9g}"),
        ("touching pairs", len(found.pairs)),
        ("contacts", f"{len(found)}" + (f" ({kinds})" if kinds else "")),
    ]
    if len(found):
        rows.append(("least gap", f"{found.gap.min():.9g}"))
    rows.append(("summary", found.summary))
    if found.estimated_pairs:
        rows.append(("estimated", f"{found.estimated_pairs} pairs"))
    if found.undecided_pairs:
        rows.append(("undecided", f"{found.undecided_pairs} pairs"))
    return in_rows(rows + _written(options), 16)

