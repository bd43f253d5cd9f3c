"""How thick the walls of a body are, and how wide the gaps between them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Unpack

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .filter_results import field_row, filled
from .io.geometry import arrays_of, copy_of
from .notebook import Answering, Rows, SurfaceAnswering, measured, vector
from .option_tables import WALLS, WallThicknessOptions
from .options import configure
from .progress import Progress, run
from .pyvista_objects import like
from .surfaces import SurfaceLike, as_polygons
from .vtkmodules.TalusFilters import vtkTalusWallThickness as _Filter


@dataclass(frozen=True, eq=False, repr=False)
class WallWay(Answering):
    """A straight way through a body, or through a gap. Lengths in the unit of the mesh."""

    #: From one end to the other
    length: float
    #: Its begin on the surface, shape (3,)
    start: np.ndarray
    #: Its end on the surface, shape (3,)
    end: np.ndarray

    def _answer(self) -> str:
        return f"{measured(self.length)} from {vector(self.start)} to {vector(self.end)}"

    def to_json(self) -> dict[str, Any]:
        """Length, ends, and the place in the middle."""
        place = (self.start + self.end) / 2
        return {"length": self.length, "place": place.tolist(), "start": self.start.tolist(), "end": self.end.tolist()}


@dataclass(frozen=True, eq=False, repr=False)
class Walls(SurfaceAnswering):
    """The walls of a body, and the gaps between them. Lengths in the unit of the mesh."""

    #: The thinnest wall; None if there is none
    thinnest: WallWay | None
    #: The narrowest gap; None if there is none
    narrowest: WallWay | None
    #: At the middle of each triangle, and the least at any sample of it, shape (n,); NaN without an opposite face
    thickness: np.ndarray = field(repr=False)
    #: Of the gap at the middle of each triangle, shape (n,); NaN where there is no opposite face
    gap: np.ndarray = field(repr=False)
    #: The least thickness at any sample of each triangle, shape (n,)
    least_thickness: np.ndarray = field(repr=False)
    #: The least gap at any sample of each triangle, shape (n,)
    least_gap: np.ndarray = field(repr=False)
    #: The triangles with these arrays
    surface: vtkPolyData = field(repr=False)

    def _rows(self) -> Rows:
        return [("thinnest wall", self.thinnest or "none"), ("narrowest gap", self.narrowest or "none")]

    def to_json(self) -> dict[str, Any]:
        """As ``talus walls --json`` prints it."""
        ways = {"thinnest": self.thinnest, "narrowest": self.narrowest}
        return {"answer": self.answer, **{name: way.to_json() if way else None for name, way in ways.items()}}


def walls(surface: SurfaceLike, *, progress: Progress | None = None, **options: Unpack[WallThicknessOptions]) -> Walls:
    """Measures the walls and gaps of a closed surface.

    The thickness at a point of the surface is the length of the shortest straight way through the body, from there to
    the surface, within a cone around the inner normal; the gap is the same outside.

    >>> talus.walls("body.stl").thinnest.length
    1.0

    :param surface: one closed surface
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: a surface that is open, an unreadable file
    """
    filter_ = _Filter()
    configure(filter_, WALLS, options)
    filter_.SetInputDataObject(as_polygons(surface))
    run(filter_, progress)
    found = copy_of(filter_.GetOutputDataObject(0))
    row = field_row(found, "measurement was")
    ways = {"thinnest": _way(row, "ThinnestWall", "Thinnest"), "narrowest": _way(row, "NarrowestGap", "Narrowest")}
    return filled(Walls, arrays_of(found.GetCellData()).__getitem__, dict(surface=like(found, surface), **ways))


def _way(row: Mapping[str, Any], length: str, prefix: str) -> WallWay | None:
    found = float(row[length])
    return None if np.isnan(found) else WallWay(found, row[prefix + "From"], row[prefix + "To"])
