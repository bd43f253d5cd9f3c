"""What callers may give to measurements."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError


def vectors(values: ArrayLike, name: str, components: int = 3) -> np.ndarray:
    """An array (n, components) of finite numbers.

    :raises TalusError: another shape, or a number that is not finite
    """
    array = np.asarray(values, dtype=float)
    if array.ndim != 2 or array.shape[1] != components:
        raise TalusError(f"{name} have the shape {array.shape}", "", f"Give an array (n, {components})")
    return _finite(array, name)


def numbers(values: ArrayLike, name: str, count: int | None = None) -> np.ndarray:
    """An array (n,) of finite numbers; one number stands for ``count`` equal ones.

    :raises TalusError: another shape or length, or a number that is not finite
    """
    array = np.asarray(values, dtype=float)
    if array.ndim == 0 and count is not None:
        array = np.full(count, float(array))
    if array.ndim != 1 or (count is not None and len(array) != count):
        wanted = "n" if count is None else count
        raise TalusError(f"{name} have the shape {array.shape}", "", f"Give an array ({wanted},)")
    return _finite(array, name)


def rising(values: ArrayLike, name: str, least: int = 2) -> np.ndarray:
    """At least so many numbers, each larger than the one before: times, edges of cells.

    :raises TalusError: if they are not
    """
    array = numbers(values, name)
    if len(array) < least or np.any(np.diff(array) <= 0):
        raise TalusError(f"The {len(array)} {name} do not rise", "", f"Give {least} or more, each above the one before")
    return array


def evenly(values: ArrayLike, name: str, least: int = 2) -> float:
    """The distance of numbers that are evenly spaced.

    :raises TalusError: if they are not, to 1 % of the distance
    """
    array = rising(values, name, least)
    steps = np.diff(array)
    if np.ptp(steps) > 0.01 * steps.mean():
        raise TalusError(f"The {name} are not evenly spaced", "", "Give them so, say by numpy.interp")
    return float(steps.mean())


def positive(value: float, name: str) -> float:
    """:raises TalusError: a number that is not above 0, or not finite"""
    if not 0 < value < np.inf:
        raise TalusError(f"The {name} cannot be {value}", "", "Give a number above 0")
    return float(value)


def _finite(array: np.ndarray, name: str) -> np.ndarray:
    if not np.all(np.isfinite(array)):
        raise TalusError(f"{name} have numbers that are not finite", "", "Leave them out")
    return array
