"""Usage: other_commands.py MPIRUN TALUS FOLDER. `mpirun -np N` and commands that one process does; scenarios; wrong usage."""

import json
import os
import pathlib
import signal
import subprocess

from rank_jobs import processor_time, ranks_of
from talus_on_ranks import FOLDER, MPIRUN, TALUS, expect_same, job_when, run_in_new_folder, talus

MESHES = pathlib.Path(__file__).resolve().parents[2] / "data/meshes"
TORUS, OPEN = MESHES / "torus.stl", MESHES / "dem_hourglass_open.obj"


def expect_one_line(status, words, text):
    """The command fails, and says so once. :param text: of what it says"""
    found, printed, said = talus(3, *words)
    told = [line for line in said.splitlines() if line.startswith("talus")]
    assert found == status and not printed and len(told) == 1 and text in told[0] and "Traceback" not in said, (found, printed, said)
    assert said.count("usage:") <= 1, said


def test_a_check():
    status, told = expect_same(lambda to: ("check", TORUS, "--out", to / "defects.vtp"), 1)
    assert status == 0 and told[0].count("verdict") == 1, told
    status, told = expect_same(lambda to: ("check", OPEN, "--json"), 0, [3])
    assert status == 1 and not json.loads(told[0])["sound"], told


def test_a_repair():
    status, told = expect_same(lambda to: ("repair", OPEN, "--out", to / "mended.vtp"), 1)
    assert status == 0 and told[0].count("sound now") == 1, told


def test_a_boolean():
    status, told = expect_same(lambda to: ("boolean", TORUS, MESHES / "castalia.obj", "--out", to / "union.vtp"), 1, [2, 4])
    assert status == 0 and told[0].count("written") == 1, told


def test_an_assembly():
    words = ("assembly", TORUS, MESHES / "castalia.obj", MESHES / "spot.obj", "--all", "--out")
    status, told = expect_same(lambda to: (*words, to / "report.json", to / "overlaps.vtpc"), 5, [2, 4])
    assert status in (0, 1) and told, told


def test_masses():
    status, told = expect_same(lambda to: ("mass", TORUS, MESHES / "castalia.obj", "--out", to / "mass.csv"), 1, [2])
    assert status == 0 and told[0].count("principal moments") == 2, told
    status, told = expect_same(lambda to: ("mass", TORUS, OPEN, "--out", to / "mass.csv"), 1, [3])
    assert status == 1 and "1 of 2 files failed" in "".join(told), told


def test_voxels():
    status, told = expect_same(lambda to: ("voxelize", "--surface", TORUS, "--count", 20, "--out", to / "voxels.vti"), 1, [3])
    assert status == 0 and told[0].count("written") == 1, told


def test_help_and_version():
    for words in (["--version"], ["check", "--help"], ["scenario", "--list"], ["scenario", "collide", "--options"]):
        status, told = expect_same(lambda to, words=words: words, 0, [3])
        assert status == 0 and told[0] and len(told) == 1, told


def test_a_scenario():
    """Simulated by all, measured by the first."""
    words = ("scenario", "piston", "--revolutions", 0.02)
    results = []
    for ranks in (1, 3):
        run = FOLDER / f"piston{ranks}"
        status, printed, said = talus(ranks, *words, "--out", run)
        assert status == 0, said
        results.append((printed.replace(str(run), ""), (run / "measured.json").read_text(), (run / "scenario.json").read_text()))
        assert len(list((run / "frames").glob("bodies_000001_*.vtu"))) == (ranks if ranks > 1 else 0)
    assert results[0][1:] == results[1][1:], results
    lines = [[line for line in printed.splitlines() if "written" not in line] for printed, *_ in results]
    assert lines[0] == lines[1], lines


def test_one_error():
    expect_one_line(2, ["check"], "talus check: error")
    expect_one_line(2, ["nothing"], "invalid choice")
    expect_one_line(2, ["simulate", "--steps"], "talus simulate: error")
    expect_one_line(2, ["check", FOLDER / "none.stl"], "none.stl")
    expect_one_line(2, ["mass", FOLDER / "none.stl"], "none.stl")
    expect_one_line(2, ["voxelize", "--surface", FOLDER / "none.stl", "--out", FOLDER / "none.vti"], "none.stl")
    expect_one_line(2, ["check", TORUS, "--out", TORUS], "would replace an input")
    expect_one_line(2, ["simulate", FOLDER / "none.json", "--out", FOLDER / "none", "--end", 1, "--stop-after", 0], "Cannot stop after 0 frames")
    expect_one_line(2, ["scenario", "nothing", "--out", FOLDER / "none"], "nothing")
    expect_one_line(2, ["scenario", "--measure", FOLDER / "none"], "Not the run of a scenario")


def test_processes_with_different_tasks():
    """Each works for itself."""
    files = [FOLDER / f"of-rank-{rank}.csv" for rank in range(3)]
    script = f'"{TALUS}" mass "{TORUS}" --out "{FOLDER}/of-rank-$OMPI_COMM_WORLD_RANK.csv"'
    done = subprocess.run([MPIRUN, "--oversubscribe", "-np", "3", "sh", "-c", script], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0 and done.stdout.count("principal moments") == 3, done
    assert len({file.read_bytes() for file in files}) == 1


def test_an_interruption():
    """Of the rank that works, of one that waits, and of mpirun."""
    words = ("voxelize", "--surface", MESHES / "nasa_viper_wheel.obj", "--count", 500, "--distance", "--out", FOLDER / "large.vti")
    for pick in (lambda job: ranks_of(job)[0], lambda job: ranks_of(job)[1], lambda job: job.pid):
        with job_when(works, "no rank works", 3, *words) as job:
            os.kill(pick(job), signal.SIGINT)
            printed, said = job.communicate(timeout=30)
        told = [line for line in said.splitlines() if line.startswith("talus")]  # nothing, if mpirun ends the first one too soon
        assert job.returncode != 0 and not printed and len(told) <= 1 and "Traceback" not in said, (job.returncode, printed, said)
        left = [*FOLDER.glob("*large*"), *FOLDER.glob(".talus-*")]
        assert not left, left


def works(job):
    """Whether the first of three ranks has worked for half a second longer than the others; to write takes seconds more."""
    times = [processor_time(process) for _, process in sorted(ranks_of(job).items())]
    return len(times) == 3 and times[0] > max(times[1:]) + 0.5


run_in_new_folder(globals())
