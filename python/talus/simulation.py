"""Simulation of rigid bodies, frame by frame."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator, Mapping, Unpack

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection, vtkPolyData
from vtkmodules.vtkCommonExecutionModel import vtkStreamingDemandDrivenPipeline

from . import statistics_table
from .notebook import Answering, Layers, Rows, counted, greatest, joined, measured
from .answers import answer_of
from .contact_search import contact_points
from .errors import OverlapWarning, StepWarning, SurfaceWarning, TalusError
from .filter_results import filled
from .io import PathLike, as_path
from .io.geometry import arrays_of, coordinates_of
from .messages import STEPS, SURFACE, Message, Messages, captured
from .option_tables import TIME_STEPPING, TimeStepperOptions
from .options import configure, flag, is_real
from .progress import Progress, require_callable, run
from .scene import SceneLike, as_scene
from .scene_data import block
from .turns import Turns
from .vtkmodules.TalusFilters import vtkTalusTimeStepper as _Filter

#: What limited a frame's shortest step, by number: no step; the end of the frame; the given time step; the stiffness of
#: contacts; the motion limit; the halo, without a motion limit; a step that moved too far or did not converge
STEP_LIMITS: tuple[str, ...] = statistics_table.STEP_LIMITS

#: Statistics of a frame, about all bodies and the steps since the previous frame, with their units
STATISTICS: Mapping[str, str] = statistics_table.STATISTICS


@dataclass(frozen=True, eq=False, repr=False)
class MovingBodies(Answering):
    """The n bodies of a frame, without removed ones. SI, world frame."""

    id: np.ndarray  #: ids of the scene, shape (n,)
    shape: np.ndarray  #: numbers of their shapes, (n,)
    position: np.ndarray  #: of the centres of mass, (n, 3)
    orientation: np.ndarray  #: unit quaternions w x y z, (n, 4)
    velocity: np.ndarray  #: (n, 3)
    angular_velocity: np.ndarray  #: rad/s, (n, 3)
    force: np.ndarray  #: gravity included, (n, 3)
    torque: np.ndarray  #: about the centres of mass, (n, 3)
    kinetic_energy: np.ndarray  #: (n,)
    contact_count: np.ndarray  #: contact points, (n,)
    coordination_number: np.ndarray  #: other bodies, walls included, with which it has a contact point, (n,)

    def __len__(self) -> int:
        return len(self.id)

    def _answer(self) -> str:
        return joined(counted(len(self), "body", "bodies"), f"fastest {measured(greatest(self.velocity))} m/s")

    def _rows(self) -> Rows:
        return [
            ("bodies", counted(len(self))),
            ("fastest", f"{measured(greatest(self.velocity))} m/s"),
            ("kinetic energy", f"{measured(self.kinetic_energy.sum())} J"),
            ("greatest force", f"{measured(greatest(self.force))} N"),
        ]


@dataclass(frozen=True, eq=False, repr=False)
class ContactForces(Answering):
    """The n contact points of a frame. SI, world frame."""

    points: np.ndarray  #: (n, 3)
    normal: np.ndarray  #: unit, from body A to body B, (n, 3)
    force: np.ndarray  #: on body B, (n, 3)
    gap: np.ndarray  #: of the surfaces, negative where they overlap, (n,)
    depth: np.ndarray  #: twice the halo minus the gap, (n,)
    area: np.ndarray  #: contact area; 0 with laws that do not use it, (n,)
    body_a: np.ndarray  #: ids, (n,)
    body_b: np.ndarray  #: ids, (n,)
    persistent_id: np.ndarray  #: unique within the pair, for as long as the contact lasts

    def __len__(self) -> int:
        return len(self.depth)

    def _answer(self) -> str:
        force = f"greatest force {measured(greatest(self.force))} N" if len(self) else ""
        return joined(counted(len(self), "contact point"), force)

    def _rows(self) -> Rows:
        least = [("least gap", f"{measured(self.gap.min())} m")] if len(self) else []
        return [("contact points", counted(len(self))), ("greatest force", f"{measured(greatest(self.force))} N"), *least]


@dataclass(frozen=True, eq=False, repr=False)
class Frame(Answering):
    """The state of a simulation at one time."""

    number: int  #: from 0, the start
    time: float  #: s
    bodies: MovingBodies = field(repr=False)  #: those that are in the scene at that time
    contacts: ContactForces = field(repr=False)  #: contact points and their forces
    #: The STATISTICS by name: numbers, vectors (3,), Comparisons (levels,), and StepLimit, one of STEP_LIMITS
    statistics: Mapping[str, Any]
    #: The same as VTK data: Bodies, Shapes/<name>, Contacts
    scene: vtkPartitionedDataSetCollection = field(repr=False)

    def _answer(self) -> str:
        return answer_of(self.scene)

    def _rows(self) -> Rows:
        return [("frame", self.number), *self.bodies._rows(), *self.contacts._rows(), *statistics_rows(self.statistics)]

    def _layers(self) -> Layers:
        from .drawing.still import layers_of

        return layers_of(self.scene, "Velocity")


class Simulation(Answering):
    """A simulation of a scene: frames at equal intervals, each computed on demand. See :func:`simulate`. Frames
    are not stored: a second iteration repeats the simulation.

    Several threads may share it, or one iterator over it, from which each takes the next frame: their calls take turns.
    Two iterations at the same time repeat the simulation over and over: then make a simulation for each.
    """

    def __init__(self, filter_: _Filter) -> None:
        self._turns = Turns("Simulation")
        self._filter = filter_
        self._begin = 0
        _told(filter_, filter_.UpdateInformation)
        information, key = filter_.GetOutputInformation(0), vtkStreamingDemandDrivenPipeline.TIME_STEPS()
        #: Times of all frames, s
        self.times = np.array([information.Get(key, i) for i in range(information.Length(key))])

    def __len__(self) -> int:
        return len(self.times)

    def _answer(self) -> str:
        bodies = counted(block(self._input(), "Bodies").GetNumberOfPoints(), "body", "bodies")
        return joined(f"{counted(len(self), 'frame')} until {measured(self.times[-1])} s", bodies, "computed one by one")

    def _rows(self) -> Rows:
        loaded = [("goes on with frame", self._begin)] if self._begin else []
        return [("frames", counted(len(self))), ("end", f"{measured(self.times[-1])} s"), *loaded]

    def _layers(self) -> Layers:
        from .drawing.still import layers_of

        return layers_of(self._input())

    def _input(self) -> vtkPartitionedDataSetCollection:
        return self._filter.GetInputDataObject(0, 0)

    def __iter__(self) -> Iterator[Frame]:
        """All frames, or those after the loaded one."""
        return self.frames()

    def frames(self, progress: Progress | None = None, heard: Callable[[str], None] | None = None) -> Iterator[Frame]:
        """Same as iterating.

        :param progress: called with the completed fraction of the simulated time
        :param heard: called at once, while the frame is computed, with what a StepWarning says after it
        :raises TalusError: an error in the scene or an option, a step that cannot be made short enough
        :raises KeyboardInterrupt: after Ctrl-C; the frame is discarded, and a new iteration continues with it
        :warns OverlapWarning: bodies overlap too deeply: at the start, and in the first frame after it; bodies passed
            through each other, once
        :warns StepWarning: a frame took more than a million steps, or steps compare very many triangles; once each
        :warns SurfaceWarning: shapes whose surfaces intersect, so that common volume counts more than once, at the start
        """
        require_callable(progress)
        return _Frames(self, self._begin, progress, heard)

    def completed(self, frames: int, part: float = 0) -> float:
        """The fraction of the simulated time that so many frames and a part of the next one are.

        :param frames: number of complete ones, the start included
        """
        if isinstance(frames, bool) or not isinstance(frames, (int, np.integer)) or not 0 <= frames <= len(self):
            raise TalusError(f"There are no {str(frames)[:40]} frames", "", f"Give a number from 0 to {len(self)}")
        if not is_real(part) or not 0 <= part <= 1:
            raise TalusError(f"The part of a frame cannot be {str(part)[:40]}", "", "Give a number from 0 to 1")
        if frames == 0:
            return 0.0
        reached = self.times[frames - 1]
        if frames < len(self):
            reached += part * (self.times[frames] - reached)
        return float(reached / self.times[-1]) if self.times[-1] > 0 else 1.0

    def _frame(self, number: int, progress: Progress | None, heard: Callable[[str], None] | None) -> Frame:
        def show(fraction: float) -> None:
            if progress is not None:
                progress(self.completed(number, fraction))

        def hear(text: Message) -> None:
            if heard and _category(text) is StepWarning:
                heard(text)

        time, scene = float(self.times[number]), vtkPartitionedDataSetCollection()
        with self._turns:
            messages = self._compute(time, show if progress is not None else None, hear)
            scene.ShallowCopy(self._filter.GetOutputDataObject(0))
        for warning in messages.warnings:
            warnings.warn(warning, _category(warning), stacklevel=3)
        return _frame(number, time, scene)

    def _compute(
        self, time: float, progress: Progress | None = None, heard: Callable[[Message], None] | None = None
    ) -> Messages:
        messages = run(self._filter, progress, time, self._has_frame, heard=heard)
        if not self._has_frame():
            self._filter.Modified()  # or the next update would do nothing
            raise KeyboardInterrupt  # on another rank
        return messages

    def _has_frame(self) -> bool:
        return self._filter.GetOutputDataObject(0).GetNumberOfPartitionedDataSets() > 0

    def save(self, path: PathLike) -> None:
        """Writes a checkpoint of the last computed frame, completely or not at all.

        :raises TalusError: no frame yet, an unwritable folder, a full disk
        """
        name = os.fsencode(as_path(path))
        self._told(lambda: self._filter.SaveCheckpoint(name))

    def save_ahead(self, path: PathLike, write: bool = True) -> None:
        """Keeps a checkpoint of the last computed frame for :meth:`finish_save`. The file is not there before.

        :param write: begins to write it, while the next frame is computed
        :raises TalusError: no frame yet
        """
        name, begins = os.fsencode(as_path(path)), flag("write", write)
        self._told(lambda: self._filter.StartCheckpoint(name) if begins else self._filter.KeepCheckpoint(name))

    def finish_save(self, note: str = "") -> None:
        """Writes the rest of the checkpoint that is kept, and puts it in place.

        :param note: is kept in it, see :attr:`note`; on several ranks that of the first
        :raises TalusError: an unwritable folder, a full disk
        """
        self._told(lambda: self._filter.FinishCheckpoint(note))

    @property
    def note(self) -> str:
        """The note in the checkpoint that was loaded, on the first of several ranks; empty if it has none."""
        with self._turns:
            return self._filter.NoteOfCheckpoint()

    def drop_save(self) -> None:
        """Removes what is written of the checkpoint that was begun, if there is one."""
        with self._turns:
            self._filter.DropCheckpoint()

    def load(self, path: PathLike) -> int:
        """Continues from a checkpoint; results are the same bits as without an interruption. The end time may differ.

        :return: the number of its frame; iterating begins with the next one
        :raises TalusError: an incomplete checkpoint, or one of another program, scene or other options
        """
        name = os.fsencode(as_path(path))
        with self._turns:
            self._compute(float(self.times[0]))  # prepares the scene, can be interrupted
            _told(self._filter, lambda: self._filter.LoadCheckpoint(name))
            number = int(np.searchsorted(self.times, self._filter.GetReachedTime()))
            self._begin = number + 1
        return number

    def _told(self, call: Callable[[], Any]) -> None:
        with self._turns:
            _told(self._filter, call)


class _Frames(Iterator[Frame]):
    """The frames of a simulation from a number on. Threads that share it get different frames."""

    def __init__(
        self, simulation: Simulation, begin: int, progress: Progress | None, heard: Callable[[str], None] | None
    ) -> None:
        self._simulation, self._progress, self._heard = simulation, progress, heard
        self._next = begin
        self._turns = Turns("iterator of frames")

    def __next__(self) -> Frame:
        """After an error there are no more frames, as of a generator."""
        with self._turns:
            number, self._next = self._next, len(self._simulation)
            if number >= self._next:
                raise StopIteration
            frame = self._simulation._frame(number, self._progress, self._heard)
            self._next = number + 1
        return frame


def simulate(
    scene: SceneLike,
    *,
    end: float,
    **options: Unpack[TimeStepperOptions],
) -> Simulation:
    """Simulates the bodies of a scene.

    >>> for frame in talus.simulate("scene.json", end=0.05, every=0.01):
    ...     print(frame.time, frame.bodies.position[:, 2].mean(), frame.statistics["KineticEnergy"])

    :param scene: a scene (the result of :func:`read_scene`, or a :class:`Scene`) or its file
    {options}
    :return: its frames, to iterate over; nothing is computed yet
    :raises TalusError: an unreadable scene, an option out of range
    """
    filter_ = _Filter()
    filter_.SetInputDataObject(as_scene(scene))
    filter_.KeepFramesOff()
    configure(filter_, TIME_STEPPING, options)
    return Simulation(filter_)


def statistics_rows(statistics: Mapping[str, Any]) -> Rows:
    """What a person looks at first."""
    return [
        ("steps", counted(statistics["Steps"])),
        ("step limited by", statistics["StepLimit"]),
        ("pairs in touch", counted(statistics["TouchingPairs"])),
        ("elastic energy", f"{measured(statistics['ElasticEnergy'])} J"),
    ]


#: Categories of warnings by their kind
_CATEGORIES: dict[str, type[Warning]] = {SURFACE: SurfaceWarning, STEPS: StepWarning}


def _category(warning: Message) -> type[Warning]:
    return _CATEGORIES.get(warning.told.kind, OverlapWarning)


def _told(filter_: _Filter, call: Callable[[], Any]) -> None:
    """:raises TalusError: the errors that the filter reports during the call"""
    with captured(filter_) as messages:
        call()
    if messages.errors:
        raise messages.failure()


def _frame(number: int, time: float, scene: vtkPartitionedDataSetCollection) -> Frame:
    bodies, network = block(scene, "Bodies"), block(scene, "Contacts")
    return Frame(
        number=number,
        time=time,
        bodies=_bodies(bodies),
        contacts=contact_forces(network),
        statistics={name: _statistic(scene, name) for name in STATISTICS},
        scene=scene,
    )


def _statistic(scene: vtkPartitionedDataSetCollection, name: str) -> Any:
    array = scene.GetFieldData().GetArray(name)
    values = vtk_to_numpy(array)
    if name == "StepLimit":
        return STEP_LIMITS[values[0].item()]
    if name == "Comparisons":  # one per level, any number of levels
        return values
    return values[0] if array.GetNumberOfComponents() > 1 else values[0].item()


def _bodies(block_: vtkPolyData) -> MovingBodies:
    arrays = {"Position": coordinates_of(block_), **arrays_of(block_.GetPointData())}
    return moving_bodies(arrays.__getitem__)


def moving_bodies(array: Callable[[str], np.ndarray]) -> MovingBodies:
    """:param array: gives an array of bodies by its name; ``Position`` are the centres of mass"""
    return filled(MovingBodies, array, dict(id=array("BodyId")))


def contact_forces(network: vtkPolyData) -> ContactForces:
    """:param network: the block Contacts of a frame, or its file"""
    points, arrays = contact_points(network)
    return filled(ContactForces, arrays.__getitem__, dict(points=points))
