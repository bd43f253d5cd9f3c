"""Surfaces of volume meshes and composites."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import (
    vtkCompositeDataSet,
    vtkDataObject,
    vtkDataObjectTypes,
    vtkGenericCell,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSetCollection,
    vtkPointSet,
    vtkPolyData,
    vtkUnstructuredGrid,
)
from vtkmodules.vtkFiltersCore import vtkAppendPolyData
from vtkmodules.vtkFiltersGeometry import vtkDataSetSurfaceFilter

from ..errors import TalusError
from ..names import spaced


def outer_faces(data: vtkDataObject, place: str = "") -> vtkPolyData:
    """The polygons of a surface, the outer faces of a grid, or for a composite those of all its blocks.

    :param place: origin of the data, for messages
    :raises TalusError: images and tables, which have no surface
    """
    return joined_surfaces([_faces(block, place) for block in data_sets_of(data)])


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
    extract = vtkDataSetSurfaceFilter()
    extract.SetInputData(block)
    mixed = _has_volumes_and_others(block)
    extract.SetPassThroughCellIds(mixed)
    extract.Update()
    faces = extract.GetOutput()
    if mixed:
        _keep_faces_of_volumes(faces, block)
        faces.GetCellData().RemoveArray("vtkOriginalCellIds")
    return faces


def _has_volumes_and_others(block: vtkPointSet) -> bool:
    """Always False for structured grids, whose cells are of one kind."""
    if not isinstance(block, vtkUnstructuredGrid) or not block.GetNumberOfCells():
        return False
    kinds = vtk_to_numpy(block.GetDistinctCellTypesArray()).tolist()
    return len({_dimension(kind) == 3 for kind in kinds}) == 2


def _keep_faces_of_volumes(faces: vtkPolyData, grid: vtkPointSet) -> None:
    """Keeps only the faces of volume cells, if there are any, as filters/surface_blocks.cxx does."""
    original = faces.GetCellData().GetArray("vtkOriginalCellIds")
    if original is None:  # no faces
        return
    types = np.array([grid.GetCellType(cell) for cell in vtk_to_numpy(original).tolist()])
    volumes = np.isin(types, [kind for kind in np.unique(types).tolist() if _dimension(kind) == 3])
    if volumes.any() and not volumes.all():
        faces.BuildCells()
        for face in np.flatnonzero(~volumes).tolist():
            faces.DeleteCell(face)
        faces.RemoveDeletedCells()


def _dimension(kind: int) -> int:
    cell = vtkGenericCell()
    cell.SetCellType(kind)
    return cell.GetCellDimension()
