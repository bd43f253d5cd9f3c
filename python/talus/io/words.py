"""Words of a text as numbers, in time and memory that are linear in the text."""

from __future__ import annotations

from typing import Callable, Sequence, TypeVar

import numpy as np

_LONGEST = 400  # characters of a number: far more digits than any program writes
Word = TypeVar("Word", str, bytes)


def floats(words: Sequence[Word]) -> np.ndarray:
    """:raises ValueError: a word that is no number"""
    _require_plain(words)
    return np.fromiter(map(float, words), np.float64, len(words))


def integers(words: Sequence[Word]) -> np.ndarray:
    """:raises ValueError: a word that is no whole number of 64 bits"""
    _require_plain(words)
    try:
        return np.fromiter(map(int, words), np.int64, len(words))
    except OverflowError:
        raise ValueError("a whole number is too large") from None


def first_wrong(convert: Callable[[Sequence[Word]], np.ndarray], rows: Sequence[Sequence[Word]]) -> int:
    """The first row that `convert` cannot make into numbers; 0 if it can all."""
    for i, row in enumerate(rows):
        try:
            convert(row)
        except ValueError:
            return i
    return 0


def _require_plain(words: Sequence[Word]) -> None:
    """Python takes 1_000 for a number, and long ones take long."""
    if words and max(map(len, words)) > _LONGEST:
        raise ValueError("a word is too long for a number")
    if words and (b"_" in b"".join(words) if isinstance(words[0], bytes) else "_" in "".join(words)):  # type: ignore
        raise ValueError("a word is no number")
