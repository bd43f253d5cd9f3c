"""Asks another Python package the questions of pipeline.py, in a process of its own: Open3D brings a VTK with it.

Usage: python_peers.py PEER FOLDER, with points.npy, vertices.npy and triangles.npy in the folder. Writes labels.npy (True
inside, of the points asked) and prints a line of JSON for each question, with seconds of the processor. Exit status 3
if the package is not installed. One thread.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Callable

for variable in ("OMP_NUM_THREADS", "TBB_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

NOT_INSTALLED = 3
#: Packages that take milliseconds for a point are asked about this many, in equal distances.
FEW = 2000


class Question:
    """Times what prepares a surface, and what answers for all points or for some of them."""

    def __init__(self, name: str, build: Callable[[], object], answer: Callable[[object, np.ndarray], np.ndarray],
                 few: bool = False):
        self.name, self.build, self.answer, self.few = name, build, answer, few

    def ask(self, points: np.ndarray, calls: int) -> tuple[dict, np.ndarray]:
        step = max(1, len(points) // FEW) if self.few else 1
        asked = np.ascontiguousarray(points[::step])
        build, prepared = seconds(self.build)
        answers = [seconds(lambda: self.answer(prepared, asked)) for _ in range(1 if self.few else calls)]
        query = float(np.median([time for time, _ in answers])) / len(asked)
        return {"name": self.name, "build": build, "per_point": query, "step": step}, answers[0][1]


def seconds(work: Callable[[], object]) -> tuple[float, object]:
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def open3d_questions(vertices: np.ndarray, triangles: np.ndarray) -> list[Question]:
    import open3d

    def scene() -> object:
        made = open3d.t.geometry.RaycastingScene()
        made.add_triangles(open3d.core.Tensor(vertices.astype(np.float32)), open3d.core.Tensor(triangles.astype(np.uint32)))
        made.compute_occupancy(open3d.core.Tensor(np.zeros((1, 3), np.float32)), nthreads=1)  # its tree is built now
        return made

    def single(points: np.ndarray) -> object:
        return open3d.core.Tensor(points.astype(np.float32))

    return [Question("Open3D", scene, lambda made, points: made.compute_occupancy(single(points), nthreads=1).numpy() > 0),
            Question("Open3D, signed distance", scene,
                     lambda made, points: made.compute_signed_distance(single(points), nthreads=1).numpy() < 0)]


def trimesh_questions(vertices: np.ndarray, triangles: np.ndarray) -> list[Question]:
    import rtree  # noqa: F401  trimesh's rays need it
    import trimesh

    def mesh() -> object:
        made = trimesh.Trimesh(vertices, triangles, process=False)
        made.contains(vertices[:1])
        return made

    return [Question("trimesh with rtree", mesh, lambda made, points: made.contains(points), few=True)]


def pyvista_questions(vertices: np.ndarray, triangles: np.ndarray) -> list[Question]:
    import pyvista

    def surface() -> object:
        return pyvista.PolyData(vertices, np.insert(triangles, 0, 3, axis=1).ravel())

    def inside(made: object, points: np.ndarray) -> np.ndarray:
        cloud = pyvista.PolyData(points)
        if hasattr(cloud, "select_interior_points"):
            return cloud.select_interior_points(made, check_surface=False)["selected_points"].astype(bool)
        return cloud.select_enclosed_points(made, check_surface=False)["SelectedPoints"].astype(bool)

    return [Question("PyVista", surface, inside, few=True)]


def vtk_questions(vertices: np.ndarray, triangles: np.ndarray) -> list[Question]:
    from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
    from vtkmodules.vtkCommonCore import vtkPoints
    from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
    from vtkmodules.vtkFiltersModeling import vtkSelectEnclosedPoints

    def cloud(points: np.ndarray) -> vtkPolyData:
        data, places = vtkPolyData(), vtkPoints()
        places.SetData(numpy_to_vtk(points, deep=True))
        data.SetPoints(places)
        return data

    def surface() -> vtkPolyData:
        made, cells = cloud(vertices), vtkCellArray()
        ends = np.arange(0, 3 * len(triangles) + 1, 3, dtype=np.int64)
        cells.SetData(numpy_to_vtkIdTypeArray(ends, deep=True),
                      numpy_to_vtkIdTypeArray(triangles.astype(np.int64).ravel(), deep=True))
        made.SetPolys(cells)
        return made

    def inside(made: vtkPolyData, points: np.ndarray) -> np.ndarray:
        select = vtkSelectEnclosedPoints()
        select.SetInputData(cloud(points))
        select.SetSurfaceData(made)
        select.Update()
        return vtk_to_numpy(select.GetOutput().GetPointData().GetArray("SelectedPoints")).astype(bool)

    return [Question("vtkSelectEnclosedPoints", surface, inside, few=True)]


PEERS = {"VTK": vtk_questions, "Open3D": open3d_questions, "trimesh": trimesh_questions, "PyVista": pyvista_questions}


def main() -> int:
    peer, folder, calls = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    points, vertices, triangles = (np.load(folder / f"{name}.npy") for name in ("points", "vertices", "triangles"))
    try:
        questions = PEERS[peer](vertices, triangles)
    except ImportError:
        return NOT_INSTALLED
    for number, question in enumerate(questions):
        figures, inside = question.ask(points, calls)
        np.save(folder / f"labels{number}.npy", inside)
        print(json.dumps(figures), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
