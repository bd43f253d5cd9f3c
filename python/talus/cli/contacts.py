"""``talus contacts``: finds where bodies touch."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..contact_search import CONTACT_MERGES, TRIANGLE_METHODS, ContactKind, Contacts, search
from ..io import check_output, read_surface, write
from ..io.geometry import arrays_of, point_cloud
from .options import add_number, add_threads
from .terminal import progress_bar, say_warning

HELP = "find where bodies touch"
DESCRIPTION = "Finds the contacts of the bodies of a scene, or of several surfaces: points, normals, gaps, depths."
EPILOG = """\
examples:
  talus contacts --surfaces a.stl b.stl --epsilon 0.001
  talus contacts --scene scene.json --out contacts.vtp     # vertices and a network of lines
  talus contacts --scene scene.json --out contacts.csv     # a row a contact
  talus contacts --scene scene.json --out all.vtpc         # the scene with its contacts
  talus contacts --surfaces *.stl --json | jq .pairs

Bodies touch where their surfaces are no farther apart than twice epsilon. A negative gap tells how deep they overlap.
exit status: 0 done (touching or not), 2 not a scene or surface, or bad usage, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    bodies = parser.add_mutually_exclusive_group(required=True)
    bodies.add_argument("--scene", metavar="S", help="scene file (JSON or .vtpc)")
    bodies.add_argument("--surfaces", nargs="+", metavar="A", help="STL, OBJ, PLY or VTP, each one body")
    parser.add_argument(
        "--out", type=Path, metavar="O", help="write the contacts (VTP, CSV, NPZ), or all blocks (VTPC)"
    )
    add_number(parser, "--epsilon", 0.0, "E", "halo of every body; 0: the scene's, or 1 %% of the smallest body")
    parser.add_argument(
        "--merge", choices=CONTACT_MERGES, default="Area", help="how near triangles become contacts; default: Area"
    )
    parser.add_argument(
        "--triangle-method",
        choices=TRIANGLE_METHODS,
        default="Certified",
        help="how distances of triangles are computed; default: Certified",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    add_threads(parser)


def run(options: argparse.Namespace) -> int:
    if options.out:
        check_output(options.out)
    bodies = options.scene or [read_surface(file) for file in options.surfaces]
    with progress_bar("searching", options.quiet) as progress:
        found = search(
            bodies,
            halo=options.epsilon,
            merge=options.merge,
            triangle_method=options.triangle_method,
            threads=options.threads,
            progress=progress,
        )
    if found.warning:
        say_warning(found.warning)
    if options.out:
        write(_written(found, options.out), options.out)
    if options.json:
        print(json.dumps(_as_json(found), indent=2))
    elif not options.quiet:
        print(_as_table(found, options))
    return 0


def _written(found: Contacts, out: Path):
    """A table has no place for the ends of the network's lines."""
    if out.suffix.lower() in (".csv", ".npz"):
        return _points_only(found)
    return found.network if out.suffix.lower() == ".vtp" else found.scene


def _points_only(found: Contacts) -> vtkPolyData:
    points = point_cloud(found.points)
    for name, values in arrays_of(found.network.GetPointData()).items():
        array = numpy_to_vtk(values[: len(found)], deep=True)
        array.SetName(name)
        points.GetPointData().AddArray(array)
    return points


def _as_json(found: Contacts) -> dict:
    return {
        "halo": found.halo,
        "bodies": len(found.bodies),
        "contacts": len(found),
        "undecided_pairs": found.undecided_pairs,
        "pairs": [
            {"bodies": pair.tolist(), "contacts": int(count), "gap": float(gap)}
            for pair, count, gap in zip(found.pairs, found.pair_contacts, _gaps(found))
        ],
    }


def _gaps(found: Contacts) -> np.ndarray:
    """The least gap of each pair: contacts come pair after pair."""
    starts = np.cumsum(found.pair_contacts) - found.pair_contacts
    return np.minimum.reduceat(found.gap, starts) if len(starts) else np.empty(0)


def _as_table(found: Contacts, options: argparse.Namespace) -> str:
    kinds = ", ".join(
        f"{np.count_nonzero(found.kind == kind)} {kind.name.lower()}" for kind in ContactKind if kind in found.kind
    )
    rows = [
        ("bodies", len(found.bodies)),
        ("epsilon", f"{found.halo:.9g}"),
        ("touching pairs", len(found.pairs)),
        ("contacts", f"{len(found)}" + (f" ({kinds})" if kinds else "")),
    ]
    if len(found):
        rows.append(("least gap", f"{found.gap.min():.9g}"))
        rows.append(("overlapping", f"{len(set(map(tuple, _overlapping(found))))} pairs"))
    if found.undecided_pairs:
        rows.append(("undecided", f"{found.undecided_pairs} pairs"))
    if options.out:
        rows.append(("written", options.out))
    return "\n".join(f"{title:<16}{value}" for title, value in rows)


def _overlapping(found: Contacts) -> np.ndarray:
    return np.column_stack((found.body_a, found.body_b))[found.gap < 0]
