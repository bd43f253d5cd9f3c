"""How much a compressed file may unpack to."""

from __future__ import annotations

import zlib

#: Bytes that may be unpacked from any file
ALWAYS_ALLOWED = 256 << 20
#: More may be unpacked if it is no more than this many times the packed bytes
LARGEST_RATIO = 200


class Damaged(Exception):
    """Why packed data cannot be unpacked, in words."""


def gunzipped(packed: bytes) -> bytes:
    """What gzip has packed, of one part or several. :raises Damaged: and why. O(size)"""
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
    """Why so much is not unpacked, or nothing.

    Zeros pack a thousand times; a file of a few megabytes that fills the memory is more often an attack or an accident.
    """
    if unpacked <= max(ALWAYS_ALLOWED, LARGEST_RATIO * packed):
        return ""
    return (
        f"{packed} bytes unpack to {unpacked}; the limit is {ALWAYS_ALLOWED >> 20} MiB or {LARGEST_RATIO} times the packed size"
    )
