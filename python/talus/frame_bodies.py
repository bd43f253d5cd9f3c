"""The bodies in a file of a run's frame as arrays with a row for each, whether they are there as points or as surfaces."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Callable

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

from .errors import TalusError
from .io.grid_columns import GridColumns
from .run_frames import FrameFile
from .scene_data import shape_names

_EVERY = {"BodyId", "Shape", "Scale", "Orientation", "Velocity", "AngularVelocity"}  # of every frame
_WIDTHS = {"Orientation": (4,), "Velocity": (3,), "AngularVelocity": (3,), "Force": (3,), "Torque": (3,)}  # values of a body


class FrameBodies:
    """The arrays of the n bodies of a frame. Rows are in ascending order of ``BodyId``. Only what is asked for is read.

    :param frame: of the bodies of a run
    :param scene: the scene of the run, whose shapes positions of bodies that are there as surfaces need
    :raises TalusError: a file that is missing or damaged, or has no bodies; also later, for each array
    """

    def __init__(self, frame: FrameFile, scene: Callable[[], vtkPartitionedDataSetCollection]) -> None:
        self._path, self._scene = frame.path, scene
        self._file = GridColumns(frame.path)
        as_points = "Orientation" in self._file.names("PointData")
        self._kind = "PointData" if as_points else "CellData"
        self._names = self._file.names(self._kind)
        if self._file.points and not _EVERY <= self._names:
            raise TalusError("The frame has no bodies", str(frame.path), "Name the folder of a run")

    @property
    def names(self) -> list[str]:
        """The arrays that :meth:`array` has: those of the file, and ``Position``, of the centres of mass."""
        return sorted({*self._names, "Position"})

    def array(self, name: str) -> np.ndarray:
        """(n,) or (n, k). :raises TalusError: there is no such array"""
        if name == "Position":
            return self._centres() if self._kind == "CellData" else self._file.coordinates()[self._rows]
        if name in self._names:
            return self._file.column(self._kind, name)[self._rows]
        if not self._file.points:
            return np.empty((0, *_WIDTHS.get(name, ())), np.int64 if name == "BodyId" else float)
        raise TalusError(f"There is no array '{name}'", str(self._path), f"There are: {' '.join(self.names)}")

    @cached_property
    def _rows(self) -> np.ndarray:
        """The row of each body in the file: of a surface that of its first cell."""
        if not self._file.points:
            return np.empty(0, np.int64)
        ids = self._file.column(self._kind, "BodyId")
        begins = np.flatnonzero(np.concatenate([[True], ids[1:] != ids[:-1]]))
        return begins[np.unique(ids[begins], return_index=True)[1]]

    def _centres(self) -> np.ndarray:
        """Centres of mass of bodies given as surfaces, computed from the first vertex of each; exact up to rounding."""
        if not len(self._rows):
            return np.empty((0, 3))
        corners, shapes, scene = self._file.first_corners()[self._rows], self.array("Shape"), self._scene()
        known = len(shape_names(scene))
        require_shapes(self.array("BodyId"), shapes, known, self._path)
        surfaces = [scene.GetPartition(1 + number, 0) for number in range(known)]
        own = np.array([surface.GetPoint(surface.GetCell(0).GetPointId(0)) for surface in surfaces])
        return corners - turned(self.array("Orientation"), self.array("Scale")[:, None] * own[shapes])


def require_shapes(ids: np.ndarray, shapes: np.ndarray, known: int, place: Path) -> None:
    """:raises TalusError: a body has a shape that is not among the first ``known``"""
    strange = ids[(shapes < 0) | (shapes >= known)]
    if len(strange):
        remedy = "Copy the scene the run began with into the folder"
        raise TalusError("A body has a shape that the scene does not have", str(place), remedy, body=strange[:1].tolist())


def turned(quaternions: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) rotated by unit quaternions w x y z, (n, 4)."""
    axis = quaternions[:, 1:]
    across = 2 * np.cross(axis, vectors)
    return vectors + quaternions[:, :1] * across + np.cross(axis, across)
