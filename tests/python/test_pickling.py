"""All results can be pickled and copied: they leave worker processes, and caches keep them."""

import copy
import dataclasses
import multiprocessing
import pickle

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES
from vtkmodules.util.vtkConstants import VTK_BIT, VTK_ID_TYPE, VTK_LONG_LONG
from vtkmodules.vtkCommonCore import vtkBitArray, vtkDataArray, vtkIdList, vtkPoints
from vtkmodules.vtkCommonDataModel import (
    VTK_POLYHEDRON,
    vtkDataObject,
    vtkImageData,
    vtkMultiBlockDataSet,
    vtkRectilinearGrid,
    vtkStructuredGrid,
    vtkTable,
    vtkUnstructuredGrid,
)
from vtkmodules.vtkFiltersCore import vtkAppendFilter
from vtkmodules.vtkFiltersSources import vtkSphereSource

import talus
from talus import scenarios
from talus.io.geometry import add_array, arrays_of, vtk_array
from talus.io.outer_faces import data_sets_of

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
NEAR = (CUBE_POINTS + (1.001, 0, 0), CUBE_TRIANGLES)


def scene():
    built = talus.Scene()
    built.material("stone")
    built.shape("cube", CUBE)
    built.body("cube", "stone", position=(0, 0, 3))
    built.wall("cube", "stone")
    return built


RESULTS = {
    "classify": lambda: talus.classify([(0.5, 0.5, 0.5)], CUBE, distance=True),
    "check": lambda: talus.check((CUBE_POINTS, CUBE_TRIANGLES[1:])),
    "mass_properties": lambda: talus.mass_properties(CUBE),
    "contacts": lambda: talus.contacts([CUBE, NEAR], halo=0.01),
    "assembly": lambda: talus.check_assembly([CUBE, NEAR]),
    "repair": lambda: talus.repair(CUBE),
    "boolean": lambda: talus.boolean([CUBE, NEAR]),
    "walls": lambda: talus.walls(CUBE),
    "voxelize": lambda: talus.voxelize(CUBE, count=3, fraction="Exact"),
    "voxelize sparse": lambda: talus.voxelize(CUBE, count=3, sparse=True),
    "surrogates": lambda: talus.surrogates(MESHES / "torus.stl"),
    "simulate": lambda: list(talus.simulate(scene(), end=0.01, every=0.01))[-1],
    "Scene": scene,
    "read": lambda: scene().read(),
    "place": lambda: talus.place(CUBE, count=3),
    "grain": lambda: talus.grain("Cube"),
    "body_surfaces": lambda: talus.body_surfaces(scene(), as_grid=True),
    "read_surface": lambda: talus.read_surface(MESHES / "torus.stl"),
    "scenarios.build": lambda: scenarios.build("slope"),
    "scenarios.run": lambda: scenarios.run("slope", angle=20),
}
WAYS = {"pickle": lambda result: pickle.loads(pickle.dumps(result)), "copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", RESULTS)
def test_results_stay_the_same(name, way):
    result = RESULTS[name]()
    assert_same(WAYS[way](result), result)


def assert_same(one, other):
    assert type(one) is type(other)
    if isinstance(other, vtkDataObject):
        assert_same_data(one, other)
    elif isinstance(other, np.ndarray):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
    elif dataclasses.is_dataclass(other):
        for field in dataclasses.fields(other):
            assert_same(getattr(one, field.name), getattr(other, field.name))
    elif isinstance(other, talus.Scene):
        assert one.as_dict() == other.as_dict()
    elif isinstance(other, (list, tuple)):
        assert len(one) == len(other)
        for part, original in zip(one, other):
            assert_same(part, original)
    elif isinstance(other, dict):
        assert list(one) == list(other)
        assert_same(list(one.values()), list(other.values()))
    elif hasattr(other, "__dict__") and not callable(other):
        assert_same(vars(one), vars(other))
    else:
        assert one == other or one != one or callable(other)


def assert_same_data(one, other):
    leaves, originals = data_sets_of(one), data_sets_of(other)
    assert len(leaves) == len(originals)
    for leaf, original in zip((one, *leaves), (other, *originals)):
        assert leaf.GetClassName() == original.GetClassName()
        for kind in (vtkDataObject.POINT, vtkDataObject.CELL, vtkDataObject.ROW, vtkDataObject.FIELD):
            assert_same_arrays(leaf.GetAttributesAsFieldData(kind), original.GetAttributesAsFieldData(kind))
        if original.IsA("vtkDataSet"):
            assert leaf.GetNumberOfPoints() == original.GetNumberOfPoints()
            assert leaf.GetBounds() == original.GetBounds()
            assert [cell(leaf, i) for i in range(leaf.GetNumberOfCells())] == [
                cell(original, i) for i in range(original.GetNumberOfCells())
            ]


def cell(data, number):
    ids = data.GetCell(number).GetPointIds()
    return data.GetCellType(number), [ids.GetId(i) for i in range(ids.GetNumberOfIds())]


def assert_same_arrays(one, other):
    if other is None:
        assert one is None
        return
    for i in range(other.GetNumberOfArrays()):
        array, original = one.GetAbstractArray(i), other.GetAbstractArray(i)
        assert (array.GetName(), array.GetDataType()) == (original.GetName(), original.GetDataType())
        assert array.GetNumberOfComponents() == original.GetNumberOfComponents()
    found, wanted = arrays_of(one), arrays_of(other)
    assert list(found) == list(wanted)
    for name, values in wanted.items():
        np.testing.assert_array_equal(found[name], values)


