"""Reading surfaces and points, writing labelled data: one function each; the extension determines the format.

======== =========================================================================================
surfaces STL, OBJ, PLY, OFF, glTF and GLB, 3MF, STEP; VTP, VTU, VTS, VTM and other VTK formats with cells; VTK's legacy format
points   any VTK XML format (VTP, VTU, VTI, VTM …), VTK's legacy format, CSV, XYZ, TXT, PLY, PCD, LAS, NPZ, NPY
written  any VTK XML format, CSV, NPZ; surfaces also STL
======== =========================================================================================

All may be compressed by gzip (.stl.gz). Coordinates keep the precision of the file: text and double are read as
double, single as single. Every problem of a file is one :class:`talus.TalusError`; nothing is printed. A file is
written under a temporary name and then renamed.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkDataSet, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkCellCenters

from .. import pickling as pickling  # noqa: F401  makes what readers give picklable
from ..errors import TalusError
from ..options import is_real
from .cell_points import require_points_of_cells
from .contact_network import contact_rows, is_contact_network, pair_rows
from .geometry import arrays_of, coordinates_of, from_file
from .gltf import read_gltf
from .las import read_las
from .legacy_vtk import read_legacy_vtk
from .mesh_files import MESH_FILES, read_mesh, read_ply_points
from .mesh_writers import write_obj, write_off, write_ply
from .outer_faces import bodies_of, joined_surfaces
from .output import ensure_writable, staged
from .pcd import read_pcd
from .point_text import read_point_text
from .regular_file import kind_of, require_regular
from .step import ANGLE, CHORD, convert_step
from .stl import read_stl_part, write_stl
from .tables import Columns, read_csv, read_npy, read_npz, write_csv, write_npz
from .threemf import read_3mf
from .xml import READ, WITH_CELLS, WRITTEN, fitting, read_pvtp_part, read_xml, write_xml

__all__ = [
    "PathLike",
    "as_path",
    "check_output",
    "check_surface_output",
    "ensure_writable",
    "read_blocks",
    "read_bodies",
    "read_points",
    "read_step",
    "read_surface",
    "staged",
    "write",
    "write_surface",
]

PathLike = str | os.PathLike[str]

#: Readers return one surface, a list of surfaces, or data whose outer faces are the surface
SURFACE_READERS: Mapping[str, Callable[[Path], vtkDataObject | list[vtkPolyData]]] = {
    **{suffix: read_mesh for suffix in MESH_FILES},
    ".gltf": read_gltf,
    ".glb": read_gltf,
    ".3mf": read_3mf,
    ".step": convert_step,
    ".stp": convert_step,
    ".vtk": read_legacy_vtk,
    **{suffix: read_xml for suffix in WITH_CELLS},
}
POINT_READERS: Mapping[str, Callable[[Path], vtkDataObject]] = {
    **{suffix: read_xml for suffix in READ},
    ".vtk": read_legacy_vtk,
    ".csv": read_csv,
    ".xyz": read_point_text,
    ".txt": read_point_text,
    ".ply": read_ply_points,
    ".pcd": read_pcd,
    ".las": read_las,
    ".npz": read_npz,
    ".npy": read_npy,
}
#: Readers of one of several consecutive parts; they return None for a file that has none
PART_READERS: Mapping[str, Callable[[Path, int, int], vtkPolyData | None]] = {
    ".stl": read_stl_part,
    ".pvtp": read_pvtp_part,
}
_STEP = (".step", ".stp")
_IGES = (".iges", ".igs")
_WITH_COLUMNS = (".csv", ".xyz", ".txt")
_TABLES = {".csv": write_csv, ".npz": write_npz}
#: Writers of surfaces that keep the polygons only
SURFACE_WRITERS: Mapping[str, Callable[[vtkPolyData, Path], None]] = {
    ".stl": write_stl,
    ".ply": write_ply,
    ".obj": write_obj,
    ".off": write_off,
}


def read_surface(path: PathLike) -> vtkPolyData:
    """Reads a surface of polygons; several in one file are joined. Equal vertices of an STL file become one point.

    The surface of a volume mesh consists of its outer faces.

    >>> talus.read_surface("body.stl").GetNumberOfPoints()
    8

    :raises TalusError: missing, empty, truncated or broken file; unknown extension.
    """
    return from_file(joined_surfaces(read_bodies(path)), str(path))


def read_bodies(path: PathLike) -> list[vtkPolyData]:
    """The surfaces of a file: one for each block of a VTM, mesh of a glTF scene, item of a 3MF build or solid of a
    STEP file; else one.

    >>> len(talus.read_bodies("body.stl"))
    1

    :raises TalusError: as for :func:`read_surface`
    """
    surfaces = read_blocks(path)
    bodies = surfaces if isinstance(surfaces, list) else bodies_of(surfaces, str(path))
    return [from_file(body, str(path)) for body in bodies]


def read_blocks(path: PathLike) -> vtkDataObject | list[vtkPolyData]:
    """What a file of surfaces holds: VTK data, perhaps a composite whose blocks have names, or a list of surfaces, whose
    names are in their field data.

    :raises TalusError: as for :func:`read_surface`
    """
    return _read(path, SURFACE_READERS, "surface")


def read_surface_part(path: PathLike, part: int, parts: int) -> vtkPolyData | None:
    """One of several consecutive parts of a surface, so that no process needs memory for the whole: of the pieces of a PVTP
    file, or the triangles of a binary STL file. None for other files.

    :param part: from 0 to ``parts`` - 1; may have no triangles
    :raises TalusError: as for :func:`read_surface`
    """
    path = as_path(path)
    reader = PART_READERS.get(path.suffix.lower())
    surface = reader(path, part, parts) if reader else None
    return surface and from_file(surface, str(path))


def read_step(path: PathLike, *, chord: float = CHORD, angle: float = ANGLE) -> list[vtkPolyData]:
    """The bodies of a STEP file as triangles near their curved faces, in millimetres; :func:`read_bodies` with a choice
    of how near.

    Each solid is a body, as often as its assembly places it; then each shell; and all faces without a shell are one.

    :param chord: distance of triangles from faces, as a fraction of the diagonal of the body's bounding box, from 1e-6
        to 0.1; approximately met
    :param angle: between the normals of neighbouring triangles of a face, degrees, at least 1, up to 90
    :raises TalusError: a file that is damaged, or has another extension; no component talus-step
    """
    for name, value, low, high in (("chord", chord, 1e-6, 0.1), ("angle", angle, 1.0, 90.0)):
        if not (is_real(value) and low <= value <= high):
            raise TalusError(f"{name}={value} is out of range", "", f"Give a number from {low:g} to {high:g}")
    return _read(path, {suffix: partial(convert_step, chord=chord, angle=angle) for suffix in _STEP}, "STEP file")


def read_points(path: PathLike, columns: Columns | None = None) -> vtkDataObject:
    """Reads a data set (or a composite of data sets) whose points or cells are to be labelled.

    >>> cloud = talus.read_points("cloud.csv")      # with columns x, y, z

    :param columns: names of the columns x, y and z in a CSV, XYZ or TXT file, if they have other names
    :raises TalusError: missing, empty, truncated or broken file; unknown extension; a table without x, y, z.
    """
    if columns is None:
        return _read(path, POINT_READERS, "point set")
    if kind_of(as_path(path)) not in _WITH_COLUMNS:
        raise TalusError("Only tables have columns to choose", str(path), "Leave the columns out")
    return _read(path, {suffix: partial(POINT_READERS[suffix], columns=columns) for suffix in _WITH_COLUMNS}, "point set")


def as_path(path: PathLike) -> Path:
    """:raises TalusError: a value that is not a file name"""
    try:
        named = Path(path)
    except TypeError:
        told = f"A value of type {type(path).__name__} is no file name"
        raise TalusError(told, "", "Give a str or a pathlib.Path") from None
    if "\0" in str(named):
        raise TalusError("A file name holds a zero byte", str(named).replace("\0", "\\0"), "Check the name")
    return named


def _read(path: PathLike, readers: Mapping[str, Callable], what: str) -> Any:
    path = as_path(path)
    size = require_regular(path, f"{what} file")
    reader = readers.get(kind_of(path))
    if reader is None and kind_of(path) in _IGES:
        raise TalusError("IGES files are not read", str(path), "Export STEP, STL or 3MF from the CAD program")
    if reader is None:
        raise _unknown(path, what, readers)
    if size == 0:
        raise TalusError("The file is empty", str(path), f"Export the {what} again")
    return reader(path)


def _unknown(path: Path, what: str, known: Iterable[str]) -> TalusError:
    extensions = " ".join(suffix[1:] for suffix in known)
    return TalusError(
        f"'{path.suffix}' is not the extension of a {what} file", str(path), f"Choose from: {extensions}"
    )


def check_output(path: PathLike) -> None:
    """:raises TalusError: if :func:`write` does not know the extension or cannot make a file there."""
    path = as_path(path)
    _check_extension(path)
    ensure_writable(path)


def _check_extension(path: Path) -> None:
    known = (*WRITTEN, *_TABLES)
    if path.suffix.lower() not in known:
        raise _unknown(path, "written", known)


def check_surface_output(path: PathLike) -> None:
    """:raises TalusError: if :func:`write_surface` does not know the extension or cannot make a file there."""
    path = as_path(path)
    known = (".vtp", *SURFACE_WRITERS)
    if path.suffix.lower() not in known:
        raise _unknown(path, "surface", known)
    ensure_writable(path)


def write_surface(surface: vtkPolyData, path: PathLike) -> None:
    """Writes a surface without loss as VTP, without its arrays as PLY, OBJ or OFF, or as STL: triangles in single
    precision.

    >>> talus.write_surface(talus.grain("Icosahedron"), "icosahedron.stl")

    :raises TalusError: unknown extension, an unwritable folder, a triangle of missing points, polygons in an STL file.
    """
    path = as_path(path)
    if not isinstance(surface, vtkPolyData):
        raise TalusError(f"A value of type {type(surface).__name__} is not a surface", "", "Give a vtkPolyData")
    check_surface_output(path)
    require_points_of_cells(surface, str(path))
    if path.suffix.lower() == ".vtp":
        write(surface, path)
        return
    with staged(path) as temporary:
        SURFACE_WRITERS[path.suffix.lower()](surface, temporary)


def write(data: vtkDataObject, path: PathLike, cells: bool = False) -> None:
    """Writes a data object; the extension determines the format.

    >>> talus.write(talus.read_points("cloud.csv"), "cloud.vtp")

    A table (CSV, NPZ) contains the points with the point arrays or, with ``cells``, the cell centres with the cell
    arrays. For the contacts of a filter or a run it contains only the contacts or, with ``cells``, the pairs of bodies
    in contact.
    :raises TalusError: unknown extension, a type that the format cannot hold, an unwritable folder, a cell of missing
        points.
    """
    path = as_path(path)
    if not isinstance(data, vtkDataObject):
        raise TalusError(f"A value of type {type(data).__name__} cannot be written", "", "Give VTK data")
    _check_extension(path)
    require_points_of_cells(data, str(path))
    table = _TABLES.get(path.suffix.lower())
    if table is not None:
        if not data.IsA("vtkDataSet"):
            raise TalusError(
                "A table holds one data set, not a composite", str(path), "Name the file .vtm or .vtpc"
            )
        with staged(path) as temporary:
            table(temporary, *_table(data, cells))
        return
    data = fitting(data, path)
    with staged(path) as temporary:
        write_xml(data, temporary)


def _table(data: vtkDataSet, cells: bool) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    if is_contact_network(data):
        return pair_rows(data) if cells else contact_rows(data)
    if not cells:
        return coordinates_of(data), arrays_of(data.GetPointData())
    centres = vtkCellCenters()
    centres.SetInputData(data)
    centres.Update()
    return coordinates_of(centres.GetOutput()), arrays_of(data.GetCellData())
