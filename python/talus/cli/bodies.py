"""Surfaces named on the command line, each one body."""

from __future__ import annotations

from typing import Sequence

from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import no_triangles
from ..io import read_bodies as read_file
from ..io import read_surface, read_surface_part
from ..ranks import Ranks


def read_bodies(files: Sequence[str]) -> list[vtkPolyData]:
    """Reads surfaces, one per file; from a single file with several surfaces all of them.

    :raises TalusError: an unreadable file, or one without triangles or polygons; names the file
    """
    return read_all(files) if len(files) == 1 else [read_body(file) for file in files]


def read_share(files: Sequence[str], ranks: Ranks) -> list[vtkPolyData]:
    """What this process has of the surfaces, which all processes have together: consecutive parts, if there is one file of
    which they can be read, else the first has all.

    :raises TalusError: as for :func:`read_bodies`
    """
    if ranks.size == 1:
        return read_bodies(files)
    part = read_surface_part(files[0], ranks.rank, ranks.size) if len(files) == 1 else None
    if part is not None:
        return [part]
    return read_on_first(files, ranks)


def read_on_first(files: Sequence[str], ranks: Ranks) -> list[vtkPolyData]:
    """All surfaces on the first process, none on others. :raises TalusError: as for :func:`read_bodies`"""
    return read_bodies(files) if ranks.first else [vtkPolyData()]


def require_triangles(count: int, file: str) -> None:
    """:raises TalusError: there are none"""
    if count == 0:
        raise no_triangles(file)


def read_all(files: Sequence[str]) -> list[vtkPolyData]:
    """Reads all surfaces of all files. :raises TalusError: as for :func:`read_bodies`"""
    return [_sound(surface, file) for file in files for surface in read_file(file)]


def read_body(file: str) -> vtkPolyData:
    """Reads a file as one surface. :raises TalusError: as for :func:`read_bodies`"""
    return _sound(read_surface(file), file)


def _sound(surface: vtkPolyData, file: str) -> vtkPolyData:
    require_triangles(surface.GetNumberOfPolys() + surface.GetNumberOfStrips(), file)
    return surface
