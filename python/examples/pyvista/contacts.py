"""Contacts of three bodies: contact points, red where they overlap, with arrows along the normals.

    python3 contacts.py [PICTURE]
"""

import sys

import pyvista as pv
import talus

bodies = [
    pv.ParametricTorus(ringradius=0.5, crosssectionradius=0.15).triangulate(),
    pv.ParametricTorus(ringradius=0.5, crosssectionradius=0.15).triangulate().rotate_x(90).translate((0.28, 0, 0)),
    pv.Cube(x_length=0.4, y_length=0.4, z_length=0.4).triangulate().translate((-0.84, 0, 0)),
]
found = talus.contacts(bodies, halo=0.01)
for pair, count in zip(found.pairs, found.pair_contacts):
    print(f"bodies {pair[0]} and {pair[1]} touch at {count} points")

contacts = pv.PolyData(found.points)
contacts["normal"] = found.normal
contacts["gap"] = found.gap
plotter = pv.Plotter(off_screen=len(sys.argv) > 1, window_size=(640, 480))
for body, colour in zip(bodies, ("lightsteelblue", "wheat", "palegreen")):
    plotter.add_mesh(body, color=colour, opacity=0.4)
plotter.add_mesh(contacts.glyph(orient="normal", scale=False, factor=0.25), color="black")
plotter.add_mesh(contacts, scalars="gap", cmap="Reds_r", point_size=14, render_points_as_spheres=True)
plotter.camera_position = [(0.4, -3.4, 1.8), (-0.1, 0, 0), (0, 0, 1)]
plotter.show(screenshot=sys.argv[1] if len(sys.argv) > 1 else False)
