"""Surfaces to OBJ, OFF and PLY. STL is written by ``stl``."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .geometry import coordinates_of, corner_lists


def write_obj(surface: vtkPolyData, path: Path) -> None:
    """Writes polygons without arrays; coordinates keep all their digits."""
    lines = ["v %r %r %r" % tuple(point) for point in coordinates_of(surface).astype(float).tolist()]
    lines += ["f " + " ".join(str(corner + 1) for corner in corners) for corners in corner_lists(surface)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def write_off(surface: vtkPolyData, path: Path) -> None:
    """Writes polygons without arrays; coordinates keep all their digits."""
    faces = corner_lists(surface)
    lines = ["OFF", f"{surface.GetNumberOfPoints()} {len(faces)} 0"]
    lines += ["%r %r %r" % tuple(point) for point in coordinates_of(surface).astype(float).tolist()]
    lines += [f"{len(corners)} {' '.join(map(str, corners))}" for corners in faces]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def write_ply(surface: vtkPolyData, path: Path) -> None:
    """Writes polygons without arrays, binary; coordinates keep their precision."""
    points = np.ascontiguousarray(coordinates_of(surface))
    points = points.astype("<f4" if points.dtype == np.float32 else "<f8")
    faces = corner_lists(surface)
    count = "uchar" if max(map(len, faces), default=0) < 256 else "int"
    lines = ["ply", "format binary_little_endian 1.0", "comment by talus", f"element vertex {len(points)}"]
    lines += [f"property {'float' if points.itemsize == 4 else 'double'} {axis}" for axis in "xyz"]
    lines += [f"element face {len(faces)}", f"property list {count} int vertex_indices", "end_header"]
    sizes = np.array([len(corners) for corners in faces], "<u1" if count == "uchar" else "<i4")
    corners = [np.array(corners, "<i4").tobytes() for corners in faces]
    body = b"".join(part for size, face in zip(sizes, corners) for part in (size.tobytes(), face))
    path.write_bytes("\n".join(lines).encode() + b"\n" + points.tobytes() + body)
