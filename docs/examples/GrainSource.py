"""Command line: talus grain --shape ConvexGrain --vertices 62 --out grain.stl"""

from paraview.simple import *

shapes = ["Convex Grain", "Bumped Sphere", "Porous Block", "Torus"]
for place, shape in enumerate(shapes):
    Show(GrainSource(Shape=shape, Center=[1.3 * place, 0, 0]))
