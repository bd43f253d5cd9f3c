"""Observers of VTK objects that serve any number of calls.

VTK keeps a record of each observer that Python adds, also after its removal, and searches all of them at each removal
(9.2 to 9.6): calls that add and remove observers become slower and slower. So each object gets its observers once.
"""

from __future__ import annotations

import weakref
from contextlib import contextmanager
from typing import Callable, Iterator

from vtkmodules.util.misc import calldata_type
from vtkmodules.util.vtkConstants import VTK_STRING
from vtkmodules.vtkCommonCore import vtkObject, vtkOutputWindow

#: By object and event: what is called, the innermost last
_called: weakref.WeakKeyDictionary[vtkObject, dict[str, list[Callable[[str], None]]]] = weakref.WeakKeyDictionary()


@contextmanager
def on_text(source: vtkObject, event: str, call: Callable[[str], None]) -> Iterator[None]:
    """Calls ``call(text)`` for each ErrorEvent or WarningEvent of ``source`` within the block. Where blocks are nested, the
    innermost gets it. Outside of blocks the text is printed, as by VTK."""
    owner = weakref.ref(source)

    def observe(calls: list[Callable[[str], None]]) -> None:
        @calldata_type(VTK_STRING)
        def observer(_source, _event, text: str | bytes) -> None:
            if isinstance(text, bytes):  # not UTF-8: bytes of a file in a reader's message
                text = text.decode("utf-8", "backslashreplace")
            if calls:
                calls[-1](text)
            elif owner() is None:  # Python has another object for the same one of VTK, and that its own observers
                return
            elif event == "ErrorEvent":
                vtkOutputWindow.GetInstance().DisplayErrorText(text)
            else:
                vtkOutputWindow.GetInstance().DisplayWarningText(text)

        source.AddObserver(event, observer)

    with _within(source, event, call, observe):
        yield


@contextmanager
def on_progress(source: vtkObject, call: Callable[[], None]) -> Iterator[None]:
    """Calls ``call()`` for each ProgressEvent of ``source`` within the block."""

    def observe(calls: list[Callable[[], None]]) -> None:
        source.AddObserver("ProgressEvent", lambda _source, _event: calls and calls[-1]())

    with _within(source, "ProgressEvent", call, observe):
        yield


@contextmanager
def _within(source: vtkObject, event: str, call, observe) -> Iterator[None]:
    """:param observe: adds the observer, for a list of what it calls; not more than once for an object and an event"""
    events = _called.setdefault(source, {})
    if event not in events:
        events[event] = []
        observe(events[event])
    calls = events[event]
    calls.append(call)
    try:
        yield
    finally:
        calls.remove(call)
