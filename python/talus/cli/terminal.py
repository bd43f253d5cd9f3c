"""Messages of the commands, and the progress bar."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
from contextlib import contextmanager
from typing import Any, Callable, Iterable, Iterator

from ..progress import Progress

_FORMAT = "{desc} {percentage:3.0f}% |{bar}| {elapsed}<{remaining}"


def say_error(text: str) -> None:
    """Prints an error as one line on stderr."""
    _say("error", text)


def say_warning(text: str) -> None:
    """Prints a warning as one line on stderr."""
    _say("warning", text)


def _say(kind: str, text: str) -> None:
    with _bar_hidden():
        print(f"talus: {kind}: {printable(' '.join(text.split()))}", file=sys.stderr)


def say_result(options: argparse.Namespace, as_json: Callable[[], Any], as_text: Callable[[], str]) -> None:
    """Prints a result: as JSON with --json, else as text, unless --quiet forbids it."""
    if options.json:
        print(json.dumps(as_json(), indent=2))
    elif not options.quiet:
        print(as_text())


def in_rows(rows: Iterable[tuple[str, object]], width: int) -> str:
    """A line for each title and value. :param width: of the titles"""
    return "\n".join(f"{title:<{width}}{value}" for title, value in rows)


def printable(text: str) -> str:
    """The text with escapes for what is no letter, as file names may have it: a terminal would obey control characters."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


@contextmanager
def _bar_hidden() -> Iterator[None]:
    """Clears the line of a bar that is shown, and draws it again afterwards."""
    if (tqdm := sys.modules.get("tqdm")) is None:
        yield
        return
    with tqdm.tqdm.external_write_mode(file=sys.stderr):
        yield


@contextmanager
def progress_bar(title: str, quiet: bool, begin: float = 0.0) -> Iterator[Progress | None]:
    """Shows a bar from 0 to 100 % if stderr is a terminal.

    :param begin: the fraction completed earlier, for the estimate of the remaining time
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=100, initial=100 * begin, desc=title, leave=False, miniters=1, bar_format=_FORMAT) as bar:

        def show(fraction: float) -> None:
            bar.update(max(0.0, 100 * fraction - bar.n))

        yield show


@contextmanager
def termination_as_interrupt() -> Iterator[None]:
    """Treats SIGTERM, with which batch systems end programs, like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread can set a handler
        yield
        return
    previous = signal.signal(signal.SIGTERM, lambda _signal, _frame: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
