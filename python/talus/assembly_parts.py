"""The parts of an assembly, with their names."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterator, Mapping, Sequence, Union

import numpy as np
from vtkmodules.vtkCommonDataModel import (
    vtkCompositeDataSet,
    vtkDataObject,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSetCollection,
    vtkPolyData,
)

from .errors import TalusError
from .io import as_path, read_blocks
from .io.geometry import arrays_of, name_of, triangles
from .io.outer_faces import bodies_of, data_sets_of
from .surface_check import check
from .surfaces import SurfaceLike, as_polygons, triangles_of

#: Surfaces by name; or a list of them, named after their files; or a composite, or a file of several, with a part for
#: each block
PartsLike = Union[Mapping[str, SurfaceLike], Sequence[SurfaceLike], SurfaceLike]


def parts_of(parts: PartsLike, shells: bool = False) -> vtkMultiBlockDataSet:
    """A composite with a named block for each part. A name that several parts have gets numbers.

    :param shells: each body of a surface is a part: its connected shells, with the cavities in them
    :raises TalusError: a file that cannot be read, a part without triangles, data that are no surfaces
    """
    blocks = vtkMultiBlockDataSet()
    used: dict[str, int] = {}
    for name, surface in _divided(_named(parts)) if shells else _named(parts):
        if surface.GetNumberOfPolys() + surface.GetNumberOfStrips() == 0:
            raise TalusError(f"The part '{name}' has no triangles", "", "Give a surface made of triangles or polygons", surface=name)
        number = blocks.GetNumberOfBlocks()
        blocks.SetBlock(number, surface)
        blocks.GetMetaData(number).Set(vtkCompositeDataSet.NAME(), _unique(name, used))
    return blocks


def _divided(parts: Iterator[tuple[str, vtkPolyData]]) -> Iterator[tuple[str, vtkPolyData]]:
    for name, surface in parts:
        bodies = _bodies_of_shells(surface)
        for number, body in enumerate(bodies):
            yield name if len(bodies) == 1 else f"{name} {number}", body


def _bodies_of_shells(surface: vtkPolyData) -> list[vtkPolyData]:
    """The shells that face outwards, each with those that face inwards in the smallest box around them."""
    if surface.GetNumberOfPolys() + surface.GetNumberOfStrips() == 0:
        return [surface]
    points, faces = triangles_of(surface)
    found = check((points, faces), self_intersections=False).surface
    shell = arrays_of(found.GetCellData())["Component"]
    corners = points[faces].astype(float)
    volumes = np.bincount(shell, np.linalg.det(corners - corners.mean(axis=(0, 1))))
    lows = np.full((len(volumes), 3), np.inf)
    highs = -lows
    np.minimum.at(lows, shell, corners.min(axis=1))
    np.maximum.at(highs, shell, corners.max(axis=1))
    if volumes.sum() < 0:
        volumes = -volumes
    owner = np.arange(len(volumes))
    for cavity in np.flatnonzero(volumes < 0):
        around = (volumes > 0) & (lows <= lows[cavity]).all(axis=1) & (highs >= highs[cavity]).all(axis=1)
        if around.any():
            owner[cavity] = np.flatnonzero(around)[np.argmin(volumes[around])]
    return [triangles(points, faces[owner[shell] == body]) for body in np.unique(owner)]


def _unique(name: str, used: dict[str, int]) -> str:
    used[name] = used.get(name, 0) + 1
    return name if used[name] == 1 else _unique(f"{name} ({used[name]})", used)


def _named(parts: PartsLike) -> Iterator[tuple[str, vtkPolyData]]:
    if isinstance(parts, Mapping) and not isinstance(parts, vtkDataObject):
        for name, surface in parts.items():
            yield str(name), as_polygons(surface)
    elif isinstance(parts, list):
        for number, surface in enumerate(parts):
            yield from _of_one(surface, f"part {number}")
    else:
        yield from _of_one(parts, "part")


def _of_one(surface: SurfaceLike, name: str) -> Iterator[tuple[str, vtkPolyData]]:
    if isinstance(surface, (str, os.PathLike)):
        yield from _of_file(as_path(surface))
    elif isinstance(surface, vtkCompositeDataSet):
        yield from _of_blocks(surface, name)
    else:
        yield name, as_polygons(surface)


def _of_file(path: Path) -> Iterator[tuple[str, vtkPolyData]]:
    stem = path.name.split(".")[0] or path.name
    found = read_blocks(path)
    if isinstance(found, vtkCompositeDataSet):
        yield from _of_blocks(found, stem)
        return
    bodies = found if isinstance(found, list) else bodies_of(found, str(path))
    for number, body in enumerate(bodies):
        yield name_of(body) or (stem if len(bodies) == 1 else f"{stem} {number}"), body


def _of_blocks(data: vtkCompositeDataSet, name: str) -> Iterator[tuple[str, vtkPolyData]]:
    """Blocks of blocks are parts of their own."""
    if isinstance(data, vtkPartitionedDataSetCollection):
        blocks = [data.GetPartitionedDataSet(i) for i in range(data.GetNumberOfPartitionedDataSets())]
    elif isinstance(data, vtkMultiBlockDataSet):
        blocks = [data.GetBlock(i) for i in range(data.GetNumberOfBlocks())]
    else:
        blocks = []
    for number, block in enumerate(blocks):
        if block is None or block.IsA("vtkTable") or not data_sets_of(block):
            continue
        meta = data.GetMetaData(number) if data.HasMetaData(number) else None
        has_name = meta is not None and meta.Has(vtkCompositeDataSet.NAME())
        known = (meta.Get(vtkCompositeDataSet.NAME()) if has_name else "") or f"{name} {number}"
        if isinstance(block, vtkMultiBlockDataSet):
            yield from _of_blocks(block, known)
        else:
            yield from ((known, body) for body in bodies_of(block))
