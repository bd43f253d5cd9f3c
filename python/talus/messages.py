"""Captures messages that VTK objects would print, to raise them as exceptions or warnings."""

from __future__ import annotations

import re
from contextlib import ExitStack, contextmanager
from typing import Callable, Iterator

from vtkmodules.vtkCommonCore import vtkLogger, vtkObject, vtkOutputWindow

from .errors import TalusError
from .observers import on_text

# "ERROR: In ./IO/XML/vtkXMLReader.cxx, line 521", then "vtkXMLReader (0x55d0a0): text"
_PREFIX = re.compile(r"^(ERROR|Warning|Generic Warning): In .*, line \d+\s*", re.MULTILINE)
_OBJECT = re.compile(r"^\w+ \((0x)?[0-9a-f]+\): ", re.MULTILINE)

# VTK's executive appends this to every error of an algorithm, without new information.
_PIPELINE_NOISE = "returned failure for request"


_window = vtkOutputWindow()  # prints nothing, and collects nothing itself
_window.SetDisplayModeToNever()

# Texts of Talus's filters and of VTK's arrays.
_NO_MEMORY = ("Not enough memory", "Unable to allocate")


class Messages:
    """Errors and warnings in the order of their occurrence, each in one line."""

    def __init__(self, heard: Callable[[str], None] | None = None) -> None:
        """:param heard: called with each warning at once"""
        self.errors: list[str] = []
        self.warnings: list[str] = []
        self._heard = heard

    @contextmanager
    def of(self, source: vtkObject) -> Iterator[None]:
        """Collects the messages of ``source`` within the block instead of printing them."""
        errors, warnings = self._collector(self.errors), self._collector(self.warnings, self._heard)
        with on_text(source, "ErrorEvent", errors), on_text(source, "WarningEvent", warnings):
            yield

    def failure(self) -> Exception:
        """The first error as an exception; MemoryError if there was too little memory."""
        if any(text.startswith(_NO_MEMORY) for text in self.errors):
            return MemoryError("Not enough memory")
        return TalusError(self.errors[0])

    @staticmethod
    def _collector(lines: list[str], heard: Callable[[str], None] | None = None):
        def collect(text: str) -> None:
            if _PIPELINE_NOISE not in text:
                lines.append(_one_line(text))
                if heard is not None:
                    heard(lines[-1])

        return collect


def _one_line(text: str) -> str:
    return " ".join(_OBJECT.sub("", _PREFIX.sub("", text)).split())


@contextmanager
def captured(*sources: vtkObject, heard: Callable[[str], None] | None = None) -> Iterator[Messages]:
    """Collects the messages of ``sources`` and of all other VTK objects within the block; nothing is printed.

    :param heard: called with each warning at once
    """
    messages = Messages(heard)
    with ExitStack() as collected:
        for source in (*sources, _window):
            collected.enter_context(messages.of(source))
        previous = vtkOutputWindow.GetInstance()
        vtkOutputWindow.SetInstance(_window)
        verbosity = vtkLogger.GetCurrentVerbosityCutoff()
        vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)
        try:
            yield messages
        finally:
            vtkLogger.SetStderrVerbosity(verbosity)
            vtkOutputWindow.SetInstance(previous)
