"""A scene that starts from the state of a frame of a run."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataSet, vtkPartitionedDataSetCollection

from .errors import TalusError
from .io import PathLike, read_points
from .io.geometry import arrays_of, coordinates_of
from .later_motions import later_motions
from .run_frames import body_frames, chosen_frame, law_of_run, scene_file
from .scene import read_scene, scene_text


class _State(NamedTuple):
    """State of the n bodies of a frame."""

    ids: np.ndarray  #: (n,)
    position: np.ndarray  #: (n, 3)
    orientation: np.ndarray  #: (n, 4)
    velocity: np.ndarray  #: (n, 3)
    angular_velocity: np.ndarray  #: (n, 3)


def scene_of_frame(folder: PathLike, number: int) -> dict[str, Any]:
    """A scene file as JSON data that starts from a frame of a run: see ``Scene.from_run``.

    :raises TalusError: no run, no such frame, a file that is missing or damaged
    """
    frame = chosen_frame(body_frames(folder), number, folder)
    scene = read_scene(scene_file(folder))
    document = json.loads(scene_text(scene))
    state = _state(read_points(frame.path), scene, str(frame.path))
    rest = later_motions(document["motions"], frame.time)
    document["startsAtRest"] = frame.number == 0 and document["startsAtRest"]
    if frame.number > 0 and (law := law_of_run(folder)):
        document["settledLaw"] = law
    rows = {number: row for row, number in enumerate(state.ids.tolist())}
    document["bodies"] = [body for body in document["bodies"] if body["id"] in rows]
    motions = [_of_those(motion, rows) for motion in rest.motions]
    document["motions"] = [motion for motion in motions if motion["bodies"]]
    moved = {body for motion in document["motions"] if motion["kind"] != "removal" for body in motion["bodies"]}
    for body in document["bodies"]:
        row = rows[body["id"]]
        body["position"] = (state.position[row] - rest.shifts.get(body["id"], 0)).tolist()
        body["orientation"] = state.orientation[row].tolist()
        body["velocity"] = state.velocity[row].tolist()
        body["angularVelocity"] = state.angular_velocity[row].tolist()
        if body["motion"] == "prescribed" and body["id"] not in moved:
            body |= {"motion": "fixed", "velocity": [0.0] * 3, "angularVelocity": [0.0] * 3}
    return document


def _of_those(motion: dict[str, Any], bodies: dict[int, int]) -> dict[str, Any]:
    return motion | {"bodies": [body for body in motion["bodies"] if body in bodies]}


def _state(frame: vtkDataSet, scene: vtkPartitionedDataSetCollection, path: str) -> _State:
    as_points = frame.GetPointData().HasArray("Orientation")
    arrays = arrays_of(frame.GetPointData() if as_points else frame.GetCellData())
    if frame.GetNumberOfPoints() == 0:
        return _State(np.empty(0, dtype=np.int64), *(np.empty((0, k)) for k in (3, 4, 3, 3)))
    if not {"BodyId", "Shape", "Scale", "Orientation", "Velocity", "AngularVelocity"} <= arrays.keys():
        raise TalusError("The frame has no bodies", path, "Name the folder of a run")
    _, first = np.unique(arrays["BodyId"], return_index=True)  # row of each body, or of its first triangle
    position = coordinates_of(frame)[first] if as_points else _centres(frame, scene, arrays, first)
    columns = (arrays[name][first] for name in ("Orientation", "Velocity", "AngularVelocity"))
    return _State(arrays["BodyId"][first], position, *columns)


def _centres(
    frame: vtkDataSet, scene: vtkPartitionedDataSetCollection, arrays: dict[str, np.ndarray], first: np.ndarray
) -> np.ndarray:
    """Centres of mass of bodies given as surfaces, computed from the first vertex of each; exact up to rounding."""
    corners = coordinates_of(frame)[[frame.GetCell(cell).GetPointId(0) for cell in first.tolist()]]
    shapes = [scene.GetPartition(1 + shape, 0) for shape in arrays["Shape"][first].tolist()]
    own = np.array([shape.GetPoint(shape.GetCell(0).GetPointId(0)) for shape in shapes])
    return corners - turned(arrays["Orientation"][first], arrays["Scale"][first, None] * own)


def turned(quaternions: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Vectors (n, 3) rotated by unit quaternions w x y z, (n, 4)."""
    axis = quaternions[:, 1:]
    across = 2 * np.cross(axis, vectors)
    return vectors + quaternions[:, :1] * across + np.cross(axis, across)
