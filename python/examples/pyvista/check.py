"""Defects of a surface: a sphere with two holes, with their boundary edges in red.

    python3 check.py [PICTURE]
"""

import sys

import pyvista as pv
import talus

ball = pv.Sphere(theta_resolution=40, phi_resolution=40)
holes = (ball.cell_centers().points @ [(1, 0), (0, 1), (0, 0)]).max(axis=1) > 0.44  # where x or y is large
report = talus.check(ball.remove_cells(holes))
print(report.problem)
print(report.consequence)
for loop in report.boundary_loops:
    print(f"an opening of {loop.edges} edges, {loop.length:.3f} long")

plotter = pv.Plotter(off_screen=len(sys.argv) > 1, window_size=(640, 480))
plotter.add_mesh(report.surface, color="lightsteelblue", show_edges=True)
plotter.add_mesh(report.boundary, color="red", line_width=6)
plotter.camera_position = [(2, 2, 1.2), (0, 0, 0), (0, 0, 1)]
plotter.show(screenshot=sys.argv[1] if len(sys.argv) > 1 else False)
