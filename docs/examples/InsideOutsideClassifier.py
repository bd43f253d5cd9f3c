"""Command line: talus classify --surface data/meshes/spot.obj --points data/points/spot_cloud.vtp --out labelled.vtp"""

from paraview.simple import *

spot = OpenDataFile("data/meshes/spot.obj")
cloud = OpenDataFile("data/points/spot_cloud.vtp")
labelled = InsideOutsideClassifier(Input=cloud, Surface=spot)

Show(spot).Opacity = 0.3
Show(labelled).PointSize = 3  # coloured by Side
