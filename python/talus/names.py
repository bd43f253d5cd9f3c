"""Converts camel-case names of filters and data sets to names for Python and for messages."""

from __future__ import annotations

import re


def spaced(name: str) -> str:
    """'boundary edges' for 'BoundaryEdges'."""
    return " ".join(_words(name))


def snake(name: str) -> str:
    """'winding_number' for 'WindingNumber'."""
    return "_".join(_words(name))


def camel(name: str) -> str:
    """'WindingNumber' for 'winding_number'."""
    return name.title().replace("_", "")


def _words(name: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)]
