"""Common functions of the writers: comments, defaults and ranges as texts."""

from __future__ import annotations

import json
import textwrap
from typing import Sequence

from ..tables import VECTORS, Option


def note(family: str, sign: str = "//") -> str:
    return f"{sign} Written by options/generate.py from options/tables/{family}.json: change that instead."


def comment(text: str, indent: str = "", sign: str = "///") -> str:
    """Lines of a comment, with a line break at the end."""
    width = 108 - len(indent) - len(sign)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{indent}{sign} {line}\n" for line in lines)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def number(value: float) -> str:
    return repr(value)


def listed(values: Sequence[float]) -> str:
    return " ".join(f"{value:g}" for value in values)


def default_of(option: Option, choice: str) -> str:
    """The default as C++; for a choice as the caller writes it."""
    if option.type == "choice":
        return choice
    if option.type == "flag":
        return "true" if option.default else "false"
    if option.type in (*VECTORS, "numbers"):
        return "{" + ", ".join(map(number, option.default)) + "}"
    if option.type == "text":
        return quoted(option.default)
    return number(option.default)


def default_text(option: Option) -> str:
    """The default for messages and help."""
    if option.type == "flag":
        return "on" if option.default else "off"
    if option.type in (*VECTORS, "numbers"):
        return listed(option.default)
    return f"{option.default:g}" if option.type == "number" else str(option.default)


def range_text(option: Option) -> str:
    """The range for help; empty if there is none."""
    return option.range if option.limits else ""


def full_text(option: Option) -> str:
    """Help, range and default in one text."""
    if option.type == "family":
        return option.details
    range_ = f" Range: {range_text(option)}." if range_text(option) else ""
    default = f" Default: {default_text(option)}." if option.default is not None else ""
    return f"{option.details}{range_}{default}"
