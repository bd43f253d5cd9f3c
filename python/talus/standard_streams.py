"""Standard streams that may be closed or unable to show a text: ``talus … >&-``, file names that are not UTF-8."""

from __future__ import annotations

import io
import os
import sys


def make_usable() -> None:
    """Opens streams that are closed, on the null device: otherwise the next file that is opened gets their number, and
    what is printed. Letters that a stream cannot show are printed as escapes.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            _open_nowhere(number)
            setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _open_nowhere(number: int) -> None:
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
