"""Which camera and which colours suit a run, from some of its frames."""

from __future__ import annotations

import numpy as np

from ..run_frames import FrameFile
from .colours import UsualRange
from .extents import ends_of, near
from .run_bodies import RunBodies
from .run_contacts import RunContacts
from .some_frames import some_frames
from .viewpoint import Viewpoint


class Survey:
    """What is seen in some frames: the usual ranges of values and forces, and where bodies are.

    :param viewpoint: finds the camera
    :param with_walls: whether the camera must see all bodies, or only those that forces move
    """

    def __init__(self, bodies: RunBodies, contacts: RunContacts | None, viewpoint: Viewpoint, with_walls: bool) -> None:
        self._bodies, self._contacts = bodies, contacts
        self._viewpoint, self._with_walls = viewpoint, with_walls
        self.values, self.forces = UsualRange(), UsualRange()

    def look_over(self, drawn: list[FrameFile], every: list[FrameFile]) -> None:
        """Reads some of the frames.

        :param drawn: those whose bodies the camera must see
        :param every: those of the run, whose values count
        """
        seen, valued = set(some_frames(drawn)), set(some_frames(every))
        moved, walls = [], [np.empty((0, 3))]
        for file in sorted(seen | valued):
            moving, fixed = self._bodies.read(file)
            moved.append(ends_of(moving.corners))
            if file in seen:
                self._viewpoint.add(moving.corners)
                if not np.array_equal(walls[-1], fixed.corners):  # most walls rest
                    walls.append(fixed.corners)
            if file in valued:
                self.values.add(moving.values)
                if self._contacts:
                    self.forces.add(self._contacts.forces(file))
        if self._with_walls:
            self._viewpoint.add(near(np.concatenate(moved), np.concatenate(walls)))
