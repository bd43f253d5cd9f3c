"""The mesh files that scene files name, read by the readers of this package before VTK's own see them.

The filter that reads scenes has them read by VTK, as in ParaView. VTK's readers may crash at a damaged file.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Iterator

from .io import read_surface
from .io.regular_file import content_of


def require_sound_meshes(path: Path) -> None:
    """What is no scene is left to the filter, which tells the place.

    :raises TalusError: a mesh file that is there, but damaged; a scene file that is no regular one
    """
    for file in sorted(_meshes(path, set())):
        if os.path.exists(file):
            read_surface(file)


def _meshes(path: Path, seen: set[str]) -> Iterator[str]:
    """The files that a scene and those that it includes name, relative to the one that names them."""
    text = content_of(path, "scene file")
    if os.path.realpath(path) in seen or not (b'"file"' in text or b'"include"' in text or b"\\u" in text):
        return
    seen.add(os.path.realpath(path))
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return
    for shape in _items(document, "shapes"):
        if isinstance(shape, dict) and _is_name(shape.get("file")):
            yield str(path.parent / shape["file"])
    for name in _items(document, "include"):
        if _is_name(name) and (path.parent / name).is_file():
            yield from _meshes(path.parent / name, seen)


def _items(document: Any, key: str) -> list:
    items = document.get(key) if isinstance(document, dict) else None
    return items if isinstance(items, list) else []


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value
