"""Command line: talus foam --cells 30 --triangles 120868 --out foam.vtp"""

from paraview.simple import *

Show(FoamSource(Cells=30, StrutThickness=0.2, Triangles=120868))
