"""Writes data sets as VTK XML: inline, base64, compressed by zlib, as VTK's writers do in that mode.

VTK's own writers crash if disk or memory is full, and on grids without cells.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Callable, Iterable, Iterator, Union

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.util.vtkConstants import VTK_ID_TYPE
from vtkmodules.vtkCommonCore import vtkAbstractArray, vtkDataArray, vtkUnsignedCharArray, vtkVersion
from vtkmodules.vtkCommonDataModel import (
    vtkCellArray,
    vtkDataObject,
    vtkDataSet,
    vtkDataSetAttributes,
    vtkFieldData,
    vtkImageData,
    vtkPointSet,
    vtkPolyData,
    vtkRectilinearGrid,
    vtkTable,
    vtkUnstructuredGrid,
)

from ..vtkmodules.TalusFilters import vtkTalusArrayFile
from .geometry import values_of
from .polyhedra import faces_in_files
from .xml_pieces import POLYGON_KINDS, ROLES
from .xml_text import attribute

_VTK = (vtkVersion.GetVTKMajorVersion(), vtkVersion.GetVTKMinorVersion())
KINDS = {
    "PolyData": ".vtp",
    "UnstructuredGrid": ".vtu",
    "ImageData": ".vti",
    "RectilinearGrid": ".vtr",
    "StructuredGrid": ".vts",
    "Table": ".vtt",
}
_TYPES = {"i": "Int", "u": "UInt", "f": "Float"}
#: Text of a file, or the values of an array in it
Part = Union[str, np.ndarray]


def write_data_set(data: vtkDataObject, path: Path) -> None:
    """Writes a vtkPolyData, vtkUnstructuredGrid, vtkImageData, vtkRectilinearGrid, vtkStructuredGrid or vtkTable.

    Needs memory for some compressed arrays in addition to the data. Arrays that are neither numbers nor strings are
    omitted.
    :raises OSError: the disk is full
    """
    write_parts(_document(data), path)


def write_parts(parts: Iterable[Part], path: Path) -> None:
    """:raises OSError: the disk is full"""
    _begun(parts, path, vtkTalusArrayFile())()


def begin_data_set(
    data: vtkDataObject, path: Path, file: vtkTalusArrayFile, background: bool, to_disk: bool = False
) -> Callable[[], None]:
    """As :func:`write_data_set`, in the background while the caller goes on, or at once.

    :param data: its arrays must not change until the file is written; in the background, until the next one is
    :param file: writes it. It compresses arrays that are the same as in its last file only once
    :return: waits for the file, if ``to_disk`` until the disk has it. Raises OSError: the disk is full. Called again it
        does nothing
    """
    file.SetKeepParts(background)
    return _begun(_document(data), path, file, background, to_disk)


def _begun(
    parts: Iterable[Part], path: Path, file: vtkTalusArrayFile, background: bool = False, to_disk: bool = False
) -> Callable[[], None]:
    for part in parts:
        if isinstance(part, str):
            file.AddText(part)
        else:
            file.AddArray(_array_of(part))
    file.Start(os.fsencode(path), background, to_disk)
    return lambda: _require_none(file.Finish())


def _array_of(values: np.ndarray) -> vtkUnsignedCharArray:
    """The same memory, which it keeps. VTK's function for that would allocate it once more."""
    array, data = vtkUnsignedCharArray(), values.reshape(-1).view(np.uint8)
    array.SetVoidArray(data, len(data), 1)
    array.values = data
    return array


def _require_none(error: int) -> None:
    """:param error: number of the system"""
    if error == errno.ENOMEM:
        raise MemoryError("Not enough memory")
    if error:
        raise OSError(error, os.strerror(error))


def kind_of(data: vtkDataObject) -> str | None:
    """The name of the type in files, for example PolyData; None for types that are not written."""
    return next((kind for kind in KINDS if data.IsA(f"vtk{kind}")), None)


def _document(data: vtkDataObject) -> Iterator[Part]:
    kind = kind_of(data)
    yield f"{head(str(kind), ' compressor=%s' % attribute('vtkZLibDataCompressor'))}<{kind}{_whole(data)}>\n"
    yield from fields_of(data)
    yield f"<Piece{_counts(data)}>\n"
    if isinstance(data, vtkTable):
        yield from _arrays("RowData", data.GetRowData())
    else:
        yield from _arrays("PointData", data.GetPointData())
        yield from _arrays("CellData", data.GetCellData())
        yield from _shape(data)
    yield f"</Piece>\n</{kind}>\n</VTKFile>\n"


def head(kind: str, more: str = "") -> str:
    """The beginning of a file."""
    told = f'type="{kind}" version="1.0" byte_order="LittleEndian" header_type="UInt64"{more}'
    return f'<?xml version="1.0"?>\n<VTKFile {told}>\n'


def fields_of(data: vtkDataObject) -> Iterator[Part]:
    """The element of the field data, if there are any."""
    if data.GetFieldData().GetNumberOfArrays():
        yield from _arrays("FieldData", data.GetFieldData(), tell_tuples=True)


def _whole(data: vtkDataObject) -> str:
    """The attributes of a structured data set."""
    if not hasattr(data, "GetExtent"):
        return ""
    told = f' WholeExtent="{_numbers(data.GetExtent())}"'
    if isinstance(data, vtkImageData):
        matrix = data.GetDirectionMatrix()
        direction = [matrix.GetElement(row, column) for row in range(3) for column in range(3)]
        told += f' Origin="{_numbers(data.GetOrigin())}" Spacing="{_numbers(data.GetSpacing())}"'
        told += f' Direction="{_numbers(direction)}"'
    return told


def _numbers(values) -> str:
    return " ".join(map(repr, values))


