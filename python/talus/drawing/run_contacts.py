"""The contacts of a run's frames as they are drawn."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..io import PathLike, read_points
from ..io.geometry import add_array, arrays_of
from ..io.series import step_at
from ..run_frames import FrameFile, contact_frames
from ..vtkmodules.TalusFilters import vtkTalusContactDrawing
from .colours import UsualRange
from .some_frames import some_frames


class RunContacts:
    """Reads the network of contacts of a run, frame by frame; keeps none of them. Lines to walls, whose centres are
    meaningless, are omitted.

    :param folder: of the run
    :param style: a number of ``vtkTalusContactDrawing.Styles``
    :param first: the first frame of its bodies
    :raises TalusError: the run has no contacts; its first frame cannot be read
    """

    def __init__(self, folder: PathLike, style: int, first: FrameFile) -> None:
        self._folder, self._files = folder, contact_frames(folder)
        self._style = style
        self._bodies = read_points(first.path)

    def read(self, frame: FrameFile) -> vtkPolyData:
        """Points and lines, and their force as an array of the cells.

        :raises TalusError: the file is missing or damaged
        """
        network = read_points(step_at(self._files, frame.time, "previous", f"{self._folder}/contacts.pvd").path)
        marks = vtkPolyData()
        vtkTalusContactDrawing.Mark(network, self._bodies, self._style, marks)
        return marks

    def forces(self, frame: FrameFile) -> np.ndarray:
        """Those of what :meth:`read` gives, (n, 3).

        :raises TalusError: the file is missing or damaged
        """
        return arrays_of(self.read(frame).GetCellData()).get("Force", np.empty((0, 3)))


def usual_forces(folder: PathLike, frames: Sequence[FrameFile]) -> tuple[float, float]:
    """The usual range of what acts along the lines between bodies, from some frames of a run.

    :param frames: of its bodies
    :raises TalusError: the run has no contacts; a file is missing or damaged
    """
    contacts, usual = RunContacts(folder, vtkTalusContactDrawing.Lines, frames[0]), UsualRange()
    for frame in some_frames(frames):
        usual.add(contacts.forces(frame))
    return usual.ends()


def lines_without(network: vtkPolyData, without: Sequence[int], lines: vtkPolyData) -> None:
    """The lines of a network of contacts that end in none of some bodies.

    :param without: ids
    :param lines: is overwritten
    """
    walls = vtkPolyData()
    add_array(walls.GetPointData(), "BodyId", np.array(without, dtype=np.int64))
    add_array(walls.GetPointData(), "Motion", np.ones(len(without)))
    vtkTalusContactDrawing.Mark(network, walls, vtkTalusContactDrawing.Lines, lines)
