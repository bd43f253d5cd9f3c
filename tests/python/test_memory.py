"""Where the memory does not suffice a command ends with one line and the status 1, and leaves nothing half-written."""

import numpy as np
import pytest
from conftest import BUILD, one_error, run, talus


@pytest.fixture(scope="module")
def own():
    """What the program itself needs to start, which depends on the libraries it imports, MiB."""
    rooms = range(60, 1000, 10)
    return next(room for room in rooms if within(room, "--help").returncode == 0)


def within(room, *command):
    """Runs talus in so many MiB. OpenBLAS, if NumPy uses it, does not end where its threads did not start."""
    return run("env", "OPENBLAS_NUM_THREADS=1", "prlimit", f"--data={room << 20}", BUILD / "bin" / "talus", *command)


# MiB beyond the program's own: they suffice for a part of the work, another one at each command.
@pytest.mark.parametrize("more", [30, 200])
def test_too_little_memory_is_one_line(tmp_path, own, more):
    ball, points, out = tmp_path / "ball.vtp", tmp_path / "p.npy", tmp_path / "o.vtp"
    assert talus("grain", "--shape", "RefinedSphere", "--levels", "8", "--out", ball, "--quiet").returncode == 0
    np.save(points, np.random.default_rng(1).random((4_000_000, 3)))
    for command in (
        ("classify", "--surface", ball, "--points", points, "--out", out),
        ("check", "--surface", ball),
        ("mass", ball),
        ("contacts", "--surfaces", ball, ball, "--out", out),
        ("surrogate", "--surface", ball, "--out", out),
        ("place", ball, "--count", 1_000_000, "--out", tmp_path / "o.vtpc"),
    ):
        result = within(own + more, *command, "--quiet", "--threads", "1")
        if result.returncode != 0:
            assert "Not enough memory" in one_error(result, 1)
    assert sorted(file.name for file in tmp_path.iterdir() if file.name[0] == ".") == []


# Less and less than voxels need: their arrays and cells, and then the file.
@pytest.mark.parametrize("more", [80, 140, 200, 300])
@pytest.mark.parametrize("kind", ["vti", "vtu", "npz"])
def test_voxels_without_memory_are_one_line(tmp_path, own, more, kind):
    ball, out = tmp_path / "ball.vtp", tmp_path / f"o.{kind}"
    assert talus("grain", "--shape", "RefinedSphere", "--levels", "4", "--out", ball, "--quiet").returncode == 0
    result = within(own + more, "voxelize", "--surface", ball, "--count", 300, "--out", out, "--quiet", "--threads", "1")
    assert result.returncode in (0, 1)
    if result.returncode == 1:
        assert "Not enough memory" in one_error(result, 1)
        assert [file.name for file in tmp_path.iterdir()] == ["ball.vtp"]
