"""Surfaces of volume meshes and composites."""

from __future__ import annotations

from typing import Callable, Sequence

from vtkmodules.vtkCommonDataModel import (
    vtkCompositeDataSet,
    vtkDataObject,
    vtkDataObjectTypes,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSetCollection,
    vtkPointSet,
    vtkPolyData,
)
from vtkmodules.vtkFiltersCore import vtkAppendFilter, vtkAppendPolyData

from ..errors import TalusError
from ..messages import captured
from ..names import spaced
from ..vtkmodules.TalusFilters import vtkTalusPolygons


def outer_faces(data: vtkDataObject, place: str = "") -> vtkPolyData:
    """The polygons of a surface, the outer faces of a grid, or for a composite those of all its blocks. Grids of a composite
    are one: points with equal coordinates are the same, and a face between two of them is not an outer one.

    :param place: origin of the data, for messages
    :raises TalusError: images and tables, which have no surface
    """
    return joined_surfaces([_faces(block, place) for block in _with_one_grid(data_sets_of(data))])


def bodies_of(data: vtkDataObject, place: str = "") -> list[vtkPolyData]:
    """The outer faces of each block; the partitions of a data set are joined. Tables and empty blocks are omitted.

    Errors as for outer_faces().
    """
    if isinstance(data, vtkPartitionedDataSetCollection):
        sets = (data.GetPartitionedDataSet(i) for i in range(data.GetNumberOfPartitionedDataSets()))
        blocks = [one for one in sets if one.GetNumberOfPartitions() > 0]  # files may claim very many
    elif isinstance(data, vtkMultiBlockDataSet):
        blocks = [data.GetBlock(i) for i in range(data.GetNumberOfBlocks())]
    else:
        return [outer_faces(data, place)]
    return [body for block in blocks if block is not None and _has_meshes(block) for body in bodies_of(block, place)]


def _has_meshes(block: vtkDataObject) -> bool:
    """False for tables, and for composites of nothing else."""
    return not block.IsA("vtkTable") and bool(data_sets_of(block))


def joined_surfaces(surfaces: Sequence[vtkPolyData]) -> vtkPolyData:
    """Several surfaces joined into one; a single one unchanged."""
    if len(surfaces) == 1:
        return surfaces[0]
    append = vtkAppendPolyData()
    for surface in surfaces:
        append.AddInputData(surface)
    if surfaces:
        append.Update()
    return append.GetOutput()


def _with_one_grid(parts: list[vtkDataObject]) -> list[vtkDataObject]:
    """Several grids of one body as one: faces between them are not outer ones."""
    grids = [part for part in parts if isinstance(part, vtkPointSet) and not isinstance(part, vtkPolyData)]
    if len(grids) < 2:
        return parts
    append = vtkAppendFilter()
    for grid in grids:
        append.AddInputData(grid)
    append.Update()
    return [part for part in parts if not any(part is grid for grid in grids)] + [append.GetOutput()]


def kind_name(data: vtkDataObject) -> str:
    """'unstructured grid' for a vtkUnstructuredGrid."""
    return spaced(vtkDataObjectTypes.GetClassNameFromTypeId(data.GetDataObjectType()).removeprefix("vtk"))


def data_sets_of(data: vtkDataObject) -> list[vtkDataObject]:
    """The data sets of a composite, without tables that are beside them; or the only one."""
    if not isinstance(data, vtkCompositeDataSet):
        return [data]
    leaves, iterator = [], data.NewIterator()
    while not iterator.IsDoneWithTraversal():
        leaves.append(iterator.GetCurrentDataObject())
        iterator.GoToNextItem()
    return [leaf for leaf in leaves if not leaf.IsA("vtkTable")]


def _faces(block: vtkDataObject, place: str) -> vtkPolyData:
    if isinstance(block, vtkPolyData):
        return block
    if not isinstance(block, vtkPointSet):
        told = f"Not a surface but {kind_name(block)}"
        raise TalusError(told, place, "Make a surface of it, for example by Contour or Extract Surface")
    faces = _taken(vtkTalusPolygons.OuterFaces, block, place)
    faces.GetCellData().RemoveArray("vtkOriginalCellIds")
    return faces


def split_triangles(polygons: vtkPolyData, place: str = "") -> vtkPolyData:
    """The triangles of polygons and strips, between their points.

    :raises TalusError: polygons that cannot be split
    """
    return _taken(vtkTalusPolygons.Triangles, polygons, place)


def _taken(
    method: Callable[[vtkTalusPolygons, vtkDataObject], vtkPolyData | None], data: vtkDataObject, place: str
) -> vtkPolyData:
    source = vtkTalusPolygons()
    with captured(source) as messages:
        result = method(source, data)
    if result is None:
        error = messages.failure()
        if place and isinstance(error, TalusError):
            raise TalusError(f"{place}: {error.what}", *error.parts()[1:])
        raise error
    return result
