"""The arrays of an unstructured grid in a VTU or PVTU file, one at a time: only those that are asked for are unpacked."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Callable
from xml.etree.ElementTree import Element

import numpy as np

from .format_error import FormatError
from .xml_cells import read_typed_cells
from .xml_document import Document, whole
from .xml_pieces import coordinates_of_piece, read_column
from .xml_reader import named_in_errors, pieces_of_file

_COUNTS = {"PointData": "NumberOfPoints", "CellData": "NumberOfCells"}


class GridColumns:
    """A file with one or more pieces, whose rows are concatenated. The file is read once, when this is made.

    :raises TalusError: an incomplete or damaged file, or one of another type; also later, for each array
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        with named_in_errors(path):
            self._pieces = pieces_of_file(path, "UnstructuredGrid")

    @cached_property
    def points(self) -> int:
        """The number of points."""
        with named_in_errors(self._path):
            return sum(_count(element, "PointData") for _, element in self._pieces)

    def names(self, kind: str) -> set[str]:
        """The arrays that all pieces have, but for pieces without rows. :param kind: PointData or CellData"""
        with named_in_errors(self._path):
            named = [set(_named(element, kind)) for _, element in self._filled(kind)]
            return set.intersection(*named) if named else set()

    def column(self, kind: str, name: str) -> np.ndarray:
        """The values of an array in all rows, (n,) or (n, k).

        :param kind: PointData or CellData
        :param name: one of :meth:`names`
        """

        def read(document: Document, element: Element) -> np.ndarray:
            return read_column(document, _named(element, kind)[name], _count(element, kind)).values

        return self._joined(read, kind)

    def coordinates(self) -> np.ndarray:
        """Of all points, (n, 3)."""

        def read(document: Document, element: Element) -> np.ndarray:
            return coordinates_of_piece(document, element, _count(element, "PointData"))

        return self._joined(read, "PointData")

    def first_corners(self) -> np.ndarray:
        """Of each cell its first point, (m, 3)."""

        def read(document: Document, element: Element) -> np.ndarray:
            points = _count(element, "PointData")
            cells = read_typed_cells(document, element.find("Cells"), _count(element, "CellData"), points)
            return coordinates_of_piece(document, element, points)[cells.connectivity[cells.offsets[:-1]]]

        return self._joined(read, "CellData")

    def _filled(self, kind: str) -> list[tuple[Document, Element]]:
        """The pieces with rows; all if none has some."""
        return [piece for piece in self._pieces if _count(piece[1], kind)] or self._pieces

    def _joined(self, read: Callable[[Document, Element], np.ndarray], kind: str) -> np.ndarray:
        with named_in_errors(self._path):
            parts = [read(document, element) for document, element in self._filled(kind)]
            if len({(part.dtype, part.shape[1:]) for part in parts}) > 1:
                raise FormatError("its pieces have different arrays")
        return np.concatenate(parts) if parts else np.empty(0)


def _count(element: Element, kind: str) -> int:
    return whole(element, _COUNTS[kind])


def _named(element: Element, kind: str) -> dict[str, Element]:
    """The arrays of a piece by name."""
    found = element.find(kind)
    return {array.get("Name", ""): array for array in (() if found is None else found)}
