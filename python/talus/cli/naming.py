"""Which file a message about one of the surfaces of a command means."""

from __future__ import annotations

import argparse
import re

from ..surface_names import with_files

_OF_THE_SURFACE = re.compile(r"\b(?:surface|shape)\b", re.IGNORECASE)


def named(text: str, options: argparse.Namespace) -> str:
    """The message with the files that it means, unless it names one."""
    files = _surfaces(options)
    if not files or any(file in text for file in files):
        return text
    told = with_files(text, files)
    if told == text and len(files) == 1 and _OF_THE_SURFACE.search(text):
        return f"{files[0]}: {text}"
    return told


def _surfaces(options: argparse.Namespace) -> list[str]:
    """The files of surfaces that were given, in their order."""
    for name in ("surfaces", "surface", "shapes", "files"):
        given = getattr(options, name, None)
        if given:
            return [str(given)] if isinstance(given, str) else [str(file) for file in given]
    return []