def image():
    data = vtkImageData()
    data.SetExtent(-1, 1, 2, 4, 0, 1)
    data.SetOrigin(1, 2, 3)
    data.SetSpacing(0.5, 0.25, 2)
    data.SetDirectionMatrix(0, 1, 0, -1, 0, 0, 0, 0, 1)
    return data


def structured():
    data, points = vtkStructuredGrid(), vtkPoints()
    points.SetData(vtk_array(np.random.default_rng(1).uniform(size=(8, 3))))
    data.SetExtent(1, 2, 0, 1, 3, 4)
    data.SetPoints(points)
    return data


def rectilinear():
    data = vtkRectilinearGrid()
    data.SetExtent(0, 2, 0, 1, 0, 0)
    for axis, values in (("X", [0, 1, 4.0]), ("Y", [0.0, 3]), ("Z", [7.0])):
        getattr(data, f"Set{axis}Coordinates")(vtk_array(np.array(values)))
    return data


def unstructured():
    sphere, append = vtkSphereSource(), vtkAppendFilter()
    sphere.Update()
    append.SetInputData(sphere.GetOutput())
    append.Update()
    return append.GetOutput()


def polyhedron():
    data, ids = vtkUnstructuredGrid(), vtkIdList()
    points = vtkPoints()
    points.SetData(vtk_array(CUBE_POINTS))
    data.SetPoints(points)
    quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    for number in (6, *(n for quad in quads for n in (4, *quad))):
        ids.InsertNextId(number)
    data.InsertNextCell(VTK_POLYHEDRON, ids)
    return data


def with_arrays():
    data = talus.grain("Cube")
    bits = vtkBitArray()
    bits.SetName("bits")
    for i in range(data.GetNumberOfPoints()):
        bits.InsertNextValue(i % 2)
    data.GetPointData().AddArray(bits)
    for name, kind in (("ids", VTK_ID_TYPE), ("long", VTK_LONG_LONG)):
        array = vtkDataArray.CreateDataArray(kind)
        array.SetName(name)
        array.SetNumberOfTuples(data.GetNumberOfPoints())
        array.Fill(2**40)
        data.GetPointData().AddArray(array)
    add_array(data.GetFieldData(), "words", np.array(["é", ""]))
    add_array(data.GetCellData(), "v", np.random.default_rng(1).uniform(size=(data.GetNumberOfCells(), 3)))
    data.GetCellData().SetActiveVectors("v")
    data.GetCellData().GetArray("v").SetComponentName(1, "up")
    data.GetInformation().Set(vtkDataObject.DATA_TIME_STEP(), 0.25)
    return data


def blocks():
    data = vtkMultiBlockDataSet()
    data.SetBlock(0, image())
    data.SetBlock(2, with_arrays())
    data.GetMetaData(2).Set(vtkMultiBlockDataSet.NAME(), "third")
    return data


def table():
    data = vtkTable()
    add_array(data.GetRowData(), "a", np.arange(3))
    return data


@pytest.mark.parametrize("make", [image, structured, rectilinear, unstructured, polyhedron, with_arrays, blocks, table, vtkUnstructuredGrid])
def test_data_of_each_kind(make):
    data = make()
    again = pickle.loads(pickle.dumps(data))
    assert_same_data(again, data)


def test_details_stay():
    again = pickle.loads(pickle.dumps(blocks()))
    assert again.GetBlock(1) is None
    assert again.GetMetaData(2).Get(vtkMultiBlockDataSet.NAME()) == "third"
    cube = again.GetBlock(2)
    assert cube.GetInformation().Get(vtkDataObject.DATA_TIME_STEP()) == 0.25
    assert cube.GetCellData().GetVectors().GetComponentName(1) == "up"
    assert cube.GetPointData().GetAbstractArray("bits").GetDataType() == VTK_BIT
    assert again.GetBlock(0).GetDirectionMatrix().GetElement(0, 1) == 1
    assert pickle.loads(pickle.dumps(polyhedron())).GetCell(0).GetNumberOfFaces() == 6


def test_a_copy_is_independent():
    mass = talus.mass_properties(CUBE)
    again = copy.deepcopy(mass)
    again.centroid[:] = 9
    again.surface.GetPoints().SetPoint(0, 9, 9, 9)
    assert mass.centroid.tolist() == [0.5, 0.5, 0.5] and mass.surface.GetPoint(0) == (0, 0, 0)


def test_results_leave_a_process():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        found = pool.apply(talus.mass_properties, (CUBE,))
    assert found.volume == 1 and found.surface.GetNumberOfPolys() == 12


def test_findings_that_were_pickled_say_that_they_cannot_draw():
    found = pickle.loads(pickle.dumps(scenarios.Findings({"a": 1.0}, lambda: None)))
    with pytest.raises(talus.TalusError, match="omits the plot"):
        found.draw()


def test_errors_leave_a_process():
    error = talus.TalusError("What...", "where", "Remedy", body=[3], surface="ball")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, ValueError) and vars(again) == vars(error) and str(again) == str(error)


@pytest.mark.parametrize("make", [lambda: talus.Classifier(CUBE), lambda: talus.ContactScene([CUBE]), lambda: talus.simulate(scene(), end=1)])
def test_prepared_objects_say_why_not(make):
    for way in (pickle.dumps, copy.deepcopy):
        with pytest.raises(talus.TalusError, match="cannot be pickled"):
            way(make())
