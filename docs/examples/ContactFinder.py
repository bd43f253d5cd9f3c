"""Command line: talus contacts --scene scene.vtpc --halo 0.12 --out contacts.vtp"""

from paraview.simple import *

grains = [GrainSource(Shape="Bumped Sphere", SphereTriangles=320, Seed=seed) for seed in (1, 2, 3)]
scene = BodyPlacement(
    Input=grains, Count=60, AutomaticRegion=0, Region=[-2.9, 2.9] * 3, Separation="Surfaces"
)
found = ContactFinder(Input=scene, Halo=0.12)
shown = Show(found)
shown.Contacts = "Lines"
ColorBy(shown, ("CELLS", "Gap"))
