"""Usage: shared_points.py MPIRUN TALUS FOLDER. `mpirun -np N talus classify` of one file of points, which ranks share: as one
process."""

import os
import resource
import signal
from pathlib import Path

import numpy as np
import talus as package
from rank_jobs import expect_one_error, ranks_of
from talus.io.geometry import arrays_of, point_cloud, triangles
from talus.io.xml_parallel_writer import ParallelWriter
from talus.surfaces import triangles_of
from talus_on_ranks import FOLDER, expect_same, job_when, run_in_new_folder, talus

MESHES = Path(__file__).resolve().parents[2] / "data/meshes"
SCENE = MESHES.parent / "scenes/shaken_table.json"
TORUS = MESHES / "torus.stl"
OPEN = MESHES / "dem_hourglass_open.obj"
ALL = ("--distance", "--winding-number", "--nesting-depth", "--enclosing-body")


def save_parts(path, points, corners, parts):
    """A surface as a PVTP of several pieces."""
    writer = ParallelWriter(path, "PolyData")
    for number, part in enumerate(np.array_split(corners, parts)):
        used, renumbered = np.unique(part, return_inverse=True)
        writer.add(triangles(points[used], renumbered.reshape(-1, 3)), number)
    writer.finish(parts)


def write_inputs():
    points, corners = triangles_of(TORUS)
    low, high = points.min(axis=0), points.max(axis=0)
    places = np.random.default_rng(1).uniform(low, high, (50_000, 3))
    np.save(FOLDER / "cloud.npy", places)
    np.save(FOLDER / "few.npy", places[:2])
    np.save(FOLDER / "none.npy", places[:0])
    np.savetxt(FOLDER / "cloud.csv", np.resize(places, (140_000, 3)), fmt="%.6g", delimiter=",", header="x,y,z", comments="")
    package.write(point_cloud(places[:3000]), FOLDER / "cloud.vtp")
    writer = ParallelWriter(FOLDER / "pieces.pvtp", "PolyData")
    for number, part in enumerate(np.split(places, [20_000, 20_000, 40_000])):
        writer.add(point_cloud(part), number)
    writer.finish(4)
    save_parts(FOLDER / "torus.pvtp", points, corners, 6)
    save_parts(FOLDER / "open.pvtp", points, corners[:-40], 3)
    package.write_surface(triangles(points, np.concatenate([corners, corners])), FOLDER / "twice.stl")


def test_streams():
    for name, count, ranks in (("cloud.npy", 50_000, 2), ("few.npy", 2, 5), ("none.npy", 0, 3), ("cloud.csv", 140_000, 4)):
        label = ("classify", "--surface", TORUS, "--points", FOLDER / name, "--out")
        status, told = expect_same(lambda to, name=name, label=label: (*label, to / name), 1, [ranks])
        assert status == 0 and f": {count}\n" in told[0], told


def test_pieces():
    label = ("classify", "--surface", TORUS, "--points", FOLDER / "pieces.pvtp", *ALL, "--out")
    status, told = expect_same(lambda to: (*label, to / "labelled.pvtp"), 5, [2, 5])
    assert status == 0 and ": 50000" in told[0], told


def test_other_files():
    for words in (("--surface", TORUS, "--surface", OPEN), ("--scene", SCENE)):
        label = ("classify", *words, "--points", FOLDER / "cloud.vtp", "--distance", "--enclosing-body", "--out")
        status, told = expect_same(lambda to, label=label: (*label, to / "labelled.vtp"), 1, [3])
        assert status == 0 and ": 3000" in told[0], told


def test_parts_of_a_surface():
    """A closed and an open one, with all labels and messages, and one that is there twice: its halves are no copies."""
    for name in ("torus.pvtp", "open.pvtp", TORUS):
        label = ("classify", "--surface", FOLDER / name, "--points", FOLDER / "cloud.vtp", *ALL, "--out")
        status, told = expect_same(lambda to, label=label: (*label, to / "labelled.vtp"), 1, [4])
        assert status == 0 and len(told) == (2 if name == "open.pvtp" else 1), told
    status, printed, said = talus(2, "classify", "--surface", FOLDER / "twice.stl", "--points", FOLDER / "few.npy", "--out", FOLDER / "twice.npy")
    assert status == 0 and "8700 triangles duplicate others" in said, (printed, said)


