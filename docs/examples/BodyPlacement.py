"""Command line: talus place grain.stl pebble.stl --count 400 --weights 3 1 --out scene.vtpc"""

from paraview.simple import *

grains = [GrainSource(Shape="Convex Grain", Seed=1), GrainSource(Shape="Bumped Sphere", Seed=2)]
scene = BodyPlacement(Input=grains, Count=400, ShapeWeights="3 1", SizeLaw="Uniform")
ColorBy(Show(scene), ("POINTS", "Scale"))
