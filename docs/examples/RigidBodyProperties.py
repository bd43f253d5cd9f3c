"""Command line: talus mass data/meshes/castalia.obj --density 2650 --out body.csv"""

from paraview.simple import *

asteroid = RigidBodyProperties(Input=OpenDataFile("data/meshes/castalia.obj"), Density=2650)
asteroid.UpdatePipeline()
centre = [asteroid.FieldData["Centroid"].GetRange(k)[0] for k in range(3)]
print("mass", asteroid.FieldData["Mass"].GetRange()[0], "kg, centroid", centre)

Show(asteroid).Opacity = 0.4
size = 0.05 * max(high - low for low, high in zip(*[iter(asteroid.GetDataInformation().GetBounds())] * 2))
ball = Show(Sphere(Center=centre, Radius=size))
ball.DiffuseColor = [0.8, 0.2, 0.1]
