"""PLY (Stanford polygon format), ASCII and binary: points with their other properties as arrays.

Coordinates keep their declared precision; ASCII files are read in double.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .format_error import FormatError
from .plain_text import with_newlines, without_mark
from .regular_file import content_of
from .tables import cloud_of
from .words import comma_hint, floats

_TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2", "ushort": "u2",
    "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4", "float": "f4", "float32": "f4",
    "double": "f8", "float64": "f8",
}  # fmt: skip
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_END = re.compile(rb"end_header[ \t]*(\r\n|\n|\r|$)")


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


def read_ply_points(path: Path) -> vtkPolyData:
    """Reads the vertices as points, and their other scalar properties as arrays; ignores faces.

    :raises TalusError: a header that is not PLY, a body that is shorter than the header states or contains anything but
        numbers. O(size).
    """
    try:
        elements, values = _read(path)
        vertex = values.get("vertex", {})
        axes = dict(zip("xyz", _points(vertex).T))
    except FormatError as error:
        raise TalusError(f"PLY is broken: {error}", str(path), "Copy or export the file again") from None
    properties = next(element for element in elements if element.name == "vertex").properties
    others = [p for p in properties if not p.count_type and p.name not in axes]
    return cloud_of(axes | {p.name: _as_declared(vertex[p.name], p.type) for p in others}, path)


def _read(path: Path) -> tuple[list[_Element], dict[str, _Values]]:
    """The elements of a file and the values of each."""
    data = without_mark(content_of(path), path)
    order, elements, body = _header(data)
    values = _read_ascii(elements, data[body:]) if order == "" else _read_binary(elements, data[body:], order)
    return elements, values


def _as_declared(column: Any, kind: str) -> np.ndarray:
    """Integers of a text file in the type that the header declares, unless they do not fit; other values as they are."""
    if kind.startswith("f"):
        return column
    with np.errstate(invalid="ignore"):  # NaN
        cast = column.astype(kind)
    return cast if (cast == column).all() else column


def _header(data: bytes) -> tuple[str, list[_Element], int]:
    """Byte order ('' for ASCII), elements, and the offset of the body."""
    end = _END.search(data)
    if not data.startswith(b"ply") or end is None:
        raise FormatError("it does not begin with 'ply' … 'end_header'")
    order = None
    elements: list[_Element] = []
    for line in data[: end.start()].decode("ascii", "replace").splitlines()[1:]:
        words = line.split()
        try:
            if not words or words[0] in ("comment", "obj_info"):
                continue
            if words[0] == "format":
                order = _ORDERS[words[1]]
            elif words[0] == "element":
                elements.append(_Element(words[1], _count(words[2])))
            elif words[0] == "property":
                elements[-1].properties.append(_property(words))
            else:
                raise KeyError(words[0])
        except (KeyError, IndexError, ValueError):
            raise FormatError(f"header line '{line.strip()[:40]}'") from None
    if order is None:
        raise FormatError("the header has no 'format' line")
    _require_distinct(elements)
    return order, elements, end.end()


def _count(word: str) -> int:
    """:raises ValueError: not an integer ≥ 0"""
    if not (word.isascii() and word.isdecimal()):
        raise ValueError
    return int(word)


def _property(words: list[str]) -> _Property:
    """:raises KeyError: an unknown type, or a list whose length is not an integer"""
    if words[1] != "list":
        return _Property(words[2], _TYPES[words[1]])
    if _TYPES[words[2]].startswith("f"):
        raise KeyError(words[2])
    return _Property(words[4], _TYPES[words[3]], _TYPES[words[2]])


def _require_distinct(elements: list[_Element]) -> None:
    """:raises FormatError: a duplicate name, an element without properties"""
    for names, what in [
        ([element.name for element in elements], "element"),
        *(([p.name for p in element.properties], "property") for element in elements),
    ]:
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            raise FormatError(f"{what} '{twice[:40]}' stands twice in the header")
    empty = next((element for element in elements if element.count and not element.properties), None)
    if empty is not None:
        raise FormatError(f"element '{empty.name[:40]}' has no properties")


# Values of an element: a column per scalar property; (concatenated values, sizes) per list property.
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
    """Memory layout of the rows if all lists are as long as those of the first row."""
    fields: list[tuple] = []
    here = place
    for p in element.properties:
        size = 1
        if p.count_type:
            size = _list_size(body, here, order + p.count_type, element) if element.count else 0
            fields += [("#" + p.name, order + p.count_type), (p.name, order + p.type, (size,))]
            here += np.dtype(p.count_type).itemsize
        else:
            fields.append((p.name, order + p.type))
        here += size * np.dtype(p.type).itemsize
        if here > len(body) and element.count:
            raise _short(element)
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


def _list_size(body: bytes, place: int, dtype: str, element: _Element) -> int:
    if place + np.dtype(dtype).itemsize > len(body):
        raise _short(element)
    size = int(np.frombuffer(body, dtype, 1, place)[0])
    if size < 0:
        raise FormatError(f"a list of element '{element.name}' has {size} entries")
    return size


def _read_uneven(element: _Element, body: bytes, place: int, order: str) -> tuple[_Values, int]:
    """Reads rows with lists of different lengths one by one."""
    lists: dict[str, list[np.ndarray]] = {p.name: [] for p in element.properties}
    for _ in range(element.count):
        for p in element.properties:
            size = 1
            if p.count_type:
                size = _list_size(body, place, order + p.count_type, element)
                place += np.dtype(p.count_type).itemsize
            width = size * np.dtype(p.type).itemsize
            if place + width > len(body):
                raise _short(element)
            lists[p.name].append(np.frombuffer(body, order + p.type, size, place))
            place += width
    return _joined(element, lists), place


def _read_ascii(elements: list[_Element], body: bytes) -> dict[str, _Values]:
    lines = [words for words in (line.split() for line in with_newlines(body).split(b"\n")) if words]
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
        if any(len(row) != width for row in rows):
            raise ValueError
        table = floats([word for row in rows for word in row]).reshape(element.count, width)
    except ValueError:
        hint = comma_hint(b"\n".join(b" ".join(row) for row in rows))
        raise FormatError(f"a row of element '{element.name}' is not {width} numbers{hint}") from None
    return {p.name: table[:, i] for i, p in enumerate(element.properties)}


def _ascii_lists(element: _Element, rows: list[list[bytes]]) -> _Values:
    lists: dict[str, list[np.ndarray]] = {p.name: [] for p in element.properties}
    for row in rows:
        place = 0
        for p in element.properties:
            try:
                size = int(row[place]) if p.count_type else 1
                place += bool(p.count_type)
                part = floats(row[place : place + size]) if size >= 0 else np.empty(0)
            except (ValueError, IndexError):
                raise FormatError(f"a row of element '{element.name}' is not numbers") from None
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


def _short(element: _Element) -> FormatError:
    return FormatError(
        f"the file ends before the {element.count} entries of element '{element.name}' that it promises"
    )


def _points(vertex: _Values) -> np.ndarray:
    if not {"x", "y", "z"} <= vertex.keys():
        raise FormatError("it has no element 'vertex' with x, y and z")
    columns: list[Any] = [vertex[axis] for axis in "xyz"]
    if any(isinstance(column, tuple) for column in columns):
        raise FormatError("x, y or z of the element 'vertex' is a list")
    points = np.stack(columns, axis=1)
    return points.astype(points.dtype.newbyteorder("="))
