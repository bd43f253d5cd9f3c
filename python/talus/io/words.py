"""Converts words of a text to numbers in linear time and memory."""

from __future__ import annotations

import re
import warnings
from typing import Sequence, TypeVar

import numpy as np

_MAXIMUM_LETTERS = 400  # characters of a number: far more digits than any program writes
_OF_NUMBERS = b"0123456789+-.eE \n\r\t"
_WITH_COMMA = re.compile(r"[-+]?\d*,\d+([eE][-+]?\d+)?")
_COMMA_IN_TEXT = re.compile(rb"(?<![^\s;])[-+]?\d*,\d+([eE][-+]?\d+)?(?![^\s;])")
_LIMITS = np.iinfo(np.int64)
Word = TypeVar("Word", str, bytes)
#: The remedy for words that have_decimal_commas() finds
POINT_FOR_COMMA = "Write numbers with a decimal point instead of a comma"


def floats(words: Sequence[Word]) -> np.ndarray:
    """:raises ValueError: a word that is not a number"""
    _require_plain(words)
    return np.fromiter(map(float, words), np.float64, len(words))


def integers(words: Sequence[Word]) -> np.ndarray:
    """:raises ValueError: a word that is not a 64-bit integer"""
    _require_plain(words)
    try:
        return np.fromiter(map(int, words), np.int64, len(words))
    except OverflowError:
        raise ValueError("a whole number is too large") from None


def floats_in(text: bytes) -> np.ndarray:
    """The numbers of a text, separated by white space. :raises ValueError: as :func:`floats`"""
    values = _told_by_numpy(text, np.float64)
    return floats(text.split()) if values is None else values


def integers_in(text: bytes) -> np.ndarray:
    """The integers of a text, separated by white space. :raises ValueError: as :func:`integers`"""
    values = _told_by_numpy(text, np.int64)
    if values is None or (len(values) and (values.max() == _LIMITS.max or values.min() == _LIMITS.min)):
        return integers(text.split())  # NumPy clamps numbers out of range
    return values


def _told_by_numpy(text: bytes, dtype: type) -> np.ndarray | None:
    """The numbers of a plain text, five times as fast as word by word; None if it contains anything else."""
    if text.translate(None, _OF_NUMBERS):
        return None
    if not text or text.isspace():
        return np.empty(0, dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # NumPy warns if it stops before the end
        try:
            values = np.fromstring(text, dtype, sep=" ")
        except (DeprecationWarning, ValueError):
            return None
    return values if len(values) == _word_count(text) else None  # NumPy reads "- 1" as one number


def _word_count(text: bytes) -> int:
    letters = np.frombuffer(text, np.uint8) > ord(" ")
    return int(letters[0]) + int(np.count_nonzero(letters[1:] > letters[:-1]))


def comma_hint(text: bytes) -> str:
    """What to add to an error about words that are no numbers; empty unless some have decimal commas. O(size)"""
    return "; it has decimal commas, not points" if _COMMA_IN_TEXT.search(text) else ""


def have_decimal_commas(words: Sequence[str]) -> bool:
    """Whether the words are numbers, of which some have a comma in place of the decimal point."""
    commas = [word for word in words if "," in word]
    if not commas or not all(map(_WITH_COMMA.fullmatch, commas)):
        return False
    try:
        return len(floats([word.replace(",", ".") for word in words])) > 0
    except ValueError:
        return False


def _require_plain(words: Sequence[Word]) -> None:
    """Refuses words like 1_000, which Python accepts as a number, and very long ones, which take long to convert."""
    if words and max(map(len, words)) > _MAXIMUM_LETTERS:
        raise ValueError("a word is too long for a number")
    if words and (b"_" in b"".join(words) if isinstance(words[0], bytes) else "_" in "".join(words)):  # type: ignore
        raise ValueError("a word is no number")
