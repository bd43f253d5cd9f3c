"""Mass, centroid and principal axes of an asteroid's shape.

    python3 mass.py [PICTURE]
"""

import sys
from pathlib import Path

import numpy as np
import pyvista as pv
import talus

DATA = Path(__file__).resolve().parents[3] / "data" / "meshes"

asteroid = pv.wrap(talus.read_surface(DATA / "castalia.obj"))
body = talus.mass_properties(asteroid, density=2100.0)
print(f"volume {body.volume:.6g}, mass {body.mass:.6g}, centroid {np.round(body.centroid, 6)}")
print(f"principal moments {body.principal_moments}")

plotter = pv.Plotter(off_screen=len(sys.argv) > 1, window_size=(640, 480))
plotter.add_mesh(asteroid, color="tan", opacity=0.5)
for axis, colour in zip(body.principal_axes.T, ("red", "green", "blue")):
    plotter.add_mesh(pv.Arrow(start=body.centroid, direction=axis, scale=0.6 * asteroid.length), color=colour)
plotter.camera_position = "iso"
plotter.show(screenshot=sys.argv[1] if len(sys.argv) > 1 else False)
