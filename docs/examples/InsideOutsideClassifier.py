"""Command line: talus classify --surface data/meshes/spot.obj --points data/points/spot_cloud.vtp --out labelled.vtp"""

from paraview.simple import *

spot = OpenDataFile("data/meshes/spot.obj")
cloud = OpenDataFile("data/points/spot_cloud.vtp")
labelled = InsideOutsideClassifier(Input=cloud, Surface=spot)
inside = Threshold(Input=labelled, Scalars=["POINTS", "Side"], LowerThreshold=0, UpperThreshold=1)

Show(spot).Opacity = 0.25
points = Show(inside)
ColorBy(points, None)
points.SetScalarBarVisibility(GetActiveView(), False)
points.SetRepresentationType("Points")
points.PointSize = 4
points.AmbientColor = points.DiffuseColor = [0.8, 0.2, 0.1]
