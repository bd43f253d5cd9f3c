"""Command line: talus repair data/meshes/featuretype.stl --out mended.vtp"""

from paraview.simple import *

bitten = OpenDataFile("data/meshes/spot.obj")
for centre in ([0.45, 0.05, 0.3], [0.1, 0.5, 0.5], [0.15, 0.9, -0.3]):  # a cow with three holes
    bitten = Clip(Input=bitten, ClipType="Sphere", Crinkleclip=1, Invert=0)
    bitten.ClipType.Center, bitten.ClipType.Radius = centre, 0.2
mended = SurfaceRepair(Input=ExtractSurface(Input=bitten))

Show(Threshold(Input=mended, Scalars=["CELLS", "SourceCell"], LowerThreshold=0, UpperThreshold=10000))
closed = Threshold(Input=mended, Scalars=["CELLS", "SourceCell"], LowerThreshold=-1, UpperThreshold=-1)
shown = Show(closed)
shown.SetRepresentationType("Surface With Edges")
shown.AmbientColor = shown.DiffuseColor = [0.9, 0.5, 0.1]
