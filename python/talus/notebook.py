"""How results speak of themselves: their answer in a line, and in notebooks a table beside a picture."""

from __future__ import annotations

import base64
from contextlib import suppress
from html import escape
from typing import Any, Iterable, Sequence

import numpy as np

from .answers import answer_of, grouped
from .errors import TalusError

_MAXIMUM_LETTERS = 200  # letters of a line
_LEFT = " style='text-align:left'"

#: Titles and values
Rows = Sequence[tuple[str, Any]]
#: Of :class:`talus.drawing.still.Layer`, which is not loaded before something is drawn
Layers = Sequence[Any]


class Answering:
    """What it is, in a line (``repr``) and in notebooks. Subclasses say what; dataclasses among them need ``repr=False``."""

    def _answer(self) -> str:
        """In one line."""
        raise NotImplementedError

    def _rows(self) -> Rows:
        """Of the table."""
        return []

    def _layers(self) -> Layers:
        """Of the picture; none for no picture."""
        return []

    def _picture(self) -> bytes:
        """A PNG file; empty if nothing can be drawn."""
        from .drawing.still import picture_of

        return picture_of(self._layers())

    @property
    def answer(self) -> str:
        """What was found, or what this is, in one line."""
        return one_line(self._answer())

    def __repr__(self) -> str:
        answer = one_line(self.answer)
        return f"<{type(self).__name__}: {answer if len(answer) <= _MAXIMUM_LETTERS else answer[: _MAXIMUM_LETTERS - 1] + '…'}>"

    def _repr_html_(self) -> str:
        try:
            rows = self._rows()
        except TalusError as error:  # of a file that was read only now
            rows = [("error", error)]
        picture = b""
        with suppress(TalusError):  # the table is there without it
            picture = self._picture()
        cells = "".join(f"<tr><th{_LEFT}>{_html(title)}</th><td{_LEFT}>{_html(value)}</td></tr>" for title, value in rows)
        image = f"<img alt='' src='data:image/png;base64,{base64.b64encode(picture).decode()}'>" if picture else ""
        return (
            f"<div><p><b>{type(self).__name__}</b>: {_html(self.answer)}</p>"
            f"<div style='display:flex;flex-wrap:wrap;align-items:flex-start;gap:1em'><table>{cells}</table>{image}</div></div>"
        )


class SurfaceAnswering(Answering):
    """A result with a surface, in whose field data a filter has left the answer. The picture shows its polygons."""

    surface: Any

    def _answer(self) -> str:
        return answer_of(self.surface)

    def _layers(self) -> Layers:
        from .drawing.still import layer_of_surface

        return [layer_of_surface(self.surface)] if self.surface.GetNumberOfPolys() else []


def _html(value: Any) -> str:
    return escape(one_line(str(value)))


def one_line(text: str) -> str:
    """The text without line ends and other letters that cannot be printed."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split(" "))


def warning_row(text: str) -> Rows:
    """The row of a warning; none if it is empty."""
    return [("warning", text)] if text else []


def counted(number: int, one: str = "", many: str = "") -> str:
    """A count with its digits in groups of three, and the noun: "1 965 points".

    :param one: the noun of one
    :param many: of several; default: with an s
    """
    told = grouped(int(number))
    noun = one if number == 1 else many or one and f"{one}s"
    return f"{told} {noun}" if noun else told


def measured(number: float) -> str:
    """A quantity with four digits."""
    return f"{float(number):.4g}"


def vector(values: Iterable[float]) -> str:
    """A few quantities: "(0, 0.1, 2)"."""
    return f"({', '.join(map(measured, values))})"


def joined(*parts: str) -> str:
    """Parts of an answer, without empty ones."""
    return " · ".join(filter(None, parts))


def greatest(vectors: np.ndarray) -> float:
    """The greatest length of some vectors, (n, 3); 0 of none."""
    return float(np.linalg.norm(vectors, axis=1).max(initial=0.0))
