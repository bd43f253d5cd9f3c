"""Reads whole files into memory: only regular files, since a pipe or a device may never end."""

from __future__ import annotations

import os
import stat
from io import BufferedReader
from pathlib import Path

from ..errors import TalusError
from .unpacking import Damaged, gunzipped

#: Maximum size of a file, bytes
LARGEST_BYTES = 16 << 30

_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def kind_name(mode: int) -> str:
    """'a pipe', for example. :param mode: st_mode of something that is neither a regular file nor a folder"""
    return _KINDS.get(stat.S_IFMT(mode), "no regular file")


def require_regular(path: Path, what: str = "file", largest: int = LARGEST_BYTES) -> int:
    """The size of a file in bytes.

    :raises TalusError: no such file, a folder, a pipe or a device; a file that is too large
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise TalusError("No such file", str(path), "Check the name") from None
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        raise _unreadable(path, error) from None
    if stat.S_ISDIR(status.st_mode):
        raise TalusError(f"A folder, not a {what}", str(path), "Name a file")
    if not stat.S_ISREG(status.st_mode):
        raise TalusError(f"This is {kind_name(status.st_mode)}, not a {what}", str(path), "Copy the data to a regular file")
    if status.st_size > largest:
        raise TalusError(
            f"The file has {status.st_size} bytes, the limit is {largest}", str(path), "Split it into smaller files"
        )
    return status.st_size


def open_regular(path: Path, what: str = "file", largest: int = LARGEST_BYTES) -> tuple[BufferedReader, int]:
    """A file opened for reading, and its size in bytes.

    :raises TalusError: as for :func:`require_regular`; a file that cannot be opened
    """
    size = require_regular(path, what, largest)
    try:
        return open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb"), size  # it may be a pipe by now
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError | ValueError) -> TalusError:
    told = getattr(error, "strerror", None) or str(error)
    return TalusError(f"Cannot read: {told.lower()}", str(path), "Check the name")


def content_of(path: Path, what: str = "file") -> bytes:
    """All bytes of a file, decompressed if its name ends with .gz.

    :raises TalusError: as for :func:`require_regular`; a file that cannot be read, or expands beyond the limit
    """
    file, size = open_regular(path, what)
    try:
        with file:
            data = file.read(size)
        return gunzipped(data) if path.suffix.lower() == ".gz" else data
    except OSError as error:
        raise _unreadable(path, error) from None
    except Damaged as damaged:
        raise TalusError(f"Not a whole gzip file: {damaged}", str(path), "Copy or pack the file again") from None


def kind_of(path: Path) -> str:
    """The extension that determines the format, in lower case: '.stl' for 'body.STL.gz'."""
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() if suffix == ".gz" else suffix
