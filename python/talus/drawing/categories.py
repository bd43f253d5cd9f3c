"""Arrays whose whole numbers stand for words: a side, a kind of contact, a material."""

from __future__ import annotations

import json
from typing import Mapping, NamedTuple

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

from ..look import COLOURS_IN_TURN, WORDS
from ..scene_data import block, shape_names

#: With more, colours could not be told apart: the numbers are shown as quantities
MAXIMUM_CATEGORIES = 16
#: Arrays whose words a scene tells
NAMED_BY_SCENE = ("Shape", "Material")

class Category(NamedTuple):
    """What a number means."""

    word: str
    colour: str  #: RRGGBB


def categories_of(array: str, scene: vtkPartitionedDataSetCollection | None = None) -> dict[int, Category]:
    """The categories by their numbers; empty if the array holds quantities.

    :param scene: whose shapes and materials have names
    """
    if array in WORDS:
        return {number: Category(*meaning) for number, meaning in WORDS[array].items()}
    if scene is None or array not in NAMED_BY_SCENE:
        return {}
    names = shape_names(scene) if array == "Shape" else _material_names(scene)
    return {number: Category(name, COLOURS_IN_TURN[number % len(COLOURS_IN_TURN)]) for number, name in enumerate(names)}


def present(known: Mapping[int, Category], values: np.ndarray) -> dict[int, Category]:
    """The categories of those numbers that occur; empty if there are too many, or if one has none."""
    found = np.unique(values).tolist()
    if not found or len(found) > MAXIMUM_CATEGORIES or not set(found) <= known.keys():
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
