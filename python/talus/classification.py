"""Which points lie inside a surface."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Callable, Sequence, Unpack

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkPartitionedDataSetCollection, vtkPolyData

from .notebook import Answering, Layers, Rows, counted, joined, warning_row
from .errors import SurfaceWarning, TalusError
from .io.geometry import arrays_of, copy_of, file_of
from .io.outer_faces import data_sets_of
from .io.series import at_time, is_series
from .names import snake
from .option_tables import ENCLOSURE, InsideOutsideClassifierOptions
from .options import configure, flag
from .progress import Progress, run
from .pyvista_objects import like
from .scene import SceneLike, as_bodies
from .scene_data import block
from .surfaces import PointsLike, SurfaceLike, as_points
from .turns import Turns
from .vtkmodules.TalusFilters import vtkTalusInsideOutsideClassifier as _Filter

_LABELS = ("Side", "WindingNumber", "EnclosingBody", "NestingDepth", "Distance", "ClosestCell", "ClosestBody")


@dataclass(frozen=True, eq=False, repr=False)
class Classification(Answering):
    """Labels of n points."""

    #: 1 inside, 0 on the surface, -1 outside; shape (n,), int8
    side: np.ndarray
    #: Method used; with several surfaces all methods used, joined by commas
    method: str
    #: Why this method
    reason: str
    #: Defects of the surface or the points and their consequences; empty if there are none
    warning: str
    #: Generalised winding number, summed over the bodies; shape (n,), float64; None unless requested
    winding_number: np.ndarray | None = None
    #: Number of the surface (of several), id of the body (of a scene), or number of the connected shell (of a single
    #: surface) that contains the point, -1 for none; (n,), int32; None unless requested
    enclosing_body: np.ndarray | None = None
    #: Number of bodies (shells of a single closed surface) that strictly contain the point; (n,), int32; None unless
    #: requested
    nesting_depth: np.ndarray | None = None
    #: Distance to the nearest triangle, negative inside, 0 on the surface; (n,), float64; None unless requested
    distance: np.ndarray | None = None
    #: Nearest cell of the surface, numbered within its body; (n,), int64; None unless distances are requested
    closest_cell: np.ndarray | None = None
    #: Body of that cell, numbered as in `enclosing_body`; (n,), int32; None unless distances are requested
    closest_body: np.ndarray | None = None
    #: The numbers of points inside, on the surface and outside, and the method, in one line
    answer: str = ""

    def _rows(self) -> Rows:
        masks = {"inside": self.inside, "on the surface": self.on_surface, "outside": self.outside}
        counts = [(word, counted(mask.sum())) for word, mask in masks.items()]
        rows = [("points", counted(len(self.side))), *counts, ("method", f"{self.method}, {self.reason}")]
        return [*rows, ("arrays", ", ".join(map(snake, self.arrays))), *warning_row(self.warning)]

    @property
    def arrays(self) -> dict[str, np.ndarray]:
        """The requested labels, by their names in data sets."""
        found = {name: getattr(self, snake(name)) for name in _LABELS}
        return {name: values for name, values in found.items() if values is not None}

    @property
    def inside(self) -> np.ndarray:
        """Boolean mask of the points strictly inside, shape (n,)."""
        return self.side > 0

    @property
    def on_surface(self) -> np.ndarray:
        """Boolean mask of the points on the surface, shape (n,)."""
        return self.side == 0

    @property
    def outside(self) -> np.ndarray:
        """Boolean mask of the points strictly outside, shape (n,)."""
        return self.side < 0


class Classifier(Answering):
    """Labels many data sets against the same surface, which is prepared once. Several threads may share it: their calls
    take turns.

    >>> classifier = talus.Classifier("body.stl", distance=True)
    >>> classifier.classify([(0.5, 0.5, 0.9)]).distance.round(6)
    array([-0.1])

    :param surface: a file, VTK data, (points (n, 3), faces), or an object with vertices and faces, for example a
        trimesh. Faces are (m, 3) triangles, (m, 4) quads, lists of different lengths, or a flat array as in PyVista.
        A list: one body each. Or a scene or its file: the bodies in their poses; bodies with the same shape share its
        prepared data, and their ids are the enclosing bodies
    :param cells: label the centres of cells instead of points
    {options}
    :raises TalusError: unreadable surface, an option out of its range
    """

    def __init__(
        self,
        surface: SurfaceLike | Sequence[SurfaceLike] | SceneLike,
        *,
        cells: bool = False,
        **options: Unpack[InsideOutsideClassifierOptions],
    ) -> None:
        #: Warnings of the last call; those about the surface appear once, when it is prepared
        self.warnings: list[str] = []
        #: Whether it labels the centres of cells
        self.cells = flag("cells", cells)
        self._turns = Turns("Classifier")
        self._filter = _Filter()
        self._filter.SetSurfaceData(as_bodies(surface))
        self._filter.SetAssociation(_Filter.CELLS if cells else _Filter.POINTS)
        configure(self._filter, ENCLOSURE, options)

    def _answer(self) -> str:
        files = filter(None, map(file_of, data_sets_of(self._surface())))
        return joined(", ".join(files), _told(self._surface()), f"labels {'cells' if self.cells else 'points'}")

    def _layers(self) -> Layers:
        from .drawing.still import layers_of

        return layers_of(self._surface())

    def _surface(self) -> vtkDataObject:
        return self._filter.GetInputDataObject(1, 0)

    def prepare(self, progress: Progress | None = None) -> None:
        """Prepares the surface; without this call the first :meth:`label` does it. Errors as for :meth:`label`."""
        self.label(vtkPolyData(), progress)

    def label(self, data: vtkDataObject, progress: Progress | None = None) -> vtkDataObject:
        """The data set (or composite) with the array `Side` and the requested arrays added; PyVista's if the input is.

        :raises TalusError: an unusable surface
        :raises KeyboardInterrupt: after Ctrl-C, once the work has stopped
        """
        if not isinstance(data, vtkDataObject):
            raise TalusError(f"A value of type {type(data).__name__} cannot be labelled", "", "Give VTK data")
        with self._turns:
            return self._label(data, progress)

    def _label(self, data: vtkDataObject, progress: Progress | None) -> vtkDataObject:
        self._filter.SetInputData(0, data)
        self._run(progress)
        # The filter reuses its output object for the next result: return a copy.
        output = self._filter.GetOutputDataObject(0)
        _require_labels(output)
        return like(copy_of(output), data)

    def _label_in_place(self, data: vtkDataObject, progress: Progress | None) -> None:
        """The same for data of our own, without the time that a pipeline takes."""
        self._run(progress, lambda: self._filter.LabelInPlace(data))
        _require_labels(data)

    def _run(self, progress: Progress | None, execute: Callable[[], object] | None = None) -> None:
        self.warnings = list(run(self._filter, progress, execute=execute).warnings)

    def _labelled_copy(self, data: vtkDataObject, progress: Progress | None) -> vtkDataObject:
        """As label(), but without keeping the caller's data."""
        try:
            return self._label(data, progress)
        finally:
            self._filter.SetInputData(0, vtkPolyData())
            self._filter.GetOutputDataObject(0).Initialize()

    def answer_for(self, inside: int, on_surface: int, outside: int) -> str:
        """The filter's answer for points that were labelled in portions, from their counts."""
        return self._filter.AnswerFor(inside, on_surface, outside)

    def classify(self, points: PointsLike, progress: Progress | None = None) -> Classification:
        """Labels of points: a file, VTK data, an array (n, 3), or an object with such vertices. Labels of a composite
        are concatenated in the order of its data sets. Errors as for :meth:`label`.

        :raises TalusError: an unreadable file, points of another shape
        """
        given = as_points(points)
        with self._turns:
            return self._classify(given, given is points, progress)

    def _classify(self, given: vtkDataObject, is_caller_s: bool, progress: Progress | None) -> Classification:
        output = given if data_sets_of(given) else vtkPolyData()
        if is_caller_s:
            output = self._labelled_copy(output, progress)
        else:
            self._label_in_place(output, progress)
        parts = _labels_of(output, self.cells)
        if not parts:
            raise TalusError("The data have no points", "", "Give data sets, not tables or graphs")
        arrays = {snake(name): _joined([part[name] for part in parts]) for name in _LABELS if name in parts[0]}
        method, reason = method_of(output)
        told = {"warning": " ".join(self.warnings), "answer": self._filter.GetAnswer()}
        return Classification(method=method, reason=reason, **told, **arrays)


