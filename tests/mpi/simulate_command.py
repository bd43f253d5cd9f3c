"""Usage: simulate_command.py MPIRUN TALUS FOLDER. `mpirun -np N talus simulate`: the frames of one process, resuming, faults."""

import contextlib
import csv
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
from motion_scene import write_scene
from rank_jobs import expect_one_error, ranks_of

from talus import open_run
from talus.io.geometry import arrays_of, coordinates_of
from talus.run_frames import body_frames, contact_frames

MPIRUN, TALUS = sys.argv[1:3]
FOLDER = pathlib.Path(sys.argv[3])
SCENE = FOLDER / "scene.json"
COURSE = ("--end", "0.1", "--every", "0.025", "--bodies", "--threads", "1")  # five frames


def command(ranks, out, *more):
    words = [TALUS, "simulate", SCENE, "--out", FOLDER / out, *more]
    start = [MPIRUN, "--oversubscribe", "-np", ranks] if ranks > 1 else []
    return [str(word) for word in start + words]


def simulate(ranks, out, *more):
    done = subprocess.run(command(ranks, out, *COURSE, *more), capture_output=True, text=True, timeout=100)
    return done.returncode, done.stderr


def succeed(ranks, out, *more):
    status, told = simulate(ranks, out, *more)
    assert status == 0, told


def rows_of(path, keys):
    """Every value of every row, bit for bit, in the order of the keys; and the names of the arrays."""
    data = read(path)
    arrays = {name: np.asarray(values) for name, values in arrays_of(data.GetPointData()).items()}
    arrays["place"] = coordinates_of(data)
    order = np.lexsort([arrays[key] for key in reversed(keys)])
    return {name: values[order].tobytes() for name, values in arrays.items()}, len(order)


def read(path):
    from vtkmodules.vtkIOXML import (
        vtkXMLPolyDataReader,
        vtkXMLPPolyDataReader,
        vtkXMLPUnstructuredGridReader,
        vtkXMLUnstructuredGridReader,
    )

    kinds = {
        ".vtp": vtkXMLPolyDataReader,
        ".pvtp": vtkXMLPPolyDataReader,
        ".vtu": vtkXMLUnstructuredGridReader,
        ".pvtu": vtkXMLPUnstructuredGridReader,
    }
    reader = kinds[path.suffix]()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutput()


def statistics(run):
    with (FOLDER / run / "statistics.csv").open() as file:
        return [[value for name, value in row.items() if name != "Comparisons"] for row in csv.DictReader(file)]


def contact_points(path):
    """As rows_of(), but without the centres of bodies, which only some ranks know."""
    network = read(path)
    arrays = arrays_of(network.GetCellData())
    if network.GetNumberOfCells() == 0:
        return []
    kept = [name for name in arrays if name in ("BodyA", "BodyB", "ContactCount", "Gap", "Depth", "Force", "Area")]
    table = np.hstack([np.asarray(arrays[name], dtype=float).reshape(len(arrays["BodyA"]), -1) for name in kept])
    return sorted(map(tuple, table.tolist()))


def expect_same(one, several):
    assert statistics(one) == statistics(several)
    bodies = 0
    for here, there in zip(body_frames(FOLDER / one), body_frames(FOLDER / several), strict=True):
        assert here.time == there.time
        (rows, bodies), (others, _) = rows_of(here.path, ["BodyId"]), rows_of(there.path, ["BodyId"])
        different = [name for name in rows if rows[name] != others.get(name)]
        assert rows.keys() == others.keys() and not different, f"{there.path}: {different}"
    assert bodies == 25, f"{bodies} bodies at the end"  # one is removed
    contacts = 0
    for here, there in zip(contact_frames(FOLDER / one), contact_frames(FOLDER / several), strict=True):
        points = contact_points(here.path)
        assert points == contact_points(there.path), there.path
        contacts += len(points)
    expect_same_arrays(one, several)
    assert contacts > (1 if one == "short" else 20), contacts  # Barrier keeps bodies apart


def expect_same_arrays(one, several):
    """What talus.open_run reads."""
    for here, there in zip(open_run(FOLDER / one), open_run(FOLDER / several), strict=True):
        assert here.names == there.names
        for name in here.names:
            assert here.array(name).tobytes() == there.array(name).tobytes(), name
        assert len(here.contacts) == len(there.contacts)


