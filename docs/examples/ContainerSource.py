"""Command line: talus container --kind Hopper --out hopper.stl"""

from paraview.simple import *

kinds = ["Open Box", "Drum", "Hopper", "Funnel", "Tube"]
for place, kind in enumerate(kinds):
    Show(ContainerSource(Kind=kind, Center=[1.5 * place, 0, 0])).Opacity = 0.5
