"""Usage: dealt_files.py MPIRUN TALUS FOLDER. `mpirun -np N talus classify` and `contacts` of many files: as one process."""

import json
import os
import signal

from rank_jobs import expect_one_error, ranks_of
from talus_on_ranks import FOLDER, expect_same, job_when, run_in_new_folder, talus
from vtkmodules.vtkFiltersSources import vtkPlaneSource, vtkSphereSource
from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter

TIMES = 4  # three ranks: one does two of them
BALLS = str(FOLDER / "ball_*.vtp")


def save(source, path):
    writer = vtkXMLPolyDataWriter()
    writer.SetInputConnection(source.GetOutputPort())
    writer.SetFileName(str(path))
    writer.Write()


def sphere(x, resolution=16):
    source = vtkSphereSource()
    source.SetCenter(x, 0, 0)
    source.SetRadius(0.5)
    source.SetThetaResolution(resolution)
    source.SetPhiResolution(resolution)
    return source


def write_inputs():
    for number in range(TIMES):
        save(sphere(0.3 * number), FOLDER / f"ball_{number}.vtp")  # those of three times touch the ball at rest
    save(sphere(1.2), FOLDER / "rest.vtp")
    save(vtkPlaneSource(), FOLDER / "open.vtp")
    grid = ((x / 7, y / 7, z / 7) for x in range(-4, 14) for y in range(-4, 5) for z in range(-4, 5))
    (FOLDER / "points.csv").write_text("x,y,z\n" + "".join(f"{x},{y},{z}\n" for x, y, z in grid))


def test_contacts_over_time():
    search = ("contacts", "--surfaces", BALLS, FOLDER / "rest.vtp", "--halo", 0.1)
    status, told = expect_same(lambda to: (*search, "--out", to / "found.pvd", "--table", to / "found.csv"), TIMES + 2)
    rows = (FOLDER / "out3/found.csv").read_text().splitlines()
    assert status == 0 and told[0].count("\n") == TIMES + 1 == len(rows) and [row.split(",")[1] for row in rows[2:]] == ["1"] * 3, rows
    status, told = expect_same(lambda to: (*search, "--json"), 0, [3])
    assert status == 0 and [len(each["pairs"]) for each in json.loads(told[0])] == [0, 1, 1, 1]


def test_contacts_of_one_time():
    pair = ("contacts", "--surfaces", FOLDER / "ball_2.vtp", FOLDER / "rest.vtp")
    status, told = expect_same(lambda to: (*pair, "--out", to / "found.vtp", "--pairs", to / "pairs.csv"), 2, [3])
    assert status == 0 and len(told) == 1 and "touching pairs" in told[0]


def test_labels_of_many_files():
    label = ("classify", "--surface", FOLDER / "rest.vtp", "--points", BALLS, "--out-dir")
    status, told = expect_same(lambda to: (*label, to / "labelled"), TIMES)
    assert status == 0 and len(told) == 1 and told[0].count("written") == TIMES and told[0].count("surface   ") == 1, told


def test_a_broken_file_among_many():
    (FOLDER / "broken.vtp").write_text("nothing")
    names = [FOLDER / name for name in ("ball_0.vtp", "broken.vtp", "ball_1.vtp", "ball_2.vtp")]
    status, told = expect_same(lambda to: ("classify", "--surface", FOLDER / "rest.vtp", "--points", *names, "--out-dir", to), 3)
    assert status == 1 and len(told) == 3 and "1 of 4 files failed" in told[1], told


def test_labels_over_time():
    surface = ("classify", "--surface", BALLS, "--points", FOLDER / "points.csv")
    status, told = expect_same(lambda to: (*surface, "--out", to / "labels.pvd", "--table", to / "counts.csv"), TIMES + 2)
    assert status == 0 and told[0].count("\n") == TIMES + 1, told


def test_one_warning():
    label = ("classify", "--surface", FOLDER / "open.vtp", "--points", BALLS, "--out-dir")
    status, told = expect_same(lambda to: (*label, to), TIMES)
    assert status == 0 and len(told) == 2 and "warning" in told[1], told


def test_one_error():
    for words, text in (
        (("contacts", "--surfaces", FOLDER / "none.vtp", FOLDER / "rest.vtp"), "none.vtp"),
        (("contacts", "--surfaces", BALLS, "--frame", 1), "--frame belongs to --run"),
        (("classify", "--surface", BALLS, "--points", FOLDER / "points.csv", "--out", FOLDER / "one.vtp"), "cannot go into one file"),
    ):
        status, printed, said = talus(3, *words)
        expect_one_error(status, said, text)
        assert not printed


def test_an_error_of_one_rank():
    """The others stop, and no collection refers to what is missing."""
    kept = (FOLDER / "ball_1.vtp").read_bytes()
    (FOLDER / "ball_1.vtp").write_text("nothing")
    for words in (("contacts", "--surfaces", BALLS, FOLDER / "rest.vtp"), ("classify", "--surface", BALLS, "--points", FOLDER / "points.csv")):
        out = FOLDER / "failed.pvd"
        status, _, said = talus(3, *words, "--out", out)
        expect_one_error(status, said, "ball_1.vtp")
        assert not out.exists() and not (FOLDER / "failed_3.vtp").exists()
    (FOLDER / "ball_1.vtp").write_bytes(kept)


def test_an_interruption_of_one_rank():
    """In the middle of 60 searches."""
    (FOLDER / "many").mkdir()
    for number in range(60):
        save(sphere(0.01 * number, 64), FOLDER / f"many/fine_{number}.vtp")
    words = ("contacts", "--surfaces", FOLDER / "many/fine_*.vtp", FOLDER / "rest.vtp", "--halo", 0.1, "--out", FOLDER / "many/found.pvd")
    with job_when(lambda _: (FOLDER / "many/found_04.vtp").exists(), "nothing is written", 3, *words) as job:
        os.kill(ranks_of(job)[1], signal.SIGINT)
        said = job.communicate(timeout=60)[1]
    expect_one_error(job.returncode, said, "interrupted")
    assert not (FOLDER / "many/found_59.vtp").exists() and not (FOLDER / "many/found.pvd").exists()


run_in_new_folder(globals(), write_inputs)
