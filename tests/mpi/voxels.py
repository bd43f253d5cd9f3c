"""Voxels on several ranks: each has its part, and all parts together are bit by bit those of one process."""
import os
import sys

import numpy as np
from paraview import servermanager, simple
from talus.vtkmodules.TalusFilters import vtkTalusSceneReader, vtkTalusVoxelize
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkFiltersSources import vtkCubeSource
from vtkmodules.vtkIOXML import vtkXMLPImageDataReader, vtkXMLPUnstructuredGridReader
from rank_range import rank_range

folder, ranks = sys.argv[1], int(sys.argv[2])
scene = os.path.join(os.path.dirname(__file__), "../../data/scenes/shaken_table.json")
process = servermanager.vtkProcessModule.GetProcessModule()
assert process.GetNumberOfLocalPartitions() == ranks


def alone(source):
    """The same by one process."""
    filter_ = vtkTalusVoxelize()
    filter_.SetController(None)
    filter_.SetInputConnection(source.GetOutputPort())
    filter_.SetLongestCount(40)
    filter_.ComputeDistanceOn()
    filter_.Update()
    return filter_.GetOutputDataObject(0), filter_.GetOutputDataObject(1)


def read(reader, name):
    reader.SetFileName(os.path.join(folder, name))
    reader.Update()
    return reader.GetOutput()


def arrays(data):
    cells = data.GetCellData()
    return {cells.GetArrayName(i): vtk_to_numpy(cells.GetArray(i)) for i in range(cells.GetNumberOfArrays())}


def compare(case, source, input_):
    voxels = simple.Voxelize(Input=input_, LongestCount=40, Distance=1)
    voxels.UpdatePipeline()
    simple.SaveData(os.path.join(folder, case + ".pvti"), proxy=voxels, DataMode="Binary")
    simple.SaveData(os.path.join(folder, case + ".pvtu"), proxy=simple.OutputPort(voxels, 1), DataMode="Binary")
    for port in (0, 1):
        assert rank_range(simple.OutputPort(voxels, port)) == (0, ranks - 1), f"{case}: output {port} is not on all ranks"
    image, cells = alone(source)
    parts = arrays(read(vtkXMLPImageDataReader(), case + ".pvti"))
    for name, values in arrays(image).items():
        assert np.array_equal(parts[name], values), f"{case}: {name} of the image"
    parts = arrays(read(vtkXMLPUnstructuredGridReader(), case + ".pvtu"))
    order = np.lexsort(parts["VoxelIndex"].T)
    for name, values in arrays(cells).items():
        assert np.array_equal(parts[name][order], values), f"{case}: {name} of the voxels"
    told = voxels.FieldData["FilledVolume"].GetRange()[0]
    assert abs(told / image.GetFieldData().GetArray("FilledVolume").GetTuple1(0) - 1) < 1e-13
    print(f"{case}: {len(values)} voxels are equal")


cube = vtkCubeSource()
cube.SetXLength(1.7)
compare("cube", cube, simple.Box(XLength=1.7))
reader = vtkTalusSceneReader()
reader.SetFileName(scene)
compare("scene", reader, simple.SceneReader(FileName=scene))

# A closed surface in pieces on all ranks: only as a whole it has fractions.
distance = simple.Calculator(Input=simple.Wavelet(WholeExtent=[-8, 8, -8, 8, -8, 8]), ResultArrayName="r2",
                             Function="coordsX^2+coordsY^2+coordsZ^2")
sphere = simple.Contour(Input=distance, ContourBy=["POINTS", "r2"], Isosurfaces=[16.3])
weighed = simple.RigidBodyProperties(Input=sphere)
weighed.UpdatePipeline()
voxels = simple.Voxelize(Input=sphere, LongestCount=30)
voxels.UpdatePipeline()
volume = weighed.FieldData["Volume"].GetRange()[0]
assert abs(voxels.FieldData["FilledVolume"].GetRange()[0] / volume - 1) < 1e-12

# An error is one of all ranks: nobody waits.
voxels.MemoryLimit = 1
voxels.LongestCount = 900
voxels.UpdatePipeline()
assert voxels.GetDataInformation().GetNumberOfCells() == 0
print("voxels are equal on all ranks")
