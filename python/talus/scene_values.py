"""Values that are given for a scene file by name, checked at once: the scene reader would name their place in a file that the
caller has not written.
"""

from __future__ import annotations

import operator
import os
from typing import Any, Callable, Mapping

import numpy as np

from .errors import TalusError
from .named_columns import by_name
from .options import is_real


def json_value(name: str, given: Any) -> Any:
    """A value as JSON holds it.

    :param name: of the option, as in ``data/scene.schema.json`` with underscores
    :raises TalusError: a value of another kind. The scene reader checks ranges, and the rows of tables.
    """
    read, wanted = _KINDS[name]
    try:
        return read(given)
    except TypeError:
        shown = " ".join(repr(given).split())
        shown = shown[:60] + " …" * (len(shown) > 60)
        raise TalusError(f"'{name}' cannot be {shown}", "", f"Give {wanted}") from None


def ids(given: Any) -> list[int]:
    """:raises TalusError: no list of whole numbers"""
    return json_value("bodies", given)


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
        if _holds_flag(given):
            raise TypeError
        values = by_name(given, "points") if shape == (None, 3) and kinds != "iu" else given
        try:
            array = np.asarray(values)
        except ValueError:  # lists of different lengths
            raise TypeError from None
        array = _with_long_wholes(array) if "f" in kinds else array
        fits = len(array.shape) == len(shape) and all(n in (None, m) for n, m in zip(shape, array.shape))
        if array.dtype.kind not in kinds or not fits:
            raise TypeError
        return array.tolist()

    return read


def _holds_flag(given: Any) -> bool:
    """Whether True or False is in a list, where NumPy would take it as a number."""
    return any(isinstance(part, bool) or _holds_flag(part) for part in given) if isinstance(given, (list, tuple)) else False


def _with_long_wholes(array: np.ndarray) -> np.ndarray:
    """Numbers among which are whole ones beyond 64 bits, as doubles."""
    if array.dtype.kind != "O":
        return array
    return np.array([_number(value) for value in array.flat], dtype=float).reshape(array.shape)


def _table(given: Any) -> list:
    """Numbers in rows; the reader names a row of another length."""
    if _holds_flag(given):
        raise TypeError
    try:
        array = np.asarray(given)
    except ValueError:  # rows of different lengths
        return [_table(row) for row in given]
    array = _with_long_wholes(array)
    if array.ndim == 0 or array.dtype.kind not in "iufU":
        raise TypeError
    return array.tolist()


def _whole_or_triangles(given: Any) -> int | list:
    several = isinstance(given, (list, tuple)) or (isinstance(given, np.ndarray) and given.ndim > 0)
    return _array(None, 3, kinds="iu")(given) if several else _whole(given)


def _wholes(given: Any) -> list[int]:
    if isinstance(given, (Mapping, str, bytes)):
        raise TypeError
    return [_whole(value) for value in given]


_Reader = tuple[Callable[[Any], Any], str]

_NUMBER: _Reader = _number, "a number"
_WHOLE: _Reader = _whole, "a whole number"
_FLAG: _Reader = _flag, "True or False"
_TEXT: _Reader = _text, "a text"
_VECTOR: _Reader = _array(3), "three numbers"
_TABLE: _Reader = _table, "a list of numbers, or of three numbers each"


def _named(kind: _Reader, names: str) -> dict[str, _Reader]:
    return dict.fromkeys(names.split(), kind)


#: How a value is read, and what it must be, by the name of the option
_KINDS: dict[str, _Reader] = {
    **_named(_NUMBER, "halo density young poisson restitution friction rolling_resistance cohesion stiffness scale size"),
    **_named(_NUMBER, "irregularity bumpiness stretch strut_thickness tunnel_diameter tortuosity rounding height"),
    **_named(_NUMBER, "top_diameter tube_diameter thickness depth opening slope rail_height mass angular_speed amplitude"),
    **_named(_NUMBER, "frequency phase begin end time"),
    **_named(_WHOLE, "id levels vertices seed octaves cells tunnels sides segments"),
    **_named(_FLAG, "starts_at_rest"),
    **_named(_TEXT, "name comment generator outline kind cross_section motion shape material"),
    **_named(_VECTOR, "gravity offset semi_axes extents position origin velocity angular_velocity axis centre direction"),
    **_named(_TABLE, "times angles displacements"),
    "points": (_array(None, 3), "numbers (n, 3)"),
    "orientation": (_array(4), "a unit quaternion w x y z"),
    "file": (_path, "the name of a file"),
    "include": (_path, "the name of a file"),
    "triangles": (_whole_or_triangles, "whole numbers (m, 3), or for a generator a whole number"),
    "bodies": (_wholes, "a list of ids"),
}
