"""Adds file names to messages about one of several surfaces: filters know surfaces only by number."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import Any, Iterator, Sequence

from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm

from .errors import TalusError
from .progress import Progress, run

_NUMBERED = re.compile(r"\b(?:shape '?shape|[Ss]urface |[Bb]ody |[Bb]lock )(\d+)\b'?")
_OF_THE_SURFACE = re.compile(r"\b(?:surface|shape)\b", re.IGNORECASE)


def files_of(surfaces: Any) -> list[str]:
    """The file of each given surface, one or a list; empty for a surface that is not from a file."""
    given = surfaces if isinstance(surfaces, list) else [surfaces]
    return [os.fspath(surface) if isinstance(surface, (str, os.PathLike)) else "" for surface in given]


def with_files(text: str, files: Sequence[str]) -> str:
    """The message with the file name after each surface number, as in 'surface 1 (b.stl): it faces inwards'."""

    def name(found: re.Match[str]) -> str:
        number = int(found[1])
        file = files[number] if number < len(files) else ""
        return f"{found[0]} ({file})" if file and file not in text else found[0]

    return _NUMBERED.sub(name, text)


def named(text: str, files: Sequence[str]) -> str:
    """The message with the files that it refers to, unless it names one; a single file name is put in front of the
    message.
    """
    if any(file and file in text for file in files):
        return text
    told = with_files(text, files)
    if told == text and len(files) == 1 and files[0] and _OF_THE_SURFACE.search(text):
        return f"{files[0]}: {text}"
    return told


@contextmanager
def errors_named(files: Sequence[str]) -> Iterator[None]:
    """Adds file names to errors raised in the block. :param files: the result of :func:`files_of`"""
    try:
        yield
    except TalusError as error:
        parts = (error.what, error.where, error.remedy)
        if any(file and file in part for file in files for part in parts):
            raise
        told = tuple(with_files(part, files) for part in parts)
        if told == parts and len(files) == 1 and files[0] and _OF_THE_SURFACE.search(" ".join(parts)):
            told = (f"{files[0]}: {error.what}", error.where, error.remedy)
        if told == parts:
            raise
        raise TalusError(*told) from None


def run_on(given: Any, algorithm: vtkAlgorithm, progress: Progress | None) -> str:
    """Executes a filter of the given surfaces, whose messages name their files.

    :return: its warnings, in one line
    :raises Exception: as :func:`talus.progress.run`
    """
    files = files_of(given)
    with errors_named(files):
        messages = run(algorithm, progress)
    return with_files(" ".join(messages.warnings), files)
