"""Converts between NumPy arrays and VTK data sets."""

from __future__ import annotations

from typing import Any

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.util.vtkConstants import VTK_BIT, VTK_SIGNED_CHAR, VTK_UNSIGNED_CHAR
from vtkmodules.vtkCommonCore import vtkAbstractArray, vtkDataArray, vtkPoints, vtkStringArray
from vtkmodules.vtkCommonDataModel import (
    vtkCellArray,
    vtkCompositeDataSet,
    vtkDataObject,
    vtkDataSet,
    vtkDataSetAttributes,
    vtkPolyData,
)

from ..errors import printable


def from_file(surface: vtkPolyData, path: str) -> vtkPolyData:
    """The surface, which now knows its file: messages name it."""
    surface.GetInformation().Set(vtkCompositeDataSet.NAME(), printable(path))
    return surface


def file_of(data: vtkDataObject) -> str:
    """The file of a surface; empty for one that is not from a file."""
    return data.GetInformation().Get(vtkCompositeDataSet.NAME()) or ""


def vtk_points(coordinates: np.ndarray) -> vtkPoints:
    """Points of shape (n, 3), in single precision if the array is, else in double. The data are copied."""
    if coordinates.dtype != np.float32:
        coordinates = coordinates.astype(np.float64, copy=False)
    points = vtkPoints()
    points.SetData(vtk_numbers(coordinates))
    return points


def polygons(coordinates: np.ndarray, corners: np.ndarray, sizes: np.ndarray) -> vtkPolyData:
    """A surface of polygons.

    :param coordinates: points, shape (n, 3)
    :param corners: point ids of all polygons, concatenated
    :param sizes: number of corners of each polygon
    """
    offsets = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])
    cells = vtkCellArray()
    cells.SetData(vtk_numbers(offsets.astype(np.int64)), vtk_numbers(corners.astype(np.int64)))
    surface = vtkPolyData()
    surface.SetPoints(vtk_points(coordinates))
    surface.SetPolys(cells)
    return surface


def triangles(coordinates: np.ndarray, faces: np.ndarray) -> vtkPolyData:
    """A surface of triangles: points of shape (n, 3), point ids of shape (m, 3)."""
    return polygons(coordinates, faces.reshape(-1), np.full(len(faces), 3))


def copy_of(data: vtkDataObject) -> Any:
    """Data of the same type that share the arrays: filters reuse their outputs."""
    copy = data.NewInstance()
    copy.ShallowCopy(data)
    return copy


def named(surface: vtkPolyData, name: str) -> vtkPolyData:
    """The surface with a name in its field data `Name`; unchanged without a name."""
    if name:
        array = vtkStringArray()
        array.SetName("Name")
        array.InsertNextValue(name)
        surface.GetFieldData().AddArray(array)
    return surface


def name_of(surface: vtkPolyData) -> str:
    """The name that a file gives a surface; empty if it gives none."""
    array = surface.GetFieldData().GetAbstractArray("Name")
    return array.GetValue(0) if isinstance(array, vtkStringArray) and array.GetNumberOfValues() else ""


def strip_triangles(corners: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """The triangles of strips, shape (n, 3). Those that name a point twice are left out: they only lead to the next.

    :param corners: point ids of all strips, concatenated
    :param positions: the position of each in its strip, from 0
    """
    faces = np.stack((corners[:-2], corners[1:-1], corners[2:]), axis=1)
    odd = positions[:-2] % 2 == 1
    faces[odd] = faces[odd][:, ::-1]  # every other triangle of a strip has the opposite orientation
    first, second, third = faces.T
    within = positions[2:] == positions[:-2] + 2
    return faces[within & (first != second) & (second != third) & (third != first)]


def bare_points(coordinates: np.ndarray) -> vtkPolyData:
    """Points of shape (n, 3) without cells, which ParaView would not show.

    The result shares the array's memory if the array is contiguous, in native byte order, and of single or double
    precision; otherwise it is a copy in double precision.
    """
    if coordinates.dtype != np.float32:
        coordinates = coordinates.astype(np.float64, copy=False)
    points = vtkPoints()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(coordinates)))
    cloud = vtkPolyData()
    cloud.SetPoints(points)
    return cloud


