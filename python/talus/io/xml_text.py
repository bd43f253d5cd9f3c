"""Texts in XML files, which cannot hold every letter: no control characters, no parts of names that are not UTF-8."""

from __future__ import annotations

import re
from pathlib import Path
from xml.sax.saxutils import quoteattr

from ..errors import TalusError

_IMPOSSIBLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def attribute(text: str) -> str:
    """A text as the value of an attribute, in quotes. What XML cannot hold becomes the replacement character."""
    return quoteattr(_IMPOSSIBLE.sub("\ufffd", text))


def require_possible_name(path: Path) -> None:
    """:raises TalusError: the name of a file, after which its pieces are named, that XML cannot hold"""
    if _IMPOSSIBLE.search(path.name):
        told = "A file that refers to its pieces cannot hold this name"
        raise TalusError(told, str(path), "Name it without control characters, in UTF-8")
