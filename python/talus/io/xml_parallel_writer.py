"""Writes parallel VTK XML: a file that refers to pieces, and a folder of the pieces."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator
from xml.sax.saxutils import quoteattr

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataSetAttributes, vtkPointSet

from .geometry import values_of
from .output import writing
from .xml_writer import KINDS, head, name_of, roles_of, type_of, write_data_set


def parallel_text(example: vtkPointSet, names: list[str]) -> str:
    """The file that refers to pieces of a PVTP or PVTU file.

    :param example: one of the pieces: all have its arrays
    """
    kind = "PPolyData" if example.IsA("vtkPolyData") else "PUnstructuredGrid"
    return _text(kind, "".join(_arrays_of(example)), names)


def _text(kind: str, told: str, names: list[str]) -> str:
    pieces = "".join(f"<Piece Source={quoteattr(name)}/>\n" for name in names)
    return f'{head(kind)}<{kind} GhostLevel="0">\n{told}{pieces}</{kind}>\n</VTKFile>\n'


class ParallelWriter:
    """Writes the pieces of a PVTP or PVTU file one at a time, in any order. Readers expect the same arrays in all of them."""

    def __init__(self, path: Path, kind: str) -> None:
        """:param kind: PolyData or UnstructuredGrid"""
        self._path = path
        self._kind = kind
        self._told = ""

    def add(self, data: vtkPointSet, number: int) -> None:
        """Writes a piece. :raises TalusError: the disk is full"""
        if not self._told:
            self._told = "".join(_arrays_of(data))
        piece = self._path.parent / self._name(number)
        with writing(self._path):
            piece.parent.mkdir(exist_ok=True)
            write_data_set(data, piece)

    def finish(self, count: int) -> None:
        """Writes the file that refers to the pieces. :raises TalusError: the disk is full"""
        names = list(map(self._name, range(count)))
        with writing(self._path):
            self._path.write_text(_text(f"P{self._kind}", self._told, names), encoding="utf-8")

    def _name(self, number: int) -> str:
        return f"{self._path.stem}/{self._path.stem}_{number}{KINDS[self._kind]}"


def _arrays_of(data: vtkPointSet) -> Iterator[str]:
    yield from _declared("PPointData", data.GetPointData())
    yield from _declared("PCellData", data.GetCellData())
    points = values_of(data.GetPoints().GetData()) if data.GetNumberOfPoints() else np.empty((0, 3))
    yield f"<PPoints>\n<PDataArray {type_of(points)}/>\n</PPoints>\n"


def _declared(name: str, attributes: vtkDataSetAttributes) -> Iterator[str]:
    yield f"<{name}{roles_of(attributes)}>\n"
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetAbstractArray(i)
        if array.IsA("vtkStringArray"):
            yield f'<PArray type="String"{name_of(array)}/>\n'
        elif array.IsA("vtkDataArray"):
            yield f"<PDataArray {type_of(values_of(array))}{name_of(array)}/>\n"
    yield f"</{name}>\n"
