"""Which file a message about one of the surfaces of a command means."""

from __future__ import annotations

import argparse

from .. import surface_names
from ..io.series import is_series


def named(text: str, options: argparse.Namespace) -> str:
    """The message with the files that it means, unless it names one."""
    return surface_names.named(text, _surfaces(options))


def _surfaces(options: argparse.Namespace) -> list[str]:
    """The files of surfaces that were given, in their order; none if there are walls, which may be meant as well, or
    series, of which the commands name the files themselves.
    """
    if getattr(options, "walls", None):
        return []
    for name in ("surfaces", "surface", "shapes", "files"):
        given = getattr(options, name, None)
        if given:
            files = [str(given)] if isinstance(given, str) else [str(file) for file in given]
            return [] if any(map(is_series, files)) else files
    return []
