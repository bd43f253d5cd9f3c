"""The exceptions and warnings of the package."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Iterable, Iterator


class TalusError(ValueError):
    """Invalid input, in one line: what is wrong, where, and how to fix it. Python's own name for it is ValueError.

    Each part is a phrase without a final full stop; ``where`` and ``remedy`` may be empty.
    """

    def __init__(
        self, what: str, where: str = "", remedy: str = "", kind: str = "", body: Iterable[int] = (), surface: str = ""
    ) -> None:
        #: What is wrong
        self.what = what
        #: Where: the file, the option, the body
        self.where = where
        #: How to fix it
        self.remedy = remedy
        #: For programs, as texts may change: "BlockedWall" where a wall cannot go on, else empty
        self.kind = kind
        #: The ids of the bodies concerned, as whole numbers; rows from 0 where bodies have no ids
        self.body = tuple(body)
        #: The surface concerned, as the text names it; the shape's name in a scene
        self.surface = surface
        text = what.rstrip(".") + (f" ({where})" if where else "") + "."
        super().__init__(printable(f"{text} {remedy}." if remedy else text))

    def parts(self) -> tuple:
        """What makes the same error again: ``TalusError(*error.parts())``. JSON takes it."""
        return self.what, self.where, self.remedy, self.kind, self.body, self.surface

    def at(self, where: str, remedy: str | None = None) -> TalusError:
        """The same error with another place, and if given another remedy."""
        what, _, own, *rest = self.parts()
        return TalusError(what, where, own if remedy is None else remedy, *rest)

    def __reduce__(self) -> tuple:
        return type(self), self.parts()


@contextmanager
def concerning(body: Iterable[int] = (), surface: str = "") -> Iterator[None]:
    """Errors of the block are about these bodies, or about this surface."""
    try:
        yield
    except TalusError as error:
        error.body, error.surface = tuple(body) or error.body, surface or error.surface
        raise


def no_triangles(file: str) -> TalusError:
    """The error about a surface without triangles. :param file: its own, may be empty"""
    return TalusError("The surface has no triangles", file, "Give a surface made of triangles or polygons", surface=file)


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
