"""VTK's legacy format (.vtk), ASCII and binary, versions 1 to 5.1.

Reads surfaces, grids and images with all arrays of numbers, bits and strings. VTK's own reader allocates memory for the
counts in the file; here each count is first compared with the remaining bytes. Source: "VTK File Formats" in VTK's documentation.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Callable, Mapping
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject

from ..errors import TalusError
from .format_error import FormatError
from .plain_text import plain_text
from .regular_file import content_of
from .words import comma_hint, floats, integers
from .xml_cells import Cells, checked_cells, with_types
from .xml_data import assembled
from .xml_pieces import Attributes, Column, Extent, Piece, cell_count, point_count

_MAGIC = re.compile(rb"# vtk DataFile Version (\d+)\.(\d+)[^\n]*\n[^\n]*\n\s*(ascii|binary)[^\n]*\n", re.IGNORECASE)
_TYPES = {  # vtkIdType is stored as an int
    "char": "i1", "signed_char": "i1", "unsigned_char": "u1", "short": "i2", "unsigned_short": "u2", "int": "i4",
    "unsigned_int": "u4", "long": "i8", "unsigned_long": "u8", "long_long": "i8", "unsigned_long_long": "u8",
    "vtkidtype": "i4", "vtktypeint64": "i8", "vtktypeuint64": "u8", "float": "f4", "double": "f8",
}  # fmt: skip
#: Those of arrays, beside the numbers of points and cells
_ARRAY_TYPES = {**_TYPES, "bit": "bit", "string": "string", "utf8_string": "string", "variant": "variant"}
_WORDS = ("string", "variant")
_KINDS = {
    "polydata": "PolyData", "unstructured_grid": "UnstructuredGrid", "structured_points": "ImageData",
    "structured_grid": "StructuredGrid", "rectilinear_grid": "RectilinearGrid",
}  # fmt: skip
_POLYGON_KINDS = {"vertices": "Verts", "lines": "Lines", "polygons": "Polys", "triangle_strips": "Strips"}
#: Number of components of arrays that do not state it, and their role
_ATTRIBUTES = {
    "vectors": (3, "Vectors"), "normals": (3, "Normals"), "tensors": (9, "Tensors"), "tensors6": (6, "Tensors"),
    "global_ids": (1, "GlobalIds"), "pedigree_ids": (1, "PedigreeIds"),
}  # fmt: skip
_POLYHEDRON = 42
_MAX_COUNT = 2**31 - 1


def read_legacy_vtk(path: Path) -> vtkDataObject:
    """Reads a data set.

    :raises TalusError: text that is not in this format, counts that exceed the data, cells with point ids out of range
    """
    data = content_of(path)
    try:
        return _Reader(data, path).read()
    except FormatError as error:
        raise TalusError(f"Not a whole VTK file: {error}", str(path), "Write it again, or as VTP or VTU") from None


class _Words:
    """Reads words, lines and arrays in sequence."""

    def __init__(self, data: bytes, place: int, binary: bool) -> None:
        self._data = data
        self._place = place
        self.binary = binary

    def line(self) -> list[str]:
        """The words of the next line that is not blank; none at the end."""
        while self._place < len(self._data):
            words = self._line().split()
            if words:
                return words
        return []

    def skip_to_blank(self) -> None:
        while self._place < len(self._data) and self._line().strip():
            pass

    def _line(self) -> str:
        end = self._data.find(b"\n", self._place)
        end = len(self._data) if end < 0 else end
        text = self._data[self._place : min(end, self._place + 1000)].decode("ascii", "replace")
        self._place = end + 1
        return text

    def values(self, count: int, kind: str) -> np.ndarray:
        """Numbers, strings and variants as objects, or bits as bytes 0 and 1. :raises FormatError: as for :meth:`numbers`"""
        if kind in _WORDS:
            read = self._string if kind == "string" else self._variant
            return np.array([read() for _ in range(count)], object)
        if kind == "bit" and self.binary:
            return np.unpackbits(self._bytes((count + 7) // 8, np.dtype("u1")))[:count]
        return self.numbers(count, "u1" if kind == "bit" else kind)

    def _encoded_line(self) -> bytes:
        """The next line, even if it is blank."""
        if self._place >= len(self._data):
            raise FormatError("it ends within an array of strings")
        end = self._data.find(b"\n", self._place)
        line = self._data[self._place : end if end >= 0 else len(self._data)]
        self._place += len(line) + 1
        return line

    def _variant(self) -> str:
        """A line with the number of a type and the value."""
        return _name(self._encoded_line().partition(b" ")[2])

    def _string(self) -> str:
        """A line with encoded letters; in a binary file a string behind its length."""
        if not self.binary:
            return _name(self._encoded_line())
        if self._place >= len(self._data):
            raise FormatError("it ends within an array of strings")
        width = 8 >> (self._data[self._place] >> 6)  # bytes of the length, whose first two bits say how many they are
        length = int.from_bytes(self._bytes(width, np.dtype("u1")).tobytes(), "big") & ((1 << (8 * width - 2)) - 1)
        return self._bytes(length, np.dtype("u1")).tobytes().decode("utf-8", "replace")

    def numbers(self, count: int, dtype: str) -> np.ndarray:
        """:raises FormatError: fewer numbers, or words that are not numbers"""
        if self.binary:
            return self._bytes(count, np.dtype(">" + dtype))
        words = self.words(count)
        try:
            if dtype.startswith("f"):
                with np.errstate(over="ignore"):
                    return floats(words).astype(dtype)
            values = integers(words)
        except ValueError:
            raise FormatError("it holds something else than numbers" + comma_hint(b" ".join(words))) from None
        limits = np.iinfo(dtype)
        if len(values) and not (limits.min <= int(values.min()) and int(values.max()) <= limits.max):
            raise FormatError(f"it holds numbers that do not fit {np.dtype(dtype)}")
        return values.astype(dtype)

    def _bytes(self, count: int, dtype: np.dtype) -> np.ndarray:
        end = self._place + count * dtype.itemsize
        if end > len(self._data):
            raise FormatError(f"it ends {end - len(self._data)} bytes too early")
        values = np.frombuffer(self._data, dtype, count, self._place).astype(dtype.newbyteorder("="))
        self._place = end
        return values

    def words(self, count: int) -> list[bytes]:
        """The next words. Searches no more bytes than they can occupy."""
        left = len(self._data) - self._place
        if count > left:
            raise FormatError(f"{count} numbers are promised, {left} bytes are left")
        size = 32 * count + 64
        while True:
            words = self._data[self._place : self._place + size].split(None, count)
            if len(words) > count or size >= left:
                break
            size *= 2
        if len(words) < count:
            raise FormatError(f"{count} numbers are promised, {len(words)} follow")
        rest = len(words[count]) if len(words) > count else 0
        self._place += min(size, left) - rest
        return words[:count]


class _Reader:
    def __init__(self, data: bytes, path: Path) -> None:
        head = _MAGIC.match(data)
        if head is None or head[3].lower() == b"ascii":
            data = plain_text(data, path)
            head = _MAGIC.match(data)
        if head is None:
            raise FormatError("it does not begin with '# vtk DataFile Version', a title, and ASCII or BINARY")
        self._words = _Words(data, head.end(), head[3].lower() == b"binary")
        self._offsets = int(head[1]) >= 5
        self._piece = Piece()
        self._fields = Attributes()
        self._extent: Extent = (0, -1, 0, -1, 0, -1)
        self._told: dict[str, str] = {}
        self._target: Attributes | None = None
        self._rows = 0

    def read(self) -> vtkDataObject:
        kind = self._kind()
        sections: Mapping[str, Callable[[list[str]], None]] = {
            "points": self._points, "dimensions": self._dimensions, "origin": self._origin, "spacing": self._spacing,
            "aspect_ratio": self._spacing, "cells": self._cells, "cell_types": self._types, "point_data": self._point_data,
            "cell_data": self._cell_data, "scalars": self._scalars, "color_scalars": self._colours,
            "lookup_table": self._lookup, "texture_coordinates": self._texture, "field": self._field,
            "metadata": lambda _: self._words.skip_to_blank(),
            **{f"{axis}_coordinates": self._axis for axis in "xyz"},
            **{name: self._polygons for name in _POLYGON_KINDS}, **{name: self._attribute for name in _ATTRIBUTES},
        }  # fmt: skip
        while words := self._words.line():
            section = sections.get(words[0].lower())
            if section is None:
                raise FormatError(f"'{words[0][:40]}' is not a keyword")
            section(words)
        return self._assembled(kind)

    def _kind(self) -> str:
        words = self._words.line()
        while words and words[0].lower() in ("field", "metadata"):
            if words[0].lower() == "field":
                self._field(words)
            else:
                self._words.skip_to_blank()
            words = self._words.line()
        if len(words) < 2 or words[0].lower() != "dataset" or words[1].lower() not in _KINDS:
            raise FormatError(f"'{' '.join(words)[:40]}' stands where DATASET and its kind should")
        return _KINDS[words[1].lower()]

    def _assembled(self, kind: str) -> vtkDataObject:
        piece = self._piece
        if kind in ("ImageData", "RectilinearGrid", "StructuredGrid"):
            piece.extent = self._extent
            points, piece.cells = point_count(self._extent), cell_count(self._extent)
            if kind == "StructuredGrid" and len(piece.coordinates) != points:
                raise FormatError(f"it has {len(piece.coordinates)} points, its dimensions ask for {points}")
            piece.points = points
        if kind == "RectilinearGrid" and [len(axis) for axis in piece.axes] != [
            high - low + 1 for low, high in zip(self._extent[::2], self._extent[1::2])
        ]:
            raise FormatError("its coordinates do not fit its dimensions")
        if kind == "UnstructuredGrid":
            piece.cell_lists.setdefault("Cells", Cells())
            if len(piece.cell_lists["Cells"]) != len(piece.cell_lists["Cells"].types):
                raise FormatError("its cells have no types")
        elif kind == "PolyData":
            for name in _POLYGON_KINDS.values():
                piece.cell_lists.setdefault(name, Cells())
            piece.cells = sum(map(len, piece.cell_lists.values()))
        for attributes, count in ((piece.point_data, piece.points), (piece.cell_data, piece.cells)):
            if any(len(column.values) != count for column in attributes.columns):
                raise FormatError(f"its arrays do not have {count} rows")
        extent = " ".join(map(str, self._extent))
        return assembled(kind, Element(kind, WholeExtent=extent, **self._told), [piece], self._fields)

    # ---- geometry ----

    def _points(self, words: list[str]) -> None:
        count = _count(words, 1)
        self._piece.coordinates = self._words.numbers(3 * count, _type(words, 2)).reshape(-1, 3)
        self._piece.points = count
        if self._piece.coordinates.dtype.kind != "f":
            self._piece.coordinates = self._piece.coordinates.astype(np.float64)

    def _dimensions(self, words: list[str]) -> None:
        x, y, z = (_count(words, i) for i in (1, 2, 3))
        self._extent = (0, x - 1, 0, y - 1, 0, z - 1)

    def _origin(self, words: list[str]) -> None:
        self._told["Origin"] = " ".join(words[1:4])

    def _spacing(self, words: list[str]) -> None:
        self._told["Spacing"] = " ".join(words[1:4])

    def _axis(self, words: list[str]) -> None:
        self._piece.axes.append(self._words.numbers(_count(words, 1), _type(words, 2)))

    def _polygons(self, words: list[str]) -> None:
        self._piece.cell_lists[_POLYGON_KINDS[words[0].lower()]] = self._cell_list(words)

    def _cells(self, words: list[str]) -> None:
        self._piece.cell_lists["Cells"] = self._cell_list(words)
        self._piece.cells = len(self._piece.cell_lists["Cells"])

    def _cell_list(self, words: list[str]) -> Cells:
        count, size = _count(words, 1), _count(words, 2)
        if not self._offsets:
            return checked_cells(*_of_stream(self._words.numbers(size, "i4"), count), self._piece.points)
        ends = self._part("offsets", count)[1:]
        return checked_cells(self._part("connectivity", size), ends, self._piece.points)

    def _part(self, name: str, count: int) -> np.ndarray:
        words = self._words.line()
        if not words or words[0].lower() != name:
            raise FormatError(f"'{' '.join(words)[:40]}' stands where {name.upper()} should")
        return self._words.numbers(count, _type(words, 1)).astype(np.int64)

    def _types(self, words: list[str]) -> None:
        types = self._words.numbers(_count(words, 1), "i4")
        if (types == _POLYHEDRON).any():
            raise FormatError("polyhedra are not read from this format")
        self._piece.cell_lists["Cells"] = with_types(self._piece.cell_lists.get("Cells", Cells()), types)

    # ---- arrays ----

    def _point_data(self, words: list[str]) -> None:
        self._target, self._rows = self._piece.point_data, _count(words, 1)

    def _cell_data(self, words: list[str]) -> None:
        self._target, self._rows = self._piece.cell_data, _count(words, 1)

    def _scalars(self, words: list[str]) -> None:
        components = _count(words, 3) if len(words) > 3 else 1
        table = self._words.line()
        if len(table) < 2 or table[0].lower() != "lookup_table":
            raise FormatError(f"'{' '.join(table)[:40]}' stands where LOOKUP_TABLE should")
        self._add(words, components, _type(words, 2, _ARRAY_TYPES), "Scalars")

    def _colours(self, words: list[str]) -> None:
        self._add(words, _count(words, 2), "u1" if self._words.binary else "f4", "Scalars")

    def _lookup(self, words: list[str]) -> None:
        self._words.numbers(4 * _count(words, 2), "u1" if self._words.binary else "f4")

    def _texture(self, words: list[str]) -> None:
        self._add(words, _count(words, 2), _type(words, 3, _ARRAY_TYPES), "TCoords")

    def _attribute(self, words: list[str]) -> None:
        components, role = _ATTRIBUTES[words[0].lower()]
        self._add(words, components, _type(words, 2, _ARRAY_TYPES), role)

    def _add(self, words: list[str], components: int, kind: str, role: str) -> None:
        if self._target is None:
            raise FormatError(f"'{words[0]}' stands before POINT_DATA and CELL_DATA")
        name = _name(words[1])
        self._target.columns += self._columns(name, self._rows, components, kind)
        if kind not in _WORDS:
            self._target.roles.setdefault(role, name)

    def _field(self, words: list[str]) -> None:
        target = self._fields if self._target is None else self._target
        for _ in range(_count(words, 2)):
            head = self._words.line()
            while head and head[0].lower() == "metadata":
                self._words.skip_to_blank()
                head = self._words.line()
            if not head:
                raise FormatError("it ends within a FIELD")
            if head[0] == "NULL_ARRAY":
                continue
            components, rows = _count(head, 1), _count(head, 2)
            target.columns += self._columns(_name(head[0]), rows, components, _type(head, 3, _ARRAY_TYPES))

    def _columns(self, name: str, rows: int, components: int, kind: str) -> list[Column]:
        """An array; of strings one for each component."""
        if components < 1:
            raise FormatError("an array has no components")
        values = self._words.values(rows * components, kind)
        if components == 1:
            return [Column(name, values)]
        table = values.reshape(rows, components)
        if kind not in _WORDS:
            return [Column(name, table)]
        return [Column(f"{name}:{k}", table[:, k]) for k in range(components)]


def _count(words: list[str], place: int) -> int:
    """:raises FormatError: the word is not a count"""
    word = words[place] if place < len(words) else ""
    if not (word.isascii() and word.isdecimal()) or len(word) > 12 or int(word) > _MAX_COUNT:
        raise FormatError(f"'{' '.join(words)[:60]}' does not tell a count")
    return int(word)


def _type(words: list[str], place: int, known: Mapping[str, str] = _TYPES) -> str:
    word = words[place].lower() if place < len(words) else ""
    if word not in known:
        raise FormatError(f"'{' '.join(words)[:60]}' does not tell a type of values that is read")
    return known[word]


def _name(word: str | bytes) -> str:
    return unquote_to_bytes(word).decode("utf-8", "replace")


def _of_stream(stream: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Connectivity and ends of cells stored as: number of points, then their ids. :raises FormatError: wrong numbers"""
    if count > len(stream):
        raise FormatError("its cells are fewer than promised")
    starts = np.empty(count, np.int64)
    place = 0
    sizes = stream.tolist()
    for cell in range(count):
        if place >= len(sizes) or sizes[place] < 0:
            raise FormatError("its cells are fewer than promised")
        starts[cell] = place
        place += 1 + sizes[place]
    if place != len(sizes):
        raise FormatError("its cells do not have the promised size")
    return np.delete(stream, starts).astype(np.int64), np.cumsum(stream[starts], dtype=np.int64)
