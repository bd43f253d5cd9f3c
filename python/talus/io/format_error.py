"""Internal exception of readers: the description of an error without the file name, which the caller adds."""

from __future__ import annotations


class FormatError(Exception):
    """A description of what is wrong with a file."""
