"""Validation of arguments of measurements."""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from ..named_columns import by_name


def vectors(values: ArrayLike, name: str, components: int = 3) -> np.ndarray:
    """An array (n, components) of finite numbers.

    :raises TalusError: another shape, or a number that is not finite
    """
    array = _array(by_name(values, name) if components == 3 else values, name)
    if array.ndim != 2 or array.shape[1] != components:
        raise TalusError(f"{name} have the shape {array.shape}", "", f"Give an array (n, {components})")
    return _finite(array, name)


def numbers(values: ArrayLike, name: str, count: int | None = None) -> np.ndarray:
    """An array (n,) of finite numbers; a single number is repeated ``count`` times.

    :raises TalusError: another shape or length, or a number that is not finite
    """
    array = _array(values, name)
    if array.ndim == 0 and count is not None:
        array = np.full(count, float(array))
    if array.ndim != 1 or (count is not None and len(array) != count):
        wanted = "n" if count is None else count
        raise TalusError(f"{name} have the shape {array.shape}", "", f"Give an array ({wanted},)")
    return _finite(array, name)


def rising(values: ArrayLike, name: str, least: int = 2) -> np.ndarray:
    """At least ``least`` numbers in strictly ascending order, for example times or edges of cells.

    :raises TalusError: if they are not
    """
    array = numbers(values, name)
    if len(array) < least or np.any(np.diff(array) <= 0):
        raise TalusError(f"The {len(array)} {name} do not rise", "", f"Give {least} or more, each above the one before")
    return array


def evenly(values: ArrayLike, name: str, least: int = 2) -> float:
    """The spacing of evenly spaced numbers.

    :raises TalusError: if spacings differ by more than 1 % of their mean
    """
    array = rising(values, name, least)
    steps = np.diff(array)
    if np.ptp(steps) > 0.01 * steps.mean():
        raise TalusError(f"The {name} are not evenly spaced", "", "Resample them, for example with numpy.interp")
    return float(steps.mean())


def positive(value: float, name: str) -> float:
    """:raises TalusError: a number that is not above 0, or not finite"""
    if not number(value, name) > 0:
        raise TalusError(f"The {name} cannot be {value}", "", "Give a number above 0")
    return float(value)


def number(value: float, name: str) -> float:
    """:raises TalusError: something else than a finite number"""
    try:
        finite = isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        finite = False
    if not finite:
        raise TalusError(f"The {name} cannot be {str(value)[:40]}", "", "Give a finite number")
    return float(value)


def instance(value: Any, kind: type, name: str) -> None:
    """:raises TalusError: a value of another type"""
    if not isinstance(value, kind):
        raise TalusError(f"The {name} is a value of type {type(value).__name__}", "", f"Give a {kind.__name__}")


def whole(values: ArrayLike, name: str) -> np.ndarray:
    """An array (n,) of integers, for example ids of bodies.

    :raises TalusError: another shape, or something else
    """
    try:
        array = np.asarray(values)
    except ValueError:
        raise TalusError(f"{name} are lists of different lengths", "", "Give whole numbers (n,)") from None
    if array.ndim != 1 or (len(array) and array.dtype.kind not in "iu"):
        told = f"{name} have the shape {array.shape} and the type {array.dtype}"
        raise TalusError(told, "", "Give whole numbers (n,)")
    return array.astype(np.int64)


def tensors(values: ArrayLike, name: str, dimensions: int) -> np.ndarray:
    """An array of finite numbers, (3, 3) for two ``dimensions``, (n, 3, 3) for three.

    :raises TalusError: another shape, or a number that is not finite
    """
    array = _array(values, name)
    if array.ndim != dimensions or array.shape[-2:] != (3, 3):
        wanted = "(n, 3, 3)" if dimensions > 2 else "(3, 3)"
        raise TalusError(f"{name} has the shape {array.shape}", "", f"Give an array {wanted}")
    return _finite(array, name)


def array(values: ArrayLike, name: str, *dimensions: int) -> np.ndarray:
    """An array of numbers, which may be NaN, with one of these numbers of dimensions.

    :raises TalusError: something else
    """
    found = _array(values, name)
    if found.ndim not in dimensions:
        raise TalusError(f"{name} have the shape {found.shape}", "", f"Give {' or '.join(map(str, dimensions))} dimensions")
    return found


def _array(values: ArrayLike, name: str) -> np.ndarray:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise TalusError(f"{name} are not numbers, or lists of different lengths", "", "Give an array") from None


def _finite(array: np.ndarray, name: str) -> np.ndarray:
    if not np.all(np.isfinite(array)):
        raise TalusError(f"{name} have numbers that are not finite", "", "Omit them")
    return array