def test_a_divided_surface():
    """No rank has it as a whole."""
    foam = package.foam(triangles=120_000)
    points, corners = triangles_of(foam)
    save_parts(FOLDER / "foam.pvtp", points, corners, 7)
    package.write_surface(foam, FOLDER / "foam.stl")
    package.write_surface(foam, FOLDER / "foam.vtp")
    np.save(FOLDER / "around.npy", np.random.default_rng(2).uniform(-0.5, 0.5, (100_000, 3)))
    for name in ("foam.pvtp", "foam.stl", "foam.vtp"):
        labels = []
        for ranks in (1, 4):
            out = FOLDER / f"around{ranks}.npy"
            status, printed, said = talus(ranks, "classify", "--surface", FOLDER / name, "--points", FOLDER / "around.npy", "--out", out)
            assert status == 0 and not said and ("divided among ranks" in printed) == (ranks > 1), (printed, said)
            labels.append(out.read_bytes())
        assert labels[0] == labels[1] and set(np.load(out)) >= {-1, 1}
    label = ("classify", "--surface", FOLDER / "foam.pvtp", "--points", FOLDER / "around.npy", FOLDER / "few.npy", "--out-dir")
    status, printed, _ = talus(3, *label, FOLDER / "both")  # many files, but a surface in pieces: one after the other
    assert status == 0 and printed.count("divided among ranks") == 2, printed
    sides = arrays_of(package.read_points(FOLDER / "both/around.vtp").GetPointData())["Side"]
    assert np.array_equal(sides, np.load(out))


def expect_nothing(words, text):
    """One error, and no part of a file."""
    before = sorted(FOLDER.iterdir())
    status, printed, said = talus(3, *words)
    expect_one_error(status, said, text)
    assert sorted(FOLDER.iterdir()) == before and "written" not in printed


def test_an_error_of_one_rank():
    label = ("classify", "--surface", TORUS, "--out")
    (FOLDER / "broken.csv").write_text((FOLDER / "cloud.csv").read_text() + "1,2\n")
    expect_nothing((*label, FOLDER / "out.csv", "--points", FOLDER / "broken.csv"), "Point 140000 has 2 values")
    (FOLDER / "words.csv").write_text((FOLDER / "cloud.csv").read_text() + "1,2,a\n")
    expect_nothing((*label, FOLDER / "out.csv", "--points", FOLDER / "words.csv"), "140000")
    (FOLDER / "broken.npy").write_bytes((FOLDER / "cloud.npy").read_bytes()[:-8])
    expect_nothing((*label, FOLDER / "out.npy", "--points", FOLDER / "broken.npy"), "broken.npy")
    expect_nothing((*label, FOLDER / "out.vtp", "--points", FOLDER / "none.vtp"), "none.vtp")
    expect_nothing(("classify", "--surface", FOLDER / "none.stl", "--points", FOLDER / "few.npy", "--out", FOLDER / "out.npy"), "none.stl")
    piece = FOLDER / "pieces/pieces_2.vtp"
    kept = piece.read_bytes()
    piece.write_bytes(kept[:1000])
    expect_nothing((*label, FOLDER / "out.pvtp", "--points", FOLDER / "pieces.pvtp"), "pieces_2.vtp")
    piece.write_bytes(kept)


def disturbed(name, rank, disturb):
    """:return: what a slow method tells that labels a file on three ranks, one of which is disturbed; nothing is written"""
    out = FOLDER / f"slow-{name}"
    words = ("classify", "--surface", TORUS, "--method", "SolidAngle", "--points", FOLDER / name, "--out", out)
    with job_when(lambda _: list(FOLDER.glob(".talus-*")), "nothing is written", 3, *words) as job:
        disturb(ranks_of(job)[rank])
        said = job.communicate(timeout=60)[1]
    left = [*FOLDER.glob("*slow*"), *FOLDER.glob(".talus-*")]
    assert not left, left
    return job.returncode, said


def test_a_full_disk_of_one_rank():
    for rank, name in ((0, "cloud.npy"), (2, "pieces.pvtp")):
        told = disturbed(name, rank, lambda process: resource.prlimit(process, resource.RLIMIT_FSIZE, (2048, 2048)))
        expect_one_error(*told, "too large")


def test_an_interruption_of_one_rank():
    np.save(FOLDER / "many.npy", np.resize(np.load(FOLDER / "cloud.npy"), (1_000_000, 3)))
    for rank in (0, 2):
        expect_one_error(*disturbed("many.npy", rank, lambda process: os.kill(process, signal.SIGINT)), "interrupted")


run_in_new_folder(globals(), write_inputs)
