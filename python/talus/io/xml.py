"""VTK's XML formats, serial, parallel and composite."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator

from vtkmodules.vtkCommonDataModel import vtkDataObject
from vtkmodules.vtkFiltersCore import vtkAppendFilter

from ..errors import TalusError
from ..vtkmodules.TalusFilters import vtkTalusArrayFile
from .outer_faces import kind_name
from .output import remedy_of
from .xml_composite_writer import write_composite
from .xml_reader import PieceFiles, read_vtk_xml
from .xml_writer import begin_data_set, write_data_set

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
#: Those that can contain a surface
WITH_CELLS = (".vtp", ".vtu", ".vts", ".vtm", ".vtpd", ".vtpc", ".pvtp", ".pvtu", ".pvts")


def read_xml(path: Path) -> vtkDataObject:
    """Reads any data object, by the type stated in the file.

    :raises TalusError: an incomplete or damaged file, with the reason
    """
    return read_vtk_xml(path)


def read_pvtp_part(path: Path, part: int, parts: int) -> vtkDataObject | None:
    """Some of the pieces of a parallel file, without the others; None if they are not polygons.

    :raises TalusError: an incomplete or damaged file or piece
    """
    pieces = PieceFiles(path)
    if pieces.kind != "PolyData":
        return None
    return pieces.joined(len(pieces) * part // parts, len(pieces) * (part + 1) // parts)


def fitting(data: vtkDataObject, path: Path) -> vtkDataObject:
    """The data as the type of the file's extension: any data set may become an unstructured grid.

    :raises TalusError: if they cannot be written there without loss
    """
    suffix = path.suffix.lower()
    wanted = _KINDS[suffix]
    if data.IsA(wanted):
        return data
    if suffix == ".vtu" and data.IsA("vtkDataSet"):
        append = vtkAppendFilter()
        append.AddInputData(data)
        append.Update()
        grid = append.GetOutput()
        if not data.GetNumberOfPoints():  # the filter takes no arrays of data without points
            grid.GetPointData().ShallowCopy(data.GetPointData())
            grid.GetCellData().ShallowCopy(data.GetCellData())
        return grid
    best = next((s for s, kind in _KINDS.items() if data.IsA(kind)), ".vtu")
    raise TalusError(
        f"{kind_name(data).capitalize()} cannot be written as {suffix}", str(path), f"Name the file {best}"
    )


def write_xml(data: vtkDataObject, path: Path) -> None:
    """Writes compressed binary XML. The data must be of the type of the extension: see fitting().

    Inline, not appended: ParaView 5.11 cannot read appended data with the expat of an up-to-date Debian 12.
    :raises TalusError: an unwritable folder, a full disk
    """
    with _told(path):
        if data.IsA("vtkCompositeDataSet"):
            write_composite(data, path)
        else:
            write_data_set(data, path)


def begin_xml(
    data: vtkDataObject, path: Path, file: vtkTalusArrayFile, background: bool, to_disk: bool = False
) -> Callable[[], None]:
    """As :func:`write_xml`, of data other than composites, in the background while the caller goes on, or at once.

    :param data: its arrays must not change until the file is written; in the background, until the next one is
    :param file: writes it. It compresses arrays that are the same as in its last file only once
    :return: waits for the file, if ``to_disk`` until the disk has it, and raises the errors of :func:`write_xml`. Called
        again it does nothing
    """
    finish = begin_data_set(data, path, file, background, to_disk)

    def told() -> None:
        with _told(path):
            finish()

    return told


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TalusError(f"Cannot write: {(error.strerror or str(error)).lower()}", str(path), remedy_of(error)) from None
