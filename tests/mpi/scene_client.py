"""Usage: pvpython scene_client.py PORT FOLDER play|wait. What a client does with a scene on a pvserver of several ranks."""

import pathlib
import sys

from motion_scene import GRAINS
from paraview import servermanager, simple
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

folder, what = pathlib.Path(sys.argv[2]), sys.argv[3]
simple.Connect("127.0.0.1", int(sys.argv[1]))
RANKS = servermanager.ActiveConnection.GetNumberOfDataPartitions()
TIMES = [0.01 * i for i in range(11)]


def stepper(**properties):
    reader = simple.SceneReader(FileName=str(folder / "scene.json"))
    return simple.TimeStepper(Input=reader, **{"OutputInterval": 0.01, "EndTime": 0.1, "NumberOfThreads": 1, **properties})


def picture(name):
    """What the view shows, as rows of RGB; also a file, to look at."""
    file = str(folder / f"{name}.png")
    simple.SaveScreenshot(file, view)
    reader = vtkPNGReader()
    reader.SetFileName(file)
    reader.Update()
    return vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars())


def others(one, other):
    """The number of pixels that differ; a few at edges do, as the clipping planes depend on what was seen before."""
    return int((abs(one.astype(int) - other) > 20).any(axis=1).sum())


def bodies_of_ranks(source):
    """The least and greatest BodyId of the triangles of each rank."""
    ranks = [source.GetRankDataInformation(rank) for rank in range(RANKS)]
    return [rank.GetCellDataInformation().GetArrayInformation("BodyId").GetComponentRange(0) for rank in ranks]


def cells_of_ranks(source):
    return [source.GetRankDataInformation(rank).GetNumberOfCells() for rank in range(RANKS)]


if what == "wait":
    motion = stepper(TimeStep=1e-6)
    motion.UpdatePipeline(0)
    print("simulating", flush=True)
    motion.UpdatePipeline(0.01)
    sys.exit("the client lives on")

motion = stepper()
bodies = simple.BodySurfaces(Input=motion)
view = simple.CreateView("RenderView")
view.ViewSize, view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [600, 400], [0.5, -0.7, 0.4], [0, 0, 0.1], [0, 0, 1]
view.RemoteRenderThreshold = 0  # each rank draws its own bodies
shown = simple.Show(bodies, view)
simple.ColorBy(shown, ("CELLS", "BodyId"))
player = simple.GetAnimationScene()
player.UpdateAnimationUsingDataTimeSteps()
assert len(player.TimeKeeper.TimestepValues) == len(TIMES)
first = picture("first")

# Stop, as the button does, takes effect between two frames.
visited = []


def stop_at_the_fourth(*_):
    visited.append(view.ViewTime)
    if len(visited) == 4:
        player.Stop()


observer = player.GetClientSideObject().AddObserver("AnimationCueTickEvent", stop_at_the_fourth)
player.Play()
assert visited == TIMES[:4], visited
player.GetClientSideObject().RemoveObserver(observer)

# To the end, back, and from there to and fro: a time has one picture.
player.Play()
last = picture("last")
assert view.ViewTime == TIMES[-1] and others(last, first) > 2000
player.GoToFirst()
assert others(picture("first"), first) < 50
player.GoToLast()
player.GoToPrevious()
middle = picture("middle")
assert view.ViewTime == TIMES[-2]
player.GoToNext()
assert others(picture("last"), last) < 50
player.GoToPrevious()
assert others(picture("middle"), middle) < 50 < others(middle, last)

# Each rank has some of the bodies, and draws these.
cells = cells_of_ranks(bodies)
assert sum(cells) == bodies.GetDataInformation().GetNumberOfCells() == GRAINS * 36 + 12, cells  # one was removed, one is a plate
assert all(0 < count < 0.6 * sum(cells) for count in cells), cells
assert view.GetClientSideObject().GetUseDistributedRenderingForRender(), "all bodies were drawn on one rank"
print(f"triangles of the ranks: {cells}, bodies {bodies_of_ranks(bodies)}")

# Small scenes are drawn by the client by default; the picture is the same but for edges.
view.RemoteRenderThreshold = 1000
at_client = picture("client")
assert not view.GetClientSideObject().GetUseDistributedRenderingForRender()
assert others(at_client, middle) < 50, others(at_client, middle)

# Where all ranks know all bodies, each has some of them, and draws these.
implicit = stepper(Integrator="Implicit Euler", EndTime=0.01)
surfaces = simple.BodySurfaces(Input=implicit)
surfaces.UpdatePipeline(0)
assert all(cells_of_ranks(surfaces)), cells_of_ranks(surfaces)

print(f"a scene plays on {RANKS} ranks")
