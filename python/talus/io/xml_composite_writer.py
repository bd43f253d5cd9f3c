"""Writes composites as VTK XML: a file with the structure of the composite, and a folder with its blocks."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Iterator

from vtkmodules.vtkCommonCore import vtkIndent
from vtkmodules.vtkCommonDataModel import (
    vtkCompositeDataSet,
    vtkDataObject,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSet,
    vtkPartitionedDataSetCollection,
)

from .xml_text import attribute, require_possible_name
from .xml_writer import KINDS, fields_of, head, kind_of, write_data_set, write_parts


def write_composite(data: vtkCompositeDataSet, path: Path) -> None:
    """Writes a vtkMultiBlockDataSet, vtkPartitionedDataSet or vtkPartitionedDataSetCollection.

    Blocks of types that no format can store are left empty.
    :raises OSError: the disk is full
    :raises TalusError: a name that the file cannot hold
    """
    require_possible_name(path)
    kind = data.GetClassName()
    writer = _Pieces(path)
    if isinstance(data, vtkMultiBlockDataSet):
        text = "".join(writer.blocks(data))
    elif isinstance(data, vtkPartitionedDataSetCollection):
        text = "".join(writer.collection(data))
    else:
        text = "".join(writer.partitions(data))
    compressor = ' compressor="vtkZLibDataCompressor"'
    told = f"{head(kind, compressor)}<{kind}>\n{text}</{kind}>\n"
    write_parts([told, *fields_of(data), "</VTKFile>\n"], path)  # fields after the blocks, as VTK writes them


class _Pieces:
    """Writes the files of the blocks, and returns the elements that refer to them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._count = 0

    def blocks(self, data: vtkMultiBlockDataSet) -> Iterator[str]:
        for i in range(data.GetNumberOfBlocks()):
            told, block = _told(data, i), data.GetBlock(i)
            if isinstance(block, vtkMultiBlockDataSet):
                yield f"<Block {told}>\n{''.join(self.blocks(block))}</Block>\n"
            elif isinstance(block, vtkPartitionedDataSet):
                yield f"<Piece {told}>\n{''.join(self.partitions(block))}</Piece>\n"
            else:
                yield self._leaf(told, block)

    def partitions(self, data: vtkPartitionedDataSet) -> Iterator[str]:
        for i in range(data.GetNumberOfPartitions()):
            yield self._leaf(_told(data, i), data.GetPartitionAsDataObject(i))

    def collection(self, data: vtkPartitionedDataSetCollection) -> Iterator[str]:
        for i in range(data.GetNumberOfPartitionedDataSets()):
            parts = "".join(self.partitions(data.GetPartitionedDataSet(i)))
            yield f"<Partitions {_told(data, i)}>\n{parts}</Partitions>\n"
        if data.GetDataAssembly():
            assembly = data.GetDataAssembly().SerializeToXML(vtkIndent())
            yield f'<DataAssembly encoding="base64">\n{base64.b64encode(assembly.encode()).decode()}\n</DataAssembly>\n'

    def _leaf(self, told: str, data: vtkDataObject | None) -> str:
        kind = None if data is None else kind_of(data)
        if kind is None:
            return f"<DataSet {told}/>\n"
        name = f"{self._path.stem}/{self._path.stem}_{self._count}{KINDS[kind]}"
        self._count += 1
        (self._path.parent / name).parent.mkdir(exist_ok=True)
        write_data_set(data, self._path.parent / name)
        return f"<DataSet {told} file={attribute(name)}/>\n"


def _told(data: vtkCompositeDataSet, index: int) -> str:
    """The attributes of a block: index and name."""
    name = data.GetMetaData(index).Get(vtkCompositeDataSet.NAME()) if data.HasMetaData(index) else None
    return f'index="{index}"' + ("" if name is None else f" name={attribute(name)}")
