"""Usage: pvbatch bodies_drawn.py SCENE FILE, or pvpython bodies_drawn.py SCENE FILE PORT. Draws the bodies that Time Stepper has left
on all ranks, picks some of them, and saves pictures and identifiers."""

import sys

import numpy as np
from paraview import servermanager, simple
from paraview.selection import ClearSelection, SelectSurfacePoints
from vtkmodules.util.numpy_support import vtk_to_numpy

SIZE = (300, 200)
TIME = 0.1
scene, file, *ports = sys.argv[1:]
if ports:
    simple.Connect("127.0.0.1", int(ports[0]))

motion = simple.TimeStepper(Input=simple.SceneReader(FileName=scene), OutputInterval=0.01, EndTime=TIME, NumberOfThreads=1)
view = simple.CreateView("RenderView")
view.ViewSize = SIZE
view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
view.OrientationAxesVisibility = view.CenterAxesVisibility = 0
view.RemoteRenderThreshold = 0  # on the server, if it can
shown = simple.Show(motion, view)
assert shown.Representation == "Bodies", shown.Representation
simple.ColorBy(shown, ("POINTS", "BodyId"))
shown.SetScalarBarVisibility(view, False)
simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
simple.GetAnimationScene().AnimationTime = TIME
simple.Render(view)  # the first time it chooses a camera
view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [0.2, -0.35, 0.25], [0.05, 0, 0.04], [0, 0, 1]
simple.GetColorTransferFunction("BodyId").RescaleTransferFunction(0, 24)


def picture():
    """Rows of RGB, from below."""
    simple.Render(view)
    image = view.SMProxy.CaptureWindow(1)
    return vtk_to_numpy(image.GetPointData().GetScalars()).reshape(SIZE[1], SIZE[0], -1)[..., :3].astype(int)


def picked(rectangle):
    """How many bodies of each rank are seen in a part of the picture."""
    ClearSelection(motion)
    SelectSurfacePoints(Rectangle=rectangle, View=view)
    extracted = simple.ExtractSelection(Input=motion, Selection=servermanager._getPyProxy(motion.SMProxy.GetSelectionInput(0)))
    extracted.UpdatePipeline(TIME)
    ranks = range(servermanager.ActiveConnection.GetNumberOfDataPartitions())
    counts = [extracted.GetRankDataInformation(rank).GetNumberOfPoints() for rank in ranks]
    simple.Delete(extracted)
    return counts


seen = {"glass": picture()}
shown.WallOpacity = 1
seen["opaque"] = picture()
remote = view.GetClientSideObject().GetUseDistributedRenderingForRender()
all_bodies = picked([0, 0, SIZE[0] - 1, SIZE[1] - 1])
seen["all"] = picture()
in_the_middle = picked([SIZE[0] // 2, SIZE[1] // 2] * 2)
seen["middle"] = picture()
ClearSelection(motion)
seen["cleared"] = picture()
np.savez(file, remote=remote, all_bodies=all_bodies, in_the_middle=in_the_middle, **seen)
