"""Arrays whose whole numbers stand for words: a side, a kind of contact, a material. Words and colours are those of
ParaView's window, ``plugin/Talus/categories.cxx``; a test compares them.
"""

from __future__ import annotations

import json
from typing import Mapping, NamedTuple

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

from ..scene_data import block, shape_names

#: With more, colours could not be told apart: the numbers are shown as quantities
MOST = 16
#: Arrays whose words a scene tells
NAMED_BY_SCENE = ("Shape", "Material")

# Told apart with any colour vision: M. Okabe, K. Ito, Color Universal Design (2008), and a red between theirs.
_ORANGE, _SKY, _GREEN, _YELLOW, _BLUE, _VERMILLION, _PURPLE = "E69F00", "56B4E9", "009E73", "F0E442", "0072B2", "D55E00", "CC79A7"
_RED, _GREY = "E04040", "BBBBBB"
_IN_TURN = (_ORANGE, _SKY, _GREEN, _YELLOW, _BLUE, _VERMILLION, _PURPLE, _GREY)


class Category(NamedTuple):
    """What a number means."""

    word: str
    colour: str  #: RRGGBB


_KNOWN: Mapping[str, Mapping[int, Category]] = {
    "Side": {1: Category("inside", _ORANGE), 0: Category("on the surface", _RED), -1: Category("outside", _SKY)},
    "Motion": {0: Category("moved by forces", _ORANGE), 1: Category("fixed", _GREY), 2: Category("as prescribed", _SKY)},
    "Kind": {
        0: Category("near surfaces", _SKY),
        1: Category("convex bodies", _GREEN),
        2: Category("overlap", _VERMILLION),
        3: Category("one in the other", _PURPLE),
    },
    "Relation": {
        0: Category("apart", _SKY),
        1: Category("touching", _GREEN),
        2: Category("interfering", _VERMILLION),
        3: Category("one within the other", _PURPLE),
        4: Category("the same", _YELLOW),
        5: Category("undecided", _BLUE),
    },
}


def categories_of(array: str, scene: vtkPartitionedDataSetCollection | None = None) -> dict[int, Category]:
    """The categories by their numbers; empty if the array holds quantities.

    :param scene: whose shapes and materials have names
    """
    if array in _KNOWN:
        return dict(_KNOWN[array])
    if scene is None or array not in NAMED_BY_SCENE:
        return {}
    names = shape_names(scene) if array == "Shape" else _material_names(scene)
    return {number: Category(name, _IN_TURN[number % len(_IN_TURN)]) for number, name in enumerate(names)}


def present(known: Mapping[int, Category], values: np.ndarray) -> dict[int, Category]:
    """The categories of those numbers that occur; empty if there are too many, or if one has none."""
    found = np.unique(values).tolist()
    if not found or len(found) > MOST or not set(found) <= known.keys():
        return {}
    return {number: category for number, category in known.items() if number in found}


def ranks(known: Mapping[int, Category], values: np.ndarray) -> np.ndarray:
    """The place of each value among the categories, from 0 on; (n,)"""
    numbers = np.array(list(known))
    order = np.argsort(numbers)
    places = np.searchsorted(numbers[order], values)
    return order[np.minimum(places, len(numbers) - 1)]


def _material_names(scene: vtkPartitionedDataSetCollection) -> list[str]:
    """Empty if the scene does not tell them."""
    told = block(scene, "Bodies").GetFieldData().GetAbstractArray("Materials")
    try:
        return [str(json.loads(told.GetValue(i))["name"]) for i in range(told.GetNumberOfValues())]
    except (AttributeError, KeyError, TypeError, ValueError):
        return []
