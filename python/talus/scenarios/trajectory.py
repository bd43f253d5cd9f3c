"""The motion of the grains of a run, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPointSet, vtkPolyData

from ..notebook import Answering, counted, joined, measured
from ..errors import TalusError
from ..grains import contacts_of, grains_of
from ..io import PathLike, read_points
from ..measure import ContactNetwork
from ..run_frames import body_frames, contact_frames, frame_statistics
from .bed import DENSITY



class FrameData(NamedTuple):
    """A frame as the Time Stepper returns it."""

    time: float  #: s
    bodies: vtkPointSet
    contacts: vtkPolyData
    statistics: Mapping[str, Any] = {}  #: by name


@dataclass(frozen=True, eq=False, repr=False)
class Trajectory(Answering):
    """The f frames of a run and its n grains: the bodies that forces move, ordered by id."""

    times: np.ndarray  #: (f,), s
    ids: np.ndarray  #: of the grains, (n,)
    masses: np.ndarray  #: (n,), kg
    positions: np.ndarray  #: of the centres, (f, n, 3), m
    velocities: np.ndarray  #: (f, n, 3), m/s
    contacts: Sequence[ContactNetwork]  #: of each frame; bodies by id
    statistics: Sequence[Mapping[str, Any]] = ()  #: of each frame
    orientations: np.ndarray = field(default_factory=lambda: np.empty((0, 0, 4)))  #: quaternions w x y z, (f, n, 4)

    def _answer(self) -> str:
        return joined(f"{counted(len(self.times), 'frame')} until {measured(self.times[-1])} s", counted(len(self.ids), "grain"))

    def statistic(self, name: str) -> np.ndarray:
        """A number of the statistics, (f,)"""
        return np.array([float(frame[name]) for frame in self.statistics])

    @property
    def volumes(self) -> np.ndarray:
        """Volumes of the grains, which have one density, (n,), m³"""
        return self.masses / DENSITY

    @property
    def radii(self) -> np.ndarray:
        """Radii of balls of the same volumes, (n,), m"""
        return np.cbrt(3 * self.volumes / (4 * np.pi))

    def since(self, time: float) -> slice:
        """The frames from a time on."""
        return slice(int(np.searchsorted(self.times, time * (1 - 1e-9))), None)

    def speeds(self) -> np.ndarray:
        """Speeds of the grains, (f, n), m/s"""
        return np.linalg.norm(self.velocities, axis=2)

    def columns(self, frames: slice) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Positions and velocities (k n, 3), and masses (k n,), of k frames, concatenated."""
        count = len(self.times[frames])
        return (
            self.positions[frames].reshape(-1, 3),
            self.velocities[frames].reshape(-1, 3),
            np.tile(self.masses, count),
        )


def trajectory(frames: Iterable[FrameData | tuple]) -> Trajectory:
    """The motion of the grains in a sequence of frames.

    :raises TalusError: no frame, or grains that differ between frames
    """
    times, rows, contacts, statistics = [], [], [], []
    for frame in _frame_data(frames):
        times.append(frame.time)
        rows.append(grains_of(frame.bodies))
        contacts.append(contacts_of(frame.contacts))
        statistics.append(frame.statistics)
    if not rows:
        raise TalusError("The run has no frames", "", "Run it longer")
    ids = rows[0].ids
    if any(len(row.ids) != len(ids) or np.any(row.ids != ids) for row in rows):
        raise TalusError("The grains differ between frames", "", "Measure frames that have the same")
    parts = ("positions", "velocities", "orientations")
    positions, velocities, orientations = (np.stack([getattr(row, part) for row in rows]) for part in parts)
    return Trajectory(np.array(times), ids, rows[0].masses, positions, velocities, contacts, statistics, orientations)


def _frame_data(frames: Any) -> Iterator[FrameData]:
    """:raises TalusError: something else than frames"""
    if not isinstance(frames, Iterable):
        raise TalusError(f"A value of type {type(frames).__name__} is no sequence of frames", "", "Give several FrameData")
    for frame in frames:
        if not isinstance(frame, tuple) or len(frame) != len(FrameData._fields):
            raise TalusError(f"A frame is a value of type {type(frame).__name__}", "", "Give FrameData")
        yield FrameData(*frame)


def frames_of(folder: PathLike) -> Iterator[FrameData]:
    """The frames of a folder that ``talus simulate --bodies`` wrote.

    :raises TalusError: files that are missing or damaged
    """
    for shown, network, statistics in zip(body_frames(folder), contact_frames(folder), frame_statistics(folder)):
        yield FrameData(shown.time, read_points(shown.path), read_points(network.path), statistics)
