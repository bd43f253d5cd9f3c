"""Surfaces named on the command line, each one body."""

from __future__ import annotations

from typing import Iterable

from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from ..io import read_surface


def read_bodies(files: Iterable[str]) -> list[vtkPolyData]:
    """Reads surfaces.

    :raises TalusError: an unreadable file, or one without a triangle or polygon: it is named, as it would be no body.
    """
    return [_body(file) for file in files]


def _body(file: str) -> vtkPolyData:
    surface = read_surface(file)
    if surface.GetNumberOfPolys() + surface.GetNumberOfStrips() == 0:
        raise TalusError("The surface has no triangles", str(file), "Give a surface made of triangles or polygons")
    return surface
