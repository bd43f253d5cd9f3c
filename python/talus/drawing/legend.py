"""Legends: a bar of colours with numbers and a title that runs upwards, or squares of colours with words below a title.

Of VTK's text and lines, as its own scalar bar places titles above the bar and formats numbers otherwise from version to version.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkRenderingCore import vtkActor2D, vtkPolyDataMapper2D, vtkRenderer, vtkTextActor

from ..io.geometry import add_array, polygons
from .colours import LETTERS, words_in


class Place(NamedTuple):
    """Where a bar is, pixels from the lower left corner of the picture."""

    left: int
    bottom: int
    height: int


def add_legend(renderer: vtkRenderer, title: str, table: vtkLookupTable, place: Place, letters: int) -> None:
    """:param table: the words of categories are its annotations
    :param letters: their height, and the width of the bar, pixels
    """
    if words := words_in(table):
        _add_words(renderer, title, table, words, place, letters)
        return
    low, high = table.GetRange()
    colours = np.linspace(low, high, place.height)
    renderer.AddActor2D(_boxes([(place.left, place.bottom + row, letters, 1) for row in range(place.height)], colours, table))
    marks = ticks(low, high, most=min(10, place.height // (2 * letters)), apart=1.3 * letters / place.height)
    rows = [place.bottom + round((place.height - 1) * (mark - low) / (high - low)) for mark, _ in marks]
    beside = place.left + letters + max(2, letters // 3)
    renderer.AddActor2D(_boxes([(place.left + letters, row, max(2, letters // 3), 1) for row in rows]))
    texts = [add_text(renderer, text, (beside + letters // 4, row), letters) for row, (_, text) in zip(rows, marks)]
    widest = max(_width(renderer, text) for text in texts)
    middle = place.bottom + place.height // 2
    beside += letters // 2 + widest
    add_text(renderer, title, (beside, middle), _fitting(renderer, title, letters, 1.4 * place.height), upwards=True)


def _add_words(
    renderer: vtkRenderer, title: str, table: vtkLookupTable, words: list[str], place: Place, letters: int
) -> None:
    """A square and a word a line, from above. If there is no room for all, the last line says how many are left out."""
    step = (7 * letters + 2) // 4
    lines = max(2, place.height // step - 1)
    left_out = len(words) > lines
    shown = words[: lines - 1] if left_out else words
    top = place.bottom + place.height - step
    rows = [top - step * (1 + line) for line in range(len(shown))]
    boxes = [(place.left, row, letters, letters) for row in rows]
    renderer.AddActor2D(_boxes(boxes, np.arange(len(boxes), dtype=float), table))
    room = renderer.GetRenderWindow().GetSize()[0] - place.left - letters // 2
    add_text(renderer, title, (place.left, top + letters // 2), _fitting(renderer, title, letters, room))
    if left_out:
        shown, rows = [*shown, f"and {len(words) - len(shown)} more"], [*rows, rows[-1] - step]
    beside = letters + max(4, letters // 2)
    for word, row in zip(shown, rows):
        add_text(renderer, word, (place.left + beside, row + letters // 2), _fitting(renderer, word, letters, room - beside))


def ticks(low: float, high: float, *, most: int, apart: float) -> list[tuple[float, str]]:
    """Numbers along a bar and how they are written: the ends, and round numbers between.

    :param low, high: the ends, low < high
    :param most: how many numbers may be between
    :param apart: the least distance from the ends, as a part of the bar
    """
    step = _round_step((high - low) / max(most, 1))
    near = apart * (high - low)
    between = [step * number for number in range(math.ceil((low + near) / step), math.floor((high - near) / step) + 1)]
    digits = max(3, 1 + math.ceil(math.log10(max(abs(low), abs(high)) / step)))
    return [(mark, _written(mark, digits)) for mark in (low, *between, high)]


def _written(number: float, digits: int) -> str:
    """With some significant digits; up to a million without exponent."""
    return f"{number:.0f}" if 1e3 <= abs(number) < 1e6 and digits < 5 else f"{number:.{digits}g}"


def _round_step(least: float) -> float:
    """The first of 1, 2, 5, 10 … times a power of ten that is not less."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= 0.999 * least)


def _boxes(
    boxes: list[tuple[int, int, int, int]], values: np.ndarray | None = None, table: vtkLookupTable | None = None
) -> vtkActor2D:
    """:param boxes: left, bottom, width, height of each
    :param values: of each, which the table colours; without them boxes have the colour of letters
    """
    corners = [(x + dx * w, y + dy * h, 0) for x, y, w, h in boxes for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]
    surface = polygons(np.array(corners, dtype=float), np.arange(len(corners)), np.full(len(boxes), 4))
    mapper = vtkPolyDataMapper2D()
    mapper.SetInputData(surface)
    if values is not None:
        add_array(surface.GetCellData(), "Value", values)
        surface.GetCellData().SetActiveScalars("Value")
        mapper.SetLookupTable(table)
        mapper.SetUseLookupTableScalarRange(True)
        mapper.SetScalarModeToUseCellData()
    actor = vtkActor2D()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(LETTERS)
    return actor


def add_text(renderer: vtkRenderer, text: str, place: tuple[float, float], letters: int, *, upwards: bool = False) -> vtkTextActor:
    """A text that begins to the right of a place and is centred on its height."""
    actor = vtkTextActor()
    actor.SetInput(text)
    actor.SetTextScaleModeToNone()
    actor.SetPosition(*place)
    style = actor.GetTextProperty()
    style.SetFontSize(letters)
    style.SetFontFamilyToArial()
    style.SetColor(LETTERS)
    if upwards:
        style.SetOrientation(90)
        style.SetJustificationToCentered()
        style.SetVerticalJustificationToTop()
    else:
        style.SetVerticalJustificationToCentered()
    renderer.AddActor2D(actor)
    return actor


def _width(renderer: vtkRenderer, actor: vtkTextActor) -> int:
    size = [0.0, 0.0]
    actor.GetSize(renderer, size)
    return math.ceil(size[0])


def _fitting(renderer: vtkRenderer, text: str, letters: int, room: float) -> int:
    """The height of letters with which a text is no longer than the room; 6 or more."""
    actor = add_text(renderer, text, (0, 0), letters)
    width = _width(renderer, actor)
    renderer.RemoveActor2D(actor)
    return letters if width <= room else max(6, int(letters * room / width))
