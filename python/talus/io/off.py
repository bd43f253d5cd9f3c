"""OFF (Geomview's object file format), ASCII: points and faces.

Reads OFF and its variants with colours, normals or texture coordinates (COFF, NOFF, STOFF …); these additional
numbers and colours of faces are ignored. Coordinates are kept in double precision.
Source: Geomview's manual, section "OFF Files".
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .broken import Broken
from .geometry import coordinates_of, corner_lists, polygons
from .plain_text import plain_text, without_comments
from .regular_file import content_of
from .words import comma_hint, first_wrong, floats, integers

#: The kind, which may be written together with the number of points, as in ModelNet: OFF8 6 12
_KIND = re.compile(rb"((?:ST)?C?N?OFF)(\d*)")


def read_off(path: Path) -> vtkPolyData:
    """Reads a polygon surface.

    :raises TalusError: another variant of OFF, fewer lines than its counts state, faces with undefined points. O(size).
    """
    try:
        return polygons(*_parts(without_comments(plain_text(content_of(path), path))))
    except Broken as broken:
        raise TalusError(f"OFF is broken: {broken}", str(path), "Export the surface again as ASCII OFF") from None


def write_off(surface: vtkPolyData, path: Path) -> None:
    """Writes polygons without arrays; coordinates keep all their digits."""
    faces = corner_lists(surface)
    lines = ["OFF", f"{surface.GetNumberOfPoints()} {len(faces)} 0"]
    lines += ["%r %r %r" % tuple(point) for point in coordinates_of(surface).astype(float).tolist()]
    lines += [f"{len(corners)} {' '.join(map(str, corners))}" for corners in faces]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def _parts(text: bytes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates, point ids of all faces, and the number of points of each face."""
    lines = [words for words in map(bytes.split, text.split(b"\n")) if words]
    if lines and lines[0][0].isalnum() and not lines[0][0].isdigit():
        word = lines[0].pop(0)
        kind = _KIND.fullmatch(word)
        if kind is None or b"BINARY" in lines[0]:
            shown = b" ".join([word, *lines[0]])[:40].decode("ascii", "replace")
            raise Broken(f"the kind '{shown}' is not read")
        lines[0] = [count for count in (kind[2], *lines[0]) if count]
        lines = lines if lines[0] else lines[1:]
    points, faces = _counts(lines[0] if lines else [])
    body = lines[1:]
    if len(body) < points + faces:
        raise Broken(f"{points} points and {faces} faces are promised, {len(body)} lines follow")
    return _coordinates(body[:points]), *_faces(body[points : points + faces], points)


def _counts(words: list[bytes]) -> tuple[int, int]:
    try:
        points, faces = integers(words[:2]).tolist()
    except ValueError:
        points = faces = -1
    if points < 0 or faces < 0:
        raise Broken("it does not begin with the numbers of points and faces")
    return points, faces


def _coordinates(rows: list[list[bytes]]) -> np.ndarray:
    try:
        return floats([word for row in rows for word in row[:3]]).reshape(len(rows), 3)
    except ValueError:
        wrong = rows[first_wrong(_three_numbers, rows)]
        raise Broken("a point is not three numbers" + comma_hint(b" ".join(wrong))) from None


def _three_numbers(row: list[bytes]) -> np.ndarray:
    return floats(row[:3]).reshape(3)


def _faces(rows: list[list[bytes]], points: int) -> tuple[np.ndarray, np.ndarray]:
    try:
        sizes = integers([row[0] for row in rows])
        corners = integers([word for row, size in zip(rows, sizes.tolist()) for word in row[1 : 1 + max(size, 0)]])
    except ValueError:
        raise Broken("a face holds something else than whole numbers") from None
    if len(sizes) and sizes.min() < 3:
        raise Broken(f"a face has {sizes.min()} corners")
    if sum(sizes.tolist()) != len(corners):
        raise Broken("a face has fewer corners than it promises")
    if len(corners) and not 0 <= corners.min() <= corners.max() < points:
        wrong = corners[(corners < 0) | (corners >= points)][0]
        raise Broken(f"a face refers to point {wrong} of {points}")
    return corners, sizes
