"""Prevents commands from overwriting their input files."""

from __future__ import annotations

import argparse
import stat
from pathlib import Path
from typing import Any, Iterable, Iterator

from ..errors import TalusError
from ..run_folder import is_of_run

#: Options with output files; all other file names are inputs
_OUTPUTS = ("out", "pairs", "table")


def keep_inputs_of(options: argparse.Namespace) -> None:
    """:raises TalusError: an output file of the command is one of its input files"""
    given = vars(options)
    inputs = [name for option, value in given.items() if option not in _OUTPUTS for name in _names(value)]
    named = (value if isinstance(value, list) else [value] for value in map(given.get, _OUTPUTS))
    keep_inputs([output for outputs in named for output in outputs if output], inputs)


def keep_inputs(outputs: Iterable[Path], inputs: Iterable[str | Path]) -> None:
    """:raises TalusError: an output is one of the inputs, possibly under another name, or a file of a run"""
    inputs = [Path(name) for name in inputs]
    read = {_identity(path) for path in inputs} - {None}
    for output in outputs:
        if _identity(output) in read or any(is_of_run(output, path) for path in inputs):
            raise TalusError("The output would replace an input", str(output), "Name another file")


def _identity(path: Path) -> tuple[int, int] | None:
    """Device and inode, which identify a file under any name; None if it is not a regular file."""
    try:
        status = path.stat()
    except (OSError, ValueError):  # no such file, or an invalid name
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def _names(value: Any) -> Iterator[str | Path]:
    if isinstance(value, (str, Path)):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _names(part)
