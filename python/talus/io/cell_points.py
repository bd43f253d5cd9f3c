"""Refuses data whose cells refer to points that they do not have: VTK itself reads such points beyond its arrays."""

from __future__ import annotations

from typing import Iterator

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkDataObject, vtkPolyData, vtkUnstructuredGrid

from ..errors import TalusError
from .outer_faces import data_sets_of
from .xml_pieces import POLYGON_KINDS


def require_points_of_cells(data: vtkDataObject, place: str) -> None:
    """O(corners of cells).

    :param place: the file that is to be written, for messages
    :raises TalusError: a cell of a data set refers to a missing point
    """
    for block in data_sets_of(data):
        for cells in _cell_arrays(block):
            if not cells.IsValid():
                raise TalusError("The offsets of cells do not fit their points", place, "Build the cells again")
            _require_within(vtk_to_numpy(cells.GetConnectivityArray()), block.GetNumberOfPoints(), place)


def _cell_arrays(block: vtkDataObject) -> Iterator[vtkCellArray]:
    if isinstance(block, vtkPolyData):
        arrays = [getattr(block, f"Get{kind}")() for kind in POLYGON_KINDS]
    else:
        arrays = [block.GetCells()] if isinstance(block, vtkUnstructuredGrid) else []
    yield from (array for array in arrays if array is not None and array.GetNumberOfCells())


def _require_within(corners: np.ndarray, count: int, place: str) -> None:
    if not len(corners) or 0 <= corners.min() <= corners.max() < count:
        return
    wrong = corners[(corners < 0) | (corners >= count)][0]
    raise TalusError(f"A cell refers to point {wrong} of {count}", place, "Number the points from 0")
