"""PCD, the Point Cloud Library's format, ASCII and binary: points with their other fields as arrays.

Source: Point Cloud Library, "The PCD (Point Cloud Data) file format".
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .format_error import FormatError
from .plain_text import with_newlines, without_mark
from .regular_file import content_of
from .tables import cloud_of
from .words import comma_hint, floats_in

_TYPES = {"I": "i", "U": "u", "F": "f"}
_SIZES = {"I": (1, 2, 4, 8), "U": (1, 2, 4, 8), "F": (4, 8)}
_MAX_ROW_BYTES = 1 << 16  # maximum bytes of a point


def read_pcd(path: Path) -> vtkPolyData:
    """Reads points.

    :raises TalusError: not a PCD header, fewer points than it states, compressed data. O(size)
    """
    data = without_mark(content_of(path), path)
    try:
        head, body = _head(data)
        return cloud_of(_arrays(head, body), path)
    except FormatError as error:
        raise TalusError(f"PCD is broken: {error}", str(path), "Write it again, as ascii or binary") from None


def _head(data: bytes) -> tuple[dict[str, list[str]], bytes]:
    """The words of each header line by keyword, and the data after the header."""
    head: dict[str, list[str]] = {}
    while "DATA" not in head:
        line, end, data = data.partition(b"\n")
        words = line[:100_000].decode("ascii", "replace").split()
        if not end or len(line) > 100_000:
            raise FormatError("its header has no DATA")
        if words and not words[0].startswith("#"):
            head[words[0].upper()] = words[1:]
    return head, data


def _arrays(head: dict[str, list[str]], body: bytes) -> dict[str, np.ndarray]:
    row, count = _row(head), _count(head.get("POINTS", []))
    form = head["DATA"][0].lower() if head["DATA"] else ""
    if form == "binary":
        if count * row.itemsize > len(body):
            raise FormatError(f"{count} points of {row.itemsize} bytes are promised, {len(body)} bytes follow")
        rows = np.frombuffer(body, row, count)
        return {name: np.ascontiguousarray(rows[name]) for name in row.names or () if not name.startswith("_pad")}
    if form != "ascii":
        raise FormatError(f"data that are '{form[:20]}' are not read")
    return _text_arrays(row, count, body)


def _text_arrays(row: np.dtype, count: int, body: bytes) -> dict[str, np.ndarray]:
    fields = row.fields or {}
    widths = {name: int(np.prod(fields[name][0].shape, dtype=int)) for name in row.names or ()}
    try:
        values = floats_in(with_newlines(body))
    except ValueError:
        raise FormatError("it holds something else than numbers" + comma_hint(body)) from None
    if len(values) != count * sum(widths.values()):
        raise FormatError(f"{count} points of {sum(widths.values())} numbers are promised, {len(values)} numbers follow")
    table, arrays, place = values.reshape(count, -1), {}, 0
    for name, width in widths.items():
        part = table[:, place : place + width]
        arrays[name] = part[:, 0] if width == 1 else part
        place += width
    return {name: part for name, part in arrays.items() if not name.startswith("_pad")}


def _row(head: dict[str, list[str]]) -> np.dtype:
    """The memory layout of a point."""
    names, sizes, types = (head.get(key, []) for key in ("FIELDS", "SIZE", "TYPE"))
    counts = head.get("COUNT", ["1"] * len(names))
    if not names or not len(names) == len(sizes) == len(types) == len(counts):
        raise FormatError("FIELDS, SIZE, TYPE and COUNT do not belong together")
    fields = []
    for number, (name, size, kind, count) in enumerate(zip(names, sizes, types, counts)):
        if kind not in _TYPES or not size.isdigit() or int(size[:3]) not in _SIZES[kind]:
            raise FormatError(f"field '{name[:20]}' has the type {kind[:5]} and the size {size[:5]}")
        width = _count([count])
        label = f"_pad{number}" if name == "_" else name
        fields.append((label, f"<{_TYPES[kind]}{size}", (width,)) if width != 1 else (label, f"<{_TYPES[kind]}{size}"))
        if width > _MAX_ROW_BYTES:
            raise FormatError(f"field '{name[:20]}' has {width} numbers a point")
    if len({field[0] for field in fields}) < len(fields):
        raise FormatError("two fields have the same name")
    return np.dtype(fields)


def _count(words: list[str]) -> int:
    if len(words) != 1 or not (words[0].isascii() and words[0].isdecimal()) or len(words[0]) > 12:
        raise FormatError(f"'{' '.join(words)[:20]}' is no count")
    return int(words[0])
