"""What the package raises and warns."""

from __future__ import annotations


class TalusError(Exception):
    """Bad input, told in one line: what is wrong, where, and how to mend it.

    Each part is a phrase without a final full stop; ``where`` and ``remedy`` may be empty.
    """

    def __init__(self, what: str, where: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        text = what.rstrip(".") + (f" ({where})" if where else "") + "."
        super().__init__(_printable(f"{text} {remedy}." if remedy else text))


def _printable(text: str) -> str:
    """The text on one line: names come from files, and may hold line ends and other control characters."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


class PlacementWarning(UserWarning):
    """Bodies were placed, but not all, or some overlap: says how many and what to do."""


class OverlapWarning(UserWarning):
    """Bodies lie deeper within each other than their halos reach: they may pass through each other."""


class SurfaceWarning(UserWarning):
    """The answer stands, but the surface or the points are not sound: says what is wrong and what it means."""
