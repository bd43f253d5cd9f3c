"""Options given by name, passed to the properties of a filter."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, Mapping, Sequence

from .errors import TalusError


@dataclass(frozen=True)
class Option:
    """One option, as the tables of ``options/`` in the sources describe it."""

    name: str
    property: str  #: name of the filter's property
    title: str  #: name in messages
    type: str  #: number, integer, flag, choice, vector, integers, numbers or text
    default: Any  #: None: not set
    help: str  #: one line
    details: str  #: help, range and default
    range: str  #: what follows "must be"
    limits: Mapping[str, float]  #: any of least, above, most and below
    audience: str  #: everyone, advanced or reference
    words: Mapping[str, int] = field(default_factory=dict)  #: words of a choice, with the values of the property
    count: int = 1  #: number of values of a vector
    sets: Mapping[str, int] = field(default_factory=dict)  #: properties that giving this option sets, with their values
    when: Mapping[str, tuple] = field(default_factory=dict)  #: has an effect only if these options have one of these values
    interfaces: tuple[str, ...] = ("python", "command")

    def value_of(self, given: Any) -> Any:
        """The value of the property.

        :raises TalusError: a value of another type, or an unknown word. The filter checks the range.
        """
        try:
            return _READERS[self.type](self, given)
        except (TypeError, OverflowError, KeyError):
            raise self.error(given) from None

    def error(self, given: Any) -> TalusError:
        """The error for a value that is not allowed."""
        default = " ".join(map(str, self.default)) if isinstance(self.default, tuple) else self.default
        remedy = "" if default is None else f"Its default is {default}"
        return TalusError(f"The {self.title} must be {self.range}", f"{self.title} {given!r}", remedy)

    def allows(self, number: float) -> bool:
        """Whether a number is finite and within the limits."""
        return math.isfinite(number) and all(_WITHIN[key](number, limit) for key, limit in self.limits.items())


_WITHIN = {"least": operator.ge, "above": operator.gt, "most": operator.le, "below": operator.lt}


def _number(_: Option, given: Any) -> float:
    if not is_real(given):
        raise TypeError
    return float(given)  # raises OverflowError for whole numbers beyond double precision


def _integer(_: Option, given: Any) -> int:
    if isinstance(given, bool):
        raise TypeError
    whole = operator.index(given)
    if not -(2**31) <= whole < 2**31:
        raise OverflowError
    return whole


def _flag(_: Option, given: Any) -> bool:
    if not isinstance(given, bool) and getattr(given, "dtype", None) != bool:
        raise TypeError
    return bool(given)


def _choice(option: Option, given: Any) -> int:
    return option.words[given]


def _vector(option: Option, given: Any) -> tuple[float, ...]:
    return _counted(option, tuple(_number(option, value) for value in given))


def _integers(option: Option, given: Any) -> tuple[int, ...]:
    return _counted(option, tuple(_integer(option, value) for value in given))


def _counted(option: Option, values: tuple) -> tuple:
    if len(values) != option.count:
        raise TypeError
    return values


def _numbers(option: Option, given: Any) -> str:
    return " ".join(repr(_number(option, value)) for value in given)


def _text(_: Option, given: Any) -> str:
    if not isinstance(given, str):
        raise TypeError
    return given


_READERS = {
    "number": _number, "integer": _integer, "flag": _flag, "choice": _choice,
    "vector": _vector, "integers": _integers, "numbers": _numbers, "text": _text,
}  # fmt: skip


def option_of(table: Sequence[Option], name: str) -> Option:
    """The option of that name."""
    return next(option for option in table if option.name == name)


def configure(algorithm: Any, table: Sequence[Option], given: Mapping[str, Any]) -> None:
    """Sets the properties of a filter to the options that are given.

    :raises TalusError: a value of another type or out of its range
    """
    for option in table:
        value = given.get(option.name)
        if option.name in given and (value is not None or not option.sets):
            getattr(algorithm, "Set" + option.property)(option.value_of(value))
            for other, number in option.sets.items():
                getattr(algorithm, "Set" + other)(number)
    fault = algorithm.GetFault()
    if fault:
        raise TalusError(fault)


def checked(table: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Validated options for code that is not a filter; None for an optional one that is not given.

    :raises TalusError: a value of another type or out of its range
    """
    return {option.name: _checked(option, given[option.name]) for option in table if option.name in given}


def _checked(option: Option, given: Any) -> Any:
    if given is None and option.default is None:
        return None
    value = option.value_of(given)
    numbers = {"number": (value,), "integer": (value,), "vector": value, "integers": value}.get(option.type, ())
    for number in numbers:
        if not option.allows(number):
            raise option.error(given)
    return value


def flag(name: str, given: Any) -> bool:
    """A yes or no that is no option of a filter. :raises TalusError: something else"""
    if not isinstance(given, bool) and getattr(given, "dtype", None) != bool:
        raise TalusError(f"{name} cannot be {str(given)[:40]!r}", "", "Give True or False")
    return bool(given)


def is_real(value: object) -> bool:
    """Whether the value is a real number: not a text, a list or a Boolean."""
    return isinstance(value, Real) and not isinstance(value, bool)
