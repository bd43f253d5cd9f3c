"""Colours of bodies and contacts, and what legends say of them."""

from __future__ import annotations

from typing import Iterable, Sequence

import numpy as np
from vtkmodules.vtkCommonCore import vtkLookupTable

from ..look import MAP_OF, MAPS, TITLES
from .categories import Category

GROUND, LETTERS = (1.0, 1.0, 1.0), (0.1, 0.1, 0.1)  # colours


def title_of(array: str) -> str:
    """What the legend of an array says, with its unit."""
    return TITLES.get(array, array)


def letters_of(size: Sequence[int]) -> int:
    """The height of the letters of legends, pixels. :param size: width and height of the picture"""
    wide, high = size
    return max(6, min(16, wide // 45), min(wide, 4 * high // 3) // 45)


def colour_table(array: str, ends: Sequence[float]) -> vtkLookupTable:
    """256 colours for the values of an array."""
    colours = _colours(MAPS[MAP_OF.get(array, "usual")])
    places = np.linspace(0, len(colours) - 1, 256)
    table = vtkLookupTable()
    table.SetNumberOfTableValues(256)
    for number, place in enumerate(places):
        red, green, blue = (np.interp(place, np.arange(len(colours)), colours[:, part]) for part in range(3))
        table.SetTableValue(number, red, green, blue, 1.0)
    table.SetRange(*ends)
    return table


def category_table(categories: Iterable[Category]) -> vtkLookupTable:
    """A colour for each, whose word is the annotation of its place: 0, 1, 2 …"""
    words, colours = zip(*categories)
    table = vtkLookupTable()
    table.SetNumberOfTableValues(len(words))
    for place, (word, colour) in enumerate(zip(words, _colours(" ".join(colours)))):
        table.SetTableValue(place, *colour, 1.0)
        table.SetAnnotation(place, word)
    table.SetRange(-0.5, len(words) - 0.5)
    return table


def words_in(table: vtkLookupTable) -> list[str]:
    """The words of a table of categories; none of others."""
    return [table.GetAnnotation(place) for place in range(table.GetNumberOfAnnotatedValues())]


def _colours(told: str) -> np.ndarray:
    return np.array([list(bytes.fromhex(colour)) for colour in told.split()]) / 255


def magnitudes(values: np.ndarray) -> np.ndarray:
    """(n,) as it is, the lengths of (n, k)."""
    return np.linalg.norm(values, axis=1) if values.ndim > 1 else values


class UsualRange:
    """The 2nd and the 98th percentile of all values that were added; vectors count by their magnitude, from 0."""

    def __init__(self) -> None:
        self._seen: list[np.ndarray] = []
        self._vectors = False

    def add(self, values: np.ndarray) -> None:
        """:param values: (n,) or (n, k)"""
        if len(values):
            self._vectors = values.ndim > 1
            self._seen.append(magnitudes(values))

    def ends(self) -> tuple[float, float]:
        """0 and 1 if nothing was added."""
        if not self._seen:
            return 0.0, 1.0
        low, high = np.percentile(np.concatenate(self._seen), (2, 98))
        low = 0.0 if self._vectors else low
        return float(low), float(high if high > low else low + 1e-9)
