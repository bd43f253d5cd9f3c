"""Which points lie inside a surface."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Sequence

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkPolyData

from .errors import SurfaceWarning, TalusError
from .io.geometry import arrays_of
from .progress import Progress, run
from .surfaces import SurfaceLike, as_points, as_surface, thread_limit
from .vtkmodules.TalusFilters import vtkTalusInsideOutsideClassifier as _Filter

#: Names of the methods, as the filter and the command line know them.
METHODS = {
    "Auto": _Filter.AUTO,
    "RayCrossing": _Filter.RAY_CROSSING,
    "SolidAngle": _Filter.SOLID_ANGLE,
    "DiscreteFunction": _Filter.DISCRETE_FUNCTION,
    "CyrusBeck": _Filter.CYRUS_BECK,
    "Antipodal": _Filter.ANTIPODAL,
}


@dataclass(frozen=True)
class Classification:
    """Labels of n points."""

    #: 1 inside, 0 on the surface, -1 outside; shape (n,), int8
    side: np.ndarray
    #: Generalised winding number, summed over the bodies; shape (n,), float64
    winding_number: np.ndarray
    #: Number of the surface (of several) or of the connected shell (of one) that holds the point, -1 none; (n,), int32
    enclosing_body: np.ndarray
    #: Method in use; of several surfaces the different ones, joined by commas
    method: str
    #: Why this method
    reason: str
    #: What is wrong with the surface or the points, and what it means; empty if nothing is
    warning: str

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


class Classifier:
    """Labels many data sets against the same surface, which is prepared once.

    :param surface: a file, VTK data, or (points (n, 3), triangles (m, 3)); a list of them is one body each
    :param method: one of :data:`METHODS`
    :param tolerance: points closer than this to the surface count as on it; in its length unit; 0: exact labels
    :param cells: label the centres of cells instead of points
    :param threads: limit of the number of threads, 0 for all cores. Labels do not depend on it.
    :raises TalusError: unreadable surface, unknown method, negative tolerance or number of threads
    """

    def __init__(
        self,
        surface: SurfaceLike | Sequence[SurfaceLike],
        method: str = "Auto",
        tolerance: float = 0.0,
        *,
        cells: bool = False,
        threads: int = 0,
    ) -> None:
        if method not in METHODS:
            raise TalusError(f"'{method}' is not a method", "", f"Choose one of {', '.join(METHODS)}")
        if not 0 <= tolerance < np.inf:
            raise TalusError(
                f"The tolerance {tolerance} is not a length", "", "Give 0 for exact labels, or more"
            )
        #: What the last call warned about; those about the surface come once, when it is prepared
        self.warnings: list[str] = []
        self._cells = cells
        self._filter = _Filter()
        self._filter.SetSurfaceData(as_surface(surface))
        self._filter.SetMethod(METHODS[method])
        self._filter.SetTolerance(tolerance)
        self._filter.SetAssociation(_Filter.CELLS if cells else _Filter.POINTS)
        self._filter.SetNumberOfThreads(thread_limit(threads))

    def prepare(self, progress: Progress | None = None) -> None:
        """Builds what the labels are found with, which the first :meth:`label` does otherwise. Errors as there."""
        self.label(vtkPolyData(), progress)

    def label(self, data: vtkDataObject, progress: Progress | None = None) -> vtkDataObject:
        """The data set (or composite) with the arrays `Side`, `WindingNumber` and `EnclosingBody` added.

        :raises TalusError: an unusable surface
        :raises KeyboardInterrupt: after Ctrl-C, once the work has stopped
        """
        self._filter.SetInputData(0, data)
        self.warnings = run(self._filter, progress).warnings
        # The filter gives its next result in the same object: hand out one that stays.
        output = self._filter.GetOutputDataObject(0)
        kept = output.NewInstance()
        kept.ShallowCopy(output)
        return kept

    def classify(self, points: ArrayLike, progress: Progress | None = None) -> Classification:
        """Labels of points of shape (n, 3). Errors as of :meth:`label`."""
        output = self.label(as_points(points), progress)
        attributes = output.GetCellData() if self._cells else output.GetPointData()
        arrays = {name: np.array(values) for name, values in arrays_of(attributes).items()}
        method, reason = method_of(output)
        return Classification(
            side=arrays["Side"],
            winding_number=arrays["WindingNumber"],
            enclosing_body=arrays["EnclosingBody"],
            method=method,
            reason=reason,
            warning=" ".join(self.warnings),
        )


def method_of(labelled: vtkDataObject) -> tuple[str, str]:
    """Method and reason that the field data of a labelled data set tell."""
    fields = arrays_of(labelled.GetFieldData())
    return tuple(", ".join(dict.fromkeys(fields[name])) for name in ("Method", "MethodReason"))


def classify(
    points: ArrayLike,
    surface: SurfaceLike | Sequence[SurfaceLike],
    method: str = "Auto",
    tolerance: float = 0.0,
    *,
    threads: int = 0,
    progress: Progress | None = None,
) -> Classification:
    """Tells which points lie inside a surface. Labels of closed surfaces are exact.

    >>> points, triangles = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> talus.classify([(0.1, 0.1, 0.1), (0, 0, 0.5), (1, 1, 1)], (points, triangles)).side
    array([ 1,  0, -1], dtype=int8)

    :param points: shape (n, 3), in the length unit of the surface
    :param surface, method, tolerance, threads: as of :class:`Classifier`
    :param progress: is told the fraction that is done
    :raises TalusError: an unusable surface, method or tolerance, or points of another shape
    :warns SurfaceWarning: the surface is open or broken, or points are NaN; the labels are given all the same
    """
    classifier = Classifier(surface, method, tolerance, threads=threads)
    result = classifier.classify(points, progress)
    for warning in classifier.warnings:
        warnings.warn(warning, SurfaceWarning, stacklevel=2)
    return result
