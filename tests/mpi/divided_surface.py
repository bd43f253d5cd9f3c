"""A surface so large that it is divided among ranks (--sym): labels and messages are those of one process with all of it."""
import numpy as np
from paraview import servermanager
from talus.messages import captured
from talus.vtkmodules.TalusFilters import vtkTalusFoamSource, vtkTalusInsideOutsideClassifier
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkImageData, vtkPartitionedDataSet, vtkPolyData
from vtkmodules.vtkParallelCore import vtkMultiProcessController

process = servermanager.vtkProcessModule.GetProcessModule()
assert process.GetSymmetricMPIMode() or process.GetNumberOfLocalPartitions() == 1, "run it by pvbatch --sym"
rank, ranks = process.GetPartitionId(), process.GetNumberOfLocalPartitions()


def poly_data(points, triangles=()):
    data = vtkPolyData()
    places = vtkPoints()
    places.SetData(numpy_to_vtk(np.ascontiguousarray(points), deep=True))
    data.SetPoints(places)
    if len(triangles):
        cells = vtkCellArray()
        cells.SetData(3, numpy_to_vtk(np.ascontiguousarray(triangles).reshape(-1).astype(np.int64), deep=True))
        data.SetPolys(cells)
    return data


def foam():
    source = vtkTalusFoamSource()
    source.SetTriangles(120_000)
    source.Update()
    mesh = source.GetOutput()
    return (vtk_to_numpy(mesh.GetPoints().GetData()).astype(float),
            vtk_to_numpy(mesh.GetPolys().GetConnectivityArray()).reshape(-1, 3))


def image(low, high):
    """Points of a grid that begins in another layer on each rank."""
    grid = vtkImageData()
    grid.SetOrigin(low - 0.01)
    grid.SetSpacing((high - low) / (22, 23, 16))
    grid.SetExtent(0, 22, 0, 23, 4 * rank, 4 * rank + 4 + rank)
    return grid


class Labels:
    """The labels and messages of a classifier that is kept."""

    def __init__(self, alone):
        self.filter = vtkTalusInsideOutsideClassifier()
        if alone:
            self.filter.SetController(None)

    def of(self, points, surface):
        self.filter.SetInputData(points)
        self.filter.SetSurfaceData(surface)
        self.filter.Modified()
        with captured(self.filter, self.filter.GetExecutive()) as self.messages:
            self.filter.Update()
        return self

    def sides(self, leaf=None):
        output = leaf or self.filter.GetOutputDataObject(0)
        side = output.GetPointData().GetArray("Side")
        return None if side is None else vtk_to_numpy(side).copy()

    @property
    def reason(self):
        return self.filter.GetOutputDataObject(0).GetFieldData().GetAbstractArray("MethodReason").GetValue(0)


points, triangles = foam()
low, high = points.min(axis=0), points.max(axis=0)
whole = poly_data(points, triangles)
one, several = Labels(alone=True), Labels(alone=False)


def piece(corners, places=points):
    """Triangles whose neighbours are on other ranks; the last of several ranks has fewer."""
    return poly_data(places, corners[rank::ranks])


def compare(case, grid, corners, divided, places=points):
    expected = one.of(grid, poly_data(places, corners)).sides()
    found = several.of(grid, piece(corners, places)).sides()
    errors = several.messages.errors, one.messages.errors
    assert [bool(texts) for texts in errors] == [found is None, expected is None], f"{case}: {errors}"
    if expected is None:
        assert found is None
    else:
        assert np.array_equal(found, expected), f"{case}: {(found != expected).sum()} labels differ"
        assert ("divided" in several.reason) == (divided and ranks > 1), f"{case}: {several.reason}"
        if rank == 0:
            # "the first is edge 7": triangles have other numbers where several ranks have some of them.
            numbers = str.maketrans("", "", "0123456789.,-()e")
            told = [[text.translate(numbers) for text in texts] for texts in (several.messages.warnings, one.messages.warnings)]
            assert told[0] == told[1], f"{case}: {told}"
    return expected


# Points in general and on the surface: its vertices and the middles of its edges.
sides = compare("closed", image(low, high), triangles, divided=True)
assert {-1, 1} <= set(sides)
corners = points[triangles[rank::ranks][:2000]]
on = compare("on the surface", poly_data(np.concatenate([corners[:, 0], corners[:, 0] / 2 + corners[:, 1] / 2])), triangles,
             divided=True)
assert (on[:2000] == 0).all()
far = np.concatenate([points[:50], [[np.nan, 0, 0], [1e308, 0, 0], [0, np.inf, 0]]])
compare("no numbers", poly_data(far), triangles, divided=True)

# Other points, the same surface: nothing is prepared again.
kept = piece(triangles)
several.of(image(low, high), kept)
builds = several.filter.GetNumberOfBuilds()
several.of(image(low, 0.7 * high), kept)
assert several.filter.GetNumberOfBuilds() == builds

# Ranks have different numbers of leaves.
leaves = vtkPartitionedDataSet()
for k in range(rank + 1):
    leaves.SetPartition(k, image(low, high))
several.of(leaves, kept)
for k in range(rank + 1):
    assert np.array_equal(several.sides(several.filter.GetOutputDataObject(0).GetPartition(k)), sides)

# What is not sound is gathered, and labelled like on one rank, with its messages.
grid = image(low, high)
compare("open", grid, triangles[:-3], divided=False)
compare("flipped", grid, np.concatenate([triangles[:700, ::-1], triangles[700:]]), divided=False)
compare("twice", grid, np.concatenate([triangles, triangles[:5]]), divided=False)
broken = points.copy()
broken[triangles[1000, 1]] = np.nan
assert compare("not finite", grid, triangles, divided=False, places=broken) is None
compare("small", grid, triangles[:40_000], divided=False)
assert "divided" in several.of(grid, kept).reason or ranks == 1  # it goes on after an error
vtkMultiProcessController.GetGlobalController().Barrier()
if rank == 0:
    print(f"labels of a divided surface are equal on {ranks} ranks and on one")
