"""What the commands say, and the progress bar."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Iterator

from ..progress import Progress

_FORMAT = "{desc} {percentage:3.0f}% |{bar}| {elapsed}"


def say_error(text: str) -> None:
    """One line on stderr."""
    _say("error", text)


def say_warning(text: str) -> None:
    """One line on stderr."""
    _say("warning", text)


def _say(kind: str, text: str) -> None:
    print(f"talus: {kind}: {' '.join(text.split())}", file=sys.stderr)


@contextmanager
def progress_bar(title: str, quiet: bool) -> Iterator[Progress | None]:
    """A bar from 0 to 100 % on stderr if that is a terminal, else nothing."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=100, desc=title, leave=False, miniters=1, bar_format=_FORMAT) as bar:

        def show(fraction: float) -> None:
            bar.update(max(0.0, 100 * fraction - bar.n))

        yield show
