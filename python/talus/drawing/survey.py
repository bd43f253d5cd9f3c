"""Which camera and which colours suit a run, from some of its frames."""

from __future__ import annotations

from vtkmodules.util.numpy_support import vtk_to_numpy

from ..run_frames import FrameFile
from .colours import UsualRange
from .run_bodies import RunBodies
from .run_contacts import RunContacts
from .some_frames import some_frames
from .viewpoint import Viewpoint


class Survey:
    """What is seen in some frames: the usual ranges of values and forces, and where bodies are.

    :param moving, fixed: find the camera for bodies that forces move, and for others
    """

    def __init__(self, bodies: RunBodies, contacts: RunContacts | None, moving: Viewpoint, fixed: Viewpoint) -> None:
        self._bodies, self._contacts = bodies, contacts
        self._moving, self._fixed = moving, fixed
        self.values, self.forces = UsualRange(), UsualRange()

    @property
    def viewpoint(self) -> Viewpoint:
        """For bodies that forces move, or if there are none for the others."""
        return self._fixed if self._moving.empty else self._moving

    def look_over(self, drawn: list[FrameFile], coloured: list[FrameFile]) -> None:
        """Reads some of the frames.

        :param drawn: those whose bodies the camera must see
        :param coloured: those whose values count
        """
        seen, valued = set(some_frames(drawn)), set(some_frames(coloured))
        for file in sorted(seen | valued):
            moving, fixed = self._bodies.read(file)
            if file in seen:
                self._moving.add(moving.centres, moving.radii)
                self._fixed.add(fixed.centres, fixed.radii)
            if file in valued:
                self.values.add(moving.values)
                if self._contacts:
                    self.forces.add(vtk_to_numpy(self._contacts.read(file).GetPointData().GetArray("Force")))
