"""talus.surrogates and `talus surrogate`: surrogates of known surfaces."""

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, one_error
from conftest import talus as command

import talus
from talus.io.geometry import coordinates_of

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)


def distance_to_triangles(point, corners):
    """From one point to each of n triangles, by sampling weights finely: never less than the distance."""
    steps = np.linspace(0, 1, 41)
    u, v = (weights.ravel() for weights in np.meshgrid(steps, steps))
    keep = u + v <= 1 + 1e-12
    weights = np.stack([1 - u - v, u, v], axis=-1)[keep]
    return np.linalg.norm(weights @ corners - point, axis=-1).min(axis=-1)


def test_cube():
    tree = talus.surrogates(CUBE)
    assert list(tree.level) == [0, 1, 1] and list(tree.parent) == [-1, 0, 0] and list(tree.node) == [0, 1, 2]
    assert list(tree.triangles) == [12, 8, 4] and not tree.block.any()
    assert tree.corners.shape == (3, 3, 3) and tree.sphere_center.shape == (3, 3)
    assert tree.sphere_radius[0] == pytest.approx(np.sqrt(0.75), rel=0.02)
    assert [level.surrogates for level in tree.levels] == [1, 2]


def test_every_level_of_the_root_covers_the_mesh():
    tree = talus.surrogates(MESHES / "spot.obj")
    points = coordinates_of(talus.read_surface(MESHES / "spot.obj"))[::97]
    for level in range(3):
        mine = tree.level == level
        # Each point is covered by one surrogate of each level at least.
        slack = np.ptp(tree.corners[mine].reshape(-1, 3), axis=0).max() / 40
        for point in points:
            gaps = distance_to_triangles(point, tree.corners[mine]) - tree.epsilon[mine]
            assert gaps.min() <= slack


def test_levels_come_nearer():
    levels = talus.surrogates(MESHES / "spot.obj").levels
    halos = [level.mean_epsilon for level in levels]
    assert halos == sorted(halos, reverse=True) and halos[-1] < halos[0] / 30
    functional = talus.surrogates(MESHES / "spot.obj", method="Functional").levels
    assert functional[2].mean_share > 2 * levels[2].mean_share


def test_halo_and_branching():
    plain, wide = talus.surrogates(CUBE), talus.surrogates(CUBE, halo=0.5)
    assert np.array_equal(wide.epsilon, plain.epsilon + 0.5)
    assert np.array_equal(wide.sphere_radius, plain.sphere_radius + 0.5)
    assert len(talus.surrogates(CUBE, branching=2).level) > 6


def test_several_bodies():
    tree = talus.surrogates([CUBE, (CUBE_POINTS + 3, CUBE_TRIANGLES)])
    assert list(tree.block) == [0, 0, 0, 1, 1, 1] and list(tree.node) == [0, 1, 2, 0, 1, 2]


def test_bad_options():
    for options, words in [
        ({"method": "Best"}, "The method must be one of Minimax, Functional"),
        ({"branching": 1}, "branching must be at least 2 and at most 64 .branching 1"),
        ({"branching": 65}, "branching 65"),
        ({"halo": -1.0}, "The halo must be at least 0"),
        ({"threads": -1}, "threads"),
    ]:
        with pytest.raises(talus.TalusError, match=words):
            talus.surrogates(CUBE, **options)
    with pytest.raises(talus.TalusError, match="no triangle"):
        talus.surrogates((CUBE_POINTS, []))


def test_command_prints_and_writes(tmp_path):
    out = tmp_path / "levels.vtp"
    result = command("surrogate", "--surface", MESHES / "torus.stl", "--out", out, "--halo", "0.1")
    assert result.returncode == 0 and not result.stderr
    assert f"answer    {talus.surrogates(MESHES / 'torus.stl', halo=0.1).answer}\n" in result.stdout
    assert "over radius" in result.stdout and str(out) in result.stdout
    assert talus.read_surface(out).GetCellData().HasArray("Level")
    assert [path.name for path in tmp_path.iterdir()] == ["levels.vtp"]


def test_command_refuses(tmp_path):
    message = one_error(command("surrogate", "--surface", MESHES / "torus.stl", "--branching", "99"))
    assert "(branching 99)" in message
    assert "No such file" in one_error(command("surrogate", "--surface", tmp_path / "none.stl"))
