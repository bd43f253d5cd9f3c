"""Surfaces as voxels: labels, signed distances and volume fractions on a regular grid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence, Union, Unpack

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkCommonDataModel import vtkDataSet

from .notebook import Answering, Layers, Rows, counted, measured, warning_row
from .answers import answer_of
from .errors import TalusError
from .filter_results import field_row, filled, warned
from .io.geometry import arrays_of, copy_of
from .option_tables import VOXELIZE, VoxelizeOptions
from .options import configure, flag, is_real, option_of
from .progress import Progress, run
from .pyvista_objects import like
from .scene import as_bodies
from .scene_builder import Scene
from .surfaces import SurfaceLike, with_polygons
from .vtkmodules.TalusFilters import vtkTalusVoxelize as _Filter

#: Methods for volume fractions
FRACTIONS = tuple(option_of(VOXELIZE, "fraction").words)
#: What is labelled
VOXEL_PLACES = tuple(option_of(VOXELIZE, "at").words)

#: A surface, a list of them (one body each), or a scene or its file (.json, .vtpc).
VoxelizedLike = Union[SurfaceLike, Sequence[SurfaceLike], Scene]


@dataclass(frozen=True, eq=False, repr=False)
class Voxels(Answering):
    """Voxels of a grid of nx × ny × nz. Array entry [i, j, k] belongs to voxel (i, j, k) along x, y, z; in a sparse
    result entry [n] belongs to the voxel ``index[n]``."""

    #: Position of node (0, 0, 0), in the unit of the surface; shape (3,)
    origin: np.ndarray
    #: Edges of a voxel; shape (3,). Node (i, j, k) lies at origin + (i, j, k) * spacing
    spacing: np.ndarray
    #: Voxels along each axis
    shape: tuple[int, int, int]
    #: 1 inside, 0 on the surface, -1 outside; int8, (nx, ny, nz), for nodes one more along each axis, or (m,)
    side: np.ndarray
    #: Id of the body (of a scene), number of the surface (of several), or number of the connected shell (of one) that
    #: contains the voxel; -1: none; int32, shape as `side`
    enclosing_body: np.ndarray | None
    #: Distance to the nearest triangle, negative inside; float64, shape as `side`; None unless requested
    distance: np.ndarray | None
    #: Fraction of each voxel's volume that lies inside, 0 … 1; float64, (nx, ny, nz) or (m,); None unless requested
    fraction: np.ndarray | None
    #: Voxels of a sparse result, int32, (m, 3); None for a dense one
    index: np.ndarray | None
    #: How fractions were found, one of :data:`FRACTIONS`
    fraction_method: str
    #: Sum of the fractions times the volume of a voxel, length cubed; None without fractions
    volume: float | None
    #: Number of voxels or nodes with side 1
    inside_count: int
    #: Number of voxels that triangles pass through
    touched_count: int
    #: Defects of the surface and their consequences; empty if there are none
    warning: str
    #: The same as a vtkImageData, or as a vtkUnstructuredGrid for a sparse result
    data: vtkDataSet = field(repr=False)

    def _answer(self) -> str:
        return answer_of(self.data)

    def _rows(self) -> Rows:
        volume = [] if self.volume is None else [("volume", measured(self.volume)), ("fractions", self.fraction_method)]
        return [
            ("voxels", " × ".join(map(counted, self.shape))),
            ("size", _sizes(self.spacing)),
            ("inside", counted(self.inside_count)),
            ("triangles pass through", counted(self.touched_count)),
            *volume,
            *warning_row(self.warning),
        ]

    def _layers(self) -> Layers:
        """The voxels that are not outside; of nodes nothing."""
        from .drawing.still import faces_from, layer_of_surface

        has_cells = self.data.GetCellData().HasArray("Side")
        return [layer_of_surface(faces_from(self.data, "Side", 0))] if has_cells else []


def voxelize(
    bodies: VoxelizedLike,
    *,
    count: int | Sequence[int] = 64,
    spacing: float | Sequence[float] | None = None,
    sparse: bool = False,
    progress: Progress | None = None,
    **options: Unpack[VoxelizeOptions],
) -> Voxels:
    """Turns surfaces, or the bodies of a scene, into voxels on a regular grid.

    Labels of closed surfaces are exact. Exact volume fractions are integrals over the triangles cut by the voxels:
    their sum is the volume of the body, to rounding. 256³ voxels of 100 000 triangles take about a second,
    distances about a quarter of a microsecond each.

    >>> voxels = talus.voxelize("body.stl", count=10)       # a cube of edge 1
    >>> voxels.shape, int(voxels.side.max()), round(voxels.volume, 12)
    ((10, 10, 10), 1, 1.0)

    :param bodies: a surface (file, VTK data, or (points (n, 3), triangles (m, 3))), a list of them, one body each, or a
        scene or its file (.json, .vtpc)
    :param count: number of voxels along the longest edge (cubes), or along x, y and z; ≥ 1, padding included
    :param spacing: edge of a voxel, or its edges along x, y and z, lengths > 0; instead of ``count``
    :param sparse: return only voxels whose centre is not outside or whose fraction is above 0, with labels of their
        centres: for grids that do not fit into memory
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: an unusable surface, an option out of its range, a result beyond the limit
    :warns SurfaceWarning: the surface is open or broken, fractions are sampled for it, or bodies overlap
    """
    return warned(quietly(bodies, options, count=count, spacing=spacing, sparse=sparse, progress=progress))


def quietly(
    bodies: VoxelizedLike,
    options: Mapping[str, Any],
    *,
    count: int | Sequence[int],
    spacing: float | Sequence[float] | None,
    sparse: bool,
    progress: Progress | None,
) -> Voxels:
    """Like :func:`voxelize`, but warnings are in the result."""
    filter_ = _Filter()
    sparse = flag("sparse", sparse)
    if sparse and options["at"] == "Points":
        raise TalusError("A sparse result has no nodes", "", "Label cells, or give sparse=False")
    filter_.SetComputeImage(not sparse)
    filter_.SetComputeVoxels(sparse)
    _set_size(filter_, count, spacing)
    configure(filter_, VOXELIZE, options)
    filter_.SetInputDataObject(with_polygons(as_bodies(bodies)))
    warning = " ".join(run(filter_, progress).warnings)
    data = copy_of(filter_.GetOutputDataObject(1 if sparse else 0))
    return _voxels(like(data, bodies), warning, filter_)


def _sizes(spacing: np.ndarray) -> str:
    return measured(spacing[0]) if (spacing == spacing[0]).all() else " × ".join(map(measured, spacing))


def _set_size(filter_: _Filter, count: int | Sequence[int], spacing: float | Sequence[float] | None) -> None:
    if spacing is not None:
        filter_.SetSizeBy(_Filter.SPACING)
        filter_.SetSpacing(*_numbers([spacing] * 3 if is_real(spacing) else spacing, 3, "spacing"))
        return
    counts = _numbers(count, 1 if is_real(count) else 3, "count")
    if any(value != round(value) or abs(value) >= 2**31 for value in counts):
        raise TalusError(f"The count {count} is not whole", "", "Give whole numbers")
    if len(counts) == 1:
        filter_.SetLongestCount(int(counts[0]))
    else:
        filter_.SetSizeBy(_Filter.COUNTS)
        filter_.SetCounts(*map(int, counts))


def _numbers(values: ArrayLike, length: int, name: str) -> list[float]:
    """The values as ``length`` finite numbers."""
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.empty(0)
    if array.dtype.kind not in "iuf" or array.size != length or not np.isfinite(array).all():
        raise TalusError(f"The {name} {values!r} cannot be", "", f"Give {length} finite numbers")
    return array.ravel().tolist()


def _voxels(data: vtkDataSet, warning: str, filter_: _Filter) -> Voxels:
    row = field_row(data, "voxels were")
    cells = arrays_of(data.GetCellData())
    labels = cells if "Side" in cells else arrays_of(data.GetPointData())
    sparse = data.IsA("vtkUnstructuredGrid")
    origin, spacing, shape = _grid(filter_)

    def shaped(values: np.ndarray | None, more: int) -> np.ndarray | None:
        if values is None or sparse:
            return values
        return values.reshape([n + more for n in shape], order="F")

    nodes = 0 if "Side" in cells else 1
    others = dict(
        origin=origin,
        spacing=spacing,
        shape=shape,
        side=shaped(labels["Side"], nodes),
        enclosing_body=shaped(labels.get("EnclosingBody"), nodes),
        distance=shaped(labels.get("Distance"), nodes),
        fraction=shaped(cells.get("VolumeFraction"), 0),
        index=cells.get("VoxelIndex"),
        volume=float(row["FilledVolume"]) if "FilledVolume" in row else None,
        warning=warning,
        data=data,
    )
    return filled(Voxels, row.__getitem__, others)


def _grid(filter_: _Filter) -> tuple[np.ndarray, np.ndarray, tuple[int, int, int]]:
    """Origin, spacing and counts of the grid."""
    origin, spacing, counts = [0.0] * 3, [0.0] * 3, [0] * 3
    filter_.GetGridOrigin(origin)
    filter_.GetGridSpacing(spacing)
    filter_.GetGridCounts(counts)
    return np.array(origin), np.array(spacing), tuple(counts)
