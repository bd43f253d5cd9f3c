"""Usage: render_command.py MPIRUN TALUS FOLDER. `mpirun -np N talus render`: the pictures of one process, faults, Ctrl-C."""

import contextlib
import os
import pathlib
import shutil
import signal

from motion_scene import write_scene
from rank_jobs import expect_one_error, ranks_of
from talus_on_ranks import FOLDER, job_when, run_tests, talus

RUN = FOLDER / "run"


def render(ranks, folder, *options):
    return talus(ranks, "render", RUN, "--out", FOLDER / folder, "--size", 160, 120, *options)


def pictures(folder):
    return {file.name: file.read_bytes() for file in sorted((FOLDER / folder).glob("*.png"))}


def test_the_same_pictures():
    for options, count in ((("--every", 4), 6), (("--every", 13), 2), (("--frame", 3, "--contacts"), 1)):
        for ranks, folder in ((1, "one"), (3, "three")):
            status, printed, told = render(ranks, folder, *options)
            assert status == 0 and printed.startswith(f"pictures  {count} in ") and printed.count("\n") == 1, printed + told
        assert len(pictures("one")) == count and pictures("three") == pictures("one"), options
        assert len(set(pictures("one").values())) == count, "equal pictures"


def test_one_error():
    for options, text in ((("--colour-by", "Nothing"), "Nothing"), (("--frame", 77), "77"), (("--rate", 0), "out of range")):
        status, printed, told = render(3, "wrong", *options)
        expect_one_error(status, told, text)
        assert not printed


def drawing(folder):
    """The job of three ranks that draws large pictures, when the first one is there."""
    shutil.rmtree(FOLDER / folder, ignore_errors=True)  # pictures of an earlier test would count as the first one
    words = ("render", RUN, "--out", FOLDER / folder, "--size", 2000, 1500)
    return job_when(lambda _: pictures(folder), "no picture", 3, *words)


def program_of(rank):
    """The program that draws for a rank."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == rank and b"talus.movie" in (process / "cmdline").read_bytes():
                return int(process.name)
    raise AssertionError("no program draws")


def test_the_end_of_one_of_the_programs():
    with drawing("ended") as job:
        os.kill(program_of(ranks_of(job)[1]), signal.SIGKILL)
        told = job.communicate(timeout=60)[1]
    expect_one_error(job.returncode, told, "could not draw")
    assert len(pictures("ended")) < 21


def test_an_interruption_of_one_rank():
    with drawing("interrupted") as job:
        os.kill(ranks_of(job)[1], signal.SIGINT)
        told = job.communicate(timeout=60)[1]
    expect_one_error(job.returncode, told, "interrupted")
    assert len(pictures("interrupted")) < 21


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    write_scene(FOLDER / "scene.json")
    status, _, told = talus(1, "simulate", FOLDER / "scene.json", "--out", RUN, "--overwrite", "--end", 0.05, "--every", 0.0025,
                            "--bodies", "--threads", 1)
    assert status == 0, told
    run_tests(globals())


main()