def is_written(run, frame):
    return (FOLDER / run / f"frames/bodies_{frame:06d}.pvtu").exists()


@contextlib.contextmanager
def job_on(ranks, run, *more):
    """The job of a run whose first step is written, and that still goes on."""
    started = command(ranks, run, *COURSE, *more)
    with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as job:
        try:
            until = time.monotonic() + 60
            while not is_written(run, 1):
                assert job.poll() is None, "ended too early"
                assert time.monotonic() < until, "no step in a minute"
                time.sleep(0.01)
            yield job
        finally:
            job.kill()  # one that hangs must not hang the test


def killed_on_three_resumed_on_two(one, *more):
    run = one + "-killed"
    with job_on(3, run, *more) as job:
        os.kill(ranks_of(job)[1], signal.SIGKILL)
        job.communicate(timeout=60)
        assert job.returncode != 0 and not is_written(run, 4)
    succeed(2, run, "--resume")
    expect_same(one, run)


def all_bodies_on_all_ranks():
    """Steps as long as frames, and short ones; proven. What three ranks began goes on with two, and with one."""
    long = ("--law", "Barrier", "--integrator", "IncrementalPotential", "--certify")
    succeed(1, "long", *long)
    succeed(3, "long-three", *long, "--stop-after", "2")
    succeed(2, "long-three", "--resume", "--stop-after", "1")
    succeed(1, "long-three", "--resume")
    expect_same("long", "long-three")
    short = ("--law", "Barrier", "--certify")
    succeed(1, "short", *short)
    killed_on_three_resumed_on_two("short", *short)


def interrupted_and_resumed():
    """Ctrl-C reaches mpirun, or one rank alone. Open MPI 5 passes on nothing that ranks say after the former."""
    for out, pick in (("stopped", lambda job: job.pid), ("stopped-rank", lambda job: ranks_of(job)[1])):
        with job_on(3, out) as job:
            os.kill(pick(job), signal.SIGINT)
            told = job.communicate(timeout=60)[1]
            if out == "stopped" and "talus: " not in told:
                assert job.returncode != 0 and "Traceback" not in told, (job.returncode, told)
            else:
                expect_one_error(job.returncode, told, "interrupted with")
        succeed(2, out, "--resume")
        expect_same("one", out)


def full_disk_on_one_rank():
    """One that is no longer full lets the run go on. Not from the start: MPI shares memory by files."""
    with job_on(2, "full") as job:
        resource.prlimit(ranks_of(job)[1], resource.RLIMIT_FSIZE, (2048, 2048))
        told = job.communicate(timeout=60)[1]
        expect_one_error(job.returncode, told, "file too large")
        assert not is_written("full", 4)
    succeed(2, "full", "--resume")
    expect_same("one", "full")


def ranks_without_bodies():
    """The first one, too, as there are no walls: its piece has the arrays of the others."""
    scene = json.loads(SCENE.read_text())
    SCENE.write_text(json.dumps({**scene, "bodies": scene["bodies"][-2:], "motions": []}))
    succeed(1, "few")
    succeed(5, "few-five")
    for here, there in zip(body_frames(FOLDER / "few"), body_frames(FOLDER / "few-five"), strict=True):
        assert rows_of(here.path, ["BodyId"]) == rows_of(there.path, ["BodyId"]), there.path
    SCENE.write_text(json.dumps(scene))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    write_scene(SCENE)
    succeed(1, "one")
    succeed(3, "three")
    expect_same("one", "three")
    succeed(1, "three", "--resume")  # nothing is left to do
    expect_same("one", "three")
    killed_on_three_resumed_on_two("one")
    full_disk_on_one_rank()
    all_bodies_on_all_ranks()
    interrupted_and_resumed()
    ranks_without_bodies()
    expect_one_error(*simulate(2, "three"), "already contains a run")
    grain = '"generator": "convexGrain", "vertices": 20, "size": 0.05'
    SCENE.write_text(SCENE.read_text().replace(grain, '"file": "missing.stl"'))
    expect_one_error(*simulate(2, "none"), "missing.stl")
    print("runs are equal on all numbers of ranks")


main()
