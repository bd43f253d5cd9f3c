"""Command line: talus check data/meshes/featuretype.stl --out defects.vtp"""

from paraview.simple import *

checked = SurfaceCheck(Input=OpenDataFile("data/meshes/featuretype.stl"))
faulty = Threshold(Input=checked, Scalars=["CELLS", "Defect"], LowerThreshold=1, UpperThreshold=255)

whole = Show(checked)
whole.Opacity = 0.3
ColorBy(whole, None)
shown = Show(faulty)
shown.SetRepresentationType("Surface With Edges")
ColorBy(shown, ("CELLS", "WorstDefect"))