def _told(surface: vtkDataObject) -> str:
    """How many bodies and polygons there are."""
    if isinstance(surface, vtkPartitionedDataSetCollection):
        return counted(block(surface, "Bodies").GetNumberOfPoints(), "body", "bodies")
    parts = data_sets_of(surface)
    polygons = counted(sum(part.GetNumberOfCells() for part in parts), "polygon")
    return joined(counted(len(parts), "surface") if len(parts) > 1 else "", polygons)


def _joined(arrays: list[np.ndarray]) -> np.ndarray:
    """The arrays concatenated; a single one is not copied."""
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def _require_labels(output: vtkDataObject) -> None:
    """:raises KeyboardInterrupt: there are none, since another rank was interrupted"""
    if not output.GetFieldData().HasArray("Method"):
        raise KeyboardInterrupt


def method_of(labelled: vtkDataObject) -> tuple[str, str]:
    """Method and reason in the field data of a labelled data set."""
    texts = map(labelled.GetFieldData().GetAbstractArray, ("Method", "MethodReason"))
    method, reason = (", ".join(dict.fromkeys(map(text.GetValue, range(text.GetNumberOfValues())))) for text in texts)
    return method, reason


def sides_of(labelled: vtkDataObject, cells: bool) -> np.ndarray:
    """The array `Side` of a labelled data set, or of all data sets of a composite."""
    return np.concatenate([np.empty(0, np.int8), *(part["Side"] for part in _labels_of(labelled, cells))])


