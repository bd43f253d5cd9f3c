"""Shows the points of a grid that lie inside a surface, of which one half is cut away.

    python3 inside.py [PICTURE]
"""

import sys
from pathlib import Path

import pyvista as pv
import talus

DATA = Path(__file__).resolve().parents[3] / "data" / "meshes"

cow = pv.wrap(talus.read_surface(DATA / "spot.obj"))
grid = pv.ImageData(dimensions=(60, 60, 60), spacing=[size / 59 for size in (1, 1.8, 1.8)], origin=(-0.5, -0.8, -0.8))
labelled = talus.Classifier(cow).label(grid)  # the grid with the array Side: 1 inside, 0 on the surface, -1 outside
inside = labelled.extract_points(labelled["Side"] == 1, adjacent_cells=False, include_cells=False)
print(f"{inside.n_points} of {grid.n_points} points are inside")

plotter = pv.Plotter(off_screen=len(sys.argv) > 1, window_size=(640, 480))
plotter.add_mesh(cow.clip("x", origin=(0, 0, 0)), color="lightsteelblue")
plotter.add_mesh(inside.points[inside.points[:, 0] > 0], color="darkorange", point_size=4, render_points_as_spheres=True)
plotter.camera_position = [(3.5, 1.2, -2), (0, 0.1, 0.1), (0, 1, 0)]
plotter.show(screenshot=sys.argv[1] if len(sys.argv) > 1 else False)
