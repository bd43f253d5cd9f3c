"""Surfaces as voxels: labels, signed distances and volume fractions on a regular grid."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Sequence, Union

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkCommonDataModel import vtkDataSet

from .errors import SurfaceWarning, TalusError
from .io.geometry import arrays_of
from .option_tables import ENCLOSURE
from .options import number_of, option_of, set_options
from .progress import Progress, run
from .pyvista_objects import like
from .scene import Scene, as_bodies
from .surface_names import errors_named, files_of, with_files
from .surfaces import SurfaceLike, thread_limit
from .vtkmodules.TalusFilters import vtkTalusVoxelize as _Filter

#: How the part of each voxel that lies inside is found, by name.
FRACTIONS = {"none": _Filter.NONE, "exact": _Filter.EXACT, "sampled": _Filter.SAMPLED}

#: What is labelled: centres of voxels, or the nodes between them.
VOXEL_PLACES = {"cells": _Filter.CELLS, "nodes": _Filter.POINTS}

#: A surface, a list of them (one body each), or a scene or its file (.json, .vtpc).
VoxelizedLike = Union[SurfaceLike, Sequence[SurfaceLike], Scene]

_MIB = 1 << 20


@dataclass(frozen=True, eq=False)
class Voxels:
    """Voxels of a grid of nx × ny × nz. Array entry [i, j, k] is that of voxel (i, j, k) along x, y, z; of a sparse
    result entry [n] is that of the voxel ``index[n]``."""

    #: Place of node (0, 0, 0), in the unit of the surface; shape (3,)
    origin: np.ndarray
    #: Edges of a voxel; shape (3,). Node (i, j, k) lies at origin + (i, j, k) * spacing
    spacing: np.ndarray
    #: Voxels along each axis
    shape: tuple[int, int, int]
    #: 1 inside, 0 on the surface, -1 outside; int8, (nx, ny, nz), of nodes one more along each axis, or (m,)
    side: np.ndarray
    #: Id of the body of a scene, number of the surface of several, connected shell of one; -1: none; int32, as `side`
    enclosing_body: np.ndarray | None
    #: Length to the nearest triangle, negative inside; float64, as `side`; None unless wanted
    distance: np.ndarray | None
    #: The part of each voxel's volume that lies inside, 0 … 1; float64, (nx, ny, nz) or (m,); None unless wanted
    fraction: np.ndarray | None
    #: Voxels of a sparse result, int32, (m, 3); None for a dense one
    index: np.ndarray | None
    #: How fractions were found: "exact", "sampled" or "none"
    fraction_method: str
    #: Sum of the fractions times the volume of a voxel, length cubed; None without fractions
    volume: float | None
    #: How many voxels or nodes have side 1
    inside_count: int
    #: How many voxels triangles pass through
    touched_count: int
    #: What is wrong with the surface, and what it means; empty if nothing is
    warning: str
    #: The same as a vtkImageData, or of a sparse result a vtkUnstructuredGrid
    data: vtkDataSet = field(repr=False)


def voxelize(
    bodies: VoxelizedLike,
    *,
    count: int | Sequence[int] = 64,
    spacing: float | Sequence[float] | None = None,
    bounds: ArrayLike | None = None,
    padding: int = 1,
    at: str = "cells",
    fraction: str = "exact",
    samples: int = 4,
    enclosing_body: bool = True,
    distance: bool = False,
    inside_rule: str = "Parity",
    sparse: bool = False,
    memory_limit: int = 4 << 30,
    threads: int = 0,
    progress: Progress | None = None,
) -> Voxels:
    """Turns surfaces, or the bodies of a scene, into voxels on a regular grid.

    Labels of closed surfaces are exact. Exact volume fractions are integrals over the triangles cut by the voxels:
    their sum is the volume of the body, to rounding. 256³ voxels of 100 000 triangles take about a second,
    distances about a microsecond each.

    >>> voxels = talus.voxelize("body.stl", count=10)       # a cube of edge 1
    >>> voxels.shape, voxels.side.max(), round(voxels.volume, 12)
    ((10, 10, 10), 1, 1.0)

    :param bodies: a surface (file, VTK data, or (points (n, 3), triangles (m, 3))), a list of them, one body each, or a
        scene or its file (.json, .vtpc)
    :param count: voxels along the longest edge, which are cubes, or along x, y and z; ≥ 1, padding included
    :param spacing: edge of a voxel, or its edges along x, y and z, lengths > 0; in place of ``count``
    :param bounds: what to cover, (least x, greatest x, least y, …) in the unit of the surface; None: the surface's box
    :param padding: voxels on each side of the surface's box, ≥ 0; not with ``bounds``
    :param at: one of :data:`VOXEL_PLACES`: label the centres of voxels ("cells") or the nodes between them ("nodes")
    :param fraction: one of :data:`FRACTIONS`. "exact" needs closed surfaces that do not cut themselves: others are
        sampled, with a warning. "sampled": the mean over samples³ points in each voxel on the surface
    :param samples: points along each edge of a voxel, 1 … 64
    :param enclosing_body: tell which body holds each place
    :param distance: tell the signed distance of each place
    :param inside_rule: Parity or NonZero: which places are inside where shells of one surface overlap
    :param sparse: give those voxels only whose centre is not outside or whose fraction is above 0, with labels of their
        centres: for grids that do not fit into memory
    :param memory_limit: most bytes of the result, ≥ 1 MiB; more is an error that tells the size before it is made
    :param threads: limit of the number of threads, 0 for all cores. The result does not depend on it.
    :param progress: called with the completed fraction
    :raises TalusError: an unusable surface, an option out of its range, a result beyond the limit
    :warns SurfaceWarning: the surface is open or broken, fractions are sampled for it, or bodies overlap
    """
    found = quietly(
        bodies,
        count=count,
        spacing=spacing,
        bounds=bounds,
        padding=padding,
        at=at,
        fraction=fraction,
        samples=samples,
        enclosing_body=enclosing_body,
        distance=distance,
        inside_rule=inside_rule,
        sparse=sparse,
        memory_limit=memory_limit,
        threads=threads,
        progress=progress,
    )
    if found.warning:
        warnings.warn(found.warning, SurfaceWarning, stacklevel=2)
    return found


def quietly(
    bodies: VoxelizedLike,
    *,
    count: int | Sequence[int],
    spacing: float | Sequence[float] | None,
    bounds: ArrayLike | None,
    padding: int,
    at: str,
    fraction: str,
    samples: int,
    enclosing_body: bool,
    distance: bool,
    inside_rule: str,
    sparse: bool,
    memory_limit: int,
    threads: int,
    progress: Progress | None,
) -> Voxels:
    """As :func:`voxelize`, but what it warns about is in the result."""
    filter_ = _Filter()
    filter_.SetAssociation(number_of(at, VOXEL_PLACES, "place in a voxel"))
    if sparse and at == "nodes":
        raise TalusError("A sparse result has no nodes", "", "Label cells, or give sparse=False")
    filter_.SetVolumeFraction(number_of(fraction, FRACTIONS, "volume fraction"))
    filter_.SetInsideRule(option_of(ENCLOSURE, "inside_rule").value_of(inside_rule))
    filter_.SetComputeImage(not sparse)
    filter_.SetComputeVoxels(sparse)
    filter_.SetComputeEnclosingBody(enclosing_body)
    filter_.SetComputeDistance(distance)
    _set_size(filter_, count, spacing)
    if bounds is not None:
        filter_.UseBoundsOn()
        filter_.SetBounds(*_numbers(bounds, 6, "bounds"))
    set_options(filter_, {"Padding": padding, "Samples": samples, "MemoryLimit": _mebibytes(memory_limit)})
    filter_.SetNumberOfThreads(thread_limit(threads))
    filter_.SetInputDataObject(as_bodies(bodies))
    files = files_of(bodies)
    with errors_named(files):
        messages = run(filter_, progress)
    output = filter_.GetOutputDataObject(1 if sparse else 0)
    data = output.NewInstance()
    data.ShallowCopy(output)
    return _voxels(like(data, bodies), with_files(" ".join(messages.warnings), files), filter_)


def _set_size(filter_: _Filter, count: int | Sequence[int], spacing: float | Sequence[float] | None) -> None:
    if spacing is not None:
        filter_.SetSizeBy(_Filter.SPACING)
        filter_.SetSpacing(*_numbers([spacing] * 3 if np.ndim(spacing) == 0 else spacing, 3, "spacing"))
    elif np.ndim(count) == 0:
        set_options(filter_, {"LongestCount": count})
    else:
        counts = _numbers(count, 3, "count")
        if any(value != round(value) or abs(value) >= 2**31 for value in counts):
            raise TalusError(f"The count {count} is not whole", "", "Give whole numbers")
        filter_.SetSizeBy(_Filter.COUNTS)
        filter_.SetCounts(*map(int, counts))


def _numbers(values: ArrayLike, length: int, name: str) -> list[float]:
    """Finite numbers, so many."""
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.empty(0)
    if array.dtype.kind not in "iuf" or array.size != length or not np.isfinite(array).all():
        raise TalusError(f"The {name} {values!r} cannot be", "", f"Give {length} finite numbers")
    return array.ravel().tolist()


def _mebibytes(limit: int) -> int:
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < _MIB:
        raise TalusError(f"The memory limit {limit!r} is too small or no number", "", "Give bytes, at least 1 MiB")
    return min(limit // _MIB, 2**31 - 1)


def _voxels(data: vtkDataSet, warning: str, filter_: _Filter) -> Voxels:
    fields = arrays_of(data.GetFieldData())
    if "FractionMethod" not in fields:  # cancelled without an exception
        raise TalusError("The voxels were not finished", "", "Run it again")
    cells = arrays_of(data.GetCellData())
    labels = cells if "Side" in cells else arrays_of(data.GetPointData())
    sparse = data.IsA("vtkUnstructuredGrid")
    origin, spacing, shape = _grid(filter_)

    def shaped(values: np.ndarray | None, more: int) -> np.ndarray | None:
        if values is None or sparse:
            return values
        return values.reshape([n + more for n in shape], order="F")

    nodes = 0 if "Side" in cells else 1
    return Voxels(
        origin=origin,
        spacing=spacing,
        shape=shape,
        side=shaped(labels["Side"], nodes),
        enclosing_body=shaped(labels.get("EnclosingBody"), nodes),
        distance=shaped(labels.get("Distance"), nodes),
        fraction=shaped(cells.get("VolumeFraction"), 0),
        index=cells.get("VoxelIndex"),
        fraction_method=str(fields["FractionMethod"][0]).lower(),
        volume=float(fields["FilledVolume"][0]) if "FilledVolume" in fields else None,
        inside_count=int(fields["InsideCount"][0]),
        touched_count=int(fields["TouchedCount"][0]),
        warning=warning,
        data=data,
    )


def _grid(filter_: _Filter) -> tuple[np.ndarray, np.ndarray, tuple[int, int, int]]:
    """Origin, spacing and counts of the grid."""
    origin, spacing, counts = [0.0] * 3, [0.0] * 3, [0] * 3
    filter_.GetGridOrigin(origin)
    filter_.GetGridSpacing(spacing)
    filter_.GetGridCounts(counts)
    return np.array(origin), np.array(spacing), tuple(counts)
