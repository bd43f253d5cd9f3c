"""Usage: pvbatch --sym scene_of_ranks.py FOLDER. What filters make of a scene whose bodies are on all ranks: to the bit
that of one rank that has them all."""

import sys

import numpy as np
from all_ranks import controller, run, shared_scene, total
from talus.io.geometry import arrays_of
from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkFiltersExtraction import vtkExtractBlockUsingDataAssembly

import talus
from talus.messages import captured
from talus.scene_data import block
from talus.vtkmodules import TalusFilters

rank, ranks = controller.GetLocalProcessId(), controller.GetNumberOfProcesses()
path = shared_scene(sys.argv[1])
TIMES = (0.01, 0.03, 0.04, 0.02, 0.04)  # forwards and back


class Both:
    """A filter on all ranks, and the same on this rank alone."""

    def __init__(self, name, source=None, **options):
        self.all, self.one = (getattr(TalusFilters, f"vtkTalus{name}")() for _ in range(2))
        if hasattr(self.one, "SetController"):
            self.one.SetController(None)
        for own, before in ((self.all, source and source.all), (self.one, source and source.one)):
            if before:
                own.SetInputConnection(before.GetOutputPort())
            else:
                own.SetInputDataObject(talus.read_scene(path))
            for option, value in options.items():
                getattr(own, f"Set{option}")(value)

    def at(self, time, port=0):
        for own in (self.all, self.one):
            own.UpdateTimeStep(time)
        return self.all.GetOutputDataObject(port), self.one.GetOutputDataObject(port)


def rows(columns, keys):
    """Values by key, bit for bit. A key has several rows in their order."""
    found = {}
    for i in range(len(next(iter(columns.values()), ()))):
        row = b"".join(np.ascontiguousarray(values[i]).tobytes() for values in columns.values())
        found.setdefault(tuple(tuple(np.atleast_1d(columns[key][i])) for key in keys), []).append(row)
    return found


def expect_parts(what, here, whole, keys):
    """This rank has some of the rows of one rank, and all ranks have all."""
    assert here.keys() == whole.keys(), f"{what}: arrays {sorted(here)}, not {sorted(whole)}"
    own, all_ = rows(here, keys), rows(whole, keys)
    wrong = [key for key in own if own[key] != all_.get(key)]
    assert not wrong, f"{what}: rank {rank} has other rows for {wrong[:5]} of {len(own)}"
    count = total(sum(map(len, own.values())))
    assert count == sum(map(len, all_.values())), f"{what}: {count} rows, not {sum(map(len, all_.values()))}"


def expect_same(what, here, whole):
    assert here.keys() == whole.keys(), f"{what}: {sorted(here)}, not {sorted(whole)}"
    for name, values in here.items():
        assert values.tobytes() == whole[name].tobytes(), f"{what}: {name}\n{values}\n{whole[name]}"


def contact_arrays(network):
    """Of the contact points, of the pairs of bodies, and of all."""
    count = network.GetNumberOfVerts()
    points = {name: values[:count] for name, values in arrays_of(network.GetPointData()).items()}
    places = network.GetPoints()
    points["place"] = vtk_to_numpy(places.GetData())[:count] if count else np.empty((0, 3))
    pairs = {name: values[count:] for name, values in arrays_of(network.GetCellData()).items()}
    return points, pairs, arrays_of(network.GetFieldData())


def test_contact_finder(motion):
    finder = Both("ContactFinder", motion, Halo=0.015)
    for time in TIMES:
        here, whole = finder.at(time)
        bodies = [arrays_of(block(data, "Bodies").GetPointData()) for data in (here, whole)]
        expect_parts(f"bodies at {time} s", *bodies, ["BodyId"])
        points, pairs, sums = zip(*(contact_arrays(block(data, "Contacts")) for data in (here, whole)))
        assert len(points[1]["Gap"]) > 20, f"{len(points[1]['Gap'])} contacts at {time} s"
        expect_parts(f"contacts at {time} s", *points, ["PersistentId"])
        expect_parts(f"pairs at {time} s", *pairs, ["BodyA", "BodyB"])
        expect_same(f"sums at {time} s", *sums)
    own = set(bodies[0]["BodyId"].tolist())
    apart = sum(not {a, b} <= own for a, b in zip(pairs[0]["BodyA"].tolist(), pairs[0]["BodyB"].tolist()))
    apart = total(apart)
    assert apart > 3 or ranks < 3, f"{apart} pairs of bodies of different ranks"


