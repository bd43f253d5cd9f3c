"""Boolean operations of closed surfaces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence, Unpack

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection, vtkPolyData

from .filter_results import field_row, filled, warned
from .io.geometry import arrays_of, copy_of
from .notebook import Rows, SurfaceAnswering, counted, measured, vector, warning_row
from .option_tables import BOOLEAN, BooleanOptions
from .options import configure, option_of
from .progress import Progress, run
from .pyvista_objects import like
from .surfaces import SurfaceLike, as_surface, with_polygons
from .vtkmodules.TalusFilters import vtkTalusBoolean as _Filter

#: What :func:`boolean` can do
BOOLEAN_OPERATIONS = tuple(option_of(BOOLEAN, "operation").words)


@dataclass(frozen=True, eq=False, repr=False)
class BooleanRegion(SurfaceAnswering):
    """The places inside some surfaces and no others. Lengths in the unit of the mesh."""

    #: Numbers of these surfaces, ascending
    inside: tuple[int, ...]
    #: Length cubed, before points were rounded
    volume: float
    #: Of the volume, shape (3,)
    centroid: np.ndarray
    #: The boundary, closed and facing outwards
    surface: vtkPolyData = field(repr=False)

    def _answer(self) -> str:
        return f"inside {' and '.join(map(str, self.inside))} only: volume {measured(self.volume)}"

    def _rows(self) -> Rows:
        return [("inside", ", ".join(map(str, self.inside))), ("volume", measured(self.volume)), ("centroid", vector(self.centroid))]


@dataclass(frozen=True, eq=False, repr=False)
class BooleanResult(SurfaceAnswering):
    """The result of a boolean operation. Lengths in the unit of the mesh."""

    #: One of :data:`BOOLEAN_OPERATIONS`
    operation: str
    #: Number of surfaces
    surfaces: int
    #: Length cubed, before points were rounded; 0 if no place is inside
    volume: float
    #: Of the volume, shape (3,); NaN if there is none
    centroid: np.ndarray
    #: Length squared
    area: float
    #: Number of points where surfaces cross
    new_points: int
    #: Pairs of triangles that intersect because points lie closer together than doubles can express; normally 0
    self_intersections: int
    #: With ``regions=True`` one for each set of surfaces that have places in common
    regions: tuple[BooleanRegion, ...] = field(repr=False)
    #: What is doubtful; empty normally
    warning: str
    #: The boundary, closed and facing outwards, with the cell arrays `SourceSurface` and `SourceCell`
    surface: vtkPolyData = field(repr=False)

    def _rows(self) -> Rows:
        return [
            ("operation", self.operation),
            ("surfaces", counted(self.surfaces)),
            ("volume", measured(self.volume)),
            ("centroid", vector(self.centroid)),
            ("area", measured(self.area)),
            ("triangles", counted(self.surface.GetNumberOfPolys())),
            ("new points", counted(self.new_points)),
            *warning_row(self.warning),
        ]


def boolean(
    surfaces: SurfaceLike | Sequence[SurfaceLike],
    *,
    progress: Progress | None = None,
    **options: Unpack[BooleanOptions],
) -> BooleanResult:
    """Unites, intersects or subtracts two or more closed surfaces at once.

    All decisions are exact, with coordinates as they are: surfaces may touch, coincide, lie within each other and
    intersect themselves. The volume is exact to rounding.

    >>> common = talus.boolean(["a.stl", "b.stl"], operation="Intersection")
    >>> round(common.volume, 6)
    0.001
    >>> talus.write_surface(common.surface, "common.stl")

    :param surfaces: a list of surfaces (files, VTK data, or (points (n, 3), triangles (m, 3))), or a composite, of
        which each block is one; Difference subtracts all others from the first
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: fewer than two surfaces, a surface that is open, with the place, an unreadable file
    :warns SurfaceWarning: no place is inside the result, or the result intersects itself
    """
    return warned(quietly(surfaces, options, progress))


def quietly(
    surfaces: SurfaceLike | Sequence[SurfaceLike], options: Mapping[str, Any], progress: Progress | None
) -> BooleanResult:
    """Like :func:`boolean`, but warnings are in the result."""
    filter_ = _Filter()
    configure(filter_, BOOLEAN, options)
    filter_.SetInputDataObject(with_polygons(as_surface(surfaces)))
    warning = " ".join(run(filter_, progress).warnings)
    regions = _regions(filter_.GetOutputDataObject(1), surfaces)
    return _result(copy_of(filter_.GetOutputDataObject(0)), regions, warning, surfaces)


def _regions(blocks: vtkPartitionedDataSetCollection, given: Any) -> tuple[BooleanRegion, ...]:
    return tuple(_region(blocks.GetPartition(i, 0), given) for i in range(blocks.GetNumberOfPartitionedDataSets()))


def _region(block: vtkPolyData, given: Any) -> BooleanRegion:
    surface = copy_of(block)
    fields = arrays_of(surface.GetFieldData())
    inside = tuple(map(int, fields["Inside"]))
    return filled(BooleanRegion, lambda name: fields[name][0], dict(inside=inside, surface=like(surface, given)))


def _result(
    surface: vtkPolyData, regions: tuple[BooleanRegion, ...], warning: str, given: Any
) -> BooleanResult:
    row = field_row(surface, "operation was")
    return filled(BooleanResult, row.__getitem__, dict(regions=regions, warning=warning, surface=like(surface, given)))
