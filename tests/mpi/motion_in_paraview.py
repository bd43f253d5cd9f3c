"""Usage: pvbatch motion_in_paraview.py FOLDER. The time stepper of ParaView on all ranks: the bodies of one rank."""

import pathlib
import sys

from motion_scene import write_scene
from paraview import servermanager, simple
from rank_range import rank_range
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOXML import vtkXMLPUnstructuredGridReader

import talus
from talus.scene_data import block
from talus.vtkmodules.TalusFilters import vtkTalusTimeStepper

ranks = servermanager.vtkProcessModule.GetProcessModule().GetNumberOfLocalPartitions()
path = pathlib.Path(sys.argv[1], "scene.json")
write_scene(path)

alone = vtkTalusTimeStepper()
alone.SetController(None)
alone.SetInputDataObject(talus.read_scene(path))
alone.SetEndTime(0.03)
alone.SetOutputInterval(0.01)

motion = simple.TimeStepper(Input=simple.SceneReader(FileName=str(path)), OutputInterval=0.01, EndTime=0.03)
bodies = simple.ExtractBlock(Input=motion, Selectors=["//Bodies"])


def values_of(data, name):
    order = vtk_to_numpy(data.GetPointData().GetArray("BodyId")).argsort()
    return vtk_to_numpy(data.GetPointData().GetArray(name))[order]


def gathered(source, time):
    """Through a file: Fetch brings the data of the first rank only."""
    source.UpdatePipeline(time)
    file = str(path.with_name(f"{time}.pvtu"))
    simple.GetTimeKeeper().Time = time
    simple.SaveData(file, proxy=simple.MergeBlocks(Input=source), DataMode="Binary")
    reader = vtkXMLPUnstructuredGridReader()
    reader.SetFileName(file)
    reader.Update()
    return reader.GetOutput()


for time in (0.01, 0.03, 0.02):  # forwards and back
    alone.UpdateTimeStep(time)
    one = block(alone.GetOutputDataObject(0), "Bodies")
    several = gathered(bodies, time)
    for name in ("Velocity", "Orientation", "Force", "ContactCount", "CoordinationNumber"):
        assert (values_of(one, name) == values_of(several, name)).all(), f"{name} at {time} s"
assert rank_range(bodies) == (0, ranks - 1), rank_range(bodies)
surfaces = simple.BodySurfaces(Input=motion)
surfaces.UpdatePipeline(0.03)
assert rank_range(surfaces) == (0, ranks - 1), "surfaces are where the bodies are"
print(f"motion is equal on {ranks} ranks and on one")
