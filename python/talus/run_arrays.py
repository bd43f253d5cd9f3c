"""A run of ``talus simulate`` as arrays, frame by frame."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from typing import Any, Iterator, Mapping

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

from .notebook import Answering, Layers, Rows, counted, joined, measured
from .errors import TalusError
from .frame_bodies import FrameBodies
from .io import PathLike, as_path
from .io.series import step_at
from .run_frames import (
    FrameFile,
    body_frames,
    chosen_frame,
    contact_frames,
    contact_network,
    has_contacts,
    scene_file,
    settings_of_run,
)
from .run_statistics import of_frame, run_statistics
from .scene_data import read_scene
from .simulation import ContactForces, MovingBodies, contact_forces, moving_bodies


class Run(Answering):
    """The frames of a run that were written when it was opened, see :func:`open_run`. Nothing of a frame is read before it
    is asked for, and no frame is kept.
    """

    def __init__(self, folder: PathLike) -> None:
        """See :func:`open_run`."""
        #: Of the run
        self.folder = as_path(folder)
        self._files, self._networks = _written(folder)
        #: Times of the frames, s; (f,)
        self.times = np.array([file.time for file in self._files])

    def __len__(self) -> int:
        """The number of frames, f."""
        return len(self._files)

    def _answer(self) -> str:
        end = "" if self.finished else f"of {measured(self.settings['end'])} s" if "end" in self.settings else ""
        frames = f"{counted(len(self), 'frame')} until {measured(self.times[-1])} s"
        return joined(str(self.folder), f"{frames} {end}".rstrip(), "finished" if self.finished else "")

    def _rows(self) -> Rows:
        law = [("law", self.settings["law"])] if "law" in self.settings else []
        return [("frames", counted(len(self))), ("end", f"{measured(self.times[-1])} s"), *law, *self.frame()._rows()]

    def _layers(self) -> Layers:
        return self.frame()._layers()

    def __iter__(self) -> Iterator[RunFrame]:
        """The frames, one after the other."""
        return map(self._frame, self._files)

    def frame(self, number: int = -1) -> RunFrame:
        """One of the frames.

        :param number: 0 is the first, -1 the last
        :raises TalusError: there is no such frame
        """
        whole = int(number) if isinstance(number, np.integer) else number
        return self._frame(chosen_frame(self._files, whole, self.folder))

    def at(self, time: float, rule: str = "nearest") -> RunFrame:
        """The frame at a time.

        :param time: s
        :param rule: "nearest", the frame whose time is nearest; "previous", the last one not after it; or "exact"
        :raises TalusError: there is no such frame; an unknown rule
        """
        return self._frame(step_at(self._files, time, rule, str(self.folder)))

    @property
    def ids(self) -> np.ndarray:
        """Ids of the n bodies of the first frame, which has all, in ascending order; (n,)."""
        return self.frame(0).bodies.id

    def array(self, name: str) -> np.ndarray:
        """An array of the bodies in all frames, such as "Position" or "Velocity": (f, n) or (f, n, k), rows as ``ids``.
        Of a body that is removed the numbers are NaN from then on.

        :param name: one of :attr:`RunFrame.names`
        :raises TalusError: there is no such array; a file that is missing or damaged
        """
        ids = self.ids
        return np.stack([_rows_of(frame, name, ids) for frame in self])

    @cached_property
    def statistics(self) -> Mapping[str, np.ndarray]:
        """The :data:`STATISTICS` of the frames by name, such as "KineticEnergy": (f,), vectors (f, 3), Comparisons
        (f, levels), StepLimit a word of :data:`STEP_LIMITS` each.

        :raises TalusError: they are missing or damaged
        """
        return run_statistics(self.folder, len(self))

    @cached_property
    def settings(self) -> Mapping[str, Any]:
        """The options of the run by their names in :func:`simulate`, such as "end", "every" and "law"; empty if the folder
        does not tell them."""
        return settings_of_run(self.folder)

    @property
    def finished(self) -> bool:
        """Whether its last frame is that of the end time that it was started with."""
        try:
            return bool(self.times[-1] > self.settings["end"] - self.settings["every"] / 2)
        except (KeyError, TypeError):  # the folder does not tell
            return False

    @cached_property
    def scene(self) -> vtkPartitionedDataSetCollection:
        """The scene that the run began with, as :func:`read_scene` returns it. :raises TalusError: it is missing"""
        return read_scene(scene_file(self.folder))

    def _frame(self, file: FrameFile) -> RunFrame:
        return RunFrame(self, file)

    def _contacts_at(self, time: float) -> ContactForces:
        files = self._networks or contact_frames(self.folder)
        file = step_at(files, time, "exact", f"{self.folder}/contacts.pvd")
        try:
            return contact_forces(contact_network(file))
        except KeyError as missing:
            raise TalusError(f"The contacts have no array {missing}", str(file.path), "Name the folder of a run") from None


class RunFrame(Answering):
    """The state of a run at one time. Each array is read when it is asked for."""

    def __init__(self, run: Run, file: FrameFile) -> None:
        self._run, self._file = run, file
        #: From 0, the start
        self.number = file.number
        #: s
        self.time = file.time

    def _answer(self) -> str:
        fastest = ""
        with suppress(TalusError, KeyError):  # without statistics the frame is still there
            fastest = f"fastest point {measured(self.statistics['GreatestSpeed'])} m/s"
        return joined(f"frame {self.number} of {self._run.folder}", f"t = {measured(self.time)} s", fastest)

    def _rows(self) -> Rows:
        contacts = self.contacts._rows() if self._run._networks else []
        return [("last frame" if self.number == len(self._run) - 1 else "frame", self.number), *self.bodies._rows(), *contacts]

    def _layers(self) -> Layers:
        from .drawing.still import layers_of_run

        return layers_of_run(self._run.folder, self._file)

    @cached_property
    def bodies(self) -> MovingBodies:
        """The bodies, in ascending order of their ids, without removed ones. :raises TalusError: a missing or damaged file"""
        return moving_bodies(self.array)

    @cached_property
    def contacts(self) -> ContactForces:
        """The contact points. :raises TalusError: a missing or damaged file; a run without contacts"""
        return self._run._contacts_at(self.time)

    @property
    def statistics(self) -> Mapping[str, Any]:
        """The :data:`STATISTICS` of the frame by name, as of a :class:`Frame`."""
        return of_frame(self._run.statistics, self.number)

    @property
    def names(self) -> list[str]:
        """The names of the arrays that :meth:`array` reads."""
        return self._arrays.names

    def array(self, name: str) -> np.ndarray:
        """An array of the n bodies, in ascending order of their ids: (n,) or (n, k).

        :param name: as in the files, such as "Velocity", "Mass" or "Material", or "Position"
        :raises TalusError: there is no such array; a file that is missing or damaged
        """
        return self._arrays.array(name)

    @cached_property
    def _arrays(self) -> FrameBodies:
        return FrameBodies(self._file, lambda: self._run.scene)

    def __reduce__(self) -> tuple:
        return RunFrame, (self._run, self._file)


def open_run(folder: PathLike) -> Run:
    """Opens the folder of a run, finished or still going on, to read its frames as arrays.

    >>> run = talus.open_run("run")
    >>> energy = run.statistics["KineticEnergy"]                  # one number a frame
    >>> for frame in run:
    ...     height = frame.bodies.position[:, 2].max()            # as of the frames of talus.simulate
    >>> run.at(0.02).array("Velocity").shape[1]                     # any array by its name, at any time
    3

    A run that goes on has the frames that are complete now: open it again to see later ones.

    :param folder: that ``talus simulate`` or ``talus scenario`` writes
    :raises TalusError: no run; none of its frames is complete; a series that is damaged
    """
    return Run(folder)


def _written(folder: PathLike) -> tuple[list[FrameFile], list[FrameFile]]:
    """The frames whose files are all there, and those of the contacts: these are written after the bodies.

    :raises TalusError: as :func:`open_run`
    """
    files = body_frames(folder)
    networks = contact_frames(folder) if has_contacts(folder) else []
    if networks:
        files = files[: len(networks)]
    if not files:
        raise TalusError("The run has no frames", str(folder), "Run it longer")
    return files, networks


def _rows_of(frame: RunFrame, name: str, ids: np.ndarray) -> np.ndarray:
    """An array of a frame with a row for each id."""
    own, values = frame.array("BodyId"), frame.array(name)
    if np.array_equal(own, ids):
        return values
    if not np.isin(own, ids).all():
        raise TalusError("A frame has bodies that the first does not have", f"frame {frame.number}", "Simulate again")
    whole = np.full((len(ids), *values.shape[1:]), np.nan)
    whole[np.searchsorted(ids, own)] = values
    return whole
