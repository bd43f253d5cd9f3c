"""VTK's XML formats, serial, parallel and composite."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkDataObjectTypes, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkAppendFilter
from vtkmodules.vtkIOXML import (
    vtkXMLImageDataWriter,
    vtkXMLMultiBlockDataWriter,
    vtkXMLPolyDataWriter,
    vtkXMLRectilinearGridWriter,
    vtkXMLStructuredGridWriter,
    vtkXMLUnstructuredGridWriter,
)
from vtkmodules.vtkIOParallelXML import (
    vtkXMLPartitionedDataSetCollectionWriter,
    vtkXMLPartitionedDataSetWriter,
)

from ..errors import TalusError
from ..messages import captured
from .blank import blank_blocks, is_blank, with_cell_arrays
from .xml_reader import read_vtk_xml

_WRITERS = {
    ".vtp": (vtkXMLPolyDataWriter, "vtkPolyData"),
    ".vtu": (vtkXMLUnstructuredGridWriter, "vtkUnstructuredGrid"),
    ".vti": (vtkXMLImageDataWriter, "vtkImageData"),
    ".vtr": (vtkXMLRectilinearGridWriter, "vtkRectilinearGrid"),
    ".vts": (vtkXMLStructuredGridWriter, "vtkStructuredGrid"),
    ".vtm": (vtkXMLMultiBlockDataWriter, "vtkMultiBlockDataSet"),
    ".vtpd": (vtkXMLPartitionedDataSetWriter, "vtkPartitionedDataSet"),
    ".vtpc": (vtkXMLPartitionedDataSetCollectionWriter, "vtkPartitionedDataSetCollection"),
}

WRITTEN = tuple(_WRITERS)
READ = WRITTEN + (".pvtp", ".pvtu", ".pvti", ".pvtr", ".pvts")


def read_xml(path: Path) -> vtkDataObject:
    """Reads any data object, by the type that the file tells.

    :raises TalusError: a file that is not whole, and why
    """
    return read_vtk_xml(path)


def read_vtp(path: Path) -> vtkPolyData:
    """Reads a surface.

    :raises TalusError: also if the file holds another kind of data.
    """
    data = read_xml(path)
    if not data.IsA("vtkPolyData"):
        raise TalusError(
            f"Not a surface but {_kind(data)}",
            str(path),
            "Apply ParaView's Extract Surface and save it as VTP",
        )
    return data


def fitting(data: vtkDataObject, path: Path) -> vtkDataObject:
    """The data as the type that the file's extension stands for: any data set may become an unstructured grid.

    :raises TalusError: if it cannot be written there without loss.
    """
    suffix = path.suffix.lower()
    wanted = _WRITERS[suffix][1]
    if data.IsA(wanted):
        return data
    if suffix == ".vtu" and data.IsA("vtkDataSet"):
        append = vtkAppendFilter()
        append.AddInputData(data)
        append.Update()
        return append.GetOutput()
    best = next((s for s, (_, kind) in _WRITERS.items() if data.IsA(kind)), ".vtu")
    raise TalusError(
        f"{_kind(data).capitalize()} cannot be written as {suffix}", str(path), f"Name the file {best}"
    )


def write_xml(data: vtkDataObject, path: Path) -> None:
    """Writes compressed binary XML. The data must be of the type that the extension stands for: see fitting().

    Inline, not appended: ParaView 5.11 cannot read appended data with the expat of an up-to-date Debian 12.
    """
    if data.IsA("vtkMultiBlockDataSet") and is_blank(data):
        path.write_text(blank_blocks(data), encoding="utf-8")
        return
    data = with_cell_arrays(data)
    writer = _WRITERS[path.suffix.lower()][0]()
    writer.SetDataModeToBinary()
    writer.SetFileName(str(path))
    writer.SetInputDataObject(data)
    # A single file is made in memory: where the disk is full VTK 9.2 crashes.
    in_memory = data.IsA("vtkDataSet")
    writer.SetWriteToOutputString(in_memory)
    with captured(writer) as messages:
        written = writer.Write()
    if messages.errors or not written:
        raise TalusError(
            messages.errors[0] if messages.errors else "Could not write", str(path), "Is the disk full"
        )
    if in_memory:
        text = writer.GetOutputString()
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    else:
        _require_whole(path)


def _require_whole(path: Path) -> None:
    """:raises TalusError: a composite's file or a piece of it is cut off or missing, of which VTK says nothing"""
    if not _is_whole(path) or not all(_is_whole(piece) for piece in _pieces(path)):
        raise TalusError("Could not write all of it", str(path), "Is the disk full")


def _pieces(path: Path) -> list[Path]:
    return [path.parent / name for item in ElementTree.parse(path).iter() if (name := item.get("file"))]


def _is_whole(path: Path) -> bool:
    if not path.exists():
        return False
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 32))
        return file.read().rstrip().endswith(b"</VTKFile>")


def _kind(data: vtkDataObject) -> str:
    """'unstructured grid' for a vtkUnstructuredGrid."""
    name = vtkDataObjectTypes.GetClassNameFromTypeId(data.GetDataObjectType())[len("vtk") :]
    return "".join(" " + c.lower() if c.isupper() else c for c in name).strip()
