"""Arrays whose whole numbers stand for words: a side, a kind of contact, a material."""

from __future__ import annotations

import json
from typing import Mapping

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

from ..contact_search import ContactKind, Relation
from ..scene import block, shape_names

#: With more, colours could not be told apart: the numbers are shown as quantities
MOST = 12
#: Arrays whose words a scene tells
NAMED_BY_SCENE = ("Shape", "Material")

_WORDS: Mapping[str, Mapping[int, str]] = {
    "Side": {1: "inside", 0: "on the surface", -1: "outside"},
    "Motion": {0: "moved by forces", 1: "fixed", 2: "prescribed"},
    "Kind": {int(kind): kind.name.lower() for kind in ContactKind},
    "Relation": {int(relation): relation.name.lower() for relation in Relation},
}


def words_of(array: str, scene: vtkPartitionedDataSetCollection | None = None) -> dict[int, str]:
    """The words by their numbers; empty if the array holds quantities.

    :param scene: whose shapes and materials have names
    """
    if array in _WORDS:
        return dict(_WORDS[array])
    if scene is None:
        return {}
    if array == "Shape":
        return dict(enumerate(shape_names(scene)))
    return dict(enumerate(_material_names(scene))) if array == "Material" else {}


def present(words: Mapping[int, str], values: np.ndarray) -> dict[int, str]:
    """The words of those numbers that occur; empty if there are too many, or if one has no word."""
    found = np.unique(values).tolist()
    if not found or len(found) > MOST or not set(found) <= words.keys():
        return {}
    return {number: word for number, word in words.items() if number in found}


def ranks(words: Mapping[int, str], values: np.ndarray) -> np.ndarray:
    """The place of each value among the words, from 0 on; (n,)"""
    numbers = np.array(list(words))
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
