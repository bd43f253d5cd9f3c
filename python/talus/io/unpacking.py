"""Limits on the size of decompressed data."""

from __future__ import annotations

import zlib

#: Decompressed bytes allowed for any file
ALWAYS_ALLOWED = 256 << 20
#: More are allowed up to this multiple of the compressed bytes
LARGEST_RATIO = 200


class Damaged(Exception):
    """A description of why data cannot be decompressed."""


def gunzipped(packed: bytes) -> bytes:
    """The decompressed data of a gzip file of one or several members. :raises Damaged: with the reason. O(size)"""
    limit = max(ALWAYS_ALLOWED, LARGEST_RATIO * len(packed))
    unpacked = bytearray()
    rest = packed
    while rest:
        part = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            unpacked += part.decompress(rest, limit + 1 - len(unpacked))
        except zlib.error:
            raise Damaged("its packed data are damaged") from None
        if len(unpacked) > limit:
            raise Damaged(refused_size(len(unpacked), len(packed)).replace("unpack to", "unpack to at least"))
        if not part.eof:
            raise Damaged("it ends too early")
        rest = part.unused_data.lstrip(b"\0")  # tapes pad with zeros
    return bytes(unpacked)


def refused_size(unpacked: int, packed: int) -> str:
    """The reason why so much data is not decompressed; empty if it is allowed.

    Zeros compress a thousandfold; a file of a few megabytes that fills the memory is usually an attack or an accident.
    """
    if unpacked <= max(ALWAYS_ALLOWED, LARGEST_RATIO * packed):
        return ""
    return (
        f"{packed} bytes unpack to {unpacked}; the limit is {ALWAYS_ALLOWED >> 20} MiB or {LARGEST_RATIO} times the packed size"
    )
