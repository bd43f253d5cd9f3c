"""The result of building a scenario: a scene, its duration, and the data for its measurement."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping

from ..errors import TalusError
from ..scene import Scene


@dataclass(frozen=True)
class Setup:
    """A scene that is ready to run."""

    scene: Scene
    #: Minimum duration of the run and interval of the frames, s
    end: float
    every: float
    #: Lengths in m, times in s and ids of bodies that measurements need
    notes: Mapping[str, Any] = field(default_factory=dict)
    #: Words of the error with which the run is to end, if it is
    stops: str = ""

    def is_stopped_by(self, error: Exception) -> bool:
        """Whether the run is to end with this error."""
        return bool(self.stops) and self.stops in str(error)

    @property
    def last(self) -> float:
        """The time of the last frame, s; frames are evenly spaced."""
        return self.every * math.ceil(self.end / self.every - 1e-6)


@dataclass(frozen=True)
class Findings:
    """The measured results."""

    #: Numbers by description with unit
    numbers: Mapping[str, float]
    #: Draws the plot and returns its axes; needs matplotlib
    draw: Callable[[], Any]

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