def point_cloud(coordinates: np.ndarray) -> vtkPolyData:
    """Points of shape (n, 3), each with a vertex cell, so that ParaView shows them."""
    count = len(coordinates)
    vertices = vtkCellArray()
    vertices.SetData(vtk_numbers(np.arange(count + 1, dtype=np.int64)), vtk_numbers(np.arange(count, dtype=np.int64)))
    cloud = vtkPolyData()
    cloud.SetPoints(vtk_points(coordinates))
    cloud.SetVerts(vertices)
    return cloud


def corner_lists(surface: vtkPolyData) -> list[list[int]]:
    """The point ids of each polygon of a surface."""
    cells = surface.GetPolys()
    ids = vtk_to_numpy(cells.GetConnectivityArray()).tolist()
    ends = vtk_to_numpy(cells.GetOffsetsArray()).tolist()
    return [ids[begin:end] for begin, end in zip(ends, ends[1:])]


def coordinates_of(data: vtkDataSet) -> np.ndarray:
    """Point coordinates of any data set, shape (n, 3)."""
    count = data.GetNumberOfPoints()
    if count == 0:
        return np.empty((0, 3))
    if data.IsA("vtkPointSet"):
        return vtk_to_numpy(data.GetPoints().GetData())
    return np.array([data.GetPoint(i) for i in range(count)])


def add_array(attributes: vtkDataSetAttributes, name: str, values: np.ndarray) -> None:
    """Adds one array of numbers (n,) or (n, k), or of strings (n,)."""
    array = vtk_array(values)
    array.SetName(name)
    attributes.AddArray(array)


def vtk_array(values: np.ndarray) -> vtkAbstractArray:
    """Numbers (n,) or (n, k), or strings (n,), as an array without a name. The data are copied."""
    if values.dtype.kind in "OSU":
        strings = vtkStringArray()
        strings.SetNumberOfValues(len(values))
        for i, value in enumerate(values):
            strings.SetValue(i, value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value))
        return strings
    if values.dtype == bool:
        values = values.astype(np.uint8)
    elif values.dtype.kind == "f" and values.dtype.itemsize not in (4, 8):
        values = values.astype(np.float32 if values.dtype.itemsize < 4 else np.float64)
    values = values.astype(values.dtype.newbyteorder("="), copy=False)
    # Without an explicit type NumPy's int8 would become plain characters.
    kind = VTK_SIGNED_CHAR if values.dtype == np.int8 else None
    return vtk_numbers(values, kind)


def vtk_numbers(values: np.ndarray, kind: int | None = None) -> vtkDataArray:
    """Numbers in native byte order as an array without a name, of VTK's corresponding type or of type `kind`.

    The data are copied. VTK would end the program if there were no memory for the copy, so NumPy allocates as much
    first and raises MemoryError.
    """
    np.empty(values.nbytes, np.uint8)
    return numpy_to_vtk(np.ascontiguousarray(values), deep=True, array_type=kind)


def values_of(array: vtkDataArray) -> np.ndarray:
    """The numbers of an array, (n,) or (n, k); bits as bytes 0 and 1. They share its memory where that is possible."""
    bits = array.GetDataType() == VTK_BIT
    if bits or not array.HasStandardMemoryLayout():
        plain = vtkDataArray.CreateDataArray(VTK_UNSIGNED_CHAR if bits else array.GetDataType())
        plain.DeepCopy(array)
        array = plain
    return vtk_to_numpy(array)


def arrays_of(attributes: vtkDataSetAttributes) -> dict[str, np.ndarray]:
    """All arrays by name: numbers as (n,) or (n, k), strings as (n,)."""
    arrays: dict[str, np.ndarray] = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetAbstractArray(i)
        name = array.GetName() or f"Array{i}"
        if array.IsA("vtkStringArray"):
            arrays[name] = np.array([array.GetValue(k) for k in range(array.GetNumberOfValues())], dtype=str)
        elif array.IsA("vtkDataArray"):
            arrays[name] = values_of(array)
    return arrays


def merge_equal_points(coordinates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The distinct points, sorted, and for each given point its index among them. Exact: no tolerance.

    :param coordinates: shape (n, 3)
    :return: (k, 3) points and (n,) indices. O(n log n).
    """
    key = np.zeros(len(coordinates), dtype=np.int64)
    for axis in range(3):
        values, rank = np.unique(coordinates[:, axis], return_inverse=True)
        # Ranks are below n, so their product fits for n < 3e9; ranking the product keeps it below n.
        _, key = np.unique(key * len(values) + rank, return_inverse=True)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return coordinates[first], number
