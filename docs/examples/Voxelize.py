"""Command line: talus voxelize --surface data/meshes/spot.obj --count 60 --out spot.vtu"""

from paraview.simple import *

cow = OpenDataFile("data/meshes/spot.obj")
voxels = Voxelize(Input=cow, LongestCount=60)
half = Clip(Input=OutputPort(voxels, 1), Crinkleclip=1)
half.ClipType.Normal = [1, 0, 0]

Show(cow).Opacity = 0.2
shown = Show(half)
shown.SetRepresentationType("Surface With Edges")
ColorBy(shown, ("CELLS", "VolumeFraction"))
