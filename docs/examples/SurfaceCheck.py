"""Command line: talus check data/meshes/featuretype.stl --out defects.vtp"""

from paraview.simple import *

checked = SurfaceCheck(Input=OpenDataFile("data/meshes/featuretype.stl"))
Show(checked).Opacity = 0.4   # coloured by WorstDefect
Show(OutputPort(checked, 1))  # the open edges, as thick lines
