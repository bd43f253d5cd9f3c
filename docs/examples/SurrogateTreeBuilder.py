"""Command line: talus surrogate data/meshes/spot.obj --out surrogates.vtp"""

from paraview.simple import *

builder = SurrogateTreeBuilder(Input=OpenDataFile("data/meshes/spot.obj"))
surrogates = OutputPort(builder, 1)
level = Threshold(Input=surrogates, Scalars=["CELLS", "Level"], LowerThreshold=3, UpperThreshold=3)
ColorBy(Show(level), ("CELLS", "Epsilon"))
