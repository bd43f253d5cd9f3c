"""A scene that starts from the state of a frame of a run."""

from __future__ import annotations

import json
from typing import Any

from .errors import TalusError
from .io import PathLike, read_points
from .option_tables import RUN_CONTINUATION
from .options import configure
from .progress import run
from .run_frames import body_frames, chosen_frame, law_of_run, scene_file
from .scene_data import read_scene, scene_text
from .vtkmodules.TalusFilters import vtkTalusRunContinuation


def scene_of_frame(folder: PathLike, number: int) -> dict[str, Any]:
    """A scene file as JSON data that starts from a frame of a run: see ``Scene.from_run``.

    :raises TalusError: no run, no such frame, a file that is missing or damaged
    """
    frame = chosen_frame(body_frames(folder), number, folder)
    bodies = read_points(frame.path)
    filter_ = vtkTalusRunContinuation()
    filter_.SetInputDataObject(0, read_scene(scene_file(folder)))
    filter_.SetInputDataObject(1, bodies)
    configure(filter_, RUN_CONTINUATION, {"time": frame.time, "law": law_of_run(folder)})
    try:
        run(filter_)
    except TalusError as error:
        raise error.at(error.where or str(frame.path)) from None
    return json.loads(scene_text(filter_.GetOutputDataObject(0)))
