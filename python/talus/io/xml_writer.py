"""Writes data sets as VTK XML: inline, base64, compressed by zlib, as VTK's writers do in that mode.

VTK's own writers crash if disk or memory is full, and on grids without cells.
"""

from __future__ import annotations

import binascii
import os
import zlib
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Callable, Iterator, Union
from xml.sax.saxutils import quoteattr

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

from .polyhedra import faces_in_files
from .xml_pieces import POLYGON_KINDS, ROLES

_VTK = (vtkVersion.GetVTKMajorVersion(), vtkVersion.GetVTKMinorVersion())
_BLOCK = 1 << 18  # bytes compressed at once
_SMALL = 1 << 12  # compressed sooner than handed to another thread
_AHEAD = 32  # parts of a file that are compressed while others are written
_LEVEL = 2  # of zlib: labels, distances and cells get as small as by its default, in a fifth to two thirds of the time
_STORED = 0  # level of zlib that does not compress
_WORTHWHILE = 0.85  # of the size: blocks of real numbers that hardly shrink take most of the time otherwise, for a tenth of the file
KINDS = {
    "PolyData": ".vtp",
    "UnstructuredGrid": ".vtu",
    "ImageData": ".vti",
    "RectilinearGrid": ".vtr",
    "StructuredGrid": ".vts",
    "Table": ".vtt",
}
_TYPES = {"i": "Int", "u": "UInt", "f": "Float"}
_Part = Union[str, Callable[[], str]]  # text of a file, or what waits for it


def write_data_set(data: vtkDataObject, path: Path) -> None:
    """Writes a vtkPolyData, vtkUnstructuredGrid, vtkImageData, vtkRectilinearGrid, vtkStructuredGrid or vtkTable.

    Needs memory for some compressed arrays in addition to the data. Arrays that are neither numbers nor strings are
    omitted.
    :raises OSError: the disk is full
    """
    with path.open("wb") as file:
        for text in _texts(_document(data)):
            file.write(text.encode())


def _texts(parts: Iterator[_Part]) -> Iterator[str]:
    """The parts of a file. Those that follow are being compressed meanwhile."""
    waiting: deque[_Part] = deque()
    for part in parts:
        waiting.append(part)
        if len(waiting) > _AHEAD:
            yield _text(waiting.popleft())
    yield from map(_text, waiting)


def _text(part: _Part) -> str:
    return part if isinstance(part, str) else part()


def kind_of(data: vtkDataObject) -> str | None:
    """The name of the type in files, for example PolyData; None for types that are not written."""
    return next((kind for kind in KINDS if data.IsA(f"vtk{kind}")), None)


def _document(data: vtkDataObject) -> Iterator[_Part]:
    kind = kind_of(data)
    yield f"{head(str(kind), ' compressor=%s' % quoteattr('vtkZLibDataCompressor'))}<{kind}{_whole(data)}>\n"
    yield from _fields(data)
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


def fields_of(data: vtkDataObject) -> Iterator[str]:
    """The element of the field data, if there are any."""
    yield from _texts(_fields(data))


def _fields(data: vtkDataObject) -> Iterator[_Part]:
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


def _shape(data: vtkDataSet) -> Iterator[_Part]:
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
    types = vtk_to_numpy(_cell_types(grid))
    return {"types": types, **faces_in_files(grid, types)}


def _cell_types(grid: vtkUnstructuredGrid) -> vtkDataArray:
    if _VTK < (9, 6):
        return grid.GetCellTypesArray()
    types = grid.GetCellTypes()
    if isinstance(types, vtkUnsignedCharArray):
        return types
    plain = vtkUnsignedCharArray()  # one number may stand for all cells
    plain.DeepCopy(types)
    return plain


def _cells(name: str, cells: vtkCellArray | None, others: dict[str, np.ndarray] | None = None) -> Iterator[_Part]:
    count = cells.GetNumberOfCells() if cells else 0
    offsets = vtk_to_numpy(cells.GetOffsetsArray())[1:] if count else np.empty(0, np.int64)
    corners = vtk_to_numpy(cells.GetConnectivityArray()) if count else np.empty(0, np.int64)
    yield f"<{name}>\n"
    for array, values in {"connectivity": corners, "offsets": offsets, **(others or {})}.items():
        yield from _data_array(f' Name="{array}"', values)
    yield f"</{name}>\n"


