"""Which file a message about one of several surfaces means: filters know surfaces by their numbers."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import Any, Iterator, Sequence

from .errors import TalusError

_NUMBERED = re.compile(r"\b(?:shape '?shape|[Ss]urface |[Bb]ody |[Bb]lock )(\d+)\b'?")
_OF_THE_SURFACE = re.compile(r"\b(?:surface|shape)\b", re.IGNORECASE)


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


def named(text: str, files: Sequence[str]) -> str:
    """The message with the files that it means, unless it names one; a single file stands before what is said of the
    surface.
    """
    if any(file and file in text for file in files):
        return text
    told = with_files(text, files)
    if told == text and len(files) == 1 and files[0] and _OF_THE_SURFACE.search(text):
        return f"{files[0]}: {text}"
    return told


@contextmanager
def errors_named(files: Sequence[str]) -> Iterator[None]:
    """Errors of the block name the files that they mean. :param files: as :func:`files_of` gives them"""
    try:
        yield
    except TalusError as error:
        told = named(error.what, files)
        if error.where or told == error.what:
            raise
        raise TalusError(told, "", error.remedy) from None
