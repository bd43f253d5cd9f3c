"""A picture of some data, for notebooks. A program of its own draws it, which a broken graphics driver may end:

python3 -m talus.drawing.still <SKETCH >PICTURE
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonCore import vtkLookupTable
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkDataSet, vtkPartitionedDataSetCollection, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkThreshold

from ..cli.screen import virtual_screen
from ..errors import TalusError
from ..io import PathLike
from ..io.geometry import arrays_of, coordinates_of
from ..io.outer_faces import data_sets_of, outer_faces
from ..look import WALL_OPACITY
from ..run_frames import FrameFile
from ..scene_data import block, shape_names
from .categories import Category, categories_of, present, ranks
from .colours import UsualRange, category_table, colour_table
from .extents import boxes_of, near
from .run_bodies import Bodies, RunBodies, instances, shapes_of
from .viewpoint import Viewpoint

SIZE = (480, 320)  # pixels
_VIEW_DIRECTION = (0.4, 1, -0.3)
_MAXIMUM_CELLS = 2_000_000  # a notebook does not wait for more
_MAXIMUM_SECONDS = 30.0  # s
Colour = tuple[float, float, float]
BODY_COLOUR: Colour = (0.85, 0.75, 0.6)


@dataclass(frozen=True)
class Layer:
    """One of the things that a picture shows."""

    bodies: Bodies
    shapes: list[vtkPolyData] | None = None  #: of which bodies are instances
    opacity: float = 1.0
    colour: Colour = BODY_COLOUR  #: if no array sets colours
    array: str = ""  #: whose values the bodies have
    categories: tuple[Category, ...] = ()  #: whose places the values are; none of quantities
    is_wall: bool = False  #: of which the part around other layers is seen


def layer_of_surface(surface: vtkPolyData, opacity: float = 1.0, colour: Colour = BODY_COLOUR) -> Layer:
    """A surface, or lines, or points with cells, in one colour."""
    return Layer(_whole(surface, np.zeros(surface.GetNumberOfCells())), None, opacity, colour)


def faces_from(data: vtkDataSet, array: str, least: float) -> vtkPolyData:
    """The outer faces of the cells for which an array is at least so much."""
    return _faces(data, array, (least, np.inf))


def faces_to(data: vtkDataSet, array: str, most: float) -> vtkPolyData:
    """The outer faces of the cells for which an array is at most so much."""
    return _faces(data, array, (-np.inf, most))


def _faces(data: vtkDataSet, array: str, limits: tuple[float, float]) -> vtkPolyData:
    chosen = vtkThreshold()
    chosen.SetInputData(data)
    chosen.SetInputArrayToProcess(0, 0, 0, vtkDataObject.FIELD_ASSOCIATION_CELLS, array)
    chosen.SetLowerThreshold(limits[0])
    chosen.SetUpperThreshold(limits[1])
    chosen.SetThresholdFunction(vtkThreshold.THRESHOLD_BETWEEN)
    chosen.Update()
    return outer_faces(chosen.GetOutput())


def layer_of_categories(surface: vtkPolyData, array: str, values: np.ndarray) -> Layer:
    """The same with a colour for each category.

    :param array: whose categories are known
    :param values: of the cells
    """
    known = present(categories_of(array), values)
    return Layer(_whole(surface, ranks(known, values)), array=array, categories=tuple(known.values()))


def _whole(surface: vtkPolyData, values: np.ndarray) -> Bodies:
    return Bodies(surface, np.arange(min(1, surface.GetNumberOfCells())), values, coordinates_of(surface))


def layers_of(data: vtkDataObject, array: str = "Shape", opacity: float = 1.0) -> list[Layer]:
    """The bodies of a scene, or a surface, or those of several blocks.

    :param array: of the bodies of a scene, that sets colours
    :param opacity: of surfaces, and of bodies that forces move
    """
    if isinstance(data, vtkPartitionedDataSetCollection) and shape_names(data):
        return _layers_of_scene(data, array, opacity)
    surfaces = (part for part in data_sets_of(data) if isinstance(part, vtkPolyData) and part.GetNumberOfPolys())
    return [layer_of_surface(surface, opacity) for surface in surfaces]


def _layers_of_scene(scene: vtkPartitionedDataSetCollection, array: str, opacity: float) -> list[Layer]:
    """Bodies that forces move coloured, walls as glass."""
    bodies, shapes = block(scene, "Bodies"), shapes_of(scene)
    arrays = arrays_of(bodies.GetPointData())
    count = bodies.GetNumberOfPoints()
    arrays.setdefault("Scale", np.ones(count))
    moved = arrays.get("Motion", np.zeros(count)) == 0
    values = arrays.get(array, np.zeros(count))
    known = present(categories_of(array, scene), values[moved])
    shown = ranks(known, values) if known else values
    given = coordinates_of(bodies), arrays, shown, boxes_of(shapes)
    grains = Layer(instances(*given, moved), shapes, opacity, array=array if array in arrays else "", categories=tuple(known.values()))
    walls = Layer(instances(*given, ~moved), shapes, WALL_OPACITY, is_wall=True)
    return [layer for layer in (grains, walls) if len(layer.bodies.ids)]


def layers_of_run(folder: PathLike, file: FrameFile) -> list[Layer]:
    """The bodies of a frame of a run: those that forces move coloured by speed, walls as glass.

    :raises TalusError: a file of the run is missing or damaged
    """
    array = "Velocity"
    bodies = RunBodies(folder, array, file)
    moved, walls = bodies.read(file)
    layers = Layer(moved, bodies.shapes, array=array), Layer(walls, bodies.shapes, WALL_OPACITY, is_wall=True)
    return [layer for layer in layers if len(layer.bodies.ids)]


def picture_of(layers: Sequence[Layer]) -> bytes:
    """A PNG file; empty if nothing can be drawn here, or it would take too long."""
    if not layers or sum(map(_cells, layers)) > _MAXIMUM_CELLS:
        return b""
    display = os.environ.get("DISPLAY")
    packages = [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")]
    try:
        with nullcontext(display) if display else virtual_screen() as screen:
            surroundings = {**os.environ, "DISPLAY": screen, "PYTHONPATH": os.pathsep.join(filter(None, packages))}
            drawn = subprocess.run(
                [sys.executable, "-m", __name__],
                input=pickle.dumps(list(layers)), capture_output=True, env=surroundings, timeout=_MAXIMUM_SECONDS, check=False,
            )  # fmt: skip
    except (TalusError, OSError, subprocess.SubprocessError):
        return b""
    return drawn.stdout if drawn.returncode == 0 else b""


def _cells(layer: Layer) -> int:
    """How many are drawn."""
    if layer.shapes is None:
        return layer.bodies.data.GetNumberOfCells()
    counts = np.array([shape.GetNumberOfCells() for shape in layer.shapes])
    return int(counts[arrays_of(layer.bodies.data.GetPointData())["Shape"]].sum())


def _drawn(layers: Sequence[Layer]) -> bytes:
    from .actors import BodyActor, WallActor
    from .picture import Picture  # loads OpenGL

    picture = Picture(SIZE)
    viewpoint = Viewpoint(_VIEW_DIRECTION, SIZE, picture.angle)
    legends, moved = [], np.concatenate([layer.bodies.corners for layer in layers if not layer.is_wall] or [np.empty((0, 3))])
    for layer in layers:
        table = _table(layer)
        if layer.is_wall:
            shown = WallActor(layer.shapes, layer.opacity)
        else:
            shown = BodyActor(layer.shapes, layer.opacity, table=table, colour=layer.colour)
        shown.show(layer.bodies)
        for actor in shown.actors:
            picture.add(actor)
        viewpoint.add(near(moved, layer.bodies.corners) if layer.is_wall else layer.bodies.corners)
        if table is not None:
            legends.append((layer.array, table))
    picture.look(viewpoint.camera())
    picture.add_legends(legends)
    return picture.png()


def _table(layer: Layer) -> vtkLookupTable | None:
    if not layer.array:
        return None
    if layer.categories:
        return category_table(layer.categories)
    usual = UsualRange()
    usual.add(layer.bodies.values)
    return colour_table(layer.array, usual.ends())


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        sys.stdout.buffer.write(_drawn(pickle.load(sys.stdin.buffer)))
