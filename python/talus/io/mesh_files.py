"""Surfaces from STL, OBJ, PLY and OFF, and points from PLY, by the readers that scenes use, too (core/geometry/files)."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import Callable

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkDataArray
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import SurfaceWarning
from ..messages import captured
from ..vtkmodules.TalusFilters import vtkTalusPolygons
from .regular_file import content_of, kind_of

MESH_FILES = (".stl", ".obj", ".ply", ".off")


def read_mesh(path: Path) -> vtkPolyData:
    """The polygons of a file, in its precision; a vertex of STL for all corners of the same coordinates.

    :warns SurfaceWarning: something in the file is ignored
    :raises TalusError: a file that is broken or truncated, a face of missing points. O(size), STL O(size log size).
    """
    return _read(path, lambda source, content: source.Read(content, kind_of(path), os.fsencode(path)))


def read_ply_points(path: Path) -> vtkPolyData:
    """The vertices of a PLY file as points, and their other numbers as arrays; faces are ignored.

    :raises TalusError: a header that is not PLY, a body that is shorter than the header states or contains anything but
        numbers. O(size).
    """
    return _read(path, lambda source, content: source.ReadPoints(content, os.fsencode(path)))


def _read(path: Path, read: Callable[[vtkTalusPolygons, vtkDataArray], vtkPolyData | None]) -> vtkPolyData:
    content = numpy_to_vtk(np.frombuffer(content_of(path), np.uint8))
    source = vtkTalusPolygons()
    with captured(source) as messages:
        found = read(source, content)
        if found is None:
            raise messages.failure()
    for text in messages.warnings:
        warnings.warn(text, SurfaceWarning, stacklevel=5)
    return found
