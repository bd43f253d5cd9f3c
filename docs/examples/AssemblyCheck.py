"""Command line: talus assembly data/meshes/spot.obj data/meshes/bob_small.ply --clearance-below 0.1 --out report.html report.json"""

from paraview.simple import *

block = GrainSource(Shape="Cuboid", Extents=[4, 4, 1])
bore = GrainSource(Shape="Cylinder", Size=2, Height=3, Segments=64)
plate = Boolean(Input=[block, bore], Operation="Difference")
pin = GrainSource(Shape="Cylinder", Size=2.2, Height=0.5, Segments=64)
lid = GrainSource(Shape="Cuboid", Extents=[4, 4, 0.3], Center=[0, 0, 0.77])
assembly = GroupDatasets(Input=[plate, pin, lid], BlockNames=["plate", "pin", "lid"])
check = AssemblyCheck(Input=assembly, LimitClearance=True, ClearanceBelow=0.1)

parts = Show(assembly)
parts.Opacity = 0.25
overlaps = Show(OutputPort(check, 1))
overlaps.AmbientColor = overlaps.DiffuseColor = [0.84, 0.15, 0.16]
overlaps.ColorArrayName = [None, ""]
