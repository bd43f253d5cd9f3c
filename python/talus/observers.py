"""Observers of VTK objects, for the time of a block.

They are added by functions of Talus's library: an observer that Python adds by VTK runs in the state of the thread that added
it, which ends the process if another thread executes the object.
"""

from __future__ import annotations

import ctypes
import itertools
from dataclasses import dataclass
from typing import Any, Callable

from vtkmodules.vtkCommonCore import vtkObject

from .vtkmodules import TalusFilters



@dataclass(frozen=True)
class Told:
    """An error or a warning. Its parts are empty if VTK itself reports."""

    text: str
    kind: str = "G"  #: a MessageKind of filters/filter_messages.h
    problem: str = ""
    where: str = ""
    remedy: str = ""
    surface: str = ""
    body: tuple[int, ...] = ()


#: What is called with an error or a warning
Listener = Callable[[Told], None]


class _Message(ctypes.Structure):
    """TalusMessage of filters/event_listener.h."""

    _fields_ = [
        ("text", ctypes.c_char_p),
        ("kind", ctypes.c_char),
        *((part, ctypes.c_char_p) for part in ("problem", "where", "remedy", "surface")),
        ("bodies", ctypes.c_size_t),
        ("body", ctypes.POINTER(ctypes.c_int64)),
    ]

    def told(self) -> Told:
        texts = (_decoded(getattr(self, name)) for name, _ in self._fields_[:-2])
        return Told(*texts, tuple(self.body[: self.bodies]))


_HEARD = ctypes.CFUNCTYPE(None, ctypes.c_size_t, ctypes.c_char, ctypes.POINTER(_Message))


class Observing:
    """Calls functions for each error, warning and progress event of an object in this thread within the block. Where blocks
    are nested, the innermost hears texts, all hear progress. Outside of blocks texts are printed, as by VTK.
    """

    def __init__(self, source: vtkObject, error: Listener, warning: Listener, progress: Callable[[], None] | None = None) -> None:
        self._source, self._error, self._warning, self._progress = source, error, warning, progress

    def __enter__(self) -> None:
        self._number = next(_numbers)
        _open[self._number] = self
        self._listener = _listen(_address(self._source), _deliver, self._number)

    def __exit__(self, *_: object) -> None:
        _end_listening(self._listener)
        del _open[self._number]

    def hear(self, event: bytes, message: Any) -> None:
        if event == b"P":
            if self._progress is not None:
                self._progress()
            return
        (self._error if event == b"E" else self._warning)(message.contents.told())


def _decoded(text: bytes | None) -> str:
    return (text or b"").decode("utf-8", "backslashreplace")  # a message may hold bytes of a file


_open: dict[int, Observing] = {}
_numbers = itertools.count(1)


@_HEARD
def _deliver(number: int, event: bytes, message: Any) -> None:
    _open[number].hear(event, message)


def _address(source: vtkObject) -> int:
    """Of the object in C++, which VTK tells as `_00005581e3a04fc0_p_vtkPolyData`."""
    return int(source.__this__.split("_")[1], 16)


_library = ctypes.PyDLL(TalusFilters.__file__)
_listen, _end_listening = _library.talusListen, _library.talusEndListening
_listen.argtypes = [ctypes.c_void_p, _HEARD, ctypes.c_size_t]
_listen.restype = ctypes.c_void_p
_end_listening.argtypes = [ctypes.c_void_p]
_end_listening.restype = None
