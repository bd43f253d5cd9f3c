"""How much a compressed file may unpack to."""

from __future__ import annotations

#: Bytes that may be unpacked from any file
ALWAYS_ALLOWED = 256 << 20
#: More may be unpacked if it is no more than this many times the packed bytes
LARGEST_RATIO = 200


def refused_size(unpacked: int, packed: int) -> str:
    """Why so much is not unpacked, or nothing.

    Zeros pack a thousand times; a file of a few megabytes that fills the memory is more often an attack or an accident.
    """
    if unpacked <= max(ALWAYS_ALLOWED, LARGEST_RATIO * packed):
        return ""
    return (
        f"{packed} bytes unpack to {unpacked}; the limit is {ALWAYS_ALLOWED >> 20} MiB or {LARGEST_RATIO} times the packed size"
    )
