"""Cells of VTK XML files: connectivity, offsets and types, checked so that VTK stays within its arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Sequence
from xml.etree.ElementTree import Element

import numpy as np

from .format_error import FormatError
from .xml_document import Document

_POLYHEDRON = 42
#: Number of points by cell type: exactly
_EXACTLY = {
    0: 0, 1: 1, 3: 2, 5: 3, 8: 4, 9: 4, 10: 4, 11: 8, 12: 8, 13: 6, 14: 5, 15: 10, 16: 12, 21: 3, 22: 6, 23: 8, 24: 10,
    25: 20, 26: 15, 27: 13, 28: 9, 29: 27, 30: 6, 31: 12, 32: 18, 33: 24, 34: 7, 35: 4, 37: 19,
}  # fmt: skip
#: At least: poly-vertex, poly-line, strip, polygon, quadratic polygon, convex point set, polyhedron
_AT_LEAST = {2: 1, 4: 2, 6: 3, 7: 3, 36: 6, 41: 4, _POLYHEDRON: 4}
_ORDERS = range(1, 11)
_PAIRS = [(n, m) for n in _ORDERS for m in _ORDERS]
#: Numbers for the orders of Lagrange and Bézier cells: curve, triangle, quadrilateral, tetrahedron, hexahedron, wedge.
#: 7, 15, 21: of second order with points in the middle of faces and cell
_HIGHER = {
    0: {n + 1 for n in _ORDERS},
    1: {7, *((n + 1) * (n + 2) // 2 for n in _ORDERS)},
    2: {(n + 1) * (m + 1) for n, m in _PAIRS},
    3: {15, *((n + 1) * (n + 2) * (n + 3) // 6 for n in _ORDERS)},
    4: {(n + 1) * (m + 1) * (k + 1) for n, m in _PAIRS for k in _ORDERS},
    5: {21, *((n + 1) * (n + 2) // 2 * (m + 1) for n, m in _PAIRS)},
}
_ONE_OF = {first + kind: list(counts) for first in (68, 75) for kind, counts in _HIGHER.items()}


@dataclass
class Cells:
    """Cells of one piece, or of all pieces."""

    connectivity: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    #: Begin of each cell in the connectivity, and the end of the last one
    offsets: np.ndarray = field(default_factory=lambda: np.zeros(1, np.int64))
    types: np.ndarray = field(default_factory=lambda: np.empty(0, np.uint8))
    #: For each polyhedron: number of faces, then for each face its number of points and their ids
    faces: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    #: Begin of each polyhedron in `faces`, -1 for other cells; empty if there is no polyhedron
    face_places: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))

    def __len__(self) -> int:
        return len(self.offsets) - 1


def read_cells(document: Document, element: Element | None, count: int, points: int) -> Cells:
    """Cells without types, as in polygonal data. :raises FormatError: point ids out of range"""
    if count == 0:
        return Cells()
    arrays = _named(element)
    ends = _integers(document, arrays, "offsets", count)
    if ends[-1] < 0:
        raise FormatError("the offsets of cells go back")
    return checked_cells(_integers(document, arrays, "connectivity", int(ends[-1])), ends, points)


def read_typed_cells(document: Document, element: Element | None, count: int, points: int) -> Cells:
    """Cells of an unstructured grid.

    :raises FormatError: point ids out of range, numbers of points that contradict the types
    """
    cells = read_cells(document, element, count, points)
    if count == 0:
        return cells
    arrays = _named(element)
    cells = with_types(cells, _integers(document, arrays, "types", count))
    if (cells.types == _POLYHEDRON).any():
        cells.faces, cells.face_places = _faces(document, arrays, cells, points)
    return cells


def checked_cells(connectivity: np.ndarray, ends: np.ndarray, points: int) -> Cells:
    """Cells from point ids and the end of each cell in them. :raises FormatError: point ids out of range"""
    if len(ends) and (ends[0] < 0 or (ends[1:] < ends[:-1]).any()):
        raise FormatError("the offsets of cells go back")
    if len(connectivity) != (ends[-1] if len(ends) else 0):
        raise FormatError(f"cells name {len(connectivity)} points, their offsets end at {ends[-1] if len(ends) else 0}")
    _require_points(connectivity, points)
    return Cells(connectivity, np.concatenate([[0], ends]).astype(np.int64))


def with_types(cells: Cells, types: np.ndarray) -> Cells:
    """The cells with their types. :raises FormatError: numbers of points that contradict the types"""
    if len(types) != len(cells):
        raise FormatError(f"{len(cells)} cells have {len(types)} types")
    _require_sizes(types, np.diff(cells.offsets))
    cells.types = types.astype(np.uint8)
    return cells


def joined(parts: Sequence[Cells], points: Sequence[int]) -> Cells:
    """The cells of several pieces, concatenated. :param points: number of points of each piece"""
    if len(parts) == 1:
        return parts[0]
    starts = np.concatenate([[0], np.cumsum(points)]).astype(np.int64)
    whole = Cells()
    whole.connectivity = _concatenated([part.connectivity + start for part, start in zip(parts, starts)])
    whole.offsets = np.concatenate([[0], *(part.offsets[1:] - part.offsets[:-1] for part in parts)]).cumsum()
    whole.types = np.concatenate([part.types for part in parts] or [whole.types])
    if any(len(part.faces) for part in parts):
        whole.faces, whole.face_places = _joined_faces(parts, starts)
    return whole


def _joined_faces(parts: Sequence[Cells], starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    faces, places, length = [], [], 0
    for part, start in zip(parts, starts):
        moved = part.faces.copy()
        for place in part.face_places[part.face_places >= 0]:
            for begin, end in face_ranges(part.faces, int(place)):
                moved[begin:end] += start
        faces.append(moved)
        own = part.face_places if len(part.face_places) else np.full(len(part), -1)
        places.append(np.where(own < 0, -1, own + length))
        length += len(moved)
    return _concatenated(faces), _concatenated(places)


def _concatenated(arrays: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(arrays).astype(np.int64) if arrays else np.empty(0, np.int64)


def _named(element: Element | None) -> dict[str, Element]:
    return {} if element is None else {array.get("Name", ""): array for array in element}


def _integers(document: Document, arrays: dict[str, Element], name: str, count: int | None) -> np.ndarray:
    if name not in arrays:
        raise FormatError(f"cells have no array '{name}'")
    values = document.values(arrays[name], count)
    if values.dtype.kind not in "iu" or values.ndim != 1:
        raise FormatError(f"the array '{name}' of cells does not contain whole numbers")
    if values.dtype == np.uint64 and len(values) and values.max() > np.iinfo(np.int64).max:
        raise FormatError(f"the array '{name}' of cells holds numbers that are too large")
    return values.astype(np.int64)


def _require_points(numbers: np.ndarray, points: int) -> None:
    if len(numbers) and not 0 <= numbers.min() <= numbers.max() < points:
        wrong = numbers[(numbers < 0) | (numbers >= points)][0]
        raise FormatError(f"a cell refers to point {wrong} of {points}")


def _require_sizes(types: np.ndarray, sizes: np.ndarray) -> None:
    for kind in np.unique(types).tolist():
        own = sizes[types == kind]
        if kind in _EXACTLY:
            sound = own == _EXACTLY[kind]
        elif kind in _AT_LEAST:
            sound = own >= _AT_LEAST[kind]
        elif kind in _ONE_OF:
            sound = np.isin(own, _ONE_OF[kind])
        else:
            raise FormatError(f"there is no cell type {kind}")
        if not sound.all():
            raise FormatError(f"a cell of type {kind} has {own[~sound][0]} points")


def _faces(
    document: Document, arrays: dict[str, Element], cells: Cells, points: int
) -> tuple[np.ndarray, np.ndarray]:
    if "polyhedron_to_faces" in arrays:
        faces, ends = _faces_by_number(document, arrays, cells, points)
    else:
        faces = _integers(document, arrays, "faces", None)
        ends = _integers(document, arrays, "faceoffsets", len(cells))
    places = np.full(len(cells), -1, np.int64)
    begin = 0
    for cell in np.flatnonzero(cells.types == _POLYHEDRON).tolist():
        places[cell] = begin
        for first, last in face_ranges(faces, begin):
            _require_points(faces[first:last], points)
            begin = last
        if begin != ends[cell]:
            raise FormatError(f"the faces of polyhedron {cell} end at {begin}, not at {ends[cell]}")
    return faces, places


def _faces_by_number(
    document: Document, arrays: dict[str, Element], cells: Cells, points: int
) -> tuple[np.ndarray, np.ndarray]:
    """Faces as ParaView 6 writes them: each face once, and the face ids of each polyhedron.

    :return: in the older layout: the faces of all polyhedra, concatenated, and the end of those of each cell
    """
    face_ends = _integers(document, arrays, "face_offsets", None)
    corners = checked_cells(_integers(document, arrays, "face_connectivity", None), face_ends, points)
    number_ends = _integers(document, arrays, "polyhedron_offsets", len(cells))
    used = _integers(document, arrays, "polyhedron_to_faces", None)
    if len(used) and not 0 <= used.min() <= used.max() < len(corners):
        raise FormatError(f"a polyhedron has a face that is not one of {len(corners)}")
    if len(used) and np.bincount(used).max() > 2:
        raise FormatError("a face belongs to more than two polyhedra")
    numbers = checked_cells(used, number_ends, len(corners))
    stream: list[int] = []
    ends = np.full(len(cells), -1, np.int64)
    for cell in np.flatnonzero(cells.types == _POLYHEDRON).tolist():
        own = numbers.connectivity[numbers.offsets[cell] : numbers.offsets[cell + 1]].tolist()
        stream.append(len(own))
        for face in own:
            begin, end = corners.offsets[face : face + 2].tolist()
            stream += [end - begin, *corners.connectivity[begin:end].tolist()]
        ends[cell] = len(stream)
    return np.array(stream, np.int64), ends


def face_ranges(faces: np.ndarray, begin: int) -> list[tuple[int, int]]:
    """Begin and end of the point ids of each face of a polyhedron. :raises FormatError: beyond the end"""
    ranges = []
    try:
        count, place = int(faces[begin]), begin + 1
        for _ in range(count):
            size = int(faces[place])
            if size < 3 or place + 1 + size > len(faces):
                raise IndexError
            ranges.append((place + 1, place + 1 + size))
            place += 1 + size
    except IndexError:
        raise FormatError("the faces of a polyhedron are not whole") from None
    if len(ranges) < 4:
        raise FormatError(f"a polyhedron has {len(ranges)} faces")
    return ranges
