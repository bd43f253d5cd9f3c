"""The keywords of the Python package, which are the flags of its command line: python/option_tables.py."""

from __future__ import annotations

from typing import Any

from ..tables import VECTORS, Family, Option, capital, named, parts

from .text import full_text

_HEAD = '''"""Options of the package, one table a family. Written by options/generate.py from options/tables: change these instead."""

from __future__ import annotations

from typing import Literal, Sequence, TypedDict

from .options import Option
'''


def files(families: dict[str, Family]) -> dict[str, str]:
    tables = "".join(_family(family) for family in families.values() if taker_of(family) and family.keywords)
    return {"python/option_tables.py": _HEAD + tables}


def _family(family: Family) -> str:
    keywords = [option for option in family.keywords if "python" in option.interfaces]
    name = class_of(family)
    hints = "".join(f'    {option.python}: {annotation(option)}\n    """{full_text(option)}"""\n' for option in keywords)
    rows = "".join(_row(option, family) for option in family.keywords)
    return f'''

class {name}(TypedDict, total=False):
    """{family.about}"""

{hints}

{family.name.upper()}: tuple[Option, ...] = (
{rows})
'''


def taker_of(family: Family) -> str:
    """The name of the options' function or filter in Python, or ""."""
    return family.filter or family.function


def class_of(family: Family) -> str:
    return "".join(capital(part) for part in parts(taker_of(family))) + "Options"


def given_default(option: Option) -> Any:
    if not option.is_given:
        return None
    return tuple(option.default) if option.type in (*VECTORS, "numbers") else option.default


def annotation(option: Option) -> str:
    if option.type == "choice":
        return _or_none(option, f"Literal[{', '.join(repr(word.text) for word in option.words)}]")
    if option.type in VECTORS:
        of = "float" if option.type == "vector" else "int"
        return _or_none(option, "tuple[" + ", ".join([of] * option.count) + "]")
    plain = {"number": "float", "integer": "int", "flag": "bool", "text": "str", "numbers": "Sequence[float]"}
    return _or_none(option, plain[option.type])


def _or_none(option: Option, type_: str) -> str:
    return type_ if option.is_given else f"{type_} | None"


def _row(option: Option, family: Family) -> str:
    given = {
        "name": option.python,
        "property": option.property_,
        "title": option.title,
        "type": option.type,
        "default": given_default(option),
        "help": option.help,
        "details": full_text(option),
        "range": option.range,
        "limits": option.limits,
        "audience": option.audience,
        "words": {word.text: word.number for word in option.words},
        "count": option.count,
        "sets": {named(family.flat, name).property_: named(family.flat, name).number_of(value) for name, value in option.sets.items()},
        "when": {named(family.flat, name).python: tuple(values) for name, values in option.when.items()},
        "interfaces": tuple(interface for interface in option.interfaces if interface in ("python", "command")),
    }
    return "    Option(" + ", ".join(f"{key}={value!r}" for key, value in given.items()) + "),\n"
