"""The lines of a network of contacts, from centre to centre, that are drawn as tubes."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

from ..io.geometry import add_array, coordinates_of, vtk_numbers, vtk_points


def keep_lines(network: vtkPolyData, kept: vtkPolyData, array: str, without: Sequence[int] | np.ndarray) -> None:
    """Fills ``kept`` with the lines of a network of contacts that end in none of some bodies, each with ends of its own
    that have the line's value of an array.

    :param network: the block Contacts
    :param without: ids
    """
    arrays = {name: network.GetCellData().GetArray(name) for name in ("BodyA", "BodyB", array)}
    points, cells, values = vtkPoints(), vtkCellArray(), np.empty((0, 3))
    first = network.GetNumberOfVerts()  # cells of a network are its contacts, then its lines
    if all(arrays.values()) and network.GetNumberOfLines():
        a, b, values = (vtk_to_numpy(arrays[name])[first:] for name in ("BodyA", "BodyB", array))
        chosen = ~np.isin(a, without) & ~np.isin(b, without)
        lines = network.GetLines()
        begins = vtk_to_numpy(lines.GetOffsetsArray())[:-1][chosen]
        ends = vtk_to_numpy(lines.GetConnectivityArray())[np.stack([begins, begins + 1], axis=1)]
        values = np.repeat(values[chosen], 2, axis=0)
        points = vtk_points(coordinates_of(network)[ends.reshape(-1)])
        offsets = np.arange(0, ends.size + 1, 2, dtype=np.int64)
        cells.SetData(vtk_numbers(offsets), vtk_numbers(np.arange(ends.size, dtype=np.int64)))
    kept.SetPoints(points)
    kept.SetLines(cells)
    add_array(kept.GetPointData(), array, values)


def tube_radius(places: np.ndarray, bodies: int) -> float:
    """For tubes: a little of the distance that so many bodies have from each other.

    :param places: (n, 3), one or more: the bodies, or points of them
    """
    extents = places.max(axis=0) - places.min(axis=0)
    room = np.maximum(extents, 1e-3 * extents.max()).prod()
    return float(0.04 * (room / max(bodies, 1)) ** (1 / 3))
