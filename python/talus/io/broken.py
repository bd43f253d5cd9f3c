"""What readers raise within themselves: words without the place, which only the file's reader knows."""

from __future__ import annotations


class Broken(Exception):
    """What is wrong with a file, in words."""
