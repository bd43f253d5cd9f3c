"""Mended surfaces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Unpack

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .filter_results import field_row, filled, warned
from .io.geometry import arrays_of, copy_of
from .notebook import Layers, Rows, SurfaceAnswering, counted, measured, warning_row
from .option_tables import REPAIR, SurfaceRepairOptions
from .options import configure
from .progress import Progress, run
from .pyvista_objects import like
from .surfaces import SurfaceLike, as_polygons
from .vtkmodules.TalusFilters import vtkTalusSurfaceRepair as _Filter

_ADDED = (0.85, 0.5, 0.0)  # colour of triangles that close holes, in pictures


@dataclass(frozen=True)
class RepairStep:
    """A step of a repair that did something."""

    #: Name of its count, such as ClosedHoles
    name: str
    #: How often it was done
    count: int
    #: What it did, in a few words
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class RepairResult(SurfaceAnswering):
    """A mended surface, and what was done. Lengths in the unit of the mesh."""

    #: Whether :func:`check` finds nothing in it
    sound: bool
    #: Whether it differs from the given one
    changed: bool
    #: What was done, in this order
    steps: tuple[RepairStep, ...]
    #: How far the surface moved at most; triangles that close holes do not count
    maximum_move: float
    #: Signed volume of the given surface, length cubed; meaningful if that was closed and oriented
    volume_before: float
    #: Length cubed
    volume: float
    #: Holes that are left
    open_holes: int
    #: The defects that remain, in one line; empty if there are none
    problem: str
    #: What is doubtful; empty normally
    warning: str
    #: The mended surface. With the cell array `SourceCell`, -1 where a hole was closed
    surface: vtkPolyData = field(repr=False)

    def _rows(self) -> Rows:
        return [
            *((step.name, step.text) for step in self.steps),
            ("moved by at most", measured(self.maximum_move)),
            ("triangles", counted(self.surface.GetNumberOfPolys())),
            ("volume", f"{measured(self.volume_before)}, now {measured(self.volume)}"),
            *warning_row(self.warning),
        ]

    def _layers(self) -> Layers:
        """Triangles that close holes in orange."""
        from .drawing.still import faces_to, layer_of_surface

        source = arrays_of(self.surface.GetCellData()).get("SourceCell")
        if source is None or np.all(source >= 0):
            return super()._layers()
        added = faces_to(self.surface, "SourceCell", -1)
        return [layer_of_surface(self.surface, 0.4), layer_of_surface(added, colour=_ADDED)]


def repair(
    surface: SurfaceLike,
    *,
    progress: Progress | None = None,
    **options: Unpack[SurfaceRepairOptions],
) -> RepairResult:
    """Mends one surface: closed, oriented and without intersections.

    A sound surface comes back as it is. What remains is told by a warning.

    >>> points, triangles = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)]
    >>> mended = talus.repair((points, triangles))      # a tetrahedron without one of its faces
    >>> mended.sound, [step.text for step in mended.steps]
    (True, ['1 hole closed by 1 triangle'])
    >>> talus.write_surface(mended.surface, "mended.vtp")

    :param surface: a file, a vtkPolyData, or (points (n, 3), triangles (m, 3))
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: unreadable file, or data that are not a surface
    :warns SurfaceWarning: defects remain
    """
    return warned(quietly(surface, options, progress))


def quietly(surface: SurfaceLike, options: Mapping[str, Any], progress: Progress | None) -> RepairResult:
    """Like :func:`repair`, but warnings are in the result."""
    filter_ = _Filter()
    configure(filter_, REPAIR, options)
    filter_.SetInputData(as_polygons(surface))
    warning = " ".join(run(filter_, progress).warnings)
    return _result(copy_of(filter_.GetOutputDataObject(0)), warning, surface)


def _result(surface: vtkPolyData, warning: str, given: SurfaceLike) -> RepairResult:
    row = field_row(surface, "repair was")
    steps = _steps(arrays_of(surface.GetFieldData()))
    return filled(RepairResult, row.__getitem__, dict(steps=steps, warning=warning, surface=like(surface, given)))


def _steps(fields: Mapping[str, Any]) -> tuple[RepairStep, ...]:
    table = (fields.get(name, ()) for name in ("Repairs", "RepairCounts", "RepairTexts"))
    return tuple(RepairStep(str(name), int(count), str(text)) for name, count, text in zip(*table))
