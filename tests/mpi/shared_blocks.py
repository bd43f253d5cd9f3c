"""Usage: pvbatch --sym shared_blocks.py. Filters whose ranks divide the blocks of a surface: results and messages are those
of one process, and no rank computes all."""

import time

import numpy as np
from all_ranks import controller, run
from talus.io.geometry import arrays_of, coordinates_of
from talus.messages import captured
from talus.vtkmodules import TalusFilters
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkMultiBlockDataSet, vtkPolyData
from vtkmodules.vtkFiltersSources import vtkSphereSource

rank, ranks = controller.GetLocalProcessId(), controller.GetNumberOfProcesses()
BLOCKS = 10  # no multiple of three


def ball(number, resolution, closed=True):
    """A sphere; or what is left of one that is cut."""
    source = vtkSphereSource()
    source.SetCenter(3.1 * number, 0.1 * number, 0)
    source.SetRadius(1 + 0.05 * number)
    source.SetThetaResolution(resolution + number)
    source.SetPhiResolution(resolution)
    source.SetEndTheta(360 if closed else 180)
    source.Update()
    return source.GetOutput()


def surface(resolution, wanted=lambda number: True, is_open=()):
    """Blocks, some of them open; those that are not wanted have no triangles here."""
    blocks = vtkMultiBlockDataSet()
    for number in range(BLOCKS):
        blocks.SetBlock(number, ball(number, resolution, number not in is_open) if wanted(number) else vtkPolyData())
    return blocks


def executed(name, data, alone, **options):
    """A filter with its output, and what it said."""
    filter_ = getattr(TalusFilters, f"vtkTalus{name}")()
    if alone:
        filter_.SetController(None)
    for option, value in options.items():
        getattr(filter_, f"Set{option}")(value)
    filter_.SetInputDataObject(data)
    with captured(filter_, filter_.GetExecutive()) as messages:
        filter_.Update()
    return filter_, messages


def content(data):
    """Every value of a data set, but for the ghost cells that VTK marks."""
    found = {"places": coordinates_of(data)} if data.IsA("vtkDataSet") else {}
    for kind in (vtkDataObject.POINT, vtkDataObject.CELL, vtkDataObject.FIELD):
        attributes = data.GetAttributesAsFieldData(kind)
        found |= {(kind, name): values for name, values in arrays_of(attributes).items()} if attributes else {}
    return found


def expect_same(what, here, there):
    found, expected = content(here), content(there)
    assert found.keys() == expected.keys(), f"{what}: {found.keys() ^ expected.keys()}"
    for name, values in expected.items():
        assert found[name].tobytes() == values.tobytes(), f"{what}: {name}: {found[name]} are not {values}"
    return len(expected["places"]) if "places" in expected else 0


def compare(name, is_open=(), **options):
    """The blocks of this rank, and what the first rank has of all."""
    mine = surface(30, lambda number: number % ranks == rank, is_open)
    several, messages = executed(name, mine, alone=False, **options)
    one, told = executed(name, surface(30, is_open=is_open), alone=True, **options)
    assert not messages.errors and (rank > 0 or messages.warnings == told.warnings), (messages.errors, told.warnings)
    for number in range(rank, BLOCKS, ranks):
        blocks = [each.GetOutputDataObject(0).GetBlock(number) for each in (several, one)]
        assert expect_same(f"{name}, block {number}", *blocks) > 100
    if rank == 0:
        assert expect_same(name, several.GetOutputDataObject(1), one.GetOutputDataObject(1)) >= BLOCKS
    else:
        assert several.GetOutputDataObject(1).GetNumberOfPoints() == 0


def leaves(collection):
    """Its data sets, by the names of their blocks."""
    for number in range(collection.GetNumberOfPartitionedDataSets()):
        for part in range(collection.GetNumberOfPartitions(number)):
            yield number, part, collection.GetPartition(number, part)


def place():
    """The first rank has the bodies, and shapes with the mass properties that ranks divided."""
    mine = surface(30, lambda number: number % ranks == rank)
    several, _ = executed("BodyPlacement", mine, alone=False)
    one, _ = executed("BodyPlacement", surface(30), alone=True)
    found, expected = (list(leaves(each.GetOutputDataObject(0))) for each in (several, one))
    if rank == 0:
        assert [leaf[:2] for leaf in found] == [leaf[:2] for leaf in expected]
        sizes = [expect_same(f"placed, {here[:2]}", here[2], there[2]) for here, there in zip(found, expected)]
        assert len(sizes) > BLOCKS and max(sizes) > 100, sizes


def fail():
    """Two blocks are open, on different ranks: the first one counts, as for one process."""
    broken = surface(30, is_open=(4, 6))
    several, one = (executed("RigidBodyProperties", broken, alone)[1].errors for alone in (False, True))
    assert one and several == one, (several, one)
    _, messages = executed("RigidBodyProperties", surface(30), alone=False)
    assert not messages.errors  # it goes on after an error


def divide():
    """Processor time: other processes of the machine prolong it only while ranks wait for each other, so the least counts."""
    data = surface(150)

    def taken(alone):
        begin = time.process_time()
        executed("SurfaceCheck", data, alone)
        return time.process_time() - begin

    whole = taken(alone=True)
    share = min(taken(alone=False) for _ in range(5)) / whole
    assert share < 0.9, f"rank {rank} takes {share:.2f} of the processor time of one process, {whole:.2f} s"


def main():
    compare("RigidBodyProperties")
    compare("SurrogateTreeBuilder", Halo=0.01)
    compare("SurfaceCheck", is_open=(1, 6))  # its second output has their edges
    place()
    fail()
    divide()
    controller.Barrier()
    if rank == 0:
        print(f"blocks are shared by {ranks} ranks", flush=True)


np.seterr(all="raise")
run(main)
