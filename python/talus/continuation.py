"""A scene that starts from the state of a frame of a run."""

from __future__ import annotations

import json
from typing import Any

from .frame_bodies import FrameBodies
from .io import PathLike
from .later_motions import later_motions
from .run_frames import body_frames, chosen_frame, law_of_run, scene_file
from .scene import read_scene, scene_text


def scene_of_frame(folder: PathLike, number: int) -> dict[str, Any]:
    """A scene file as JSON data that starts from a frame of a run: see ``Scene.from_run``.

    :raises TalusError: no run, no such frame, a file that is missing or damaged
    """
    frame = chosen_frame(body_frames(folder), number, folder)
    scene = read_scene(scene_file(folder))
    document = json.loads(scene_text(scene))
    state = FrameBodies(frame, lambda: scene)
    rest = later_motions(document["motions"], frame.time)
    document["startsAtRest"] = frame.number == 0 and document["startsAtRest"]
    if frame.number > 0 and (law := law_of_run(folder)):
        document["settledLaw"] = law
    rows = {number: row for row, number in enumerate(state.array("BodyId").tolist())}
    document["bodies"] = [body for body in document["bodies"] if body["id"] in rows]
    motions = [_of_those(motion, rows) for motion in rest.motions]
    document["motions"] = [motion for motion in motions if motion["bodies"]]
    moved = {body for motion in document["motions"] if motion["kind"] != "removal" for body in motion["bodies"]}
    position = state.array("Position")
    others = {key: state.array(key[0].upper() + key[1:]) for key in ("orientation", "velocity", "angularVelocity")}
    for body in document["bodies"]:
        row = rows[body["id"]]
        body["position"] = (position[row] - rest.shifts.get(body["id"], 0)).tolist()
        body |= {key: values[row].tolist() for key, values in others.items()}
        if body["motion"] == "prescribed" and body["id"] not in moved:
            body |= {"motion": "fixed", "velocity": [0.0] * 3, "angularVelocity": [0.0] * 3}
    return document


def _of_those(motion: dict[str, Any], bodies: dict[int, int]) -> dict[str, Any]:
    return motion | {"bodies": [body for body in motion["bodies"] if body in bodies]}
