"""Which file a message about one of the surfaces of a command means."""

from __future__ import annotations

import argparse
import re

_NUMBERED = re.compile(r"\b(?:shape '?shape|[Ss]urface |[Bb]ody )(\d+)\b")
_OF_THE_SURFACE = re.compile(r"\b(?:surface|shape)\b", re.IGNORECASE)


def named(text: str, options: argparse.Namespace) -> str:
    """The message with the file before it, unless it names one: filters know surfaces by their numbers."""
    files = _surfaces(options)
    if not files or any(file in text for file in files) or not _OF_THE_SURFACE.search(text):
        return text
    numbered = _NUMBERED.search(text)
    number = int(numbered[1]) if numbered else 0
    if number >= len(files) or (numbered is None and len(files) > 1):
        return text
    return f"{files[number]}: {text}"


def _surfaces(options: argparse.Namespace) -> list[str]:
    """The files of surfaces that were given, in their order."""
    for name in ("surfaces", "surface", "shapes", "files"):
        given = getattr(options, name, None)
        if given:
            return [str(given)] if isinstance(given, str) else [str(file) for file in given]
    return []
