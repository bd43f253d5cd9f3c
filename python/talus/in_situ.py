"""Hands frames to ParaView while a simulation runs (in situ): to a script that its *Save Catalyst State* wrote.

ParaView's own interface for simulations in Python (``paraview.catalyst.bridge``) runs the script: all of ParaView's versions
that Talus knows have it. Its sources are replaced by the frame's data of the same name.
"""

from __future__ import annotations

import logging
import sys
import traceback
import warnings
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any, Iterator, Mapping

from vtkmodules.vtkCommonDataModel import vtkDataObject

from .errors import TalusError
from .io.geometry import copy_of
from .messages import Messages, captured

_REMEDY = "Correct the script, then go on by --resume"
#: ParaView says so of the first frame, which it is given twice
_NOISE = "New time step is not after last time step"


class CatalystScript:
    """A script that is run with each frame. There is one in a process; ParaView, which runs it, ends with the process.

    On several ranks each hands over its own part of the data, and all make the same calls. Their MPI must not end before. A
    script may fail on all of them alike; if it fails on one, while others wait for it, MPI ends them all, without a reason.
    """

    def __init__(self, path: Path) -> None:
        """:raises TalusError: no such file, no ParaView"""
        if not path.is_file():
            raise TalusError("There is no such Catalyst script", str(path), "Name a file that ParaView's Save Catalyst State wrote")
        self._path = path
        with captured() as messages, _exceptions() as raised:
            self._bridge = _bridge()
            self._bridge.initialize()
            self._bridge.add_pipeline(str(path), 2)
        self._require_none(messages, raised)

    def run(self, number: int, time: float, sources: Mapping[str, vtkDataObject]) -> None:
        """Runs the script with a frame; the first time also what defines its pipeline.

        :param number: of the frame, the script's time step
        :param sources: the data that replace the script's sources of these names
        :raises TalusError: an error in the script or in a filter, a view or a writer of it; it uses none of the sources
        :warns UserWarning: those of ParaView
        """
        frame = self._bridge.vtkCPDataDescription()
        frame.SetTimeData(time, number)
        for name in sources:
            frame.AddInput(name)
        with captured() as messages, _exceptions() as raised, redirect_stdout(sys.__stdout__):
            wanted = self._bridge.coprocessor.RequestDataDescription(frame)
            if wanted:
                for name, data in sources.items():
                    frame.GetInputDescriptionByName(name).SetGrid(copy_of(data))
                self._bridge.coprocessor.CoProcess(frame)
            print(end="", flush=True)
        self._require_none(messages, raised)
        if wanted and not _sources() & sources.keys():
            names = " or ".join(sources)
            raise TalusError("The Catalyst script uses nothing of the simulation", str(self._path), f"Name a source in it {names}")
        for text in messages.warnings:
            if _NOISE not in text:
                warnings.warn(text, stacklevel=2)

    def finish(self) -> None:
        """Runs what the script does at the end. No frame may follow."""
        with captured(), _exceptions():
            self._bridge.finalize()

    def _require_none(self, messages: Messages, raised: list[BaseException]) -> None:
        if raised:
            error = raised[0]
            if isinstance(error, KeyboardInterrupt):
                raise error
            what = f"The Catalyst script fails: {type(error).__name__}: {_text(error)}"
            raise TalusError(what, f"{self._path}{_line(error, self._path)}", _REMEDY)
        if messages.errors:
            raise TalusError(f"The Catalyst script fails: {messages.errors[0]}", str(self._path), _REMEDY)


def _bridge() -> Any:
    """ParaView's interface for simulations in Python."""
    try:
        from paraview.catalyst import bridge
    except ImportError:
        raise TalusError("There is no ParaView with Catalyst", "", "Install python3-paraview, and build Talus for it") from None
    logging.getLogger("paraview").setLevel(logging.WARNING)  # where VTK is silent, ParaView would log most
    return bridge


def _sources() -> set[str]:
    """The names of the sources and filters that ParaView has."""
    from paraview.servermanager import ProxyManager

    return {name for name, _ in ProxyManager().GetProxiesInGroup("sources")}


@contextmanager
def _exceptions() -> Iterator[list[BaseException]]:
    """Collects exceptions that VTK's interpreter would print."""
    caught: list[BaseException] = []
    usual = sys.excepthook
    sys.excepthook = lambda _kind, error, _trace: caught.append(error)
    try:
        yield caught
    finally:
        sys.excepthook = usual


def _text(error: BaseException) -> str:
    return error.msg if isinstance(error, SyntaxError) else str(error)


def _line(error: BaseException, script: Path) -> str:
    """Where it was raised, if that is in the script."""
    lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if Path(step.filename).name == script.name]
    number = error.lineno if isinstance(error, SyntaxError) else next(reversed(lines), None)
    return f", line {number}" if number else ""
