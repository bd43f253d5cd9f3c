"""Polyhedra of unstructured grids: since VTK 9.4 (ParaView 5.13) their faces are stored in other arrays."""

from __future__ import annotations

from typing import Iterable, Sequence

import numpy as np
from vtkmodules.util.vtkConstants import VTK_ID_TYPE
from vtkmodules.vtkCommonCore import vtkIdList, vtkUnsignedCharArray
from vtkmodules.vtkCommonDataModel import VTK_POLYHEDRON, vtkCellArray, vtkUnstructuredGrid

from ..errors import TalusError
from .geometry import vtk_numbers
from .xml_cells import Cells, face_ranges


def cell_array(connectivity: np.ndarray, offsets: np.ndarray) -> vtkCellArray:
    """VTK's cell array. :param offsets: begin of each cell in the connectivity, and the end of the last one"""
    array = vtkCellArray()
    array.SetData(vtk_numbers(offsets), vtk_numbers(connectivity))
    return array


def set_polyhedra(grid: vtkUnstructuredGrid, types: vtkUnsignedCharArray, corners: vtkCellArray, cells: Cells) -> None:
    """Sets the cells of a grid, some of which are polyhedra."""
    if not hasattr(grid, "SetPolyhedralCells"):
        places, faces = (vtk_numbers(a, VTK_ID_TYPE) for a in (cells.face_places, cells.faces))
        grid.SetCells(types, corners, places, faces)
        return
    faces_of_cells = [face_ranges(cells.faces, place) if place >= 0 else [] for place in cells.face_places.tolist()]
    faces = [cells.faces[begin:end] for of_cell in faces_of_cells for begin, end in of_cell]
    numbers = cell_array(np.arange(len(faces)), _offsets(faces_of_cells))
    grid.SetPolyhedralCells(types, corners, numbers, cell_array(np.concatenate(faces), _offsets(faces)))


def _offsets(parts: Iterable[Sequence]) -> np.ndarray:
    return np.cumsum([0, *map(len, parts)])


def faces_in_files(grid: vtkUnstructuredGrid, types: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of VTK XML files for polyhedra: the faces, concatenated, and the end of those of each cell, -1 for
    other cells; no arrays if there is no polyhedron.

    :raises TalusError: a face refers to a missing point
    """
    faces, stream, ends = [], vtkIdList(), np.full(len(types), -1, np.int64)
    for cell in np.flatnonzero(types == VTK_POLYHEDRON).tolist():
        grid.GetFaceStream(cell, stream)
        faces += [stream.GetId(i) for i in range(stream.GetNumberOfIds())]
        ends[cell] = len(faces)
    if not faces:
        return {}
    stream_of_all, count = np.array(faces, np.int64), grid.GetNumberOfPoints()
    if stream_of_all.min() < 0 or stream_of_all.max() >= count:  # a number of faces or corners may be as large
        _require_within(stream_of_all, ends[ends >= 0].tolist(), count)
    return {"faces": stream_of_all, "faceoffsets": ends}


def _require_within(faces: np.ndarray, ends: Iterable[int], count: int) -> None:
    """:raises TalusError: a face refers to a missing point"""
    begin = 0
    for end in ends:
        for first, last in face_ranges(faces[begin:end], 0):
            wrong = [point for point in faces[begin + first : begin + last].tolist() if not 0 <= point < count]
            if wrong:
                raise TalusError(f"A face refers to point {wrong[0]} of {count}", "", "Number the points from 0")
        begin = end
