"""Reads the mesh files of scene files with the readers of this package.

The filter that reads scenes would use VTK's readers, as in ParaView, which may crash on a damaged file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterator

from vtkmodules.vtkCommonDataModel import vtkPolyData

from .io import read_surface
from .io.json_text import parsed
from .io.regular_file import content_of


def meshes_of(path: Path) -> dict[str, vtkPolyData]:
    """The surfaces by file name. Invalid scene files are skipped: the filter reports their errors with the location.

    :raises TalusError: a mesh file that exists but is damaged; a scene file that is not a regular file
    """
    return {file: read_surface(file) for file in sorted(set(_meshes(str(path), set()))) if os.path.exists(file)}


def _meshes(path: str, seen: set[str]) -> Iterator[str]:
    """The mesh files named by a scene and the files that it includes, each relative to the file that names it."""
    text = content_of(Path(path), "scene file")
    if os.path.realpath(path) in seen or not (b'"file"' in text or b'"include"' in text or b"\\u" in text):
        return
    seen.add(os.path.realpath(path))
    try:
        document = parsed(text)
    except ValueError:
        return
    folder = os.path.dirname(path)
    for shape in _items(document, "shapes"):
        if isinstance(shape, dict) and _is_name(shape.get("file")):
            yield os.path.join(folder, shape["file"])
    for name in _items(document, "include"):
        if _is_name(name) and os.path.isfile(os.path.join(folder, name)):
            yield from _meshes(os.path.join(folder, name), seen)


def _items(document: Any, key: str) -> list:
    items = document.get(key) if isinstance(document, dict) else None
    return items if isinstance(items, list) else []


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value
