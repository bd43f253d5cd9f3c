"""The contacts of a run's frames as they are drawn."""

from __future__ import annotations

from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..io import PathLike, read_points
from ..io.series import step_at
from ..run_frames import FrameFile, contact_frames
from .contact_lines import keep_lines, tube_radius
from .run_bodies import RunBodies


class RunContacts:
    """Reads the network of contacts of a run, frame by frame; keeps none of them. Contacts with walls, whose centres are
    meaningless, are omitted.

    :param folder: of the run
    :param bodies: of the run
    :param first: its first frame
    :raises TalusError: the run has no contacts; its first frame cannot be read
    """

    def __init__(self, folder: PathLike, bodies: RunBodies, first: FrameFile) -> None:
        self._folder, self._files = folder, contact_frames(folder)
        moving, walls = bodies.read(first)
        crowd = moving if len(moving.ids) else walls
        self._walls = walls.ids
        #: Of tubes, a length
        self.radius = tube_radius(crowd.corners, len(crowd.ids)) if len(crowd.ids) else 1.0

    def read(self, frame: FrameFile) -> vtkPolyData:
        """Lines whose ends have their force.

        :raises TalusError: the file is missing or damaged
        """
        network = read_points(step_at(self._files, frame.time, "previous", f"{self._folder}/contacts.pvd").path)
        kept = vtkPolyData()
        keep_lines(network, kept, "Force", self._walls)
        return kept
