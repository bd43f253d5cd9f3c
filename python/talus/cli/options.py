"""Options that several commands have."""

from __future__ import annotations

import argparse
from typing import Sequence

from ..classification import RULES

#: What --help calls the formats of surfaces
SURFACE_FILES = "STL, OBJ, PLY, OFF, glTF, 3MF or VTK"


def add_number(group, name: str, default: float, metavar: str, text: str) -> None:
    """An option for a number of the default's type."""
    group.add_argument(
        name, type=type(default), default=default, metavar=metavar, help=f"{text}; default: {default:.9g}"
    )


def add_vector(group, name: str, default: Sequence[float], text: str) -> None:
    """An option for three numbers."""
    words = " ".join(f"{value:g}" for value in default)
    group.add_argument(
        name, type=float, nargs=3, default=default, metavar=("X", "Y", "Z"), help=f"{text}; default: {words}"
    )


def add_threads(parser) -> None:
    parser.add_argument(
        "--threads", type=int, default=0, metavar="N", help="maximum number of threads; 0: all cores"
    )


def memory_size(text: str) -> int:
    """Bytes: a number with K, M or G for powers of 1024.

    :raises argparse.ArgumentTypeError: what is no size
    """
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    unit = units.get(text[-1:].upper(), 1)
    try:
        size = float(text[:-1] if unit > 1 else text) * unit
    except ValueError:
        size = 0
    if not 1 <= size < 2**51:
        raise argparse.ArgumentTypeError(f"'{text}' is no size such as 200M or 1.5G")
    return int(size)


def add_rule(parser) -> None:
    parser.add_argument(
        "--rule",
        type=_rule,
        default="Parity",
        metavar="parity|nonzero",
        help="inside where shells of one surface overlap: odd winding number (default), or any but 0",
    )


def _rule(text: str) -> str:
    """The name of an inside rule in any case, with or without a hyphen.

    :raises argparse.ArgumentTypeError: there is none of that name
    """
    names = {name.lower(): name for name in RULES}
    try:
        return names[text.lower().replace("-", "")]
    except KeyError:
        raise argparse.ArgumentTypeError(f"'{text}' is neither parity nor nonzero") from None
