"""Classifies with surfaces and points on one rank or on all, and saves the labels."""
import os
import sys

from paraview import servermanager, simple
from vtkmodules.vtkFiltersCore import vtkTriangleFilter
from vtkmodules.vtkFiltersSources import vtkSphereSource
from vtkmodules.vtkIOGeometry import vtkSTLWriter
from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter
from vtkmodules.vtkParallelCore import vtkMultiProcessController
from all_ranks import total
from rank_range import rank_range

folder = sys.argv[1]
process = servermanager.vtkProcessModule.GetProcessModule()
ranks = process.GetNumberOfLocalPartitions()
symmetric = process.GetSymmetricMPIMode()  # every rank runs this script; otherwise only the first
first = process.GetPartitionId() == 0

# Two spheres of 32 triangles each, one in prescribed motion.
SCENE = """{"format": "talus-scene-1", "materials": [{"name": "glass"}],
 "shapes": [{"name": "ball", "generator": "sphere", "levels": 1}],
 "bodies": [{"shape": "ball", "material": "glass"},
            {"id": 7, "shape": "ball", "material": "glass", "position": [3, 0, 0], "motion": "prescribed"}],
 "motions": [{"kind": "translation", "bodies": [7], "velocity": [1, 0, 0]}]}"""


def wait_for_all():
    if symmetric:
        vtkMultiProcessController.GetGlobalController().Barrier()


def write_files():
    """A sphere as STL and points as VTP: readers give them to the first rank only."""
    ball = vtkSphereSource()
    ball.SetRadius(4)
    ball.SetThetaResolution(24)
    ball.SetPhiResolution(24)
    triangles = vtkTriangleFilter()
    triangles.SetInputConnection(ball.GetOutputPort())
    stl = vtkSTLWriter()
    stl.SetInputConnection(triangles.GetOutputPort())
    stl.SetFileName(os.path.join(folder, "ball.stl"))
    stl.SetFileTypeToBinary()
    stl.Write()
    points = vtkSphereSource()
    points.SetRadius(3.5)
    points.SetCenter(1, 0, 0)
    vtp = vtkXMLPolyDataWriter()
    vtp.SetDataModeToBinary()
    vtp.SetInputConnection(points.GetOutputPort())
    vtp.SetFileName(os.path.join(folder, "points.vtp"))
    vtp.Write()
    with open(os.path.join(folder, "scene.json"), "w") as scene:
        scene.write(SCENE)


def save(case, classifier):
    """All ranks write their part; same_on_all_ranks.py reads them when the processes have ended."""
    simple.SaveData(os.path.join(folder, case + ".pvtu"), proxy=simple.AppendDatasets(Input=classifier),
                    DataMode="Binary")


def assert_distributed(source):
    used = rank_range(source)
    wanted = (process.GetPartitionId(),) * 2 if symmetric else (0, ranks - 1)
    assert used == wanted, f"the data is not on all ranks but on {used}"


def classify(points, surface, **properties):
    classifier = simple.InsideOutsideClassifier(Input=points, Surface=surface, Distance=1, NestingDepth=1,
                                                 WindingNumber=1, EnclosingBody=1,
                                                **properties)
    classifier.UpdatePipeline()
    return classifier


if first:
    write_files()
wait_for_all()

grid = simple.Wavelet(WholeExtent=[-5, 5, -6, 6, -7, 7])
assert_distributed(grid)
stl = simple.STLReader(FileNames=[os.path.join(folder, "ball.stl")])
cloud = simple.XMLPolyDataReader(FileName=[os.path.join(folder, "points.vtp")])
# A closed surface in pieces that meet exactly. (The pieces of a Sphere source do not: their seams differ in
# the last bit.)
distance = simple.Calculator(Input=simple.Wavelet(WholeExtent=[-8, 8, -8, 8, -8, 8]), ResultArrayName="r2",
                             Function="coordsX^2+coordsY^2+coordsZ^2")
sphere = simple.Contour(Input=distance, ContourBy=["POINTS", "r2"], Isosurfaces=[16.3])
assert_distributed(sphere)

save("surface-on-first-rank", classify(grid, stl))
save("surface-on-all-ranks", classify(grid, sphere))
save("points-on-first-rank", classify(cloud, sphere))
save("all-on-first-rank", classify(cloud, stl, Method="Ray Crossing"))
inner = simple.Contour(Input=distance, ContourBy=["POINTS", "r2"], Isosurfaces=[4.2])
bodies = simple.GroupDatasets(Input=[inner, simple.Transform(Input=sphere), stl])
save("bodies", classify(grid, bodies))

