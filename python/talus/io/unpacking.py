"""Limits on the size of decompressed data."""

from __future__ import annotations

import zipfile
import zlib
from zipfile import ZipFile, ZipInfo

#: Decompressed bytes allowed for any file
ALWAYS_ALLOWED = 256 << 20
#: More are allowed up to this multiple of the compressed bytes
LARGEST_RATIO = 200
_PIECE_BYTES = 1 << 16  # packed bytes that are unpacked at once


class Damaged(Exception):
    """A description of why data cannot be decompressed."""


class Repetition:
    """Counts the bytes of what a file uses more than once: so a small file could become any number of bytes."""

    def __init__(self, limit: int = ALWAYS_ALLOWED) -> None:
        self._limit = limit
        self._bytes = 0

    def add(self, size: int) -> str:
        """Why the next use of data that are used already is refused; empty if it is allowed. :param size: in bytes"""
        self._bytes += size
        if self._bytes <= self._limit:
            return ""
        return f"what it uses more than once fills more than {self._limit >> 20} MiB"


def gunzipped(packed: bytes) -> bytes:
    """The decompressed data of a gzip file of one or several members. :raises Damaged: with the reason. O(size)"""
    limit = max(ALWAYS_ALLOWED, LARGEST_RATIO * len(packed))
    unpacked, rest = bytearray(), packed
    while rest:
        part, position = zlib.decompressobj(zlib.MAX_WBITS | 16), 0
        while position < len(rest) and not part.eof:
            try:
                unpacked += part.decompress(rest[position : position + _PIECE_BYTES], limit + 1 - len(unpacked))
            except zlib.error:
                raise Damaged("its packed data are damaged") from None
            if len(unpacked) > limit:
                raise Damaged(refused_size(len(unpacked), len(packed)).replace("unpack to", "unpack to at least"))
            position += _PIECE_BYTES
        if not part.eof:
            raise Damaged("it ends too early")
        rest = (part.unused_data + rest[position:]).lstrip(b"\0")  # tapes pad with zeros
    return bytes(unpacked)


#: How members of a ZIP archive may be packed: Python's other methods unpack everything at once, whatever is asked for
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def members_of(archive: ZipFile, packed: int) -> list[ZipInfo]:
    """The members of a ZIP archive. :param packed: bytes of the archive

    :raises Damaged: they claim to expand beyond the limit
    """
    members = archive.infolist()
    if reason := refused_size(sum(member.file_size for member in members), packed):
        raise Damaged(reason)
    return members


def member_content(archive: ZipFile, member: ZipInfo) -> bytes:
    """The bytes of a member of :func:`members_of`: no more than it claims, whatever it expands to.

    :raises Damaged: with the reason
    """
    if member.flag_bits & 1:
        raise Damaged("it is encrypted")
    if member.compress_type not in _METHODS:
        raise Damaged("it is packed by another method than deflate")
    try:
        with archive.open(member) as file:
            data = file.read(member.file_size)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError, OverflowError) as error:
        raise Damaged(" ".join(str(error).split())[:100].lower()) from None
    if len(data) != member.file_size:
        raise Damaged("it ends too early")
    return data


def refused_size(unpacked: int, packed: int) -> str:
    """The reason why so much data is not decompressed; empty if it is allowed.

    Zeros compress a thousandfold; a file of a few megabytes that fills the memory is usually an attack or an accident.
    """
    if unpacked <= max(ALWAYS_ALLOWED, LARGEST_RATIO * packed):
        return ""
    return (
        f"{packed} bytes unpack to {unpacked}; the limit is {ALWAYS_ALLOWED >> 20} MiB or {LARGEST_RATIO} times the packed size"
    )