def test_body_surfaces(motion):
    here, whole = Both("BodySurfaces", motion).at(0.03)
    expect_parts("surfaces", arrays_of(here.GetCellData()), arrays_of(whole.GetCellData()), ["BodyId"])


def test_classifier(motion):
    points = vtkPolyData()
    places = vtkPoints()
    places.SetData(numpy_to_vtk(np.random.default_rng(rank).uniform((-0.25, -0.1, -0.02), (0.15, 0.15, 0.3), (4000, 3)), deep=True))
    points.SetPoints(places)
    labels = Both("InsideOutsideClassifier", motion, ComputeDistance=True, ComputeEnclosingBody=True, ComputeNestingDepth=True)
    for own, scene in ((labels.all, motion.all), (labels.one, motion.one)):
        own.SetInputDataObject(0, points)
        own.SetInputConnection(1, scene.GetOutputPort())
    for time in TIMES:
        here, whole = labels.at(time)
        found = arrays_of(whole.GetPointData())
        assert (found["Side"] > 0).sum() > 50 and len(set(found["EnclosingBody"].tolist())) > 10, "few points inside"
        expect_same(f"labels at {time} s", arrays_of(here.GetPointData()), found)


def test_voxelize(motion):
    voxels = Both("Voxelize", motion, LongestCount=30)
    for time in (0.01, 0.03):
        here, whole = voxels.at(time, 1)
        if rank == 0:
            assert len(set(arrays_of(whole.GetCellData())["EnclosingBody"].tolist())) > 10, "few bodies"
        expect_parts("voxels", arrays_of(here.GetCellData()), arrays_of(whole.GetCellData()), ["VoxelIndex"])


def test_time_stepper(motion):
    """Its scene must be on the first rank."""
    again = Both("TimeStepper", motion, EndTime=0.01)
    motion.all.UpdateTimeStep(0.03)
    with captured(again.all) as messages:
        again.all.UpdateTimeStep(0.01)
    assert any("spread over several processes" in text for text in messages.errors), messages.errors
    assert again.all.GetOutputDataObject(0).GetNumberOfPoints() == 0


class Shapes:
    """The blocks of shapes of a scene: all ranks have the same ones."""

    def __init__(self, motion):
        self.all, self.one = vtkExtractBlockUsingDataAssembly(), vtkExtractBlockUsingDataAssembly()
        for own, scene in ((self.all, motion.all), (self.one, motion.one)):
            own.SetInputConnection(scene.GetOutputPort())
            own.SetAssemblyName("Assembly")
            own.AddSelector("//Shapes")


def test_shapes(motion):
    """Each counts once. A table of them is on the first rank."""
    shapes = Shapes(motion)
    for name, attributes in (("RigidBodyProperties", "GetPointData"), ("SurrogateTreeBuilder", "GetCellData")):
        here, whole = (arrays_of(getattr(data, attributes)()) for data in Both(name, shapes).at(0.01, 1))
        assert len(set(whole["Block"].tolist())) == 2, f"{name}: {whole['Block']}"
        if rank == 0:
            expect_same(name, here, whole)
        else:
            assert not any(map(len, here.values())), f"{name} on rank {rank}"
    here, whole = Both("SurfaceCheck", shapes).at(0.01)
    for own, alone in zip(leaves(here), leaves(whole), strict=True):
        for data in ("GetCellData", "GetFieldData"):
            expect_same("check of a shape", arrays_of(getattr(own, data)()), arrays_of(getattr(alone, data)()))


def leaves(composite):
    walk, found = composite.NewIterator(), []
    walk.InitTraversal()
    while not walk.IsDoneWithTraversal():
        found.append(walk.GetCurrentDataObject())
        walk.GoToNextItem()
    return found


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test(Both("TimeStepper", EndTime=0.04, OutputInterval=0.01))
            controller.Barrier()
            if rank == 0:
                print(name, "passed", flush=True)
    if rank == 0:
        print(f"a scene on {ranks} ranks is that of one", flush=True)


run(main)