def _element(name: str, arrays: list[tuple[vtkAbstractArray | None, np.ndarray]]) -> Iterator[_Part]:
    yield f"<{name}>\n"
    for array, values in arrays:
        yield from _data_array(name_of(array), values)
    yield f"</{name}>\n"


def _arrays(name: str, attributes: vtkFieldData, tell_tuples: bool = False) -> Iterator[_Part]:
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
            roles += f" {role}={quoteattr(array.GetName())}"
    return roles


def name_of(array: vtkAbstractArray | None) -> str:
    """The attributes with name and kind of an array."""
    if array is None:
        return ""
    told = "" if array.GetName() is None else f" Name={quoteattr(array.GetName())}"
    if array.GetDataType() == VTK_ID_TYPE:
        told += ' IdType="1"'
    for i in range(array.GetNumberOfComponents()):
        if array.GetComponentName(i) is not None:
            told += f" ComponentName{i}={quoteattr(array.GetComponentName(i))}"
    return told


def values_of(array: vtkDataArray) -> np.ndarray:
    """The values of an array as a NumPy array."""
    if not array.HasStandardMemoryLayout():
        plain = vtkDataArray.CreateDataArray(array.GetDataType())
        plain.DeepCopy(array)
        array = plain
    return vtk_to_numpy(array)


def _data_array(told: str, values: np.ndarray) -> Iterator[_Part]:
    yield f'<DataArray {type_of(values)}{told} format="binary">\n'
    plain = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
    yield _packed(memoryview(plain.reshape(-1)).cast("B"))
    yield "\n</DataArray>\n"


def type_of(values: np.ndarray) -> str:
    """The attributes with the type of the numbers."""
    components = f' NumberOfComponents="{values.shape[1]}"' if values.ndim > 1 else ""
    return f'type="{_TYPES[values.dtype.kind]}{8 * values.dtype.itemsize}"{components}'


def _string_array(told: str, array: vtkAbstractArray) -> Iterator[_Part]:
    texts = [array.GetValue(i) for i in range(array.GetNumberOfValues())]
    data = b"".join((text.encode() if isinstance(text, str) else text).replace(b"\0", b"") + b"\0" for text in texts)
    yield f'<Array type="String"{told} format="binary">\n'
    yield _packed(memoryview(data))
    yield "\n</Array>\n"


def _packed(data: memoryview) -> Callable[[], str]:
    """Number of blocks, their size, that of the last if it is shorter, the compressed sizes; then the blocks."""
    blocks = [_compressed(data[begin : begin + _BLOCK]) for begin in range(0, len(data), _BLOCK)]

    def text() -> str:
        packed = [block() for block in blocks]
        header = np.array([len(packed), _BLOCK, len(data) % _BLOCK, *map(len, packed)], "<u8")
        return "".join(
            binascii.b2a_base64(part, newline=False).decode() for part in (header.tobytes(), b"".join(packed))
        )

    return text


def _compressed(block: memoryview) -> Callable[[], bytes]:
    """By all cores: zlib lets other threads of Python work."""
    if len(block) >= _SMALL:
        return _pool().submit(_deflated, block).result
    done = zlib.compress(block, _LEVEL)
    return lambda: done


def _deflated(block: memoryview) -> bytes:
    return zlib.compress(block, _LEVEL if _shrinks(block) else _STORED)


def _shrinks(block: memoryview) -> bool:
    """Whether samples of a block of :data:`_SMALL` bytes or more get smaller by compression."""
    length, step = _SMALL // 8, len(block) // 8
    sample = b"".join(block[begin : begin + length] for begin in range(0, 8 * step, step))
    return len(zlib.compress(sample, _LEVEL)) < _WORTHWHILE * len(sample)


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(len(os.sched_getaffinity(0)))
