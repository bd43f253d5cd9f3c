"""Usage: mpirun -np 3 talus-env python3 interrupted_rank.py FOLDER. Ctrl-C on one rank stops all of them, or none: at the
beginning, in the middle and at the end of a frame; with Barrier ranks divide the work, not the bodies.

It is noticed, so that it does not end the rank that gets it.
"""

import pathlib
import signal
import sys

from motion_scene import write_scene
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

import talus
from talus.ranks import joined

#: The event of the filter at which the signal comes, the law, and whether the frame is then discarded, on all ranks
CASES = (
    ("StartEvent", "HaloArea", True),
    ("ProgressEvent", "HaloArea", True),
    ("EndEvent", "HaloArea", False),
    ("ProgressEvent", "Barrier", True),
)


def interrupt_once(event, algorithm):
    def interrupt(_source, _event):
        algorithm.RemoveObserver(observer)
        signal.raise_signal(signal.SIGINT)

    observer = algorithm.AddObserver(event, interrupt)


def scene_on(ranks):
    path = pathlib.Path(sys.argv[1]) / "scene.json"
    if not ranks.first:
        return vtkPartitionedDataSetCollection()
    write_scene(path)
    return talus.read_scene(path)


def stops(event, ranks, law):
    """Whether the second frame is discarded; the signal comes to rank 1 alone."""
    simulation = talus.simulate(scene_on(ranks), end=0.2, every=0.1, law=law, threads=1)
    frames = simulation.frames()
    next(frames)
    if ranks.rank == 1:
        interrupt_once(event, simulation._filter)
    try:
        next(frames)
    except KeyboardInterrupt:
        return True
    return False


def main():
    with joined() as ranks, ranks.filters_shared():
        for event, law, discarded in CASES:
            with ranks.interrupt_noticed():
                stopped = stops(event, ranks, law)
            assert stopped == discarded, f"{event}, {law}, rank {ranks.rank}: {stopped}"
        if ranks.first:
            print("an interruption stops all ranks or none")


main()
