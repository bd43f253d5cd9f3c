"""Command line: talus walls data/meshes/torus.stl --samples Middles --out walls.vtp"""

from paraview.simple import *

block = GrainSource(Shape="Cuboid", Extents=[4, 2.4, 1.2])
bore = GrainSource(Shape="Cylinder", Size=1.8, Height=1, Segments=48, Center=[-0.8, 0.1, 0])
slot = GrainSource(Shape="Cuboid", Extents=[0.35, 1.6, 2], Center=[1.2, 0.1, 0])
body = Boolean(Input=[block, bore, slot], Operation="Difference")
fine = Subdivide(Input=body, NumberofSubdivisions=3)
walls = WallThickness(Input=fine, Samples="Middles")

shown = Show(walls)
ColorBy(shown, ("CELLS", "LeastThickness"))
