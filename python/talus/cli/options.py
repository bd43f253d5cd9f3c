"""Options shared by several commands."""

from __future__ import annotations

import argparse
from typing import Any, Callable, Sequence

from ..options import Option

#: Description of surface formats in --help
SURFACE_FILES = "STL, OBJ, PLY, OFF, glTF, 3MF, STEP or VTK"


def add_surface(parser: argparse.ArgumentParser) -> None:
    """The single surface of a command: a positional argument, or --surface."""
    one = parser.add_mutually_exclusive_group(required=True)
    # SUPPRESS: without the positional argument, the value of --surface is kept.
    one.add_argument("surface", nargs="?", default=argparse.SUPPRESS, metavar="FILE", help=SURFACE_FILES)
    one.add_argument("--surface", metavar="FILE", help="the same")


def add_threads(parser) -> None:
    parser.add_argument(
        "--threads", type=int, default=0, metavar="N", help="maximum number of threads; 0: all cores"
    )


def add_options(parser: argparse.ArgumentParser, table: Sequence[Option], everyone: Any = None, unset: bool = False) -> None:
    """Adds a flag for each option of a table; advanced and reference options have their own groups.

    :param everyone: the group for the other options; None: the parser's own
    :param unset: an omitted option is None instead of its default
    """
    groups = {"everyone": everyone or parser}
    for option in table:
        if "command" in option.interfaces:
            if option.audience not in groups:
                groups[option.audience] = parser.add_argument_group(_GROUPS[option.audience])
            add_option(groups[option.audience], option, unset)


def add_option(group: Any, option: Option, unset: bool = False) -> None:
    """Adds the flag of one option."""
    text = f"{option.help.rstrip('.')}{_ends(option)}".replace("%", "%%")
    flag = "--" + option.name.replace("_", "-")
    default = None if unset else option.default
    if option.type == "flag":
        action = argparse.BooleanOptionalAction if option.default or unset else "store_true"
        group.add_argument(flag, action=action, default=default, help=text)
    else:
        group.add_argument(flag, default=default, help=text, **_READERS[option.type](option))


def given(options: argparse.Namespace, table: Sequence[Option]) -> dict[str, Any]:
    """The values of those options of a table that a command has, by name."""
    return {option.name: getattr(options, option.name) for option in table if hasattr(options, option.name)}


_GROUPS = {"advanced": "advanced options", "reference": "reference methods"}


def _ends(option: Option) -> str:
    """Range and default, for the end of a help line."""
    if option.type == "flag":
        return "; default: on" if option.default else ""
    limits = "" if option.type == "choice" or not option.limits else f"; {option.range}"
    if option.default in (None, (), ""):
        return limits
    default = " ".join(f"{value:g}" for value in option.default) if isinstance(option.default, tuple) else option.default
    return f"{limits}; default: {default}"


def _word(option: Option) -> Callable[[str], str]:
    """Reads a word in any case, with or without hyphens."""
    words = {word.lower(): word for word in option.words}

    def read(text: str) -> str:
        try:
            return words[text.lower().replace("-", "")]
        except KeyError:
            raise argparse.ArgumentTypeError(f"'{text}' is not {option.range}") from None

    return read


#: Names of the components of a vector in --help
_AXES = {2: ("X", "Y"), 3: ("X", "Y", "Z"), 4: ("W", "X", "Y", "Z"), 6: ("X0", "X1", "Y0", "Y1", "Z0", "Z1")}


_READERS = {
    "number": lambda option: {"type": float, "metavar": "X"},
    "integer": lambda option: {"type": int, "metavar": "N"},
    "choice": lambda option: {"type": _word(option), "metavar": "|".join(option.words)},
    "vector": lambda option: {"type": float, "nargs": option.count, "metavar": _AXES[option.count]},
    "integers": lambda option: {"type": int, "nargs": option.count, "metavar": _AXES[option.count]},
    "numbers": lambda option: {"type": float, "nargs": "+", "metavar": "X"},
    "text": lambda option: {"metavar": "TEXT"},
}


def option_words(name: str, value: Any) -> list[str]:
    """An option with its value as command-line words."""
    option = name.replace("_", "-")
    if isinstance(value, bool):
        return [f"--{option}" if value else f"--no-{option}"]
    return [f"--{option}", str(value)]
