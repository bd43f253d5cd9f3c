"""Data without points: valid results, at which VTK's writers crash or fail."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from vtkmodules.vtkCommonCore import vtkPoints, vtkUnsignedCharArray
from vtkmodules.vtkCommonDataModel import (
    vtkCellArray,
    vtkCompositeDataSet,
    vtkDataObject,
    vtkMultiBlockDataSet,
    vtkUnstructuredGrid,
)


def with_cell_arrays(data: vtkDataObject) -> vtkDataObject:
    """The data, in which every unstructured grid has arrays of points and cells, be they empty: VTK's writer needs them."""
    if isinstance(data, vtkUnstructuredGrid):
        return data if data.GetCells() and data.GetPoints() else _completed(data)
    if not isinstance(data, vtkCompositeDataSet):
        return data
    copy = data.NewInstance()
    copy.ShallowCopy(data)
    iterator = copy.NewIterator()
    while not iterator.IsDoneWithTraversal():
        leaf = iterator.GetCurrentDataObject()
        if isinstance(leaf, vtkUnstructuredGrid):
            copy.SetDataSet(iterator, with_cell_arrays(leaf))
        iterator.GoToNextItem()
    return copy


def _completed(grid: vtkUnstructuredGrid) -> vtkUnstructuredGrid:
    copy = grid.NewInstance()
    copy.ShallowCopy(grid)
    if not copy.GetPoints():
        copy.SetPoints(vtkPoints())
    if not copy.GetCells():
        copy.SetCells(vtkUnsignedCharArray(), vtkCellArray())
    return copy


def is_blank(data: vtkCompositeDataSet) -> bool:
    """No block holds anything: VTK's writer then writes nothing at all, and tells no reason."""
    kinds = (vtkDataObject.POINT, vtkDataObject.CELL, vtkDataObject.ROW)
    return not any(data.GetNumberOfElements(kind) for kind in kinds)


def blank_blocks(data: vtkMultiBlockDataSet) -> str:
    """The file of blocks without a point: their names and how they are nested."""
    return (
        '<?xml version="1.0"?>\n<VTKFile type="vtkMultiBlockDataSet" version="1.0">\n<vtkMultiBlockDataSet>\n'
        f"{_blocks(data)}</vtkMultiBlockDataSet>\n</VTKFile>\n"
    )


def _blocks(data: vtkMultiBlockDataSet) -> str:
    return "".join(_block(data, i) for i in range(data.GetNumberOfBlocks()))


def _block(data: vtkMultiBlockDataSet, index: int) -> str:
    name = data.GetMetaData(index).Get(vtkCompositeDataSet.NAME()) if data.HasMetaData(index) else None
    told = f'index="{index}"' + ("" if name is None else f" name={quoteattr(name)}")
    block = data.GetBlock(index)
    if isinstance(block, vtkMultiBlockDataSet):
        return f"<Block {told}>\n{_blocks(block)}</Block>\n"
    return f"<DataSet {told}/>\n"
