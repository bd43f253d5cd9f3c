"""Standard streams that may be closed or unable to show a text: ``talus … >&-``, file names that are not UTF-8."""

from __future__ import annotations

import codecs
import io
import os
import sys

PLAIN = {"·": "-", "−": "-", "–": "-", "…": "...", "×": "x", "²": "2", "³": "3"}


def make_usable() -> None:
    """Opens streams that are closed, on the null device: otherwise the next file that is opened gets their number, and
    what is printed. Signs that a stream cannot show, as in the locale C, are printed by plainer ones, letters as escapes.
    """
    codecs.register_error("talus.plain", _plain)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        mode = "r" if number == 0 else "w"
        try:
            os.fstat(number)
        except OSError:
            _open_nowhere(number)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))
        if getattr(sys, name) is None:  # it was closed, and a library has opened a file of its own since
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="talus.plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    letter = error.object[error.start]
    if letter in PLAIN:
        return PLAIN[letter], error.start + 1
    error.end = error.start + 1
    return codecs.backslashreplace_errors(error)


def _open_nowhere(number: int) -> None:
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
