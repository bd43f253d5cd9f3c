"""Options that several commands have."""

from __future__ import annotations

from typing import Sequence


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
        "--threads", type=int, default=0, metavar="N", help="limit of the threads; 0: all cores"
    )