# Two ranks hold two halves of a closed surface: only as a whole it is closed.
check = simple.SurfaceCheck(Input=sphere)
check.UpdatePipeline()
assert check.FieldData["Closed"].GetRange() == (1, 1)
assert check.CellData["Defect"].GetRange() == (0, 0)
repaired = simple.SurfaceRepair(Input=sphere)
repaired.UpdatePipeline()
assert repaired.FieldData["Sound"].GetRange() == (1, 1) and repaired.FieldData["Volume"].GetRange()[0] > 0
halved = simple.SurfaceRepair(Input=simple.ExtractSurface(Input=simple.Clip(Input=sphere, ClipType="Plane")))
halved.UpdatePipeline()
assert halved.FieldData["Sound"].GetRange() == (1, 1) and halved.FieldData["Changed"].GetRange() == (1, 1)
assert abs(halved.FieldData["Volume"].GetRange()[0] / 137 - 1) < 0.1, "half of it, on the first rank"
weighed = simple.RigidBodyProperties(Input=sphere)
weighed.UpdatePipeline()
assert abs(weighed.FieldData["Volume"].GetRange()[0] / 274 - 1) < 0.1, "about 4/3 pi 16.3^1.5"
rows = simple.OutputPort(weighed, 1).GetDataInformation().GetNumberOfPoints()
assert rows == (1 if first else 0) or not symmetric, "a body is one row on the first rank"

# The first rank has the scene, the others have its blocks without bodies.
surfaces = simple.BodySurfaces(Input=simple.SceneReader(FileName=os.path.join(folder, "scene.json")))
surfaces.UpdatePipeline()
triangles = surfaces.GetDataInformation().GetNumberOfCells()
assert triangles == (64 if first or not symmetric else 0), f"{triangles} triangles of two bodies"

# The first rank has the bodies, also those at points of others. A ball has 1056 triangles.
few = simple.Wavelet(WholeExtent=[-1, 1, -1, 1, -1, 1])
placed = [simple.BodyPlacement(Input=stl, Count=20),
          simple.BodyPlacement(Input=stl, Points=few, Arrangement="At Points", TypicalSize=0.01),
          simple.BodyPlacement(Input=stl, Walls=stl, Count=20, AutomaticRegion=0, Region=[-50, 50] * 3)]
for placement, number in zip(placed, (20, 27 + 9 * (ranks - 1), 21)):  # pieces of an image share a layer of points
    balls = simple.BodySurfaces(Input=placement)
    balls.UpdatePipeline()
    triangles = balls.GetDataInformation().GetNumberOfCells()
    wanted = 1056 * number if first or not symmetric else 0
    assert triangles == wanted, f"{triangles} triangles of {number} balls"

# Surfaces of all ranks are brought together, and divided among the ranks. A scene's bodies are on the first.
lower = simple.Transform(Input=sphere)
lower.Transform.Translate = [0, 0, -8.0]
for touching, wanted in ((simple.ContactFinder(Input=[sphere, lower], Halo=0.1), 2),
                         (simple.ContactFinder(Input=surfaces.Input, Halo=1.5), 2)):
    touching.UpdatePipeline()
    found = simple.ExtractBlock(Input=touching, Selectors=["//Bodies"])
    found.UpdatePipeline()
    bodies = found.GetDataInformation().GetNumberOfPoints()
    everywhere = total(bodies) if symmetric else bodies
    assert everywhere == wanted, f"{everywhere} bodies"
    if bodies:
        assert found.PointData["ContactCount"].GetRange()[0] > 0, "both bodies touch"

# Bodies move on all ranks, one on each; all know the times.
motion = simple.TimeStepper(Input=surfaces.Input, OutputInterval=0.1, EndTime=0.3)
motion.UpdatePipeline(0.2)
assert list(motion.TimestepValues) == [0.0, 0.1, 0.2, 0.3], motion.TimestepValues
moved = simple.ExtractBlock(Input=motion, Selectors=["//Bodies"])
moved.UpdatePipeline(0.2)
bodies = moved.GetDataInformation().GetNumberOfPoints()
assert bodies <= 2 if symmetric else bodies == 2, f"{bodies} bodies move"
if not symmetric:
    bounds = moved.GetDataInformation().GetBounds()
    assert abs(bounds[4] + 9.81 * 0.2**2 / 2) < 1e-9 and bounds[1] == 3.2, f"{bounds}: one falls, one is moved"

# An error on the first rank, which alone has the bodies, is one of all: nobody waits for it.
broken = simple.ContactFinder(Input=simple.TimeStepper(Input=surfaces.Input, MoveLimit=1e-15))
broken.UpdatePipeline(0.1)
assert broken.GetDataInformation().GetNumberOfPoints() == 0

# A warning is given once, an error ends on all ranks.
half = simple.Contour(Input=distance, ContourBy=["POINTS", "r2"], Isosurfaces=[80])
save("open", classify(grid, half))
failed = simple.InsideOutsideClassifier(
    Input=grid, Surface=simple.MaskPoints(Input=cloud, GenerateVertices=1))
failed.UpdatePipeline()
save("after-an-error", classify(grid, stl))
wait_for_all()
