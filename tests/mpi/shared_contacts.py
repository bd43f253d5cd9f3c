"""Usage: shared_contacts.py MPIRUN TALUS FOLDER. `mpirun -np N talus contacts` at one time, which ranks share: as one process."""

import json
import os
import signal

import talus as package
from rank_jobs import expect_one_error, processor_time, ranks_of
from talus.io.geometry import triangles
from talus.surfaces import triangles_of
from talus_on_ranks import FOLDER, expect_same, job_when, run_in_new_folder, talus


def test_contacts_of_a_scene():
    """All blocks, of more and of fewer bodies than ranks."""
    for count in (30, 2):
        scene = FOLDER / f"scene{count}.vtpc"
        package.write(package.place([package.grain("Icosahedron")], count=count, region=(0, 9, 0, 3, 0, 3)), scene)
        search = ("contacts", "--scene", scene, "--halo", 0.6, "--out")
        status, told = expect_same(lambda to, search=search: (*search, to / "found.vtpc", "--pairs", to / "pairs.csv"), 5, [2, 5])
        assert status == 0 and f"bodies          {count}\n" in told[0], told
    status, told = expect_same(lambda to: (*search[:-1], "--json"), 0, [3])
    assert status == 0 and json.loads(told[0])["bodies"] == 2, told


def test_contacts_of_surfaces():
    """An open one among them, and one that faces inwards."""
    ball = package.grain("RefinedSphere", levels=2)
    points, corners = triangles_of(ball)
    for number in range(7):
        faces = corners[:, ::-1] if number == 1 else corners[: len(corners) - 9 * (number == 3)]
        package.write_surface(triangles(points + [0.9 * number, 0.2 * (number % 2), 0], faces), FOLDER / f"ball{number}.vtp")
    search = ("contacts", "--surfaces", *sorted(FOLDER.glob("ball*.vtp")), "--halo", 0.01, "--out")
    status, told = expect_same(lambda to: (*search, to / "found.vtpc"), 10, [3, 8])
    assert status == 0 and len(told) == 2 and "ball1.vtp" in told[1] and "ball3.vtp" in told[1], told


def test_one_error():
    expect_error(("contacts", "--surfaces", FOLDER / "none.vtp", FOLDER / "none2.vtp"), "none.vtp")
    expect_error(("contacts", "--scene", FOLDER / "none.json"), "none.json")


def expect_error(words, text):
    status, printed, said = talus(3, *words)
    expect_one_error(status, said, text)
    assert not printed


def test_an_interruption_of_one_rank():
    """In the search for contacts of foams, which takes many seconds."""
    files = [FOLDER / f"foam{number}.stl" for number in range(24)]
    for number, file in enumerate(files):
        foam = package.foam(triangles=20_000, cells=4, seed=number, center=(0.97 * (number % 5), 0.97 * (number // 5), 0))
        package.write_surface(foam, file)
    for rank in (0, 1):
        out = FOLDER / "interrupted.vtp"
        words = ("contacts", "--threads", 1, "--surfaces", *files, "--out", out)
        with job_when(searches, "nothing is searched", 2, *words) as job:
            os.kill(ranks_of(job)[rank], signal.SIGINT)
            said = job.communicate(timeout=60)[1]
        expect_one_error(job.returncode, said, "interrupted")
        assert not list(FOLDER.glob("*interrupted*"))


def searches(job):
    """Whether the second of two ranks, which does not read the surfaces, has begun to search."""
    return len(found := ranks_of(job)) == 2 and processor_time(found[1]) >= 1.5


run_in_new_folder(globals())
