"""Options given by name, passed to the properties of a filter."""

from __future__ import annotations

from numbers import Real
from typing import Any, Iterable, Mapping

from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm

from .errors import TalusError


def number_of(name: str, known: Mapping[str, int], what: str) -> int:
    """The number behind a name.

    :raises TalusError: unknown; says what is known
    """
    if not isinstance(name, str) or name not in known:
        raise TalusError(f"There is no {what} '{name}'", "", f"Choose from: {' '.join(known)}")
    return known[name]


def is_real(value: object) -> bool:
    """A number, no text, list or truth."""
    return isinstance(value, Real) and not isinstance(value, bool)


def set_options(algorithm: vtkAlgorithm, options: Mapping[str, Any]) -> None:
    """Sets each property to its value; a vector may be any sequence.

    :raises TalusError: a value that the property would clamp, or that is not of its type
    """
    for name, value in options.items():
        try:
            _set(algorithm, name, value)
        except (TypeError, OverflowError):
            raise TalusError(f"{name} cannot be {value!r}", "", "Give a value of its type") from None


def _set(algorithm: vtkAlgorithm, name: str, value: Any) -> None:
    if isinstance(value, Iterable) and not isinstance(value, str):
        getattr(algorithm, "Set" + name)(*value)
        return
    getattr(algorithm, "Set" + name)(value)
    limited = hasattr(algorithm, f"Get{name}MinValue")
    if limited and getattr(algorithm, "Get" + name)() != value:  # clamped, or not a number
        low, high = (getattr(algorithm, f"Get{name}{end}Value")() for end in ("Min", "Max"))
        raise TalusError(f"{name} cannot be {value}", "", f"Give a number from {low:g} to {high:g}")
