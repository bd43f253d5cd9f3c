"""Scenes and bodies as input: what functions accept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Sequence, Union, Unpack

from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkPartitionedDataSetCollection, vtkPolyData, vtkUnstructuredGrid

from .errors import TalusError
from .io import PathLike
from .io.geometry import copy_of
from .option_tables import BODY_SURFACES, BodySurfacesOptions
from .options import configure, flag
from .progress import Progress, run
from .scene_builder import Scene
from .scene_data import block, block_name, block_number, keep_bodies, read_scene, scene_text, shape_names
from .surfaces import SurfaceLike, as_surface
from .vtkmodules.TalusFilters import vtkTalusBodySurfaces

__all__ = [
    "as_bodies",
    "as_scene",
    "block",
    "block_name",
    "block_number",
    "body_surfaces",
    "keep_bodies",
    "read_scene",
    "Scene",
    "scene_text",
    "SCENE_KINDS",
    "SceneLike",
    "shape_names",
]

#: Extensions of files that hold scenes
SCENE_KINDS = (".json", ".vtpc")

#: A :class:`Scene`, a scene file (JSON, VTPC), or the result of :func:`read_scene`
SceneLike = Union[PathLike, vtkPartitionedDataSetCollection, Scene]


def as_scene(scene: SceneLike) -> vtkPartitionedDataSetCollection:
    """:raises TalusError: as for :func:`read_scene`; data that are not a scene"""
    if isinstance(scene, (str, os.PathLike)):
        return read_scene(scene)
    if isinstance(scene, Scene):
        return scene.read()
    if not isinstance(scene, vtkPartitionedDataSetCollection):
        raise TalusError(f"A value of type {type(scene).__name__} is not a scene", "", "Give a scene file, or a talus.Scene")
    return scene


def as_bodies(bodies: SceneLike | SurfaceLike | Sequence[SurfaceLike]) -> vtkDataObject:
    """A scene, its file, or surfaces, as input of a filter that accepts both.

    :raises TalusError: as for :func:`as_scene` and as_surface(); an empty list
    """
    named = isinstance(bodies, (str, os.PathLike))
    if isinstance(bodies, Scene) or (named and Path(bodies).suffix.lower() in SCENE_KINDS):
        return as_scene(bodies)
    if isinstance(bodies, list) and not bodies:
        raise TalusError("There are no surfaces", "", "Give at least one")
    return as_surface(bodies)


def body_surfaces(
    scene: SceneLike,
    *,
    as_grid: bool = False,
    progress: Progress | None = None,
    **options: Unpack[BodySurfacesOptions],
) -> vtkPolyData | vtkUnstructuredGrid:
    """The bodies of a scene in their poses, as one surface with their arrays.

    >>> talus.write(talus.body_surfaces("scene.json"), "bodies.vtp")

    :param scene: a scene or its file
    :param as_grid: an unstructured grid instead of polygons, for VTU files
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: data that are not a scene
    """
    filter_ = vtkTalusBodySurfaces()
    filter_.SetInputDataObject(as_scene(scene))
    configure(filter_, BODY_SURFACES, options)
    if flag("as_grid", as_grid):
        filter_.SetOutputType(vtkTalusBodySurfaces.UNSTRUCTURED_GRID)
    run(filter_, progress)
    return copy_of(filter_.GetOutput())
