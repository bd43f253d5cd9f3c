"""Converts the accepted inputs for surfaces and points to VTK data."""

from __future__ import annotations

import os
from typing import Any, Protocol, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkMultiBlockDataSet, vtkPolyData

from .errors import TalusError
from .faces import faces_of
from .io import PathLike, read_bodies, read_points, read_surface
from .io.geometry import bare_points, file_of
from .io.outer_faces import bodies_of, data_sets_of, outer_faces, split_triangles
from .named_columns import by_name

class HasFaces(Protocol):
    """A mesh of another library, for example a ``trimesh.Trimesh``."""

    vertices: Any  #: (n, 3)
    faces: Any  #: as for SurfaceLike


#: A file, VTK data, a pair of points (n, 3) and faces, or an object with vertices and faces. Faces are (m, k) point
#: ids, k ≥ 3 (triangles, quads), or lists of different lengths, or a flat array as in VTK and PyVista: k, then k
#: point ids, and so on. A list of surfaces: one body each.
SurfaceLike = Union[PathLike, vtkDataObject, tuple[ArrayLike, ArrayLike], HasFaces]

#: A file of points, VTK data (a data set or a composite), an array (n, 3), a table with columns x, y, z (a frame of pandas
#: or Polars, a structured array, a dictionary), or an object with such vertices
PointsLike = Union[PathLike, vtkDataObject, ArrayLike]


def as_surface(surface: SurfaceLike | Sequence[SurfaceLike]) -> vtkDataObject:
    """One surface unchanged; a list of several, or a file that contains several, as a composite with one block each.

    :raises TalusError: unreadable file, or arrays of the wrong shape.
    """
    given = surface if isinstance(surface, list) else [surface]
    if len(given) == 1 and isinstance(given[0], (str, os.PathLike)):
        given = read_bodies(given[0])
    return _blocks([_one(body) for body in given])


def _blocks(bodies: Sequence[vtkDataObject]) -> vtkDataObject:
    """One body unchanged; several as a composite with one block each."""
    if len(bodies) == 1:
        return bodies[0]
    blocks = vtkMultiBlockDataSet()
    for number, body in enumerate(bodies):
        blocks.SetBlock(number, body)
    return blocks


def with_polygons(data: vtkDataObject) -> vtkDataObject:
    """Data for a filter that reads polygons only: grids, also as blocks, become their outer faces, as in files.

    :raises TalusError: images, which have no surface
    """
    if all(isinstance(one, vtkPolyData) for one in data_sets_of(data)):
        return data
    return _blocks(bodies_of(data))


def as_polygons(surface: SurfaceLike) -> vtkPolyData:
    """One surface as polygons: the outer faces of a volume mesh; for a composite those of all its blocks.

    :raises TalusError: as for as_surface(); VTK data without polygons, for example an image
    """
    data = as_surface(surface)
    return data if data.IsA("vtkPolyData") else outer_faces(data)


def triangles_of(surface: SurfaceLike) -> tuple[np.ndarray, np.ndarray]:
    """The points (n, 3) and triangles (m, 3) of one surface. Polygons and strips are split.

    :raises TalusError: as for as_polygons(); a surface without triangles, polygons that cannot be split
    """
    polygons = as_polygons(surface)
    file = file_of(polygons)
    mesh = split_triangles(polygons, file)
    if mesh.GetNumberOfPolys() == 0:
        raise TalusError("The surface has no triangles", file, "Give a mesh of triangles or polygons", surface=file)
    corners = vtk_to_numpy(mesh.GetPolys().GetConnectivityArray())
    return vtk_to_numpy(mesh.GetPoints().GetData()), corners.reshape(-1, 3)


def _one(surface: SurfaceLike) -> vtkDataObject:
    if isinstance(surface, (str, os.PathLike)):
        return read_surface(surface)
    if isinstance(surface, vtkDataObject):
        return surface
    points, faces = _points_and_faces(surface)
    return faces_of(as_array(points, "points of the surface"), faces)


def _points_and_faces(surface: Any) -> tuple[Any, Any]:
    for name in ("faces", "triangles"):  # the names in trimesh and Open3D
        if hasattr(surface, "vertices") and hasattr(surface, name):
            return np.asarray(surface.vertices), np.asarray(getattr(surface, name))
    try:
        points, faces = surface
    except (TypeError, ValueError):
        raise TalusError(
            f"A value of type {type(surface).__name__} is not a surface",
            "",
            "Give a file name, a vtkPolyData, (points, faces), or an object with vertices and faces",
        ) from None
    return points, faces


def as_points(points: PointsLike) -> vtkDataObject:
    """Points unchanged, from a file, or from an array, whose memory is shared if possible.

    :raises TalusError: an unreadable file, or values that are not an array of (n, 3) numbers
    """
    if isinstance(points, (str, os.PathLike)):
        return read_points(points)
    if isinstance(points, vtkDataObject):
        return points
    return bare_points(as_array(getattr(points, "vertices", points), "points"))


def as_array(values: ArrayLike, name: str) -> np.ndarray:
    """Coordinates of shape (n, 3), or a table with columns x, y, z; an empty list is (0, 3)."""
    values = by_name(values, name)
    try:
        array = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise TalusError(f"The {name} are lists of different lengths", "", "Give numbers (n, 3)") from None
    if array.size == 0:
        return np.empty((0, 3))
    if array.ndim != 2 or array.shape[1] != 3 or array.dtype.kind not in "iuf":
        raise TalusError(
            f"The {name} have the shape {array.shape} and the type {array.dtype}", "", "Give numbers (n, 3)"
        )
    return array
