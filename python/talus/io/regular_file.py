"""Whole files into memory: regular ones only, since a pipe or a device may never end."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ..errors import TalusError

#: Bytes of the largest file that is read
LARGEST = 16 << 30

_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def require_regular(path: Path, what: str = "file") -> int:
    """The size of a file in bytes.

    :raises TalusError: no file, a folder, a pipe or a device; a file that is too large
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise TalusError("No such file", str(path), "Check the name") from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        told = getattr(error, "strerror", None) or str(error)
        raise TalusError(f"Cannot read: {told.lower()}", str(path), "Check the name") from None
    if stat.S_ISDIR(status.st_mode):
        raise TalusError(f"A folder, not a {what}", str(path), "Name a file")
    if not stat.S_ISREG(status.st_mode):
        kind = _KINDS.get(stat.S_IFMT(status.st_mode), "no regular file")
        raise TalusError(f"This is {kind}, not a {what}", str(path), "Copy the data to a regular file")
    if status.st_size > LARGEST:
        raise TalusError(
            f"The file has {status.st_size} bytes, the limit is {LARGEST}", str(path), "Split it into smaller files"
        )
    return status.st_size


def content_of(path: Path, what: str = "file") -> bytes:
    """All bytes of a file. :raises TalusError: as of :func:`require_regular`; a file that cannot be read"""
    size = require_regular(path, what)
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:  # a pipe may have taken its place
            return file.read(size)
    except OSError as error:
        raise TalusError(f"Cannot read: {(error.strerror or str(error)).lower()}", str(path)) from None


def with_newlines(text: bytes) -> bytes:
    """The text with its lines ended by a newline, whichever system wrote it: old Macs ended them by a carriage return."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text
