"""The plugin found by PV_PLUGIN_PATH has its filters in paraview.simple, and they work."""
from paraview import simple

import labelled

classifier = labelled.case(simple.InsideOutsideClassifier)
labelled.check(labelled.labels(classifier))

check = simple.SurfaceCheck(Input=simple.Sphere())
check.UpdatePipeline()
assert check.CellData["Defect"].GetRange() == (0, 0)
assert check.FieldData["Closed"].GetRange() == (1, 1)
assert simple.OutputPort(check, 1).GetDataInformation().GetNumberOfCells() == 0

builder = simple.SurrogateTreeBuilder(Input=simple.Sphere(), Halo=0.5)
surrogates = simple.OutputPort(builder, 1)
builder.UpdatePipeline()
coarse = simple.Threshold(Input=surrogates, Scalars=["CELLS", "Level"], LowerThreshold=0, UpperThreshold=0.5)
coarse.UpdatePipeline()
assert coarse.GetDataInformation().GetNumberOfCells() == 1, "the root is one triangle"
assert 0.95 < coarse.CellData["Epsilon"].GetRange()[0] < 1.05, "the root's halo is about the sphere's radius"

for source, triangles in ((simple.FoamSource(Cells=5, Triangles=9000, Outline="Ball"), 9000),
                          (simple.GrainSource(Shape="Refined Sphere", Levels=3), 512),
                          (simple.GrainSource(Shape="Porous Block", Triangles=9000, Center=[5, 0, 0]), 9000)):
    check = simple.SurfaceCheck(Input=source)
    check.UpdatePipeline()
    assert source.GetDataInformation().GetNumberOfCells() == triangles
    for verdict in ("Closed", "Manifold", "Components"):
        assert check.FieldData[verdict].GetRange() == (1, 1), verdict

# An octahedron of radius 2: its volume is 4/3 r³, its inertia V r²/5 about every axis.
weighed = simple.RigidBodyProperties(Input=simple.GrainSource(Shape="Refined Sphere", Levels=0, Size=4), Density=3)
weighed.UpdatePipeline()
assert abs(weighed.FieldData["Mass"].GetRange()[0] - 32) < 1e-12
assert all(abs(weighed.FieldData["PrincipalMoments"].GetRange(i)[0] - 32 * 4 / 5) < 1e-12 for i in range(3))
assert simple.OutputPort(weighed, 1).GetDataInformation().GetNumberOfPoints() == 1
print("ok")
