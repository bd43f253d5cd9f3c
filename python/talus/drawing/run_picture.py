"""Pictures of the frames of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping, Sequence

from ..look import OPACITY_WITH_CONTACTS
from ..run_frames import FrameFile, body_frames, chosen_frame
from .actors import BodyActor, ContactActor, WallActor
from .colours import category_table, colour_table
from .picture import Picture
from .run_bodies import RunBodies
from .run_contacts import RunContacts
from .survey import Survey
from .viewpoint import Viewpoint


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
        self._contacts = RunContacts(run, chosen["contact_style"], frames[0]) if chosen["contact_style"] else None
        self._picture = Picture(chosen["size"])
        self._decimals = decimals_of([frame.time for frame in frames])
        viewpoint = Viewpoint(chosen["view_direction"], chosen["size"], self._picture.angle)
        survey = self._survey(viewpoint, frames, chosen)
        self._picture.look(viewpoint.camera(chosen["zoom"]))
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
            self._marks.show(self._contacts.read(file))
        self._picture.tell(f"t = {file.time:.{self._decimals}f} s")
        self._picture.save(path)

    def _survey(self, viewpoint: Viewpoint, frames: list[FrameFile], chosen: Mapping[str, Any]) -> Survey:
        survey = Survey(self._bodies, self._contacts, viewpoint, chosen["wall_opacity"] > 0)
        survey.look_over(self.files, frames)
        return survey

    def _add_actors(self, survey: Survey, chosen: Mapping[str, Any]) -> None:
        shapes, opacity, array = self._bodies.shapes, chosen["wall_opacity"], chosen["colour_by"]
        known = self._bodies.categories
        table = category_table(known.values()) if known else colour_table(array, chosen["colours"] or survey.values.ends())
        legends = [(array, table)]
        self._moving = BodyActor(shapes, OPACITY_WITH_CONTACTS if self._contacts else 1.0, table=table)
        self._picture.add(self._moving.actor)
        self._walls = WallActor(shapes, opacity) if opacity > 0 else None
        for actor in self._walls.actors if self._walls else ():
            self._picture.add(actor)
        if self._contacts:
            forces = colour_table("Force", survey.forces.ends())
            legends.append(("Force", forces))
            self._marks = ContactActor(forces)
            self._picture.add(self._marks.actor)
        self._picture.add_legends(legends)


def decimals_of(times: Sequence[float]) -> int:
    """With how many decimals times are written, so that different ones look different; at most 9."""
    whole = len(set(times))
    return next((places for places in range(9) if len({f"{time:.{places}f}" for time in times}) == whole), 9)
