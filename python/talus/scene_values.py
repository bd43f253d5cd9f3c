"""Items of scene files, and their values, checked at once: the scene reader would name their place in a file that the caller
has not written.
"""

from __future__ import annotations

import operator
import os
from typing import Any, Callable, ClassVar, Mapping, Union

import numpy as np

from .errors import TalusError
from .options import is_real


#: Names of files
PathLike = Union[str, os.PathLike]


class SceneItem:
    """An item of a scene file: its keywords with values as JSON holds them, None where none is given."""

    _constants: ClassVar[dict[str, Any]] = {}  #: other keys of the file
    _kinds: ClassVar[dict[str, str]] = {}  #: of the values, by keyword

    def __post_init__(self) -> None:
        for name, kind in self._kinds.items():
            given = getattr(self, name)
            if given is not None:
                object.__setattr__(self, name, json_value(name, given, kind))

    @classmethod
    def keywords(cls) -> tuple[str, ...]:
        """The keywords, in the order of the file."""
        return tuple(cls._kinds)

    def as_dict(self) -> dict[str, Any]:
        """The item as in a scene file: what is given, with the file's keys."""
        given = {_key(name): getattr(self, name) for name in self._kinds}
        values = {key: value.as_dict() if isinstance(value, SceneItem) else value for key, value in given.items() if value is not None}
        return self._constants | {key: value for key, value in values.items() if value != {}}


def json_value(name: str, given: Any, kind: str) -> Any:
    """A value as JSON holds it.

    :param name: of the option
    :param kind: its type in options/tables/scene
    :raises TalusError: a value of another kind. The scene reader checks ranges, and the rows of tables.
    """
    read, wanted = _KINDS[kind]
    try:
        return read(given)
    except TypeError:
        shown = " ".join(repr(given).split())
        shown = shown[:60] + " …" * (len(shown) > 60)
        raise TalusError(f"'{name}' cannot be {shown}", "", f"Give {wanted}") from None


def _key(keyword: str) -> str:
    """A keyword as a key of the file, in camel case."""
    first, *others = keyword.split("_")
    return first + "".join(word.capitalize() for word in others)


def _number(given: Any) -> float:
    if not is_real(given):
        raise TypeError
    try:
        double = float(given)
    except OverflowError:  # a whole number beyond double precision
        raise TypeError from None
    return given if isinstance(given, (int, float)) else double


def _whole(given: Any) -> int:
    if isinstance(given, (bool, np.bool_)):
        raise TypeError
    return operator.index(given)


def _flag(given: Any) -> bool:
    if not isinstance(given, (bool, np.bool_)):
        raise TypeError
    return bool(given)


def _text(given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError
    return given


def _path(given: Any) -> str:
    return _text(os.fspath(given))


def _array(*shape: int | None, kinds: str = "iuf") -> Callable[[Any], list]:
    """A reader of arrays of a shape, of which None is any length."""

    def read(given: Any) -> list:
        values = _columns(given) if shape == (None, 3) and kinds != "iu" else given
        try:
            array = _numbers(values)
        except ValueError:  # lists of different lengths
            raise TypeError from None
        fits = len(array.shape) == len(shape) and all(n in (None, m) for n, m in zip(shape, array.shape))
        if array.dtype.kind not in kinds or not fits:
            raise TypeError
        return array.tolist()

    return read


def _columns(points: Any) -> Any:
    """Points of a table whose columns have names."""
    if isinstance(points, (list, tuple)) or (isinstance(points, np.ndarray) and points.dtype.names is None):
        return points
    from .named_columns import by_name  # reads tables of all kinds

    return by_name(points, "points")


def _holds_flag(given: Any) -> bool:
    """Whether True or False is in a list, where NumPy would take it as a number."""
    return any(isinstance(part, bool) or _holds_flag(part) for part in given) if isinstance(given, (list, tuple)) else False


def _numbers(given: Any) -> np.ndarray:
    """An array; of doubles where whole numbers are beyond 64 bits. :raises TypeError: True or False is among them"""
    if _holds_flag(given):
        raise TypeError
    array = np.asarray(given)
    return np.array([_number(value) for value in array.flat], float).reshape(array.shape) if array.dtype.kind == "O" else array


def _table(given: Any) -> list:
    """Numbers in rows; the reader names a row of another length."""
    try:
        array = _numbers(given)
    except ValueError:  # rows of different lengths
        return [_table(row) for row in given]
    if array.ndim == 0 or array.dtype.kind not in "iufU":
        raise TypeError
    return array.tolist()


def _wholes(given: Any) -> list[int]:
    if isinstance(given, (Mapping, str, bytes)):
        raise TypeError
    return [_whole(value) for value in given]


def _item(given: Any) -> SceneItem:
    if not isinstance(given, SceneItem):
        raise TypeError
    return given


def _names(given: Any) -> list[str]:
    return [_text(name) for name in given]


_TEXT = _text, "a text"
_WHOLE = _whole, "a whole number"
_VECTOR = _array(3), "three numbers"
_TABLE = _table, "a list of numbers, or of three numbers each"

#: How a value of each type of options/tables/scene is read, and what it must be
_KINDS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "number": (_number, "a number"),
    "flag": (_flag, "True or False"),
    **dict.fromkeys(("integer", "id"), _WHOLE),
    **dict.fromkeys(("text", "name", "shapeName", "choice", "word"), _TEXT),
    **dict.fromkeys(("vector", "direction"), _VECTOR),
    **dict.fromkeys(("numbers", "vectors"), _TABLE),
    "quaternion": (_array(4), "a unit quaternion w x y z"),
    "points": (_array(None, 3), "numbers (n, 3)"),
    "triangles": (_array(None, 3, kinds="iu"), "whole numbers (m, 3)"),
    "path": (_path, "the name of a file"),
    "ids": (_wholes, "a list of ids"),
    "names": (_names, "a list of texts"),
    "item": (_item, "an item"),
}
