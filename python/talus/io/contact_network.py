"""Contacts as written by the filters: a vertex for each contact, then a line between the centres of each pair of
bodies in contact. The end points of the lines are not contacts.
"""

from __future__ import annotations

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkDataObject, vtkPolyData

from .geometry import arrays_of, coordinates_of

_MARKS = ("BodyA", "BodyB", "PersistentId")

#: Positions, shape (n, 3), and arrays by name
Rows = tuple[np.ndarray, dict[str, np.ndarray]]


def is_contact_network(data: vtkDataObject) -> bool:
    """Whether data is the block Contacts of a filter, or was read from a file of it."""
    return data.IsA("vtkPolyData") and all(data.GetPointData().HasArray(name) for name in _MARKS)


def contact_rows(network: vtkPolyData) -> Rows:
    """The contacts: positions and point arrays."""
    contacts = _connectivity(network.GetVerts())
    arrays = arrays_of(network.GetPointData())
    return coordinates_of(network)[contacts], {name: values[contacts] for name, values in arrays.items()}


def pair_rows(network: vtkPolyData) -> Rows:
    """The pairs of bodies in contact: midpoints between their centres, with the arrays of the lines."""
    lines, first = network.GetLines(), network.GetNumberOfVerts()
    rows = slice(first, first + lines.GetNumberOfCells())
    arrays = {name: values[rows] for name, values in arrays_of(network.GetCellData()).items()}
    ends, offsets = coordinates_of(network)[_connectivity(lines)], vtk_to_numpy(lines.GetOffsetsArray())
    return (ends[offsets[:-1]] + ends[offsets[1:] - 1]) / 2, arrays


def _connectivity(cells: vtkCellArray) -> np.ndarray:
    return vtk_to_numpy(cells.GetConnectivityArray())
