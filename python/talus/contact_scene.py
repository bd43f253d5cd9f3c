"""Repeated contact searches of the same bodies."""

from __future__ import annotations

from numbers import Real
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet, vtkPartitionedDataSetCollection, vtkPolyData

from .notebook import Answering, Layers, Rows, counted, measured
from .contact_search import BodiesLike, Contacts, finder_of, found_by, listed, warned
from .errors import TalusError
from .io.geometry import add_array, arrays_of, coordinates_of, point_cloud, vtk_points
from .option_tables import ContactFinderOptions
from .named_columns import by_name
from .progress import Progress
from .scene import as_scene
from .scene_data import block, block_name, block_number, set_block
from .surfaces import as_polygons
from .turns import Turns


class ContactScene(Answering):
    """Repeated contact searches of the same bodies: surfaces are read and their trees built once, only poses change.

    >>> scene = talus.ContactScene(["a.stl", "b.stl"], halo=1e-3)
    >>> for height in (0.3, 0.2, 0.1):
    ...     scene.set_pose(1, position=(0, 0, height))
    ...     touching = scene.contacts()

    The contacts are those that :func:`contacts` finds in a scene with these poses, to the bit: no search depends on
    earlier ones. A surface rotates about the origin of its coordinates, and its initial pose is the identity; a body
    of a scene rotates about its centre of mass, and its initial pose is that of the scene. Several threads may share
    it: their calls take turns; give poses to :meth:`contacts`, since :meth:`set_pose` sets those of all threads.

    :param bodies: as for :func:`contacts`
    {options}
    :raises TalusError: an option out of range, an unreadable file, no surface
    """

    def __init__(
        self,
        bodies: BodiesLike,
        **options: Unpack[ContactFinderOptions],
    ) -> None:
        self._turns = Turns("ContactScene")
        self._given = listed(bodies)
        if isinstance(self._given, (list, vtkMultiBlockDataSet)):
            self._scene = _scene_of_surfaces(_blocks(self._given))
        else:
            self._scene = _copy(as_scene(self._given))
        self._finder = finder_of(options)
        self._finder.SetInputDataObject(self._scene)
        self._bodies = block(self._scene, "Bodies")
        self._number = block_number(self._scene, "Bodies")
        arrays = arrays_of(self._bodies.GetPointData())
        self._ids = arrays["BodyId"]
        self._positions = np.array(coordinates_of(self._bodies), dtype=float)
        self._orientations = np.array(arrays["Orientation"], dtype=float)
        self._moved = False

    def _answer(self) -> str:
        return counted(len(self._ids), "body", "bodies")

    def _rows(self) -> Rows:
        box = [f"{measured(low)} … {measured(high)}" for low, high in zip(self._positions.min(axis=0), self._positions.max(axis=0))]
        return [("bodies", counted(len(self._ids))), ("positions", ", ".join(box))]

    def _layers(self) -> Layers:
        from .drawing.still import layers_of

        with self._turns:
            if self._moved:
                self._place()
            return layers_of(_copy(self._scene))

    @property
    def ids(self) -> np.ndarray:
        """Ids of the n bodies, in the order of poses: those of the scene, or indices in the list of surfaces; (n,)."""
        return self._ids.copy()

    @property
    def positions(self) -> np.ndarray:
        """Positions of the bodies, shape (n, 3)."""
        return self._positions.copy()

    @property
    def orientations(self) -> np.ndarray:
        """Unit quaternions w x y z, shape (n, 4)."""
        return self._orientations.copy()

    def set_pose(
        self, body: int, *, position: ArrayLike | None = None, orientation: ArrayLike | None = None
    ) -> None:
        """Moves one body.

        :param body: one of ``ids``
        :param position: x y z; unchanged if omitted
        :param orientation: unit quaternion w x y z, see :func:`quaternion`; unchanged if omitted
        :raises TalusError: no such body, or an array of another length
        """
        rows = np.flatnonzero(self._ids == body) if isinstance(body, Real) else ()
        if len(rows) != 1:
            concerned = (body,) if isinstance(body, int) else ()
            raise TalusError(f"There is no body {body!r}", "", "Give one of the ids of the scene", body=concerned)
        row = rows[0]
        with self._turns:
            position = _values("position", position, self._positions[row])
            self._orientations[row] = _values("orientation", orientation, self._orientations[row])
            self._positions[row] = position
            self._moved = True

    def set_poses(self, positions: ArrayLike | None = None, orientations: ArrayLike | None = None) -> None:
        """Moves all bodies.

        :param positions: shape (n, 3), in the order of ``ids``; unchanged if omitted
        :param orientations: unit quaternions w x y z, shape (n, 4); unchanged if omitted
        :raises TalusError: arrays of other shapes
        """
        with self._turns:
            self._set_poses(positions, orientations)

    def _set_poses(self, positions: ArrayLike | None, orientations: ArrayLike | None) -> None:
        positions = _values("array of positions", positions, self._positions)
        self._orientations = _values("array of orientations", orientations, self._orientations).copy()
        self._positions = positions.copy()
        self._moved = True

    def contacts(
        self,
        positions: ArrayLike | None = None,
        orientations: ArrayLike | None = None,
        *,
        progress: Progress | None = None,
    ) -> Contacts:
        """Where the bodies touch in their current poses, or in the given ones: see :meth:`set_poses`.

        :param progress: called with the completed fraction
        :raises TalusError: poses that are not finite, quaternions that are not unit; as for :func:`contacts`
        :warns SurfaceWarning: as for :func:`contacts`
        """
        with self._turns:
            if positions is not None or orientations is not None:
                self._set_poses(positions, orientations)
            if self._moved:
                self._place()
            self._finder.ForgetContacts()
            found = found_by(self._finder, self._given, progress)
        return warned(found)

    def _place(self) -> None:
        # New arrays: results of earlier searches share the old ones.
        bodies = vtkPolyData()
        bodies.ShallowCopy(self._bodies)
        bodies.SetPoints(vtk_points(self._positions))
        add_array(bodies.GetPointData(), "Orientation", self._orientations)
        self._scene.SetPartition(self._number, 0, bodies)
        self._scene.Modified()
        self._bodies = bodies
        self._moved = False


