"""Digests by which damaged and exchanged files are noticed: 64 bits of BLAKE2b, as hexadecimal text."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Iterable

from .regular_file import open_regular

_DIGEST_BYTES = 8
#: Letters of a digest
LENGTH = 2 * _DIGEST_BYTES
_CHUNK_BYTES = 1 << 20


def digest_of_file(path: Path) -> str:
    """:raises TalusError: no such file, or one that is not regular. 1 GB/s"""
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    file, _ = open_regular(path)
    with file:
        while part := file.read(_CHUNK_BYTES):
            digest.update(part)
    return digest.hexdigest()


def joined_digest(parts: Iterable[bytes]) -> str:
    """The digest of several texts, one after the other."""
    digest = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    for part in parts:
        digest.update(part)
    return digest.hexdigest()
