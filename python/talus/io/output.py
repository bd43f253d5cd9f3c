"""Writes files completely or not at all."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from ..errors import TalusError
from .regular_file import kind_name

#: The remedy for a full disk
FREE_DISK = "Free disk space"


@contextmanager
def staged(path: Path) -> Iterator[Path]:
    """Yields a temporary path to write to; the file replaces ``path`` if the block ends without an error.

    The file is written under the same name in a new folder beside ``path``; pieces, which composite formats write into a
    folder of the file's name, are moved with it. Other files of a folder of that name stay.
    :raises TalusError: if the folder of ``path`` is not writable; at once, before any work
    """
    folder = _new_folder(path)
    try:
        yield folder / path.name
        # Pieces first: a file must never point to pieces that are not there.
        for made in sorted(folder.iterdir(), key=lambda p: p.name == path.name):
            _replace(made, path.parent / made.name)
    except OSError as error:
        raise unwritable(path, error) from None
    except TalusError as error:  # replace the temporary name by the final one
        raise error.at(error.where.replace(str(folder / path.name), str(path))) from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def ensure_writable(path: Path) -> None:
    """:raises TalusError: if a file cannot be made at ``path``."""
    _new_folder(path).rmdir()


def require_replaceable(path: Path) -> None:
    """:raises TalusError: something else than a regular file has this name: a folder, a device, a pipe"""
    with writing(path):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            return
    if stat.S_ISDIR(mode):
        raise TalusError("Cannot write: this is a folder", str(path), "Name a file in it")
    if not stat.S_ISREG(mode):
        raise TalusError(f"Cannot write: this is {kind_name(mode)}, which no file replaces", str(path), "Name another file")


def _new_folder(path: Path) -> Path:
    require_replaceable(path)
    try:
        folder = Path(tempfile.mkdtemp(prefix=".talus-", dir=path.parent))  # short: names may have 255 bytes
        folder.chmod(0o755)
        return folder
    except OSError as error:
        raise unwritable(path, error) from None


def _replace(source: Path, target: Path) -> None:
    """Moves a file or a folder of pieces; into a folder that is there, only its pieces: it may hold other files."""
    if not (source.is_dir() and target.is_dir()):
        os.replace(source, target)
        return
    pieces = [piece.name for piece in source.iterdir()]
    for name in pieces:
        os.replace(source / name, target / name)
    earlier = re.compile(rf"{re.escape(target.name)}_\d+\.vt[a-z]")
    for file in target.iterdir():
        if earlier.fullmatch(file.name) and file.name not in pieces:
            file.unlink()


@contextmanager
def writing(path: Path, remedy: str = "") -> Iterator[None]:
    """Converts errors of the system to one that names the file.

    :raises TalusError: the file cannot be written
    """
    try:
        yield
    except OSError as error:
        raise unwritable(path, error, remedy) from None


def unwritable(path: Path, error: OSError, remedy: str = "") -> TalusError:
    """The error of a file that cannot be written.

    :param remedy: empty: the usual one
    """
    return TalusError(f"Cannot write here: {(error.strerror or str(error)).lower()}", str(path), remedy or remedy_of(error))


def remedy_of(error: OSError) -> str:
    """What helps against a full disk, a missing permission, or any other failure to write."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return FREE_DISK
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return "Get permission to write there, or choose another folder"
    return "Choose a file in a writable folder"
