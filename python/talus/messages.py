"""Captures messages that VTK objects would print, to raise them as exceptions or warnings."""

from __future__ import annotations

import re
import threading
from contextlib import ExitStack, contextmanager
from typing import Callable, Iterator

from vtkmodules.vtkCommonCore import vtkLogger, vtkObject, vtkOutputWindow

from .errors import TalusError
from .observers import Listener, Observing, Told

# "ERROR: In ./IO/XML/vtkXMLReader.cxx, line 521", then "vtkXMLReader (0x55d0a0): text"
_PREFIX = re.compile(r"^(ERROR|Warning|Generic Warning): In .*, line \d+\s*", re.MULTILINE)
_OBJECT = re.compile(r"^\w+ \((0x)?[0-9a-f]+\): ", re.MULTILINE)

# VTK's executive appends this to every error of an algorithm, without new information.
_PIPELINE_NOISE = "returned failure for request"


#: Kinds of messages that programs treat: MessageKind of filters/filter_messages.h
MEMORY, SURFACE, STEPS, OVERLAP = "M", "S", "T", "O"
#: Kinds of errors, as exceptions have them
_ERROR_KINDS = {"B": "BlockedWall"}

_window = vtkOutputWindow()  # prints nothing, and collects nothing itself
_window.SetDisplayModeToNever()

# Texts of VTK's arrays, and of oneTBB, whose threads need memory
_NO_MEMORY = ("Unable to allocate", "pthread_create has failed")


class Message(str):
    """A message in one line. Its kind is for programs: the text may change."""

    told: Told

    @classmethod
    def of(cls, told: Told) -> Message:
        message = cls(_one_line(told.text))
        message.told = told
        return message

    @property
    def is_of_memory(self) -> bool:
        return self.told.kind == MEMORY or self.startswith(_NO_MEMORY)

    def error(self) -> TalusError:
        """The message as an exception with its parts."""
        told = self.told
        if not told.problem:
            return TalusError(self)
        return TalusError(told.problem, told.where, told.remedy, _ERROR_KINDS.get(told.kind, ""), told.body, told.surface)


class Messages:
    """Errors and warnings in the order of their occurrence, each in one line."""

    def __init__(self, heard: Callable[[Message], None] | None = None) -> None:
        """:param heard: called with each warning at once"""
        self.errors: list[Message] = []
        self.warnings: list[Message] = []
        self._heard = heard

    def of(self, source: vtkObject, progress: Callable[[], None] | None = None) -> Observing:
        """A block that collects the messages of ``source`` instead of printing them.

        :param progress: called at each progress event of it
        """
        errors, warnings = self._collector(self.errors), self._collector(self.warnings, self._heard)
        return Observing(source, errors, warnings, progress)

    def failure(self) -> Exception:
        """The first error as an exception; MemoryError if there was too little memory."""
        if any(error.is_of_memory for error in self.errors):
            return MemoryError("Not enough memory")
        return self.errors[0].error()

    @staticmethod
    def _collector(lines: list[Message], heard: Callable[[Message], None] | None = None) -> Listener:
        def collect(told: Told) -> None:
            if _PIPELINE_NOISE not in told.text:
                lines.append(Message.of(told))
                if heard is not None:
                    heard(lines[-1])

        return collect


def _one_line(text: str) -> str:
    return " ".join(_OBJECT.sub("", _PREFIX.sub("", text)).split())


class _Silence:
    """VTK prints nothing while a block is open in any thread, and says everything to observers: its switch
    ``GlobalWarningDisplay`` would silence them as well.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._blocks = 0

    def __enter__(self) -> None:
        with self._lock:
            self._blocks += 1
            if self._blocks == 1:
                self._begin()

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._blocks -= 1
            if self._blocks == 0:
                self._end()

    def _begin(self) -> None:
        self._shown = vtkObject.GetGlobalWarningDisplay()
        self._previous = vtkOutputWindow.GetInstance()
        self._verbosity = vtkLogger.GetCurrentVerbosityCutoff()
        vtkObject.GlobalWarningDisplayOn()
        vtkOutputWindow.SetInstance(_window)
        vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)

    def _end(self) -> None:
        vtkLogger.SetStderrVerbosity(self._verbosity)
        vtkOutputWindow.SetInstance(self._previous)
        vtkObject.SetGlobalWarningDisplay(self._shown)


_silence = _Silence()


@contextmanager
def captured(
    *sources: vtkObject, heard: Callable[[Message], None] | None = None, progress: Callable[[], None] | None = None
) -> Iterator[Messages]:
    """Collects the messages of ``sources`` and of all other VTK objects within the block; nothing is printed, and
    nothing depends on what VTK is told to print.

    :param heard: called with each warning at once
    :param progress: called at each progress event of ``sources``
    """
    messages = Messages(heard)
    with ExitStack() as blocks:
        for source in sources:
            blocks.enter_context(messages.of(source, progress))
        blocks.enter_context(messages.of(_window))
        blocks.enter_context(_silence)
        yield messages
