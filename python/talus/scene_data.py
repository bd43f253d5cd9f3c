"""Scenes as VTK data: read, written as text, and their blocks."""

from __future__ import annotations

import os
import warnings
from typing import Callable

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkCompositeDataSet, vtkDataSet, vtkPartitionedDataSetCollection, vtkPolyData

from .errors import SurfaceWarning, TalusError
from .io import PathLike, as_path, read_points, staged
from .io.geometry import add_array, arrays_of, coordinates_of, copy_of, point_cloud
from .io.json_text import parsed
from .io.regular_file import content_of
from .messages import captured
from .progress import Progress, run
from .vtkmodules.TalusFilters import vtkTalusSceneReader


def read_scene(path: PathLike, *, progress: Progress | None = None) -> vtkPartitionedDataSetCollection:
    """Reads a scene file, JSON or .vtpc: the blocks Bodies and Shapes/<name>.

    >>> scene = talus.read_scene("scene.json")

    :warns SurfaceWarning: bytes in a mesh file that are ignored
    :raises TalusError: the first mistake, with its JSON path; an incomplete .vtpc
    """
    if as_path(path).suffix.lower() == ".vtpc":
        return _collection(path)
    reader = vtkTalusSceneReader()
    reader.SetFileName(os.fsencode(path))
    return _read(reader, progress)


def read_text(text: str, name: str) -> vtkPartitionedDataSetCollection:
    """The scene of the text of a scene file.

    :param name: of the text in messages; names of files start in its folder
    :raises TalusError: as for :func:`read_scene`
    """
    reader = vtkTalusSceneReader()
    reader.SetText(text, name)
    return _read(reader)


def _read(reader: vtkTalusSceneReader, progress: Progress | None = None) -> vtkPartitionedDataSetCollection:
    for warning in run(reader, progress).warnings:
        warnings.warn(warning, SurfaceWarning, stacklevel=3)
    return copy_of(reader.GetOutputDataObject(0))


def write_scene(text: str, path: PathLike) -> None:
    """Writes a scene file that can be read.

    :raises TalusError: the first mistake; nothing is written then
    """
    target = as_path(path)
    with staged(target) as written:
        read_text(text, str(target))
        written.write_text(text, encoding="utf-8")


def scene_text(scene: vtkPartitionedDataSetCollection) -> str:
    """A scene as the text of a scene file that refers to no other file. Reading it gives the same scene, bit for bit.

    :raises TalusError: data that are not a scene
    """
    reader = vtkTalusSceneReader()
    return _told(reader, lambda: reader.TextOf(scene))


def _told(reader: vtkTalusSceneReader, call: Callable[[], str]) -> str:
    """:raises TalusError: the errors that the reader reports during the call"""
    with captured(reader) as messages:
        text = call()
    if messages.errors:
        raise messages.failure()
    return text


def mass_remarks(scene: vtkPartitionedDataSetCollection) -> list[str]:
    """A sentence for each shape whose surface intersects itself, so that common volume counts more than once.

    :raises TalusError: data that are not a scene
    """
    reader = vtkTalusSceneReader()
    return _told(reader, lambda: reader.MassRemarksOf(scene)).splitlines()


def length_remark(scene: vtkPartitionedDataSetCollection) -> str:
    """A hint if the scene seems to be in millimetres, otherwise empty.

    :raises TalusError: data that are not a scene
    """
    reader = vtkTalusSceneReader()
    return _told(reader, lambda: reader.LengthRemarkOf(scene))


def portable_text(path: PathLike, scene: vtkPartitionedDataSetCollection) -> bytes:
    """A scene file that refers to no other file: the file itself, or a new one with the contents of all its files.

    :param path: the file
    :param scene: as :func:`read_scene` reads it
    :raises TalusError: an unreadable file
    """
    path = as_path(path)
    if path.suffix.lower() != ".vtpc":
        text = content_of(path, "scene file")
        try:
            document = parsed(text)
        except ValueError:  # nested deeper than Python's recursion limit, which the filter does not have
            return scene_text(scene).encode()
        if not document.get("include") and not any("file" in shape for shape in document.get("shapes", ())):
            return text
    return scene_text(scene).encode()


def _collection(path: PathLike) -> vtkPartitionedDataSetCollection:
    scene = read_points(path)
    if not isinstance(scene, vtkPartitionedDataSetCollection):
        raise TalusError("This is not a scene", str(path), "Give a scene file, JSON or VTPC")
    return scene


def keep_bodies(scene: vtkPartitionedDataSetCollection, rows: np.ndarray) -> None:
    """Removes all bodies of a scene but those with these numbers, counted from 0."""
    every = block(scene, "Bodies")
    kept = point_cloud(coordinates_of(every)[rows])
    for name, values in arrays_of(every.GetPointData()).items():
        add_array(kept.GetPointData(), name, values[rows])
    kept.GetFieldData().ShallowCopy(every.GetFieldData())
    every.ShallowCopy(kept)


def put_bodies(bodies: vtkDataSet, scene: vtkPartitionedDataSetCollection, into: vtkPartitionedDataSetCollection) -> None:
    """A scene with other bodies.

    :param bodies: points with arrays
    """
    placed = vtkPolyData()
    placed.SetPoints(bodies.GetPoints())
    placed.GetPointData().ShallowCopy(bodies.GetPointData())
    into.ShallowCopy(scene)
    set_block(into, block_number(into, "Bodies"), "Bodies", placed)


def shape_names(scene: vtkPartitionedDataSetCollection) -> list[str]:
    """The names of the shapes of a scene, in order: Shapes/<name> is block 1 + index."""
    names = (block_name(scene, i) for i in range(scene.GetNumberOfPartitionedDataSets()))
    return [name.removeprefix("Shapes/") for name in names if name.startswith("Shapes/")]


def block(scene: vtkPartitionedDataSetCollection, name: str) -> vtkPolyData:
    """The block of that name. Errors as for :func:`block_number`."""
    return scene.GetPartition(block_number(scene, name), 0)


def block_number(scene: vtkPartitionedDataSetCollection, name: str) -> int:
    """The index of the block with that name.

    :raises TalusError: there is none
    """
    for number in range(scene.GetNumberOfPartitionedDataSets()):
        if block_name(scene, number) == name:
            return number
    raise TalusError(f"The data has no block '{name}'", "", "Use the filter's output unchanged")


def block_name(scene: vtkPartitionedDataSetCollection, number: int) -> str:
    """The name of a block; empty if it has none."""
    return scene.GetMetaData(number).Get(vtkCompositeDataSet.NAME()) or ""


def set_block(scene: vtkPartitionedDataSetCollection, number: int, name: str, data: vtkPolyData) -> None:
    """Adds a block, or replaces it."""
    scene.SetPartition(number, 0, data)
    scene.GetMetaData(number).Set(vtkCompositeDataSet.NAME(), name)
