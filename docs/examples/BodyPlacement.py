"""Command line: talus place grain.stl pebble.stl --count 400 --weights 3 1 --out scene.vtpc"""

from paraview.simple import *
from talus.display import show_scene

grains = [GrainSource(Shape="Convex Grain", Seed=1), GrainSource(Shape="Bumped Sphere", Seed=2)]
scene = BodyPlacement(Input=grains, Count=400, ShapeWeights="3 1", SizeLaw="Uniform")
show_scene(scene, colour_by="Scale")
