"""LAS 1.0 to 1.4, the format of laser scans: points in double precision, with intensity, return and class.

Compressed files (LAZ) are refused. Source: ASPRS, "LAS Specification 1.4".
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .format_error import FormatError
from .regular_file import content_of
from .tables import cloud_of

_LEAST_HEADER_BYTES = 227  # bytes of the smallest header
_FORMATS = range(11)
_LEAST_ROW_BYTES = (20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67)
_PACKED_BIT = 0x80  # bit of the point format that marks compression
_FIRST_WITH_14 = 6  # this and later point formats have a class of eight bits


def read_las(path: Path) -> vtkPolyData:
    """Reads points: each coordinate is an integer times a scale plus an offset.

    :raises TalusError: not a LAS file, a compressed file, fewer points than its header states. O(size)
    """
    data = content_of(path)
    try:
        return cloud_of(_arrays(data), path)
    except FormatError as error:
        remedy = "Unpack it, for example by laszip" if "packed" in str(error) else "Copy or export it again"
        raise TalusError(f"Not a whole LAS file: {error}", str(path), remedy) from None


def _arrays(data: bytes) -> dict[str, np.ndarray]:
    if len(data) < _LEAST_HEADER_BYTES or data[:4] != b"LASF":
        raise FormatError("it does not begin with the header of LAS")
    begin, _, kind, size, count = struct.unpack_from("<IIBHI", data, 96)
    if kind & _PACKED_BIT:
        raise FormatError("its points are packed (LAZ)")
    if kind not in _FORMATS or size < _LEAST_ROW_BYTES[kind]:
        raise FormatError(f"points of the format {kind} with {size} bytes are not known")
    if data[25] >= 4 and len(data) >= 255:
        count = struct.unpack_from("<Q", data, 247)[0] or count
    if begin + count * size > len(data):
        raise FormatError(f"{count} points of {size} bytes are promised, {max(len(data) - begin, 0)} bytes follow")
    place = ("class", "u1", 16) if kind >= _FIRST_WITH_14 else ("class", "u1", 15)
    names, types, offsets = zip(("xyz", ("<i4", 3), 0), ("intensity", "<u2", 12), place)
    layout = np.dtype({"names": names, "formats": types, "offsets": offsets, "itemsize": size})
    rows = np.frombuffer(data, layout, count, begin)
    scale, offset = np.array(struct.unpack_from("<6d", data, 131)).reshape(2, 3)
    if not (np.isfinite(scale).all() and np.isfinite(offset).all()):
        raise FormatError("its scale or offset is not finite")
    classes = rows["class"] & (0xFF if kind >= _FIRST_WITH_14 else 0x1F)
    with np.errstate(over="ignore", invalid="ignore"):
        points = rows["xyz"] * scale + offset
    return {"points": points, "Intensity": np.array(rows["intensity"]), "Classification": classes}
