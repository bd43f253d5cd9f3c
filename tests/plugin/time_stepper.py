"""A scene over time in pvpython: frames, scrubbing, changed properties, abort, a series of files."""
import os
import sys
import tempfile
from pathlib import Path

from paraview import simple
from talus.vtkmodules import TalusFilters  # noqa: F401 (so that its methods are known)
from vtkmodules.util.numpy_support import vtk_to_numpy

SCENE = Path(__file__).parents[2] / "data" / "scenes" / "rotating_drum.json"
TIMES = [0.0, 0.04, 0.08, 0.12, 0.16, 0.2]


def stepper(**properties):
    reader = simple.SceneReader(FileName=str(SCENE))
    return simple.TimeStepper(Input=reader, **{"OutputInterval": 0.04, "EndTime": 0.2, **properties})


def block(data, name):
    for i in range(data.GetNumberOfPartitionedDataSets()):
        if data.GetMetaData(i).Get(data.NAME()) == name:
            return data.GetPartitionAsDataObject(i, 0)
    raise AssertionError(f"no block {name}")


def bits(source, time):
    """Bodies, contacts and statistics at a time, as bytes."""
    source.UpdatePipeline(time)
    data = source.GetClientSideObject().GetOutputDataObject(0)
    bodies, contacts = block(data, "Bodies"), block(data, "Contacts")
    arrays = [bodies.GetPoints().GetData()]
    for fields in (data.GetFieldData(), bodies.GetPointData(), contacts.GetPointData(), contacts.GetCellData()):
        arrays += filter(None, map(fields.GetArray, range(fields.GetNumberOfArrays())))  # texts are no such arrays
    return b"".join(vtk_to_numpy(array).tobytes() for array in arrays if array.GetNumberOfTuples() > 0)


def fresh(time, **properties):
    return bits(stepper(**properties), time)


motion = stepper()
motion.UpdatePipelineInformation()
assert list(motion.TimestepValues) == TIMES, motion.TimestepValues

# Forwards, back, and between frames: always a fresh run.
seen = {time: bits(motion, time) for time in TIMES}
assert len(set(seen.values())) == len(TIMES), "nothing moves"
for time in (0.12, 0.0, 0.2, 0.04):
    assert bits(motion, time) == seen[time] == fresh(time), time
assert bits(motion, 0.119) == seen[0.08]

# The statistics of a frame are field data, as the Information panel shows them.
motion.UpdatePipeline(0.2)
falling = motion.FieldData["KineticEnergy"].GetRange()[0]
assert 0 < falling < 2, falling
assert motion.FieldData["ContactPoints"].GetRange()[0] > 0, "nothing touches yet: the test is too easy"

# The window's Play goes through the frames.
scene = simple.GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
assert list(scene.TimeKeeper.TimestepValues) == TIMES, scene.TimeKeeper.TimestepValues
assert scene.PlayMode == "Snap To TimeSteps" and scene.EndTime == 0.2

# A changed property starts anew; the end does not.
motion.Integrator = "Symplectic Euler"
assert bits(motion, 0.12) == fresh(0.12, Integrator="Symplectic Euler") != seen[0.12]
motion.Integrator = "Velocity Verlet"
assert bits(motion, 0.12) == seen[0.12]
motion.EndTime = 0.24
assert bits(motion, 0.12) == seen[0.12]
motion.UpdatePipelineInformation()
assert list(motion.TimestepValues) == [*TIMES, 0.24]
motion.EndTime = 0.2

# An abort gives nothing and keeps the frames reached.
filter_ = motion.GetClientSideObject()
motion.TimeStep = 2e-5
tag = filter_.AddObserver("ProgressEvent", lambda caller, _: caller.GetProgress() > 0.5 and caller.SetAbortExecute(1))
motion.UpdatePipeline(0.2)
assert filter_.GetOutputDataObject(0).GetNumberOfPartitionedDataSets() == 0
reached = filter_.GetReachedTime()
assert 0 < reached < 0.2, reached
filter_.RemoveObserver(tag)
filter_.SetAbortExecute(0)
assert bits(motion, reached) == fresh(reached, TimeStep=2e-5)
assert filter_.GetReachedTime() == reached, "the frames were simulated again"
assert bits(motion, 0.2) == fresh(0.2, TimeStep=2e-5)

# A series of files, as a user saves it.
with tempfile.TemporaryDirectory() as folder:
    series = os.path.join(folder, "drum.pvd")
    simple.SaveData(series, proxy=simple.BodySurfaces(Input=motion), WriteTimeSteps=1, DataMode="Binary")
    read = simple.PVDReader(FileName=series)
    read.UpdatePipelineInformation()
    assert list(read.TimestepValues) == TIMES, read.TimestepValues
    lowest = []
    for time in TIMES:
        read.UpdatePipeline(time)
        lowest.append(read.CellData["Velocity"].GetRange(2)[0])
    assert abs(lowest[0]) < 1e-9 and lowest[1] < -0.3, lowest

print("ok")
sys.stdout.flush()
