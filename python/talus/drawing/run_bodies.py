"""The bodies of a run's frames as they are drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkDataSet, vtkPolyData

from ..errors import TalusError
from ..io import PathLike, read_points
from ..io.geometry import add_array, arrays_of, coordinates_of, polygons, vtk_points
from ..run_frames import FrameFile, scene_file
from ..scene import read_scene, shape_names

_POSE = ("Shape", "Orientation", "Scale")  # of instances of shapes


@dataclass(frozen=True)
class Bodies:
    """Bodies of a frame, or their surfaces."""

    data: vtkPolyData  #: points with the arrays of instances, or polygons
    ids: np.ndarray  #: (k,)
    values: np.ndarray  #: (n,) or (n, m), one for each point or polygon
    centres: np.ndarray  #: (s, 3), of spheres that hold all
    radii: np.ndarray  #: (s,)


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
        if _are_instances(read_points(first.path)):
            scene = read_scene(scene_file(folder))
            self.shapes = [scene.GetPartition(1 + number, 0) for number in range(len(shape_names(scene)))]
            self._reaches = np.array([np.linalg.norm(coordinates_of(shape), axis=1).max() for shape in self.shapes])

    def read(self, frame: FrameFile) -> tuple[Bodies, Bodies]:
        """The bodies that forces move, and the others.

        :raises TalusError: the file is missing or damaged; it has no such array
        """
        data = read_points(frame.path)
        instances = self.shapes is not None
        arrays = arrays_of(data.GetPointData() if instances else data.GetCellData())
        if not len(arrays.get("BodyId", ())):
            nothing = Bodies(vtkPolyData(), np.empty(0), np.empty(0), np.empty((0, 3)), np.empty(0))
            return nothing, nothing
        if self._array not in arrays:
            known = f"There are: {' '.join(sorted(arrays))}"
            raise TalusError(f"There is no array '{self._array}' to colour by", str(self._folder), known)
        if arrays[self._array].dtype.kind not in "fiu":
            raise TalusError(f"The array '{self._array}' has no numbers to colour by", str(self._folder), "Choose another")
        moved = arrays["Motion"] == 0
        select = self._instances if instances else self._surfaces
        return select(data, arrays, moved), select(data, arrays, ~moved)

    def _instances(self, data: vtkDataSet, arrays: dict[str, np.ndarray], chosen: np.ndarray) -> Bodies:
        centres = coordinates_of(data)[chosen]
        points = vtkPolyData()
        points.SetPoints(vtk_points(centres))
        for name in _POSE:
            add_array(points.GetPointData(), name, arrays[name][chosen])
        shapes, scales = arrays["Shape"][chosen], arrays["Scale"][chosen]
        if len(shapes) and not 0 <= shapes.min() <= shapes.max() < len(self.shapes):
            remedy = "Copy the scene the run began with into the folder"
            raise TalusError("A body has a shape that the scene does not have", str(self._folder), remedy)
        radii = self._reaches[shapes] * scales if len(shapes) else np.empty(0)
        return Bodies(points, arrays["BodyId"][chosen], arrays[self._array][chosen], centres, radii)

    def _surfaces(self, data: vtkDataSet, arrays: dict[str, np.ndarray], chosen: np.ndarray) -> Bodies:
        offsets, corners = (vtk_to_numpy(part) for part in _cells(data))
        sizes = np.diff(offsets)
        corners = corners[np.repeat(chosen, sizes)]
        used, corners = np.unique(corners, return_inverse=True)
        centres = coordinates_of(data)[used]
        surface = polygons(centres, corners, sizes[chosen])
        return Bodies(surface, np.unique(arrays["BodyId"][chosen]), arrays[self._array][chosen], centres, np.zeros(len(used)))


def _are_instances(data: vtkDataSet) -> bool:
    """Whether the bodies of a frame are instances of shapes; else they are surfaces."""
    return bool(data.GetPointData().HasArray("Orientation"))


def _cells(data: vtkDataSet):
    cells = data.GetPolys() if data.IsA("vtkPolyData") else data.GetCells()
    return cells.GetOffsetsArray(), cells.GetConnectivityArray()
