"""No command writes over what it reads."""

from __future__ import annotations

import argparse
import stat
from pathlib import Path
from typing import Any, Iterable, Iterator

from ..errors import TalusError

#: Options that name files to write; all other names of files are read
_OUTPUTS = ("out", "pairs", "table")


def keep_inputs_of(options: argparse.Namespace) -> None:
    """:raises TalusError: a command is to write one of the files that it is to read"""
    given = vars(options)
    inputs = [name for option, value in given.items() if option not in _OUTPUTS for name in _names(value)]
    keep_inputs(filter(None, map(given.get, _OUTPUTS)), inputs)


def keep_inputs(outputs: Iterable[Path], inputs: Iterable[str | Path]) -> None:
    """:raises TalusError: an output is one of the inputs, perhaps by another name"""
    read = {_identity(Path(name)) for name in inputs} - {None}
    for output in outputs:
        if _identity(output) in read:
            raise TalusError("The output would replace an input", str(output), "Name another file")


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from others whatever its name; None if there is none."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # no such file, or no name of one
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def _names(value: Any) -> Iterator[str | Path]:
    if isinstance(value, (str, Path)):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _names(part)
