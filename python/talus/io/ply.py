"""PLY (Stanford polygon format), ASCII and binary: points and faces.

Coordinates keep the precision they are declared with (VTK's own reader rounds double to single); those of ASCII
files are read in double. All other properties are passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .geometry import polygons

_TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2",
    "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4",
    "double": "f8", "float64": "f8",
}  # fmt: skip
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_CORNERS = ("vertex_indices", "vertex_index")


@dataclass
class _Property:
    name: str
    type: str
    count_type: str = ""  # empty: not a list


@dataclass
class _Element:
    name: str
    count: int
    properties: list[_Property] = field(default_factory=list)

    def has_lists(self) -> bool:
        return any(p.count_type for p in self.properties)


def read_ply(path: Path) -> vtkPolyData:
    """Reads a polygon surface.

    :raises TalusError: a header that is not PLY, a body that is shorter than it promises or holds something else
        than numbers, a face with fewer than three corners or a corner that names no point. O(size).
    """
    data = path.read_bytes()
    try:
        order, elements, body = _header(data)
        values = (
            _read_ascii(elements, data[body:]) if order == "" else _read_binary(elements, data[body:], order)
        )
        return _surface(values)
    except _Broken as broken:
        raise TalusError(f"PLY is broken: {broken}", str(path), "Copy or export the file again") from None


class _Broken(Exception):
    pass


def _header(data: bytes) -> tuple[str, list[_Element], int]:
    """Byte order ('' for ASCII), elements, and where the body begins."""
    end = data.find(b"end_header")
    if not data.startswith(b"ply") or end < 0:
        raise _Broken("it does not begin with 'ply' … 'end_header'")
    order = None
    elements: list[_Element] = []
    for line in data[:end].decode("ascii", "replace").splitlines()[1:]:
        words = line.split()
        try:
            if not words or words[0] in ("comment", "obj_info"):
                continue
            if words[0] == "format":
                order = _ORDERS[words[1]]
            elif words[0] == "element":
                elements.append(_Element(words[1], int(words[2])))
            elif words[0] == "property" and words[1] == "list":
                elements[-1].properties.append(_Property(words[4], _TYPES[words[3]], _TYPES[words[2]]))
            elif words[0] == "property":
                elements[-1].properties.append(_Property(words[2], _TYPES[words[1]]))
            else:
                raise KeyError(words[0])
        except (KeyError, IndexError, ValueError):
            raise _Broken(f"header line '{line.strip()[:40]}'") from None
    if order is None:
        raise _Broken("the header has no 'format' line")
    newline = data.find(b"\n", end)
    return order, elements, len(data) if newline < 0 else newline + 1


# Values of an element: a column per scalar property; (values one after the other, sizes) per list property.
_Values = dict[str, object]


def _read_binary(elements: list[_Element], body: bytes, order: str) -> dict[str, _Values]:
    values: dict[str, _Values] = {}
    place = 0
    for element in elements:
        dtype = _guessed_dtype(element, body, place, order)
        rows = None
        if place + element.count * dtype.itemsize <= len(body):
            rows = np.frombuffer(body, dtype, element.count, place)
        if rows is not None and _sizes_hold(element, rows):
            values[element.name] = _columns(element, rows)
            place += element.count * dtype.itemsize
        elif element.has_lists():
            values[element.name], place = _read_uneven(element, body, place, order)
        else:
            raise _short(element)
    return values


def _guessed_dtype(element: _Element, body: bytes, place: int, order: str) -> np.dtype:
    """Layout of the rows if all have lists as long as the first row's."""
    fields: list[tuple] = []
    for p in element.properties:
        if p.count_type:
            here = np.dtype(fields).itemsize + place
            size = _number(body, here, order + p.count_type, element) if element.count else 0
            fields += [("#" + p.name, order + p.count_type), (p.name, order + p.type, (size,))]
        else:
            fields.append((p.name, order + p.type))
    return np.dtype(fields)


def _sizes_hold(element: _Element, rows: np.ndarray) -> bool:
    return all(
        (rows["#" + p.name] == rows[p.name].shape[1]).all() for p in element.properties if p.count_type
    )


