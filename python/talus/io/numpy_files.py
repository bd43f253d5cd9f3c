"""NumPy's NPY and NPZ: arrays of numbers or of text, from files that may be damaged.

`numpy.load` evaluates the header as Python, and allocates the memory that the header states.
"""

from __future__ import annotations

import io
import math
import re
import sys
import zipfile
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import numpy as np

from ..errors import TalusError
from .regular_file import open_regular
from .unpacking import Damaged, member_content, members_of

_MAGIC = b"\x93NUMPY"
_HEADER = re.compile(
    rb"\{'descr': '([<>|=])([a-zA-Z])(\d{1,9})(?:\[\w+\])?', 'fortran_order': (True|False), 'shape': \(([\d, ]*)\), *\}\s*"
)
_KINDS = {b"c": "complex numbers", b"M": "dates", b"m": "durations", b"O": "Python objects", b"V": "raw bytes"}
_LAST_LETTER = 0x10FFFF
_MAX_HEADER_BYTES = 1 << 16


class NotNumbers(Exception):
    """A description of what is wrong with a file."""


def array_of(data: bytes) -> np.ndarray:
    """The array in an NPY file: Booleans, integers, floating-point numbers, bytes or text.

    :raises NotNumbers: a damaged file, an array of something else
    """
    dtype, shape, in_columns, begin = _header(data)
    count = math.prod(shape)
    if len(data) - begin != count * dtype.itemsize:
        raise NotNumbers(f"it has {len(data) - begin} bytes for {count} values of {dtype.itemsize}")
    values = np.frombuffer(data, dtype, count, begin)
    if dtype.kind == "U" and count and values.view(dtype.str[0] + "u4").max() > _LAST_LETTER:
        raise NotNumbers("its text has letters that do not exist")
    values = values.astype(dtype.newbyteorder("="), copy=False)
    return values.reshape(shape, order="F" if in_columns else "C")


def _header(data: bytes) -> tuple[np.dtype, tuple[int, ...], bool, int]:
    """Type, shape, whether the order is column-major, and the offset of the values."""
    if data[:6] != _MAGIC or len(data) < 12 or data[6] not in (1, 2, 3):
        raise NotNumbers("it does not begin as one")
    width = 2 if data[6] == 1 else 4
    begin = 8 + width + int.from_bytes(data[8 : 8 + width], "little")
    header = _HEADER.fullmatch(data[8 + width : begin]) if begin <= len(data) else None
    if header is None:
        raise NotNumbers("its header does not tell a plain array")
    order, kind, size, in_columns, shape = header.groups()
    if kind not in b"biufSU":
        raise NotNumbers(f"it holds {_KINDS.get(kind, 'an unknown type')}")
    try:
        dtype = np.dtype(f"{order.decode()}{kind.decode()}{size.decode()}")
    except TypeError:
        raise NotNumbers(f"it has numbers of {int(size)} bytes") from None
    lengths = [word for word in shape.replace(b" ", b"").split(b",") if word]
    if dtype.itemsize == 0 or len(lengths) > 32 or any(len(word) > 18 for word in lengths):
        raise NotNumbers("its header does not tell a plain array")
    counts = tuple(map(int, lengths))
    if math.prod(max(count, 1) for count in counts) * dtype.itemsize > sys.maxsize:  # NumPy refuses empty ones, too
        raise NotNumbers("its header tells more values than a computer can hold")
    return dtype, counts, in_columns == b"True", begin


class PointFile:
    """Points of shape (n, 3) in an NPY file, read in chunks."""

    def __init__(self, path: Path) -> None:
        """:raises TalusError: no such file, a damaged one, or an array of something else"""
        self._path = path
        self._file, size = open_regular(path, "point set file", sys.maxsize)
        try:
            self._dtype, shape, in_columns, begin = _header(self._file.read(_MAX_HEADER_BYTES))
            if len(shape) != 2 or shape[1] != 3 or self._dtype.kind not in "iuf":
                raise NotNumbers(f"it holds {self._dtype} of shape {shape}, not numbers (n, 3)")
            if in_columns:
                raise NotNumbers("it has column after column, and is to be read point by point")
            size -= begin
            if size != 3 * shape[0] * self._dtype.itemsize:
                raise NotNumbers(f"it has {size} bytes for {shape[0]} points of {3 * self._dtype.itemsize}")
        except NotNumbers as wrong:
            self._file.close()
            raise self._damaged(str(wrong)) from None
        #: Number of points
        self.count = shape[0]
        self._begin = begin

    def read(self, first: int, count: int) -> np.ndarray:
        """The points from number ``first`` on, shape (count, 3); fewer at the end."""
        count = min(count, self.count - first)
        self._file.seek(self._begin + 3 * first * self._dtype.itemsize)
        values = np.fromfile(self._file, self._dtype, 3 * count)
        if len(values) != 3 * count:
            raise self._damaged("it became shorter meanwhile")
        return values.reshape(-1, 3)

    def _damaged(self, reason: str) -> TalusError:
        return TalusError(
            f"Not a whole NPY file of points: {reason}", str(self._path), "Write it again with numpy.save"
        )

    def __enter__(self) -> PointFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def header_of(dtype: np.dtype, shape: tuple[int, ...]) -> bytes:
    """The header of an NPY file; the values follow."""
    description = {"descr": dtype.str, "fortran_order": False, "shape": shape}
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, description)
    return header.getvalue()


def arrays_in(data: bytes) -> dict[str, np.ndarray]:
    """The arrays in an NPZ file by name.

    :raises NotNumbers: a damaged or encrypted archive, one that expands beyond the limit, an array of something else
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = members_of(archive, len(data))
            return {member.filename.removesuffix(".npy"): _member(archive, member) for member in members}
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError, OverflowError) as error:
        raise NotNumbers(" ".join(str(error).split())[:100].lower()) from None
    except Damaged as damaged:
        raise NotNumbers(str(damaged)) from None


def _member(archive: ZipFile, member: ZipInfo) -> np.ndarray:
    name = member.filename.removesuffix(".npy")[:40]
    try:
        return array_of(member_content(archive, member))
    except (NotNumbers, Damaged) as wrong:
        raise NotNumbers(f"in '{name}' {wrong}") from None
