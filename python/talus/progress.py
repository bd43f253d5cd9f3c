"""Progress and interruption of a running filter."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import Callable, Iterator

from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm

from .errors import TalusError
from .messages import Messages, captured

#: Is told the fraction of the work that is done, in [0, 1], never decreasing. An error that it raises stops the work
#: and reaches the caller.
Progress = Callable[[float], None]


def run(algorithm: vtkAlgorithm, progress: Progress | None = None, time: float | None = None) -> Messages:
    """Executes an algorithm.

    Ctrl-C, or an error that ``progress`` raises, stops it at its next report of progress.
    :param time: which is asked for, of algorithms that know times
    :return: what it warned about.
    :raises TalusError: with the algorithm's own words, if it failed.
    :raises MemoryError: there was not enough.
    :raises KeyboardInterrupt: after it has stopped and thrown its result away.
    :raises BaseException: what ``progress`` raised, likewise; it is not called again.
    """
    raised: list[BaseException] = []  # VTK would print it and go on
    with captured(algorithm) as messages, interrupt_noticed() as interrupted:

        def report(_source, _event) -> None:
            if progress is not None and not raised and not interrupted.is_set():
                try:
                    progress(algorithm.GetProgress())
                except BaseException as error:
                    raised.append(error)
            if raised or interrupted.is_set():
                algorithm.SetAbortExecute(1)

        observer = algorithm.AddObserver("ProgressEvent", report)
        try:
            if time is None:
                algorithm.Update()
            else:
                algorithm.UpdateTimeStep(time)
        finally:
            algorithm.RemoveObserver(observer)
    if raised or interrupted.is_set():
        algorithm.SetAbortExecute(0)
        algorithm.Modified()
        raise raised[0] if raised else KeyboardInterrupt
    if messages.errors:
        raise messages.failure()
    return messages


@contextmanager
def interrupt_noticed() -> Iterator[threading.Event]:
    """Notes Ctrl-C instead of raising: an exception in the middle of a C++ call would be lost, in the middle of
    files that belong together would leave some of them.
    """
    interrupted = threading.Event()
    previous = signal.getsignal(signal.SIGINT)
    in_main_thread = threading.current_thread() is threading.main_thread()
    if (
        not in_main_thread or previous is None
    ):  # no right to set a handler; or pvpython's own, which ends the program
        yield interrupted
        return
    signal.signal(signal.SIGINT, lambda _signal, _frame: interrupted.set())
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, previous)
