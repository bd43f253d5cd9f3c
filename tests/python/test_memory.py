"""Where the memory does not suffice a command ends with one line and the status 1, and leaves nothing half-written."""

import numpy as np
import pytest
from conftest import BUILD, one_error, run, talus


# MiB: with the program's own 100 they suffice for a part of the work, another one at each command.
@pytest.mark.parametrize("room", [130, 300])
def test_too_little_memory_is_one_line(tmp_path, room):
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
        result = run("prlimit", f"--data={room << 20}", BUILD / "bin" / "talus", *command, "--quiet", "--threads", "1")
        if result.returncode != 0:
            assert "Not enough memory" in one_error(result, 1)
    assert sorted(file.name for file in tmp_path.iterdir() if file.name[0] == ".") == []


# Less and less than voxels need: their arrays and cells, and then the file.
@pytest.mark.parametrize("room", [180, 240, 300, 400])
@pytest.mark.parametrize("kind", ["vti", "vtu", "npz"])
def test_voxels_without_memory_are_one_line(tmp_path, room, kind):
    ball, out = tmp_path / "ball.vtp", tmp_path / f"o.{kind}"
    assert talus("grain", "--shape", "RefinedSphere", "--levels", "4", "--out", ball, "--quiet").returncode == 0
    words = ("voxelize", "--surface", ball, "--count", 300, "--out", out, "--quiet", "--threads", "1")
    result = run("prlimit", f"--data={room << 20}", BUILD / "bin" / "talus", *words)
    assert result.returncode in (0, 1)
    if result.returncode == 1:
        assert "Not enough memory" in one_error(result, 1)
        assert [file.name for file in tmp_path.iterdir()] == ["ball.vtp"]
