"""An object that several threads use: its calls take turns."""

from __future__ import annotations

import threading

from .errors import TalusError


class Turns:
    """A block of it waits until no other thread is in one. VTK's filters cannot be used by two threads at a time, and
    Python lets another thread run whenever a filter reports its progress.
    """

    def __init__(self, name: str) -> None:
        """:param name: of the object, for the message"""
        self._name = name
        self._lock = threading.Lock()
        self._thread: int | None = None

    def __enter__(self) -> None:
        """:raises TalusError: this thread is in a block already: it would wait for itself"""
        if self._thread == threading.get_ident():
            told = f"The {self._name} is in use by this thread: its progress function cannot call it"
            raise TalusError(told, "", f"Use another {self._name} there")
        self._lock.acquire()
        self._thread = threading.get_ident()

    def __exit__(self, *_: object) -> None:
        self._thread = None
        self._lock.release()

    def __reduce__(self) -> tuple:
        """:raises TalusError: always: a prepared object is of one process"""
        raise TalusError(f"A {self._name} cannot be pickled", "", "Make one in each process; its results can be pickled")
