"""Defects of a surface, and their consequence for inside/outside labels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Unpack

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .notebook import Layers, Rows, SurfaceAnswering, counted, measured
from .errors import no_triangles
from .filter_results import field_row, filled
from .io.geometry import arrays_of, copy_of, file_of
from .option_tables import SURFACE_CHECK, SurfaceCheckOptions
from .names import spaced
from .options import configure
from .progress import Progress, run
from .pyvista_objects import like
from .surfaces import SurfaceLike, as_polygons
from .vtkmodules.TalusFilters import vtkTalusSurfaceCheck as _Filter

_DEFECTIVE = (0.8, 0.0, 0.0)  # colour in pictures
_COUNTS = (
    "Points", "Triangles", "Edges", "Components", "BoundaryEdges", "BoundaryLoops", "NonManifoldEdges",
    "NonManifoldVertices", "MisorientedEdges", "FlippedTriangles", "FlippedPatches", "DuplicateTriangles",
    "DegenerateTriangles", "NonFiniteTriangles", "IncompletePolygons", "CrossedPolygons", "SelfIntersections",
    "MisdirectedShells",
)  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """One kind of defect that a surface has."""

    #: Name of its count, such as BoundaryEdges
    defect: str
    #: How often it occurs
    count: int
    #: Its effect on inside/outside labels
    effect: str
    #: The step of :func:`repair` that mends it, in ParaView's words; empty if none does
    repair: str = ""


@dataclass(frozen=True)
class BoundaryLoop:
    """The boundary of one opening."""

    #: Their number
    edges: int
    #: In the unit of the mesh
    length: float


@dataclass(frozen=True, eq=False, repr=False)
class SurfaceReport(SurfaceAnswering):
    """The results for one surface after equal points were merged."""

    #: Every edge has an even number of triangles: the surface separates inside from outside
    closed: bool
    #: Triangles that share an edge agree on which side is outside
    oriented: bool
    #: Every edge has one or two triangles, and no vertex pinches two fans together
    manifold: bool
    #: Closed, oriented, manifold, connected, and without reflex edges
    convex: bool
    #: Signed, length cubed; positive if triangles face outward; meaningful if closed and oriented. Shells that face
    #: the wrong way are reversed, as in mass_properties. NaN if a vertex is NaN or infinite
    volume: float
    #: Length squared; NaN if a vertex is NaN or infinite
    area: float
    #: By the names of the filter's field data: Points, Triangles, Edges, BoundaryEdges, SelfIntersections …;
    #: SelfIntersections is -1 if they were not searched for
    counts: dict[str, int]
    #: What is wrong and where, in one line; empty for a sound surface
    problem: str
    #: Its consequence for inside/outside labels
    consequence: str
    #: All kinds of defects found, the most severe first
    findings: tuple[Finding, ...]
    #: The openings, in the order of the cell array `Loop` of ``boundary``
    boundary_loops: tuple[BoundaryLoop, ...]
    #: The surface with the cell arrays `Defect` and `Component`
    surface: vtkPolyData = field(repr=False, compare=False)
    #: The boundary edges as lines, with the cell arrays `Loop`, `LoopEdges` and `LoopLength`
    boundary: vtkPolyData = field(repr=False, compare=False)

    def _rows(self) -> Rows:
        verdicts = [(name, "yes" if getattr(self, name) else "no") for name in ("closed", "oriented", "manifold", "convex")]
        volume = [("volume", measured(self.volume))] if self.closed and self.oriented else []
        defects = [(spaced(finding.defect), f"{counted(finding.count)}: {finding.effect}") for finding in self.findings]
        triangles = ("triangles", counted(self.counts["Triangles"]))
        return [triangles, *verdicts, ("area", measured(self.area)), *volume, *defects, ("meaning", self.consequence)]

    def _layers(self) -> Layers:
        """Defects in red, within a sound rest of glass."""
        from .drawing.still import faces_from, layer_of_surface

        if self.sound:
            return super()._layers()
        defective = faces_from(self.surface, "Defect", 1)
        found = [layer_of_surface(data, colour=_DEFECTIVE) for data in (defective, self.boundary) if data.GetNumberOfCells()]
        return [layer_of_surface(self.surface, 0.3), *found]

    @property
    def sound(self) -> bool:
        """Whether there are no defects."""
        return not self.problem

    @property
    def defects(self) -> np.ndarray:
        """Bits per cell: 1 boundary, 2 non-manifold, 4 duplicate, 8 degenerate, 16 flipped, 32 self-intersecting,
        64 non-finite; shape (cells,), uint8."""
        return arrays_of(self.surface.GetCellData())["Defect"]


def check(
    surface: SurfaceLike,
    *,
    progress: Progress | None = None,
    **options: Unpack[SurfaceCheckOptions],
) -> SurfaceReport:
    """Checks one surface. A defective surface is a result, not an error.

    >>> report = talus.check("body.stl")
    >>> report.closed, report.volume, report.counts["Edges"]
    (True, 1.0, 18)

    :param surface: a file, a vtkPolyData, or (points (n, 3), triangles (m, 3))
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: unreadable file, no triangles at all, or data that are not a surface
    """
    checker = _Filter()
    checker.SetInputData(as_polygons(surface))
    configure(checker, SURFACE_CHECK, options)
    run(checker, progress)
    report = _report(checker, surface)
    if report.counts["Triangles"] == 0 and report.counts["IncompletePolygons"] == 0:
        raise no_triangles(file_of(checker.GetInput()))
    return report


def _report(checker: _Filter, given: SurfaceLike) -> SurfaceReport:
    surface, boundary = (copy_of(checker.GetOutputDataObject(port)) for port in (0, 1))
    row = field_row(surface, "check was")
    others = dict(
        counts={name: int(row[name]) for name in _COUNTS},
        findings=_findings(surface),
        boundary_loops=_loops(boundary),
        surface=like(surface, given),
        boundary=like(boundary, given),
    )
    return filled(SurfaceReport, row.__getitem__, others)


def _findings(surface: vtkPolyData) -> tuple[Finding, ...]:
    fields = arrays_of(surface.GetFieldData())
    table = (fields.get(name, ()) for name in ("Defects", "DefectCounts", "DefectEffects", "DefectRepairs"))
    return tuple(Finding(str(defect), int(count), *map(str, texts)) for defect, count, *texts in zip(*table))


def _loops(boundary: vtkPolyData) -> tuple[BoundaryLoop, ...]:
    arrays = arrays_of(boundary.GetCellData())
    _, first = np.unique(arrays["Loop"], return_index=True)
    return tuple(BoundaryLoop(int(arrays["LoopEdges"][i]), float(arrays["LoopLength"][i])) for i in first)
