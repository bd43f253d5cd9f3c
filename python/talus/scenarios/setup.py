"""The result of building a scenario: a scene, its duration, and the data for its measurement."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping

from ..notebook import Answering, Layers, Rows, joined, measured
from ..errors import TalusError
from ..measure import plots
from ..scene_builder import Scene


@dataclass(frozen=True, eq=False, repr=False)
class Setup(Answering):
    """A scene that is ready to run."""

    #: What is simulated
    scene: Scene
    #: Minimum duration of the run, s
    end: float
    #: Interval of the frames, s
    every: float
    #: Lengths in m, times in s and ids of bodies that measurements need
    notes: Mapping[str, Any] = field(default_factory=dict)
    #: Kind of the error with which the run is to end, if it is
    stops: str = ""

    def _answer(self) -> str:
        return joined(self.scene._answer(), f"until {measured(self.last)} s, a frame every {measured(self.every)} s")

    def _rows(self) -> Rows:
        return [("end", f"{measured(self.last)} s"), ("every", f"{measured(self.every)} s"), *self.scene._rows()]

    def _layers(self) -> Layers:
        return self.scene._layers()

    def is_stopped_by(self, error: TalusError) -> bool:
        """Whether the run is to end with this error."""
        return bool(self.stops) and error.kind == self.stops

    @property
    def last(self) -> float:
        """The time of the last frame, s; frames are evenly spaced."""
        return self.every * math.ceil(self.end / self.every - 1e-6)


@dataclass(frozen=True, eq=False, repr=False)
class Findings(Answering):
    """The measured results."""

    #: Numbers by description with unit
    numbers: Mapping[str, float]
    #: Draws the plot and returns its axes; needs matplotlib
    draw: Callable[[], Any]

    def _answer(self) -> str:
        return joined(*(f"{name}: {measured(number)}" for name, number in self.numbers.items()))

    def _rows(self) -> Rows:
        return [(name, measured(number)) for name, number in self.numbers.items()]

    def _picture(self) -> bytes:
        """The plot, without which the numbers are still there."""
        with suppress(TalusError, ImportError):
            return plots.png(self.draw())
        return b""

    def __reduce__(self) -> tuple:
        """Without what is drawn, which would hold the whole run."""
        return Findings, (dict(self.numbers), _draw_of_another_process)

    def __copy__(self) -> Findings:
        return self

    def __deepcopy__(self, _: dict) -> Findings:
        return Findings(dict(self.numbers), self.draw)


def _draw_of_another_process() -> None:
    """:raises TalusError: always"""
    raise TalusError("These findings were pickled, which omits the plot", "", "Draw where the scenario is run, or run it again")