def _counts(data: vtkDataObject) -> str:
    if isinstance(data, vtkTable):
        return f' NumberOfCols="{data.GetNumberOfColumns()}" NumberOfRows="{data.GetNumberOfRows()}"'
    if hasattr(data, "GetExtent"):
        return f' Extent="{_numbers(data.GetExtent())}"'
    counts = {"Points": data.GetNumberOfPoints()}
    if isinstance(data, vtkPolyData):
        counts |= {kind: getattr(data, f"GetNumberOf{kind}")() for kind in POLYGON_KINDS}
    else:
        counts["Cells"] = data.GetNumberOfCells()
    return "".join(f' NumberOf{name}="{count}"' for name, count in counts.items())


def _shape(data: vtkDataSet) -> Iterator[Part]:
    if isinstance(data, vtkRectilinearGrid):
        axes = [data.GetXCoordinates(), data.GetYCoordinates(), data.GetZCoordinates()]
        yield from _element("Coordinates", [(axis, values_of(axis)) for axis in axes])
    if isinstance(data, vtkPointSet):
        points = data.GetPoints().GetData() if data.GetNumberOfPoints() else None
        yield from _element("Points", [(points, np.empty((0, 3)) if points is None else values_of(points))])
    if isinstance(data, vtkPolyData):
        for kind in POLYGON_KINDS:
            yield from _cells(kind, getattr(data, f"Get{kind}")())
    if isinstance(data, vtkUnstructuredGrid):
        yield from _cells("Cells", data.GetCells(), _types(data))


def _types(grid: vtkUnstructuredGrid) -> dict[str, np.ndarray]:
    """The arrays of an unstructured grid in addition to connectivity and offsets."""
    if not grid.GetNumberOfCells():
        return {"types": np.empty(0, np.uint8)}
    types = vtk_to_numpy(cell_types(grid))
    return {"types": types, **faces_in_files(grid, types)}


def cell_types(grid: vtkUnstructuredGrid) -> vtkDataArray:
    """The type of each cell."""
    if _VTK < (9, 6):
        return grid.GetCellTypesArray()
    types = grid.GetCellTypes()
    if isinstance(types, vtkUnsignedCharArray):
        return types
    plain = vtkUnsignedCharArray()  # one number may stand for all cells
    plain.DeepCopy(types)
    return plain


def _cells(name: str, cells: vtkCellArray | None, others: dict[str, np.ndarray] | None = None) -> Iterator[Part]:
    count = cells.GetNumberOfCells() if cells else 0
    offsets = vtk_to_numpy(cells.GetOffsetsArray())[1:] if count else np.empty(0, np.int64)
    corners = vtk_to_numpy(cells.GetConnectivityArray()) if count else np.empty(0, np.int64)
    yield f"<{name}>\n"
    for array, values in {"connectivity": corners, "offsets": offsets, **(others or {})}.items():
        yield from _data_array(f' Name="{array}"', values)
    yield f"</{name}>\n"


def _element(name: str, arrays: list[tuple[vtkAbstractArray | None, np.ndarray]]) -> Iterator[Part]:
    yield f"<{name}>\n"
    for array, values in arrays:
        yield from _data_array(name_of(array), values)
    yield f"</{name}>\n"


def _arrays(name: str, attributes: vtkFieldData, tell_tuples: bool = False) -> Iterator[Part]:
    roles = roles_of(attributes) if isinstance(attributes, vtkDataSetAttributes) else ""
    yield f"<{name}{roles}>\n"
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetAbstractArray(i)
        told = name_of(array) + (f' NumberOfTuples="{array.GetNumberOfTuples()}"' if tell_tuples else "")
        if array.IsA("vtkStringArray"):
            yield from _string_array(told, array)
        elif array.IsA("vtkDataArray"):
            yield from _data_array(told, values_of(array))
    yield f"</{name}>\n"


def roles_of(attributes: vtkDataSetAttributes) -> str:
    """The attributes that name the active arrays."""
    roles = ""
    for role in ROLES:
        array = attributes.GetAbstractAttribute(getattr(vtkDataSetAttributes, role.upper()))
        if array is not None and array.GetName():
            roles += f" {role}={attribute(array.GetName())}"
    return roles


def name_of(array: vtkAbstractArray | None) -> str:
    """The attributes with name and kind of an array."""
    if array is None:
        return ""
    told = "" if array.GetName() is None else f" Name={attribute(array.GetName())}"
    if array.GetDataType() == VTK_ID_TYPE:
        told += ' IdType="1"'
    for i in range(array.GetNumberOfComponents()):
        if array.GetComponentName(i) is not None:
            told += f" ComponentName{i}={attribute(array.GetComponentName(i))}"
    return told


def _data_array(told: str, values: np.ndarray) -> Iterator[Part]:
    yield f'<DataArray {type_of(values)}{told} format="binary">\n'
    yield np.ascontiguousarray(values)
    yield "\n</DataArray>\n"


def type_of(values: np.ndarray) -> str:
    """The attributes with the type of the numbers."""
    components = f' NumberOfComponents="{values.shape[1]}"' if values.ndim > 1 else ""
    return f'type="{_TYPES[values.dtype.kind]}{8 * values.dtype.itemsize}"{components}'


def _string_array(told: str, array: vtkAbstractArray) -> Iterator[Part]:
    texts = [array.GetValue(i) for i in range(array.GetNumberOfValues())]
    data = b"".join((text.encode() if isinstance(text, str) else text).replace(b"\0", b"") + b"\0" for text in texts)
    yield f'<Array type="String"{told} format="binary">\n'
    yield np.frombuffer(data, np.uint8)
    yield "\n</Array>\n"