def _labels_of(labelled: vtkDataObject, cells: bool) -> list[dict[str, np.ndarray]]:
    """The arrays of each data set that has labels."""
    parts = [arrays_of(data.GetCellData() if cells else data.GetPointData()) for data in data_sets_of(labelled)]
    return [part for part in parts if "Side" in part]


def classify(
    points: PointsLike,
    surface: SurfaceLike | Sequence[SurfaceLike] | SceneLike,
    *,
    progress: Progress | None = None,
    time: float | None = None,
    time_rule: str = "exact",
    **options: Unpack[InsideOutsideClassifierOptions],
) -> Classification:
    """Determines which points lie inside a surface. Labels of closed surfaces are exact.

    >>> points, triangles = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> talus.classify([(0.1, 0.1, 0.1), (0, 0, 0.5), (1, 1, 1)], (points, triangles)).side
    array([ 1,  0, -1], dtype=int8)

    :param points: shape (n, 3), in the length unit of the surface; or a file, VTK data, or an object with such vertices
    :param surface: as for :class:`Classifier`
    :param progress: called with the completed fraction
    :param time: for points and surfaces that are series: a .pvd, a .series, or a pattern like "a_*.vtp"; see
        :func:`talus.times`
    :param time_rule: the step to use for a time that a series lacks: "exact" (none, an error), "previous" or "nearest"
    {options}
    :raises TalusError: an unusable surface, a number out of its range, or points of another shape
    :warns SurfaceWarning: the surface is open or broken, or points are NaN; labels are returned nevertheless
    """
    if time is not None and not any(map(is_series, [points, *(surface if isinstance(surface, list) else [surface])])):
        raise TalusError("Neither points nor surface change with time", "", "Omit the time, or name a series")
    points, surface = at_time(points, time, time_rule), at_time(surface, time, time_rule)
    classifier = Classifier(surface, **options)
    result = classifier.classify(points, progress)
    for warning in classifier.warnings:
        warnings.warn(warning, SurfaceWarning, stacklevel=2)
    return result
