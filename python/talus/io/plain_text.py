"""Text as programs of any system write it: byte order marks, line ends, the end mark of DOS."""

from __future__ import annotations

import re
from pathlib import Path

from ..errors import TalusError

_MARK = b"\xef\xbb\xbf"
_WIDE = ((b"\xff\xfe\0\0", "UTF-32"), (b"\0\0\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
#: Beginning of a UTF-16 text without a byte order mark
_UNMARKED = re.compile(rb"(?:[\t\n\r -~]\0){4}|(?:\0[\t\n\r -~]){4}")
#: Ctrl-Z, which ends a text on DOS
END_MARK = "\x1a"


def plain_text(data: bytes, path: Path) -> bytes:
    """A text with newlines as line ends, without byte order mark and end mark.

    :param path: the file, for messages
    :raises TalusError: as for :func:`without_mark`
    """
    return with_newlines(without_mark(data, path)).rstrip(END_MARK.encode())


def without_mark(data: bytes, path: Path) -> bytes:
    """ASCII or UTF-8 without a byte order mark; binary data unchanged.

    :param path: the file, for messages
    :raises TalusError: UTF-16 or UTF-32
    """
    refuse_wide(data, path)
    return data.removeprefix(_MARK)


def refuse_wide(beginning: bytes, path: Path) -> None:
    """:raises TalusError: this is the beginning of a text in UTF-16 or UTF-32"""
    wide = next((name for mark, name in _WIDE if beginning.startswith(mark)), "")
    if not wide and _UNMARKED.match(beginning):
        wide = "UTF-16"
    if wide:
        raise TalusError(f"The text is in {wide}, which is not read", str(path), "Save it as UTF-8")


def with_newlines(text: bytes) -> bytes:
    """The text with newlines as line ends, whichever system wrote it: old Macs used a carriage return."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text
