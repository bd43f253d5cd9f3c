"""VTK's XML formats, serial, parallel and composite."""

from __future__ import annotations

from pathlib import Path

from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkDataObjectTypes, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkAppendFilter
from ..errors import TalusError
from .xml_composite_writer import write_composite
from .xml_reader import read_vtk_xml
from .xml_writer import write_data_set

_KINDS = {
    ".vtp": "vtkPolyData",
    ".vtu": "vtkUnstructuredGrid",
    ".vti": "vtkImageData",
    ".vtr": "vtkRectilinearGrid",
    ".vts": "vtkStructuredGrid",
    ".vtm": "vtkMultiBlockDataSet",
    ".vtpd": "vtkPartitionedDataSet",
    ".vtpc": "vtkPartitionedDataSetCollection",
}

WRITTEN = tuple(_KINDS)
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
    wanted = _KINDS[suffix]
    if data.IsA(wanted):
        return data
    if suffix == ".vtu" and data.IsA("vtkDataSet"):
        append = vtkAppendFilter()
        append.AddInputData(data)
        append.Update()
        return append.GetOutput()
    best = next((s for s, kind in _KINDS.items() if data.IsA(kind)), ".vtu")
    raise TalusError(
        f"{_kind(data).capitalize()} cannot be written as {suffix}", str(path), f"Name the file {best}"
    )


def write_xml(data: vtkDataObject, path: Path) -> None:
    """Writes packed binary XML. The data must be of the type that the extension stands for: see fitting().

    Inline, not appended: ParaView 5.11 cannot read appended data with the expat of an up-to-date Debian 12.
    :raises TalusError: an unwritable folder, a full disk
    """
    try:
        if data.IsA("vtkCompositeDataSet"):
            write_composite(data, path)
        else:
            write_data_set(data, path)
    except OSError as error:
        raise TalusError(f"Cannot write: {(error.strerror or str(error)).lower()}", str(path), "Make room") from None


def _kind(data: vtkDataObject) -> str:
    """'unstructured grid' for a vtkUnstructuredGrid."""
    name = vtkDataObjectTypes.GetClassNameFromTypeId(data.GetDataObjectType())[len("vtk") :]
    return "".join(" " + c.lower() if c.isupper() else c for c in name).strip()
