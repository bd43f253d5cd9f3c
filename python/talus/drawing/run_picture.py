"""Pictures of the frames of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping

from ..run_frames import FrameFile, body_frames, chosen_frame
from .actors import BodyActor, TubeActor
from .colours import WALL_COLOUR, colour_table
from .picture import Picture
from .run_bodies import RunBodies
from .run_contacts import RunContacts
from .survey import Survey
from .viewpoint import Viewpoint

_BEHIND_CONTACTS = 0.25  # opacity of bodies


class RunPicture:
    """Draws frames of a run, one after the other, with the same camera and the same colours. It keeps no frames.

    :param run: the run's folder
    :param chosen: options of pictures, all of them, as they are used
    :raises TalusError: no run, no such frame, a file that is missing or damaged; the array or the contacts are missing
    """

    def __init__(self, run: str, chosen: Mapping[str, Any]) -> None:
        frames, number = body_frames(run), chosen["frame"]
        first = chosen_frame(frames, 0 if number is None else number, run)
        #: The frames to draw
        self.files = frames[:: chosen["every"]] if number is None else [first]
        self._bodies = RunBodies(run, chosen["colour_by"], frames[0])
        self._contacts = RunContacts(run, self._bodies, frames[0]) if chosen["contacts"] else None
        self._picture = Picture(chosen["size"])
        survey = self._survey(frames, chosen)
        self._picture.look(survey.viewpoint.camera(chosen["zoom"]))
        self._add_actors(survey, chosen)

    def save(self, file: FrameFile, path: Path) -> None:
        """Draws a frame into a PNG file.

        :raises TalusError: a file of the frame is missing or damaged; the picture cannot be written
        """
        moving, fixed = self._bodies.read(file)
        self._moving.show(moving)
        if self._walls:
            self._walls.show(fixed)
        if self._contacts:
            self._tubes.show(self._contacts.read(file))
        self._picture.save(path)

    def _survey(self, frames: list[FrameFile], chosen: Mapping[str, Any]) -> Survey:
        sights = (Viewpoint(chosen["view_direction"], chosen["size"], self._picture.angle) for _ in range(2))
        survey = Survey(self._bodies, self._contacts, *sights)
        survey.look_over(self.files, [] if chosen["colours"] and not self._contacts else frames)
        return survey

    def _add_actors(self, survey: Survey, chosen: Mapping[str, Any]) -> None:
        shapes, opacity, array = self._bodies.shapes, chosen["wall_opacity"], chosen["colour_by"]
        table = colour_table(array, chosen["colours"] or survey.values.ends())
        legends = [(array, table)]
        self._moving = BodyActor(shapes, _BEHIND_CONTACTS if self._contacts else 1.0, table=table)
        self._picture.add(self._moving.actor)
        self._walls = BodyActor(shapes, opacity, colour=WALL_COLOUR) if opacity > 0 else None
        if self._walls:
            self._picture.add(self._walls.actor)
        if self._contacts:
            forces = colour_table("Force", survey.forces.ends())
            legends.append(("Force", forces))
            self._tubes = TubeActor("Force", self._contacts.radius, forces)
            self._picture.add(self._tubes.actor)
        self._picture.add_legends(legends)
