"""Progress and interruption of a running filter."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import Callable, Iterator

from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm

from . import pickling as pickling  # noqa: F401  makes what filters give picklable
from .errors import TalusError
from .messages import Message, Messages, captured

#: Called with the completed fraction, in [0, 1], never decreasing. An error that it raises stops the work and is
#: passed to the caller.
Progress = Callable[[float], None]

_noticed: threading.Event | None = None


def run(
    algorithm: vtkAlgorithm,
    progress: Progress | None = None,
    time: float | None = None,
    has_result: Callable[[], bool] = lambda: False,
    execute: Callable[[], object] | None = None,
    heard: Callable[[Message], None] | None = None,
) -> Messages:
    """Executes an algorithm.

    Ctrl-C, or an error that ``progress`` raises, stops it at its next report of progress.
    :param time: the requested time, for algorithms that depend on time
    :param has_result: whether it was completed all the same. It is, if Ctrl-C came after its last look. Then nothing is
        raised within :func:`interrupt_noticed`: of several ranks all stop or none, and one alone must not raise
    :param execute: called instead of an update of its pipeline
    :param heard: called with each warning at once
    :return: its warnings
    :raises TalusError: the algorithm failed; with its error message
    :raises MemoryError: too little memory
    :raises KeyboardInterrupt: after it has stopped and discarded its result
    :raises BaseException: the error that ``progress`` raised, also after it has stopped; it is not called again
    """
    require_callable(progress)
    raised: list[BaseException] = []  # VTK would print the error and continue
    with interrupt_noticed() as interrupted:

        def report() -> None:
            if progress is not None and not raised and not interrupted.is_set():
                try:
                    progress(algorithm.GetProgress())
                except BaseException as error:
                    raised.append(error)
            if raised or interrupted.is_set():
                algorithm.SetAbortExecute(1)

        with captured(algorithm, heard=heard, progress=report) as messages:
            if execute is not None:
                execute()
            elif time is None:
                algorithm.Update()
            else:
                algorithm.UpdateTimeStep(time)
    if algorithm.GetAbortExecute():
        algorithm.SetAbortExecute(0)
        algorithm.Modified()
    if raised:
        raise raised[0]
    if interrupted.is_set() and not (_noticed is not None and has_result()):
        raise KeyboardInterrupt
    if messages.errors:
        algorithm.Modified()  # or the next update would do nothing
        raise messages.failure()
    return messages


def require_callable(progress: Progress | None) -> None:
    """:raises TalusError: a progress that is no function"""
    if progress is not None and not callable(progress):
        raise TalusError(f"The progress is a value of type {type(progress).__name__}", "", "Give a function of the fraction, or None")


@contextmanager
def interrupt_noticed() -> Iterator[threading.Event]:
    """Records Ctrl-C instead of raising: an exception would be lost during a C++ call, and would leave an incomplete
    set of files while several are being written. Within another use of this it is the same event.
    """
    global _noticed
    in_main_thread = threading.current_thread() is threading.main_thread()
    if in_main_thread and _noticed is not None:
        yield _noticed
        return
    interrupted = threading.Event()
    previous = signal.getsignal(signal.SIGINT)
    if (
        not in_main_thread or previous is None
    ):  # handlers can be set only in the main thread; pvpython's own handler ends the program
        yield interrupted
        return
    signal.signal(signal.SIGINT, lambda _signal, _frame: interrupted.set())
    _noticed = interrupted
    try:
        yield interrupted
    finally:
        _noticed = None
        signal.signal(signal.SIGINT, previous)
