"""Exact volume fractions of voxels; their sum times the voxel volume is the volume of the body.

    python3 voxels.py [PICTURE]
"""

import sys
from pathlib import Path

import pyvista as pv
import talus

DATA = Path(__file__).resolve().parents[3] / "data" / "meshes"

cow = pv.wrap(talus.read_surface(DATA / "spot.obj"))
voxels = talus.voxelize(cow, count=40, fraction="Exact")
print(f"{voxels.volume:.9g} in voxels, {talus.mass_properties(cow).volume:.9g} within the surface")

plotter = pv.Plotter(off_screen=len(sys.argv) > 1, window_size=(640, 480))
filled = voxels.data.threshold(1e-9, scalars="VolumeFraction")
plotter.add_mesh(filled.clip("x", origin=cow.center), scalars="VolumeFraction", cmap="viridis", show_edges=True)
plotter.camera_position = [(3.2, 1.2, -2), (0, 0.1, 0.1), (0, 1, 0)]
plotter.show(screenshot=sys.argv[1] if len(sys.argv) > 1 else False)
