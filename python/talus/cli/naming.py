"""Adds file names to messages about the surfaces of a command."""

from __future__ import annotations

import argparse

from .. import surface_names
from ..io.series import is_series


def named(text: str, options: argparse.Namespace) -> str:
    """The message with the files that it refers to, unless it names one."""
    return surface_names.named(text, _surfaces(options))


def _surfaces(options: argparse.Namespace) -> list[str]:
    """The given surface files, in order; none if there are walls, since the message may be about these, or series, for
    which the commands add the files themselves.
    """
    if getattr(options, "walls", None):
        return []
    for name in ("surfaces", "surface", "shapes", "files"):
        given = getattr(options, name, None)
        if given:
            files = [str(given)] if isinstance(given, str) else [str(file) for file in given]
            return [] if any(map(is_series, files)) else files
    return []
