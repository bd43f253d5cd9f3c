"""Labels of NPY files of any size, a portion at a time."""

import subprocess
import sys

import numpy as np
import pytest

import talus
from conftest import CUBE_POINTS, CUBE_TRIANGLES, one_error
from conftest import talus as command
from talus import label_stream
from talus.label_stream import label_stream as stream

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)


def side_of_unit_cube(points):
    inside = ((points > 0) & (points < 1)).all(axis=1)
    return np.where(inside, 1, -((points < 0) | (points > 1)).any(axis=1).astype(int))


def points(count, seed=1):
    return np.random.default_rng(seed).uniform(-0.5, 1.5, (count, 3))


@pytest.mark.parametrize("kind", ["<f8", "<f4", "<i4", ">f8"])
def test_labels_are_those_of_classify(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(label_stream, "_POINTS_AT_A_TIME", 77)
    given = points(1000).astype(kind)
    np.save(tmp_path / "in.npy", given)
    told = []
    found = stream(talus.Classifier(CUBE), tmp_path / "in.npy", tmp_path / "out.npy", told.append)
    sides = np.load(tmp_path / "out.npy")
    expected = side_of_unit_cube(given)
    assert sides.dtype == np.int8 and np.array_equal(sides, expected)
    assert found.counts == [np.count_nonzero(expected == side) for side in (1, 0, -1)]
    assert found.method in ("DiscreteFunction", "CyrusBeck") and found.reason
    assert told == sorted(told) and told[-1] == 1


def test_no_points(tmp_path):
    np.save(tmp_path / "in.npy", np.empty((0, 3)))
    assert stream(talus.Classifier(CUBE), tmp_path / "in.npy", tmp_path / "out.npy").counts == [0, 0, 0]
    assert np.load(tmp_path / "out.npy").shape == (0,)


def test_points_that_are_no_numbers_are_outside(tmp_path, monkeypatch):
    monkeypatch.setattr(label_stream, "_POINTS_AT_A_TIME", 100)
    given = points(300)
    given[[5, 250]] = np.nan
    np.save(tmp_path / "in.npy", given)
    found = stream(talus.Classifier(CUBE), tmp_path / "in.npy", tmp_path / "out.npy")
    assert len(found.warnings) == 2 and "NaN" in found.warnings[0]
    assert (np.load(tmp_path / "out.npy")[[5, 250]] == -1).all()


def damaged(tmp_path, kind):
    path = tmp_path / "in.npy"
    if kind == "missing":
        return path
    arrays = {"columns first": np.asfortranarray(points(10)), "four columns": np.zeros((5, 4)), "flat": np.zeros(9),
              "text": np.full((2, 3), "a"), "complex": np.zeros((2, 3), complex)}  # fmt: skip
    np.save(path, arrays.get(kind, points(10)))
    data = path.read_bytes()
    path.write_bytes({"cut off": data[:-1], "longer": data + b"x", "empty": b"", "no header": data[:20]}.get(kind, data))
    return path


@pytest.mark.parametrize(
    "kind",
    ["missing", "columns first", "four columns", "flat", "text", "complex", "cut off", "longer", "empty", "no header"],
)
def test_damaged_files_are_one_error_and_no_output(kind, tmp_path):
    path = damaged(tmp_path, kind)
    with pytest.raises(talus.TalusError) as caught:
        stream(talus.Classifier(CUBE), path, tmp_path / "out.npy")
    assert str(path) in str(caught.value)
    assert {p.name for p in tmp_path.iterdir()} <= {"in.npy"}


def test_command_line(tmp_path, cube_stl):
    given = points(1000)
    np.save(tmp_path / "in.npy", given)
    np.savez(tmp_path / "in.npz", points=given)
    classify = ("classify", "--surface", cube_stl, "--points")
    done = command(*classify, tmp_path / "in.npy", "--out", tmp_path / "out.npy")
    assert done.returncode == 0 and not done.stderr
    assert f"in.npy: {len(given)}" in done.stdout
    assert np.array_equal(np.load(tmp_path / "out.npy"), side_of_unit_cube(given))
    for points_file, out, *more in (["in.npz", "out.npy"], ["in.npy", "out.npy", "--distance"], ["in.npy", "in.npy"]):
        assert "Name a" in one_error(command(*classify, tmp_path / points_file, "--out", tmp_path / out, *more))
    assert np.array_equal(np.load(tmp_path / "in.npy"), given)


MEMORY = """
import sys, talus
from pathlib import Path
from talus.label_stream import label_stream
cube = talus.grain("Icosahedron")
label_stream(talus.Classifier(cube, threads=1), Path(sys.argv[1]), Path(sys.argv[2]))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def test_memory_does_not_grow_with_the_file(tmp_path):
    used = []
    for count in (1_100_000, 6_000_000):
        np.save(tmp_path / "in.npy", points(count))
        done = subprocess.run([sys.executable, "-c", MEMORY, tmp_path / "in.npy", tmp_path / "out.npy"], capture_output=True,
                              text=True, check=True)  # fmt: skip
        used.append(int(done.stdout))
    assert used[1] < used[0] + 60_000, "kB: the files differ by 118 MB"