def _values(name: str, given: ArrayLike | None, now: np.ndarray) -> np.ndarray:
    if given is None:
        return now
    given = by_name(given, name, "xyz" if now.shape[-1] == 3 else "wxyz")
    try:
        values = np.asarray(given, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise TalusError(f"The {name} does not consist of numbers", "", f"Give an array of shape {now.shape}") from None
    if values.shape != now.shape:
        raise TalusError(f"The {name} has the shape {values.shape}", "", f"Give an array of shape {now.shape}")
    return values


def _blocks(given: list | vtkMultiBlockDataSet) -> list:
    if isinstance(given, list):
        return given
    return [given.GetBlock(i) for i in range(given.GetNumberOfBlocks())]


def _scene_of_surfaces(surfaces: list) -> vtkPartitionedDataSetCollection:
    """Each surface is the shape of one body, with the identity as pose."""
    count = len(surfaces)
    scene = vtkPartitionedDataSetCollection()
    bodies = point_cloud(np.zeros((count, 3)))
    arrays = {
        "BodyId": np.arange(count),
        "Shape": np.arange(count, dtype=np.int32),
        "Orientation": np.tile([1.0, 0.0, 0.0, 0.0], (count, 1)),
        "Velocity": np.zeros((count, 3)),
        "AngularVelocity": np.zeros((count, 3)),
        "Mass": np.ones(count),
        "Material": np.zeros(count, np.int32),
        "Motion": np.zeros(count, np.int32),
    }
    for name, values in arrays.items():
        add_array(bodies.GetPointData(), name, values)
    set_block(scene, 0, "Bodies", bodies)
    for number, surface in enumerate(surfaces):
        set_block(scene, number + 1, f"Shapes/shape{number}", as_polygons(surface))
    return scene


def _copy(scene: vtkPartitionedDataSetCollection) -> vtkPartitionedDataSetCollection:
    """A new collection of the same blocks, in which blocks can be replaced."""
    copy = vtkPartitionedDataSetCollection()
    for number in range(scene.GetNumberOfPartitionedDataSets()):
        set_block(copy, number, block_name(scene, number), scene.GetPartition(number, 0))
    copy.GetFieldData().ShallowCopy(scene.GetFieldData())
    return copy
