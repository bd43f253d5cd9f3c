"""A process of :func:`talus.scenarios.sweep`: runs the cases that it reads from its standard input, and writes the results."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from typing import Any, BinaryIO

from ..errors import TalusError
from . import run


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print must not come among the results
    while (task := _next(sys.stdin.buffer)) is not None:
        pickle.dump(_found(*task), results)
        results.flush()


def _next(tasks: BinaryIO) -> Any:
    try:
        return pickle.load(tasks)
    except EOFError:
        return None


def _found(name: str, case: dict[str, Any]) -> dict[str, float] | TalusError:
    try:
        return dict(run(name, threads=1, **case).numbers)
    except TalusError as error:
        return error
    except MemoryError:
        return TalusError("Not enough memory", "", "Give fewer workers")


if __name__ == "__main__":
    main()
