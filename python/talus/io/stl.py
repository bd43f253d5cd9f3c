"""Parts of binary STL, and its writer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .geometry import coordinates_of, merge_equal_points, triangles
from .regular_file import open_regular

_HEADER_BYTES = 84  # 80 bytes of text, then the number of triangles
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])


def _joined(corners: np.ndarray) -> vtkPolyData:
    """Triangles of which equal vertices are one point. :param corners: shape (n, 3, 3)"""
    points, numbers = merge_equal_points(corners.reshape(-1, 3))
    return triangles(points, numbers.reshape(-1, 3))


def read_stl_part(path: Path, part: int, parts: int) -> vtkPolyData | None:
    """One of several consecutive parts of a binary file, without the others; None for text, and for a file that is damaged.

    Parts have different numbers of triangles: equal ones of a surface that is there twice would be taken for copies.
    :raises TalusError: no such file. O(size / parts).
    """
    file, size = open_regular(path, "surface file")
    with file:
        header = file.read(_HEADER_BYTES)
        if len(header) < _HEADER_BYTES or size != _binary_size(header):
            return None
        count = (size - _HEADER_BYTES) // _RECORD.itemsize
        begin, end = (min(count, count * k // parts + k * (parts - k)) for k in (part, part + 1))
        file.seek(_HEADER_BYTES + begin * _RECORD.itemsize)
        corners = np.fromfile(file, _RECORD, end - begin)["corners"]
    if len(corners) != end - begin:
        raise TalusError("Binary STL became shorter meanwhile", str(path), "Copy or export the file again")
    return _joined(corners)


def write_stl(surface: vtkPolyData, path: Path) -> None:
    """Writes triangles as binary STL: single precision, no arrays.

    :raises TalusError: if there are polygons of more than three corners.
    """
    numbers = vtk_to_numpy(surface.GetPolys().GetConnectivityArray())
    if len(numbers) != 3 * surface.GetNumberOfPolys():
        raise TalusError(
            "Only triangles can be written as STL", str(path), "Apply ParaView's Triangulate first"
        )
    corners = coordinates_of(surface)[numbers].reshape(-1, 3, 3)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(corners), _RECORD)
    records["corners"] = corners
    np.divide(normals, lengths, out=normals, where=lengths > 0)
    records["normal"] = normals
    header = b"binary STL by talus".ljust(_HEADER_BYTES - 4) + len(records).to_bytes(4, "little")
    path.write_bytes(header + records.tobytes())


def _binary_size(data: bytes) -> int:
    return _HEADER_BYTES + _RECORD.itemsize * int.from_bytes(data[80:84], "little")
