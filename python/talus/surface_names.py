"""Which file a message about one of several surfaces means: filters know surfaces by their numbers."""

from __future__ import annotations

import os
import re
from typing import Any, Sequence

_NUMBERED = re.compile(r"\b(?:shape '?shape|[Ss]urface |[Bb]ody |[Bb]lock )(\d+)\b'?")


def files_of(surfaces: Any) -> list[str]:
    """The file of each surface that a caller gave, one or a list; empty for what comes from no file."""
    given = surfaces if isinstance(surfaces, list) else [surfaces]
    return [os.fspath(surface) if isinstance(surface, (str, os.PathLike)) else "" for surface in given]


def with_files(text: str, files: Sequence[str]) -> str:
    """The message with its file behind each number of a surface, as in 'surface 1 (b.stl): it faces inwards'."""

    def name(found: re.Match[str]) -> str:
        number = int(found[1])
        file = files[number] if number < len(files) else ""
        return f"{found[0]} ({file})" if file and file not in text else found[0]

    return _NUMBERED.sub(name, text)
