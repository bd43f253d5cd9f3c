"""Labels of parallel VTK files, a piece at a time."""

import numpy as np
import pytest
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkFiltersCore import vtkAppendFilter
from vtkmodules.vtkIOXML import vtkXMLPPolyDataReader, vtkXMLPUnstructuredGridReader

import talus
from conftest import CUBE_POINTS, CUBE_TRIANGLES, one_error
from conftest import talus as command
from talus.classification import sides_of
from talus.io.geometry import add_array, arrays_of, coordinates_of, point_cloud
from talus.io.xml_parallel_writer import ParallelWriter
from talus.label_pieces import label_pieces

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
READERS = {"PolyData": (".pvtp", vtkXMLPPolyDataReader), "UnstructuredGrid": (".pvtu", vtkXMLPUnstructuredGridReader)}
COUNTS = (40, 0, 25)


def piece(count, seed, kind):
    points = np.random.default_rng(seed).uniform(-0.5, 1.5, (count, 3))
    cloud = point_cloud(points)
    add_array(cloud.GetPointData(), "Number", np.arange(count))
    if kind == "PolyData":
        return cloud
    grid = vtkAppendFilter()
    grid.AddInputData(cloud)
    grid.Update()
    return grid.GetOutput()


def written(folder, kind):
    path = folder / f"in{READERS[kind][0]}"
    writer = ParallelWriter(path, kind)
    for seed, count in enumerate(COUNTS):
        writer.add(piece(count, seed, kind), seed)
    writer.finish(len(COUNTS))
    return path


@pytest.mark.parametrize("kind", READERS)
def test_labels_are_those_of_the_whole(kind, tmp_path):
    path, told = written(tmp_path, kind), []
    suffix, reader = READERS[kind]
    found = label_pieces(talus.Classifier(CUBE, distance=True), path, tmp_path / f"out{suffix}", told.append)
    whole = talus.Classifier(CUBE, distance=True).label(talus.read_points(path))
    ours = talus.read_points(tmp_path / f"out{suffix}")
    vtk = reader()
    vtk.SetFileName(str(tmp_path / f"out{suffix}"))
    vtk.Update()
    for labelled in (ours, vtk.GetOutput()):
        assert np.array_equal(coordinates_of(labelled), coordinates_of(whole))
        expected, arrays = arrays_of(whole.GetPointData()), arrays_of(labelled.GetPointData())
        assert set(arrays) == set(expected) == {"Number", "Side", "Distance", "ClosestCell", "ClosestBody"}
        assert all(np.array_equal(arrays[name], expected[name]) for name in expected)
    sides = sides_of(whole, False)
    assert found.counts == [np.count_nonzero(sides == side) for side in (1, 0, -1)] and sum(found.counts) == sum(COUNTS)
    assert told == sorted(told) and told[-1] == 1
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [f"out_{i}.{suffix[2:]}" for i in range(3)]


def test_no_pieces(tmp_path):
    ParallelWriter(tmp_path / "in.pvtp", "PolyData").finish(0)
    assert label_pieces(talus.Classifier(CUBE), tmp_path / "in.pvtp", tmp_path / "out.pvtp").counts == [0, 0, 0]
    assert talus.read_points(tmp_path / "out.pvtp").GetNumberOfPoints() == 0


def test_one_error_and_no_output(tmp_path):
    path = written(tmp_path, "PolyData")
    (tmp_path / "in" / "in_2.vtp").unlink()
    with pytest.raises(talus.TalusError, match="in_2.vtp"):
        label_pieces(talus.Classifier(CUBE), path, tmp_path / "out.pvtp")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "in.pvtp"]
    talus.write(vtkPolyData(), tmp_path / "one.vtp")
    (tmp_path / "one.vtp").rename(tmp_path / "one.pvtp")
    with pytest.raises(talus.TalusError, match="not pieces"):
        label_pieces(talus.Classifier(CUBE), tmp_path / "one.pvtp", tmp_path / "out.pvtp")


def test_command_line(tmp_path, cube_stl):
    path = written(tmp_path, "UnstructuredGrid")
    classify = ("classify", "--surface", cube_stl, "--points", path)
    done = command(*classify, "--out", tmp_path / "out.pvtu")
    assert done.returncode == 0 and not done.stderr and "in.pvtu: 65" in done.stdout
    assert talus.read_points(tmp_path / "out.pvtu").GetPointData().HasArray("Side")
    assert command(*classify, "--out", tmp_path / "out.vtu").returncode == 0
    assert "Choose from" in one_error(command(*classify, "--out", tmp_path / "out.pvtp"))
