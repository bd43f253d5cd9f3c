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
    return {file: read_surface(file) for file in sorted(set(_meshes(str(path)))) if os.path.exists(file)}


def _meshes(path: str) -> Iterator[str]:
    """The mesh files named by a scene and the files that it includes, each relative to the file that names it."""
    left, seen = [path], set()
    while left:
        file = left.pop()
        if os.path.realpath(file) in seen:
            continue
        seen.add(os.path.realpath(file))
        document, folder = _document(Path(file)), os.path.dirname(file)
        for shape in _items(document, "shapes"):
            if isinstance(shape, dict) and _is_name(shape.get("file")):
                yield os.path.join(folder, shape["file"])
        names = [os.path.join(folder, name) for name in _items(document, "include") if _is_name(name)]
        left += filter(os.path.isfile, names)


def _document(path: Path) -> Any:
    """The content of a scene file; None if it names no files."""
    text = content_of(path, "scene file")
    if not (b'"file"' in text or b'"include"' in text or b"\\u" in text):
        return None
    try:
        return parsed(text)
    except ValueError:
        return None


def _items(document: Any, key: str) -> list:
    items = document.get(key) if isinstance(document, dict) else None
    return items if isinstance(items, list) else []


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value
