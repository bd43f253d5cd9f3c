"""``talus voxelize``: surfaces as voxels of a regular grid."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from ..answers import answer_of
from ..errors import TalusError
from ..io import check_output, ensure_writable, staged, write
from ..option_tables import VOXELIZE
from ..voxels import Voxels, quietly
from .bodies import read_body
from .options import SURFACE_FILES, add_options, given
from .terminal import in_rows, progress_bar, say_result, say_warning

HELP = "turn surfaces into voxels: labels, distances, volume fractions"
DESCRIPTION = "Turns surfaces, or the bodies of a scene, into voxels of a regular grid."
EPILOG = """\
examples:
  talus voxelize --surface body.stl --out body.vti                    # 64 voxels along the longest edge
  talus voxelize --surface body.stl --out body.vti --spacing 0.5 --distance
  talus voxelize --surface body.stl --out body.npz --count 128 128 64 --bounds 0 2 0 2 0 1
  talus voxelize --surface body.stl --out occupied.vtu --count 2000   # only voxels that hold any of the body
  talus voxelize --surface a.stl --surface b.stl --out both.vti       # EnclosingBody tells which
  talus voxelize --scene scene.json --out bodies.vtu

Written are Side (1 inside, 0 on the surface, -1 outside), EnclosingBody (number of the surface, of the shell of a single
one, or id of a scene's body; -1: none), VolumeFraction and with --distance Distance (negative inside). VTI holds the whole
grid, VTU voxels whose centre is not outside or whose fraction is above 0. NPZ holds the whole grid as arrays [i, j, k]
along x, y, z with origin and spacing, or with --sparse the same voxels as VTU, with index.

Exact fractions need closed surfaces that do not cut themselves; for others they are sampled, and a warning says so.
exit status: 0 done, 1 not enough memory, 2 not a surface or bad usage, 130 interrupted
"""

_DENSE, _SPARSE, _TABLE = ".vti", ".vtu", ".npz"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    bodies = parser.add_mutually_exclusive_group(required=True)
    bodies.add_argument(
        "--surface", action="append", metavar="S", help=f"{SURFACE_FILES}; again for a further body"
    )
    bodies.add_argument("--scene", metavar="S", help="scene file (JSON or .vtpc)")
    parser.add_argument("--out", type=Path, required=True, metavar="O", help="VTI, VTU (sparse) or NPZ")
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--count",
        type=int,
        nargs="+",
        default=[64],
        metavar="N",
        help="voxels along the longest edge, or three numbers: along x, y, z; padding included; default: 64",
    )
    size.add_argument(
        "--spacing", type=float, nargs="+", metavar="H", help="edge of a voxel, or three edges, in the surface's unit"
    )
    parser.add_argument("--sparse", action="store_true", help="occupied voxels only, also in an NPZ; VTU always is")
    add_options(parser, VOXELIZE)
    parser.add_argument("--json", action="store_true", help="print what was found as JSON")


def run(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    sparse = _sparse(options)
    bodies = options.scene or [read_body(name) for name in options.surface]
    with progress_bar("voxelizing", options.quiet) as progress:
        found = quietly(
            bodies,
            given(options, VOXELIZE),
            count=_one_or_three(options.count, "--count"),
            spacing=_one_or_three(options.spacing, "--spacing"),
            sparse=sparse,
            progress=progress,
        )
    if found.warning:
        say_warning(found.warning)
    if options.out.suffix.lower() == _TABLE:
        _write_arrays(found, options.out)
    else:
        write(found.data, options.out)
    say_result(options, lambda: _as_json(found), lambda: _as_table(found, options, time.perf_counter() - start))
    return 0


def _sparse(options: argparse.Namespace) -> bool:
    """Whether the output file holds a sparse result. Reports errors before the work begins."""
    suffix = options.out.suffix.lower()
    if suffix not in (_DENSE, _SPARSE, _TABLE):
        raise TalusError(f"Voxels cannot be written as '{suffix}'", str(options.out), "Choose from: vti vtu npz")
    if suffix == _DENSE and options.sparse:
        raise TalusError("An image holds all voxels", str(options.out), "Name the file .vtu or .npz, or leave --sparse")
    if suffix == _TABLE:
        ensure_writable(options.out)
    else:
        check_output(options.out)
    return suffix == _SPARSE or options.sparse


def _one_or_three(values: list | None, name: str):
    if values is None:
        return None
    if len(values) not in (1, 3):
        raise TalusError(f"{name} has {len(values)} numbers", "", "Give one, or three for x, y and z")
    return values[0] if len(values) == 1 else values


def _write_arrays(found: Voxels, out: Path) -> None:
    arrays = {
        "Side": found.side,
        "EnclosingBody": found.enclosing_body,
        "Distance": found.distance,
        "VolumeFraction": found.fraction,
        "index": found.index,
        "origin": found.origin,
        "spacing": found.spacing,
        "shape": np.array(found.shape),
    }
    with staged(out) as temporary:
        np.savez_compressed(temporary, **{name: values for name, values in arrays.items() if values is not None})


def _as_json(found: Voxels) -> dict:
    return {
        "shape": list(found.shape),
        "origin": found.origin.tolist(),
        "spacing": found.spacing.tolist(),
        "inside": found.inside_count,
        "touched": found.touched_count,
        "occupied": None if found.index is None else len(found.index),
        "fraction_method": found.fraction_method,
        "volume": found.volume,
        "warning": found.warning,
    }


def _as_table(found: Voxels, options: argparse.Namespace, seconds: float) -> str:
    places = "nodes" if options.at == "Points" else "voxels"
    rows = [
        ("surface", options.scene or ", ".join(options.surface)),
        ("answer", answer_of(found.data)),
        ("grid", f"{' x '.join(map(str, found.shape))} voxels of {' x '.join(f'{h:.9g}' for h in found.spacing)}"),
        ("inside", f"{found.inside_count} {places}, {found.touched_count} on the surface"),
    ]
    if found.index is not None:
        rows.append(("occupied", f"{len(found.index)} voxels"))
    if found.volume is not None:
        rows.append(("volume", f"{found.volume:.12g} ({found.fraction_method.lower()} fractions)"))
    rows.append(("written", f"{options.out} after {seconds:.2f} s"))
    return in_rows(rows, 10)