def _columns(element: _Element, rows: np.ndarray) -> _Values:
    columns: _Values = {}
    for p in element.properties:
        column = rows[p.name]
        if p.count_type:
            columns[p.name] = (column.reshape(-1), np.full(len(rows), column.shape[1]))
        else:
            columns[p.name] = column
    return columns


def _number(body: bytes, place: int, dtype: str, element: _Element) -> int:
    if place + np.dtype(dtype).itemsize > len(body):
        raise _short(element)
    return int(np.frombuffer(body, dtype, 1, place)[0])


def _read_uneven(element: _Element, body: bytes, place: int, order: str) -> tuple[_Values, int]:
    """Rows with lists of different lengths, one at a time."""
    lists: dict[str, list[np.ndarray]] = {p.name: [] for p in element.properties}
    for _ in range(element.count):
        for p in element.properties:
            size = 1
            if p.count_type:
                size = _number(body, place, order + p.count_type, element)
                place += np.dtype(p.count_type).itemsize
            width = size * np.dtype(p.type).itemsize
            if size < 0 or place + width > len(body):
                raise _short(element)
            lists[p.name].append(np.frombuffer(body, order + p.type, size, place))
            place += width
    return _joined(element, lists), place


def _read_ascii(elements: list[_Element], body: bytes) -> dict[str, _Values]:
    lines = [words for words in (line.split() for line in body.split(b"\n")) if words]
    values: dict[str, _Values] = {}
    place = 0
    for element in elements:
        rows = lines[place : place + element.count]
        if len(rows) < element.count:
            raise _short(element)
        values[element.name] = (
            _ascii_lists(element, rows) if element.has_lists() else _ascii_table(element, rows)
        )
        place += element.count
    return values


def _ascii_table(element: _Element, rows: list[list[bytes]]) -> _Values:
    width = len(element.properties)
    try:
        table = np.array(rows, dtype=bytes).astype(np.float64).reshape(element.count, width)
    except ValueError:
        raise _Broken(f"a row of element '{element.name}' is not {width} numbers") from None
    return {p.name: table[:, i] for i, p in enumerate(element.properties)}


def _ascii_lists(element: _Element, rows: list[list[bytes]]) -> _Values:
    lists: dict[str, list[np.ndarray]] = {p.name: [] for p in element.properties}
    for row in rows:
        place = 0
        for p in element.properties:
            try:
                size = int(row[place]) if p.count_type else 1
                place += bool(p.count_type)
                part = np.array([float(word) for word in row[place : place + size]])
            except (ValueError, IndexError):
                raise _Broken(f"a row of element '{element.name}' is not numbers") from None
            if len(part) != size:
                raise _short(element)
            lists[p.name].append(part)
            place += size
    return _joined(element, lists)


def _joined(element: _Element, lists: dict[str, list[np.ndarray]]) -> _Values:
    joined: _Values = {}
    for p in element.properties:
        parts = lists[p.name]
        flat = np.concatenate(parts) if parts else np.empty(0)
        joined[p.name] = (
            (flat, np.array([len(part) for part in parts], dtype=np.int64)) if p.count_type else flat
        )
    return joined


def _short(element: _Element) -> _Broken:
    return _Broken(
        f"the file ends before the {element.count} entries of element '{element.name}' that it promises"
    )


def _surface(values: dict[str, _Values]) -> vtkPolyData:
    vertex = values.get("vertex", {})
    if not {"x", "y", "z"} <= vertex.keys():
        raise _Broken("it has no element 'vertex' with x, y and z")
    face = values.get("face", {})
    name = next((n for n in _CORNERS if n in face), None)
    if name is None:
        raise _Broken("it has no element 'face' with vertex_indices: it is a point cloud, not a surface")
    points = np.stack([np.asarray(vertex[axis]) for axis in "xyz"], axis=1)
    points = points.astype(points.dtype.newbyteorder("="))
    lists: Any = face[name]
    flat, sizes = lists
    corners = np.asarray(flat).astype(np.int64)
    if len(sizes) and sizes.min() < 3:
        raise _Broken(f"a face with {sizes.min()} corners is not a polygon")
    if len(corners) and not (0 <= corners.min() and corners.max() < len(points)):
        wrong = corners[(corners < 0) | (corners >= len(points))][0]
        raise _Broken(f"a face names point {wrong} of {len(points)}")
    return polygons(points, corners, sizes)
