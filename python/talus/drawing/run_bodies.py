"""The bodies of a run's frames as they are drawn."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkDataSet, vtkPartitionedDataSetCollection, vtkPolyData

from ..errors import TalusError
from ..frame_bodies import require_shapes
from ..io import PathLike, read_points
from ..io.geometry import add_array, arrays_of, coordinates_of, polygons, vtk_points
from ..run_frames import FrameFile, scene_file
from ..scene_data import read_scene, shape_names
from .categories import NAMED_BY_SCENE, Category, categories_of, present, ranks
from .extents import boxes_of, corners_of

_POSE = ("Shape", "Orientation", "Scale")  # of instances of shapes


@dataclass(frozen=True)
class Bodies:
    """Bodies of a frame, or their surfaces."""

    data: vtkPolyData  #: points with the arrays of instances, or polygons
    ids: np.ndarray  #: (k,)
    values: np.ndarray  #: (n,) or (n, m), one for each point or polygon
    corners: np.ndarray  #: (s, 3), points between which all lie


class RunBodies:
    """Reads the bodies of a run, frame by frame; keeps none of them.

    :param folder: of the run
    :param array: whose values are read
    :param first: a frame of the run
    :raises TalusError: the frame, or the scene that a run of instances needs, is missing or damaged
    """

    def __init__(self, folder: PathLike, array: str, first: FrameFile) -> None:
        self._folder, self._array = folder, array
        #: Of which bodies are instances; None: bodies are surfaces
        self.shapes: list[vtkPolyData] | None = None
        #: The values are their places; empty if values are quantities
        self.categories: dict[int, Category] = {}
        scene = None
        if are_instances(read_points(first.path)):
            scene = read_scene(scene_file(folder))
            self.shapes = shapes_of(scene)
            self._boxes = boxes_of(self.shapes)
        elif array in NAMED_BY_SCENE:
            with suppress(TalusError):  # without the scene there are only numbers
                scene = read_scene(scene_file(folder))
        if known := categories_of(array, scene):
            self.categories = present(known, self.read(first)[0].values)

    def read(self, frame: FrameFile) -> tuple[Bodies, Bodies]:
        """The bodies that forces move, and the others.

        :raises TalusError: the file is missing or damaged; it has no such array
        """
        data = read_points(frame.path)
        arrays = arrays_of(data.GetCellData() if self.shapes is None else data.GetPointData())
        if not len(arrays.get("BodyId", ())):
            nothing = Bodies(vtkPolyData(), np.empty(0), np.empty(0), np.empty((0, 3)))
            return nothing, nothing
        if self._array not in arrays:
            known = f"There are: {' '.join(sorted(arrays))}"
            raise TalusError(f"There is no array '{self._array}' to colour by", str(self._folder), known)
        values, moved = arrays[self._array], arrays["Motion"] == 0
        if values.dtype.kind not in "fiu":
            raise TalusError(f"The array '{self._array}' has no numbers to colour by", str(self._folder), "Choose another")
        values = ranks(self.categories, values) if self.categories else values
        if self.shapes is None:
            return _surfaces(data, arrays, values, moved), _surfaces(data, arrays, values, ~moved)
        require_shapes(arrays["BodyId"], arrays["Shape"], len(self.shapes), self._folder)
        given = coordinates_of(data), arrays, values, self._boxes
        return instances(*given, moved), instances(*given, ~moved)


def _surfaces(data: vtkDataSet, arrays: dict[str, np.ndarray], values: np.ndarray, chosen: np.ndarray) -> Bodies:
    offsets, corners = (vtk_to_numpy(part) for part in _cells(data))
    sizes = np.diff(offsets)
    corners = corners[np.repeat(chosen, sizes)]
    used, corners = np.unique(corners, return_inverse=True)
    points = coordinates_of(data)[used]
    surface = polygons(points, corners, sizes[chosen])
    return Bodies(surface, np.unique(arrays["BodyId"][chosen]), values[chosen], points)


def instances(
    places: np.ndarray,
    arrays: dict[str, np.ndarray],
    values: np.ndarray,
    boxes: np.ndarray,
    chosen: np.ndarray,
) -> Bodies:
    """Some bodies as instances of shapes.

    :param places: of the centres of all, (n, 3)
    :param arrays: of all bodies
    :param values: of all bodies, that set colours
    :param boxes: of the shapes, see :func:`boxes_of`
    :param chosen: mask, (n,)
    """
    points = vtkPolyData()
    points.SetPoints(vtk_points(places[chosen]))
    for name in _POSE:
        add_array(points.GetPointData(), name, arrays[name][chosen])
    corners = corners_of(boxes, places[chosen], *(arrays[name][chosen] for name in _POSE))
    return Bodies(points, arrays["BodyId"][chosen], values[chosen], corners)


def shapes_of(scene: vtkPartitionedDataSetCollection) -> list[vtkPolyData]:
    """The shapes of a scene."""
    return [scene.GetPartition(1 + number, 0) for number in range(len(shape_names(scene)))]


def are_instances(data: vtkDataSet) -> bool:
    """Whether the bodies of a frame are instances of shapes; else they are surfaces."""
    return bool(data.GetPointData().HasArray("Orientation"))


def _cells(data: vtkDataSet):
    cells = data.GetPolys() if data.IsA("vtkPolyData") else data.GetCells()
    return cells.GetOffsetsArray(), cells.GetConnectivityArray()
