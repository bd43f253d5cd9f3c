"""Contacts as the filters write them: a vertex for each contact, then a line for each pair of bodies that touch, from
centre to centre. The ends of lines are no contacts.
"""

from __future__ import annotations

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkDataObject, vtkPolyData

from .geometry import arrays_of, coordinates_of

_MARKS = ("BodyA", "BodyB", "PersistentId")

#: Places, shape (n, 3), and arrays by name
Rows = tuple[np.ndarray, dict[str, np.ndarray]]


def is_contact_network(data: vtkDataObject) -> bool:
    """Whether data is the block Contacts of a filter, or a file of it."""
    return data.IsA("vtkPolyData") and all(data.GetPointData().HasArray(name) for name in _MARKS)


def contact_rows(network: vtkPolyData) -> Rows:
    """The contacts: their places and point arrays."""
    contacts = _connectivity(network.GetVerts())
    arrays = arrays_of(network.GetPointData())
    return coordinates_of(network)[contacts], {name: values[contacts] for name, values in arrays.items()}


def pair_rows(network: vtkPolyData) -> Rows:
    """The pairs of bodies that touch: halfway between their centres, with the arrays of lines."""
    lines, first = network.GetLines(), network.GetNumberOfVerts()
    rows = slice(first, first + lines.GetNumberOfCells())
    arrays = {name: values[rows] for name, values in arrays_of(network.GetCellData()).items()}
    ends, offsets = coordinates_of(network)[_connectivity(lines)], vtk_to_numpy(lines.GetOffsetsArray())
    return (ends[offsets[:-1]] + ends[offsets[1:] - 1]) / 2, arrays


def _connectivity(cells: vtkCellArray) -> np.ndarray:
    return vtk_to_numpy(cells.GetConnectivityArray())
