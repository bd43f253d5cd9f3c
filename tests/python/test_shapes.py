"""Test bodies from Python and from the command line."""

import numpy as np
import pytest
from conftest import one_error, talus

import talus as package
from talus.io.geometry import coordinates_of


def test_foam_is_sound_and_as_large_as_wanted():
    body = package.foam(outline="Ball", cells=6, triangles=9000, size=3, center=(1, 2, 3))
    report = package.check(body)
    assert report.sound and report.closed and report.counts["Components"] == 1
    assert report.counts["Triangles"] == 9000
    points = coordinates_of(body)
    assert np.linalg.norm(points - (1, 2, 3), axis=1).max() < 1.5 * 1.001
    assert not np.array_equal(points, coordinates_of(package.foam(outline="Ball", cells=6, triangles=9000)))


def test_grain_shapes():
    sphere = package.grain(levels=3, size=2)
    assert np.allclose(np.linalg.norm(coordinates_of(sphere), axis=1), 1)
    assert sphere.GetNumberOfCells() == 512
    block = package.grain("PorousBlock", triangles=9000, tunnels=3)
    assert package.check(block).sound


@pytest.mark.parametrize("shape", package.SHAPES)
def test_every_grain_is_sound(shape):
    report = package.check(package.grain(shape, triangles=9000))
    assert report.sound and report.counts["Components"] == 1
    assert report.convex == (shape not in ("PorousBlock", "BumpedSphere", "Torus"))


def test_grains_take_their_options():
    grain = package.grain("ConvexGrain", vertices=18, semi_axes=(1, 1, 2), irregularity=0, size=2, center=(1, 2, 3))
    offsets = (coordinates_of(grain) - (1, 2, 3)) / (2, 2, 4)
    assert len(offsets) == 18 and np.allclose(np.linalg.norm(offsets, axis=1), 1)
    assert package.grain("BumpedSphere", sphere_triangles=1224).GetNumberOfCells() == 1224
    assert package.check(package.grain("Cuboid", extents=(1, 2, 3))).volume == pytest.approx(6)


@pytest.mark.parametrize("kind", package.CONTAINERS)
def test_every_container_has_a_hollow(kind):
    wall = package.container(kind, center=(5, 6, 7), size=2, rail_height=0.5)
    assert package.check(wall).sound
    assert list(package.classify([(5.01, 6.02, 7.03)], wall).side) == [-1]


@pytest.mark.parametrize(
    "options, words",
    [
        ({"kind": "Sack"}, "The kind must be one of OpenBox, Drum"),
        ({"cross_section": "Oval"}, "The cross section must be one of Round, Square"),
        ({"opening": 1}, "at least 0 and at most 0.95"),
        ({"kind": "Hopper", "height": 0.2}, "leaves no height"),
        ({"kind": "Funnel", "opening": 0}, "outlet"),
    ],
)
def test_bad_containers_are_one_error(options, words):
    with pytest.raises(package.TalusError, match=words):
        package.container(**options)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"cells": 3}, "at least 4 and at most 20000"),
        ({"strut_thickness": float("nan")}, "strut thickness must be at least 0.02 and at most 0.6 .strut thickness nan"),
        ({"outline": "Cone"}, "The outline must be one of Cube, Ball"),
        ({"size": 0}, "size"),
        ({"cells": 5000, "triangles": 1000}, "too few"),
        ({"threads": -1}, "threads"),
    ],
)
def test_bad_options_are_one_error(options, words):
    with pytest.raises(package.TalusError, match=words):
        package.foam(**options)


@pytest.mark.parametrize("extension", ["stl", "vtp"])
def test_foam_command(tmp_path, extension):
    out = tmp_path / f"foam.{extension}"
    result = talus("foam", "--cells", 6, "--triangles", 9000, "--out", out)
    assert result.returncode == 0 and not result.stderr
    assert "answer    9 000 triangles · size " in result.stdout and "triangles 9000" in result.stdout
    report = package.check(out)
    assert report.sound and report.counts["Triangles"] == 9000
    made = coordinates_of(package.foam(cells=6, triangles=9000))
    read = coordinates_of(report.surface)
    if extension == "vtp":
        assert np.array_equal(read, made)
    else:
        assert np.array_equal(np.unique(read, axis=0), np.unique(made.astype(np.float32), axis=0))


def test_grain_command(tmp_path):
    out = tmp_path / "block.vtp"
    result = talus(
        "grain", "--shape", "PorousBlock", "--triangles", 9000, "--center", 4, 5, 6, "--out", out, "--quiet"
    )
    assert result.returncode == 0 and result.stdout == result.stderr == ""
    assert np.allclose(coordinates_of(package.read_surface(out)).mean(axis=0), (4, 5, 6), atol=0.1)


def test_new_grains_by_command(tmp_path):
    out = tmp_path / "grain.vtp"
    talus("grain", "--shape", "ConvexGrain", "--vertices", 42, "--semi-axes", 3, 2, 1, "--out", out, "--seed", 9)
    made = coordinates_of(package.grain("ConvexGrain", vertices=42, semi_axes=(3, 2, 1), seed=9))
    assert np.array_equal(coordinates_of(package.read_surface(out)), made)


def test_container_command(tmp_path):
    out = tmp_path / "hopper.stl"
    result = talus("container", "--kind", "Hopper", "--height", 2, "--slope", 70, "--cross-section", "Square", "--size",
                   10, "--out", out)  # fmt: skip
    assert result.returncode == 0 and not result.stderr and "triangles 48" in result.stdout
    report = package.check(out)
    assert report.sound and coordinates_of(report.surface)[:, 2].max() == 10


def test_commands_refuse_bad_options(tmp_path):
    assert "at least 0 and at most 10" in one_error(talus("grain", "--levels", 11, "--out", tmp_path / "o.vtp"))
    assert "--triangles has no effect on Cone (it is for PorousBlock)" in one_error(
        talus("grain", "--shape", "Cone", "--triangles", 5000, "--out", tmp_path / "o.vtp")
    )
    assert "--slope has no effect on OpenBox" in one_error(
        talus("container", "--kind", "OpenBox", "--slope", 50, "--out", tmp_path / "o.vtp")
    )
    assert "extension" in one_error(talus("foam", "--out", tmp_path / "o.csv"))
    assert "no height" in one_error(talus("container", "--kind", "Hopper", "--height", 0.1, "--out", tmp_path / "o.stl"))
    assert "The semi axes must be" in one_error(
        talus("grain", "--shape", "ConvexGrain", "--semi-axes", 1, 1, 0, "--out", tmp_path / "o.stl")
    )
    assert not list(tmp_path.iterdir())
