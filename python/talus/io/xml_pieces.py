"""Pieces of VTK XML files as arrays, each checked against the counts stated in the piece."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Sequence
from xml.etree.ElementTree import Element

import numpy as np

from .format_error import FormatError
from .xml_cells import Cells, read_cells, read_typed_cells
from .xml_document import Document, whole

#: Six bounds in VTK's order
Extent = tuple[int, int, int, int, int, int]

POLYGON_KINDS = ("Verts", "Lines", "Strips", "Polys")
ROLES = ("Scalars", "Vectors", "Normals", "TCoords", "Tensors", "GlobalIds", "PedigreeIds")
_INT_MAX = 2**31 - 1


@dataclass
class Column:
    """An array of point, cell or field data."""

    name: str | None
    values: np.ndarray
    #: Whether the values are ids (VTK's vtkIdType)
    ids: bool = False
    component_names: dict[int, str] = field(default_factory=dict)


@dataclass
class Attributes:
    """Arrays of point or cell data."""

    columns: list[Column] = field(default_factory=list)
    #: Name of the active array by role
    roles: dict[str, str] = field(default_factory=dict)


@dataclass
class Piece:
    """One piece of a data set."""

    points: int = 0
    cells: int = 0
    point_data: Attributes = field(default_factory=Attributes)
    cell_data: Attributes = field(default_factory=Attributes)
    #: Shape (points, 3)
    coordinates: np.ndarray = field(default_factory=lambda: np.empty((0, 3), np.float32))
    #: Cells by the name of the element; "Cells" for an unstructured grid
    cell_lists: dict[str, Cells] = field(default_factory=dict)
    extent: Extent = (0, -1, 0, -1, 0, -1)
    #: Coordinates of a rectilinear grid along x, y and z
    axes: list[np.ndarray] = field(default_factory=list)


def read_columns(document: Document, element: Element | None, count: int | None) -> Attributes:
    """:param count: rows of each array; None for field data, whose arrays have different lengths"""
    attributes = Attributes()
    if element is None:
        return attributes
    for array in element:
        if "0" not in array.get("TimeStep", "0").split():
            continue  # belongs to a later time of a file with several
        attributes.columns.append(read_column(document, array, count))
    attributes.roles = {role: element.get(role, "") for role in ROLES if element.get(role)}
    return attributes


def read_column(document: Document, array: Element, count: int | None) -> Column:
    """One array; parameters as for :func:`read_columns`."""
    names = {i: array.get(f"ComponentName{i}") for i in range(len(array.attrib))}
    told = {i: name for i, name in names.items() if name is not None}
    return Column(array.get("Name"), document.values(array, count), array.get("IdType") == "1", told)


def read_polygons(document: Document, element: Element) -> Piece:
    """A piece of a vtkPolyData."""
    piece = _with_points(document, element)
    for kind in POLYGON_KINDS:
        count = whole(element, f"NumberOf{kind}", 0)
        piece.cell_lists[kind] = read_cells(document, element.find(kind), count, piece.points)
        piece.cells += count
    return _with_data(document, element, piece)


def read_grid(document: Document, element: Element) -> Piece:
    """A piece of a vtkUnstructuredGrid."""
    piece = _with_points(document, element)
    piece.cells = whole(element, "NumberOfCells")
    piece.cell_lists["Cells"] = read_typed_cells(document, element.find("Cells"), piece.cells, piece.points)
    return _with_data(document, element, piece)


def read_image(document: Document, element: Element) -> Piece:
    """A piece of a vtkImageData."""
    return _with_data(document, element, _with_extent(element))


def read_rectilinear(document: Document, element: Element) -> Piece:
    """A piece of a vtkRectilinearGrid."""
    piece = _with_extent(element)
    arrays = _children(element, "Coordinates")
    if len(arrays) != 3:
        raise FormatError("Coordinates are not three arrays")
    piece.axes = [document.values(array, size) for array, size in zip(arrays, dimensions(piece.extent))]
    if any(axis.ndim != 1 or axis.dtype == object for axis in piece.axes):
        raise FormatError("Coordinates are not numbers")
    return _with_data(document, element, piece)


def read_structured(document: Document, element: Element) -> Piece:
    """A piece of a vtkStructuredGrid."""
    piece = _with_extent(element)
    piece.coordinates = coordinates_of_piece(document, element, piece.points)
    return _with_data(document, element, piece)


def read_table(document: Document, element: Element) -> Piece:
    """A piece of a vtkTable: its rows are treated as points."""
    piece = Piece(points=whole(element, "NumberOfRows"))
    piece.point_data = read_columns(document, element.find("RowData"), piece.points)
    return piece


def _with_points(document: Document, element: Element) -> Piece:
    piece = Piece(points=whole(element, "NumberOfPoints"))
    piece.coordinates = coordinates_of_piece(document, element, piece.points)
    return piece


def _with_extent(element: Element) -> Piece:
    extent = extent_of(element, "Extent")
    return Piece(points=point_count(extent), cells=cell_count(extent), extent=extent)


def _with_data(document: Document, element: Element, piece: Piece) -> Piece:
    piece.point_data = read_columns(document, element.find("PointData"), piece.points)
    piece.cell_data = read_columns(document, element.find("CellData"), piece.cells)
    return piece


def coordinates_of_piece(document: Document, element: Element, count: int) -> np.ndarray:
    """The points of a piece, (count, 3)."""
    if count == 0:
        return Piece().coordinates
    arrays = _children(element, "Points")
    if len(arrays) != 1:
        raise FormatError("there are no Points")
    values = document.values(arrays[0], count)
    if values.ndim != 2 or values.shape[1] != 3:
        raise FormatError("points are not three numbers each")
    return values


def _children(element: Element, name: str) -> list[Element]:
    child = element.find(name)
    return [] if child is None else list(child)


def extent_of(element: Element, name: str) -> Extent:
    """:raises FormatError: not six integer bounds"""
    words = element.get(name, "").split()
    try:
        bounds = [int(word) for word in words if len(word) < 12]
    except ValueError:
        bounds = []
    sound = len(bounds) == len(words) == 6 and all(abs(bound) <= _INT_MAX for bound in bounds)
    if not sound or any(high < low - 1 for low, high in zip(bounds[::2], bounds[1::2])):
        raise FormatError(f"{name} of '{element.tag[:40]}' is '{' '.join(words)[:60]}', not six bounds")
    extent: Extent = tuple(bounds)  # type: ignore[assignment]
    if point_count(extent) > 2**62:
        raise FormatError(f"{name} of '{element.tag[:40]}' stands for {point_count(extent)} points")
    return extent


def dimensions(extent: Extent) -> tuple[int, int, int]:
    """Points along x, y and z."""
    x, y, z = (high - low + 1 for low, high in zip(extent[::2], extent[1::2]))
    return x, y, z


def cell_dimensions(extent: Extent) -> tuple[int, int, int]:
    """Cells along x, y and z: a single layer of points has one layer of cells."""
    points = dimensions(extent)
    if 0 in points:
        return 0, 0, 0
    x, y, z = (max(count - 1, 1) for count in points)
    return x, y, z


def point_count(extent: Extent) -> int:
    x, y, z = dimensions(extent)
    return x * y * z


def cell_count(extent: Extent) -> int:
    x, y, z = cell_dimensions(extent)
    return x * y * z


def merged(parts: Sequence[Attributes], join) -> Attributes:
    """The arrays of several pieces, joined. :param join: joins arrays of the pieces into one

    :raises FormatError: a piece whose arrays differ from those of the first
    """
    if not parts:
        return Attributes()
    shapes = [[(c.name, c.values.dtype, c.values.shape[1:]) for c in part.columns] for part in parts]
    if any(shape != shapes[0] for shape in shapes):
        raise FormatError("its pieces have different arrays")
    columns = [
        Column(column.name, join([part.columns[i].values for part in parts]), column.ids, column.component_names)
        for i, column in enumerate(parts[0].columns)
    ]
    return Attributes(columns, parts[0].roles)
