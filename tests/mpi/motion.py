"""Usage: pvbatch --sym motion.py FOLDER. Motion in Python on all ranks: the frames of one; an error on one rank."""

import resource
import signal
import sys

import numpy as np
from all_ranks import controller, shared_scene, total

import talus

rank, ranks = controller.GetLocalProcessId(), controller.GetNumberOfProcesses()
path = shared_scene(sys.argv[1])
course = {"end": 0.03, "every": 0.01, "threads": 1}


def alone(**options):
    """The same on this rank only."""
    simulation = talus.simulate(path, **course, **options)
    simulation._filter.SetController(None)
    return simulation


def rows(group, keys):
    """Values by key, bit for bit."""
    arrays = {name: values for name, values in vars(group).items() if name not in keys}
    names = zip(*(vars(group)[key].tolist() for key in keys))
    return {name: [values[i].tobytes() for values in arrays.values()] for i, name in enumerate(names)}


def expect_same(together, one):
    for mine, whole in zip(together, one, strict=True):
        for group, keys in (("bodies", ["id"]), ("contacts", ["body_a", "body_b", "persistent_id"])):
            here, there = rows(getattr(mine, group), keys), rows(getattr(whole, group), keys)
            assert all(there[name] == here[name] for name in here), f"{group} at {mine.time} s on rank {rank}"
            assert total(len(here)) == len(there), f"{group} at {mine.time} s: {total(len(here))} of {len(there)}"
        for name, value in mine.statistics.items():
            assert name == "Comparisons" or np.array_equal(value, whole.statistics[name]), name
        assert 0 < len(mine.bodies) < len(whole.bodies), "not on all ranks"


whole = list(alone())
expect_same(list(talus.simulate(path, **course)), whole)

# Where all ranks know all bodies, each has some of them in its frames.
for options in ({"integrator": "ImplicitEuler"}, {"law": "Barrier", "integrator": "IncrementalPotential", "certify": True}):
    expect_same(list(talus.simulate(path, **course, **options)), list(alone(**options)))

# An error on rank 1 alone, in the middle of the work, is one of all, and they can go on.
for options in ({}, {"law": "Barrier", "certify": True}):
    simulation = talus.simulate(path, **course, **options)
    simulation._filter.SetSnapshotMemory(0)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    if rank == 1:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, usual[1]))
    try:
        list(simulation)
        told = ""
    except talus.TalusError as error:
        told = str(error)
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert "temporary file cannot be written" in told, told
    expect_same(list(simulation), list(alone(**options)))
controller.Barrier()
if rank == 0:
    print(f"motion is equal on {ranks} ranks and on one")
