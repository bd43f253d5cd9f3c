"""Command line: talus boolean data/meshes/spot.obj data/meshes/bob_small.ply --operation difference --out bitten.stl"""

from paraview.simple import *

cow = OpenDataFile("data/meshes/spot.obj")
ball = GrainSource()
ball.Size = 0.8
moved = Transform(Input=ball)
moved.Transform.Translate = [0.5, 0.1, 0.3]
rest = Boolean(Input=[cow, moved], Operation="Difference")

shown = Show(rest)
ColorBy(shown, ("CELLS", "SourceSurface"))
