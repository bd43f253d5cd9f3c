"""Assembles VTK data sets from the pieces of a VTK XML file."""

from __future__ import annotations

from functools import partial
from typing import Callable, Mapping, Sequence
from xml.etree.ElementTree import Element

import numpy as np
from vtkmodules.util.vtkConstants import VTK_ID_TYPE
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
    vtkStructuredGrid,
    vtkTable,
    vtkUnstructuredGrid,
)

from ..messages import captured
from .format_error import FormatError
from .geometry import vtk_array, vtk_numbers, vtk_points
from .polyhedra import cell_array, set_polyhedra
from .xml_cells import Cells, joined
from .xml_document import Document, numbers
from .xml_pieces import (
    POLYGON_KINDS,
    ROLES,
    Attributes,
    Column,
    Extent,
    Piece,
    cell_dimensions,
    dimensions,
    extent_of,
    merged,
    point_count,
    read_columns,
    read_grid,
    read_image,
    read_polygons,
    read_rectilinear,
    read_structured,
    read_table,
)

#: Readers of a piece, by the type of the file
PIECES: Mapping[str, Callable[[Document, Element], Piece]] = {
    "PolyData": read_polygons,
    "UnstructuredGrid": read_grid,
    "ImageData": read_image,
    "RectilinearGrid": read_rectilinear,
    "StructuredGrid": read_structured,
    "Table": read_table,
}

_COMPONENTS = {"Vectors": (3,), "Normals": (3,), "TCoords": (1, 2, 3), "Tensors": (6, 9)}


def read_pieces(document: Document) -> list[Piece]:
    """The pieces that a file itself contains."""
    read = PIECES[document.type]
    return [read(document, element) for element in document.main().findall("Piece")]


def assembled(kind: str, main: Element, pieces: list[Piece], fields: Attributes) -> vtkDataObject:
    """One data object made of all pieces.

    :param kind: type of the file, without the P of a parallel one
    :param main: the element that describes the whole data set
    :raises FormatError: inconsistent pieces
    """
    data = _BUILDERS[kind](main, pieces)
    add_arrays(data.GetFieldData(), fields)
    return data


def _polygons(_main: Element, pieces: list[Piece]) -> vtkPolyData:
    data = vtkPolyData()
    _add_points(data, pieces)
    sizes = [piece.points for piece in pieces]
    for kind in POLYGON_KINDS:
        cells = joined([piece.cell_lists[kind] for piece in pieces], sizes)
        if len(cells):
            getattr(data, f"Set{kind}")(_cell_array(cells))
    _add_joined(data, pieces)
    return data


def _grid(_main: Element, pieces: list[Piece]) -> vtkUnstructuredGrid:
    data = vtkUnstructuredGrid()
    _add_points(data, pieces)
    cells = joined([piece.cell_lists["Cells"] for piece in pieces], [piece.points for piece in pieces])
    types = vtk_numbers(cells.types)
    if len(cells.faces):
        set_polyhedra(data, types, _cell_array(cells), cells)
    else:
        data.SetCells(types, _cell_array(cells))
    _add_joined(data, pieces)
    return data


def _image(main: Element, pieces: list[Piece]) -> vtkImageData:
    data = vtkImageData()
    data.SetOrigin(*numbers(main, "Origin", 3, "0 0 0"))
    data.SetSpacing(*numbers(main, "Spacing", 3, "1 1 1"))
    data.SetDirectionMatrix(numbers(main, "Direction", 9, "1 0 0 0 1 0 0 0 1"))
    data.SetExtent(extent_of(main, "WholeExtent"))
    _add_stitched(data, pieces, data.GetExtent())
    return data


def _rectilinear(main: Element, pieces: list[Piece]) -> vtkRectilinearGrid:
    data = vtkRectilinearGrid()
    extent = extent_of(main, "WholeExtent")
    data.SetExtent(extent)
    _add_stitched(data, pieces, extent)
    for axis, name in enumerate("XYZ"):
        low, size = extent[2 * axis], dimensions(extent)[axis]
        whole = np.zeros(size, pieces[0].axes[axis].dtype if pieces else float)
        for piece in pieces:
            begin = piece.extent[2 * axis] - low
            whole[begin : begin + len(piece.axes[axis])] = piece.axes[axis]
        getattr(data, f"Set{name}Coordinates")(vtk_array(whole))
    return data


def _structured(main: Element, pieces: list[Piece]) -> vtkStructuredGrid:
    data = vtkStructuredGrid()
    extent = extent_of(main, "WholeExtent")
    data.SetExtent(extent)
    _add_stitched(data, pieces, extent)
    join = partial(_stitched, [piece.extent for piece in pieces], extent, dimensions)
    data.SetPoints(vtk_points(join([piece.coordinates for piece in pieces]) if pieces else Piece().coordinates))
    return data


def _table(_main: Element, pieces: list[Piece]) -> vtkTable:
    data = vtkTable()
    add_arrays(data.GetRowData(), merged([piece.point_data for piece in pieces], np.concatenate))
    return data


