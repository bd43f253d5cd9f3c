"""The keywords of the Python package, which its command line has as flags: python/option_tables.py."""

from __future__ import annotations

from typing import Any

from ..tables import Family, Option, capital, parts

from .text import full_text

_HEAD = '''"""Options of the package, one table a family. Written by options/generate.py from options/tables: change these instead."""

from __future__ import annotations

from typing import Literal, TypedDict

from .options import Option
'''


def files(families: dict[str, Family]) -> dict[str, str]:
    tables = "".join(_family(family) for family in families.values() if family.filter and family.keywords)
    return {"python/option_tables.py": _HEAD + tables}


def _family(family: Family) -> str:
    keywords = [option for option in family.keywords if "python" in option.doors]
    name = class_of(family)
    hints = "".join(f'    {option.python}: {annotation(option)}\n    """{full_text(option)}"""\n' for option in keywords)
    rows = "".join(_row(option) for option in family.keywords)
    return f'''

class {name}(TypedDict, total=False):
    """{family.about}"""

{hints}

{family.name.upper()}: tuple[Option, ...] = (
{rows})
'''


def class_of(family: Family) -> str:
    return "".join(capital(part) for part in parts(family.filter)) + "Options"


def given_default(option: Option) -> Any:
    return tuple(option.default) if option.type == "vector" else option.default


def annotation(option: Option) -> str:
    if option.type == "choice":
        return f"Literal[{', '.join(repr(word.text) for word in option.words)}]"
    if option.type == "vector":
        return "tuple[" + ", ".join(["float"] * len(option.default)) + "]"
    return {"number": "float", "integer": "int", "flag": "bool", "text": "str"}[option.type]


def _row(option: Option) -> str:
    given = {
        "name": option.python,
        "property": option.property_,
        "title": option.title,
        "type": option.type,
        "default": given_default(option),
        "help": option.help,
        "details": full_text(option),
        "range": option.range,
        "is_limited": option.is_limited,
        "audience": option.audience,
        "words": {word.text: word.number for word in option.words},
        "doors": tuple(door for door in option.doors if door in ("python", "command")),
    }
    return "    Option(" + ", ".join(f"{key}={value!r}" for key, value in given.items()) + "),\n"
