"""The exceptions and warnings of the package."""

from __future__ import annotations


class TalusError(ValueError):
    """Invalid input, in one line: what is wrong, where, and how to fix it. Python's own name for it is ValueError.

    Each part is a phrase without a final full stop; ``where`` and ``remedy`` may be empty.
    """

    def __init__(self, what: str, where: str = "", remedy: str = "", kind: str = "") -> None:
        #: What is wrong
        self.what = what
        #: Where: the file, the option, the body
        self.where = where
        #: How to fix it
        self.remedy = remedy
        #: For programs, as texts may change: "BlockedWall" where a wall cannot go on, else empty
        self.kind = kind
        text = what.rstrip(".") + (f" ({where})" if where else "") + "."
        super().__init__(printable(f"{text} {remedy}." if remedy else text))

    def __reduce__(self) -> tuple:
        return type(self), (self.what, self.where, self.remedy, self.kind)


def printable(text: str) -> str:
    """The text on one line: names from files may contain line ends and other control characters."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


class PlacementWarning(UserWarning):
    """Not all bodies were placed, or some overlap: the message says how many, and the remedy."""


class OverlapWarning(UserWarning):
    """Bodies overlap by more than the reach of their halos and may pass through each other, or have passed."""


class StepWarning(UserWarning):
    """A frame takes more than a million steps, or steps take long: the message says why, and the remedy."""


class SurfaceWarning(UserWarning):
    """The result is valid, but the surface or the points have defects: the message names them and their
    consequences."""


class ScenarioWarning(UserWarning):
    """A case of a sweep failed, or an option has no meaning: the message names it, and says why."""