_BUILDERS: Mapping[str, Callable[[Element, list[Piece]], vtkDataObject]] = {
    "PolyData": _polygons,
    "UnstructuredGrid": _grid,
    "ImageData": _image,
    "RectilinearGrid": _rectilinear,
    "StructuredGrid": _structured,
    "Table": _table,
}


def _add_points(data: vtkPointSet, pieces: list[Piece]) -> None:
    kept = [piece.coordinates for piece in pieces if piece.points] or [Piece().coordinates]
    data.SetPoints(vtk_points(np.concatenate(kept)))


def _cell_array(cells: Cells) -> vtkCellArray:
    return cell_array(cells.connectivity, cells.offsets)


def _add_joined(data: vtkDataSet, pieces: list[Piece]) -> None:
    """Adds the arrays of pieces whose points and cells are concatenated."""
    kept = [piece for piece in pieces if piece.points or piece.cells] or pieces[:1]
    add_arrays(data.GetPointData(), merged([piece.point_data for piece in kept], np.concatenate))
    cell_data = merged([piece.cell_data for piece in kept], list)
    kinds = POLYGON_KINDS if isinstance(data, vtkPolyData) else ("Cells",)
    for column in cell_data.columns:  # first the vertices of all pieces, then all lines …
        counts = [np.cumsum([0, *(len(piece.cell_lists[kind]) for kind in kinds)]) for piece in kept]
        parts = list(zip(column.values, counts))
        column.values = np.concatenate([v[n[i] : n[i + 1]] for i in range(len(kinds)) for v, n in parts])
    add_arrays(data.GetCellData(), cell_data)


def _add_stitched(data: vtkDataSet, pieces: list[Piece], extent: Extent) -> None:
    """Adds the arrays of pieces of a structured data set. :raises FormatError: gaps, or a piece beyond the whole extent"""
    for piece in pieces:
        bounds = zip(piece.extent[::2], piece.extent[1::2], extent[::2], extent[1::2])
        if piece.points and any(low < first or high > last for low, high, first, last in bounds):
            raise FormatError(f"a piece has the extent {piece.extent}, the whole {extent}")
    if sum(piece.points for piece in pieces) < point_count(extent):
        raise FormatError(f"the pieces have fewer points than the extent {extent}")
    extents = [piece.extent for piece in pieces]
    for attributes, sizes, parts in (
        (data.GetPointData(), dimensions, [piece.point_data for piece in pieces]),
        (data.GetCellData(), cell_dimensions, [piece.cell_data for piece in pieces]),
    ):
        add_arrays(attributes, merged(parts, partial(_stitched, extents, extent, sizes)))


def _stitched(
    extents: Sequence[Extent],
    whole: Extent,
    sizes: Callable[[Extent], tuple[int, int, int]],
    parts: Sequence[np.ndarray],
) -> np.ndarray:
    """One array assembled from those of the pieces. :raises FormatError: gaps between pieces"""
    if len(parts) == 1 and extents[0] == whole:
        return parts[0]
    shape = sizes(whole)[::-1]  # x varies fastest
    values = np.zeros(shape + parts[0].shape[1:], parts[0].dtype)
    filled = np.zeros(shape, bool)
    for extent, part in zip(extents, parts):
        own = sizes(extent)[::-1]
        begins = [extent[i] - whole[i] for i in (4, 2, 0)]
        place = tuple(slice(begin, begin + size) for begin, size in zip(begins, own))
        values[place] = part.reshape(own + part.shape[1:])
        filled[place] = True
    if not filled.all():
        raise FormatError(f"the pieces leave gaps in the extent {whole}")
    return values.reshape((-1,) + parts[0].shape[1:])


def add_arrays(target: vtkFieldData, attributes: Attributes) -> None:
    """Adds arrays to point, cell or field data."""
    for column in attributes.columns:
        target.AddArray(_vtk_column(column))
    if isinstance(target, vtkDataSetAttributes):
        with captured():  # an array that does not fit its role is harmless
            for role, name in attributes.roles.items():
                array = target.GetAbstractArray(name)
                if array is None or array.GetNumberOfComponents() not in _COMPONENTS.get(role, range(1, 10)):
                    continue
                target.SetActiveAttribute(name, _ROLE_NUMBERS[role])


_ROLE_NUMBERS = {role: getattr(vtkDataSetAttributes, role.upper()) for role in ROLES}


def _vtk_column(column: Column):
    if column.ids and column.values.dtype.kind == "i":
        array = vtk_numbers(column.values.astype(np.int64), VTK_ID_TYPE)
    else:
        array = vtk_array(column.values)
    if column.name is not None:
        array.SetName(column.name)
    for number, name in column.component_names.items():
        if number < array.GetNumberOfComponents():
            array.SetComponentName(number, name)
    return array


def read_fields(document: Document) -> Attributes:
    """The field data."""
    own, of_file = document.main().find("FieldData"), document.root.find("FieldData")  # composites write it last
    return read_columns(document, of_file if own is None else own, None)
