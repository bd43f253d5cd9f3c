"""Bodies placed from Python and from the command line."""

import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, one_error, talus
from vtkmodules.util.numpy_support import vtk_to_numpy

import talus as package
from talus.io.geometry import coordinates_of, point_cloud

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
RADIUS = np.sqrt(3) / 2


def bodies_of(scene):
    return scene.GetPartition(0, 0)


def array(scene, name):
    return vtk_to_numpy(bodies_of(scene).GetPointData().GetArray(name))


def least_distance(points):
    return min(np.linalg.norm(points[i + 1 :] - points[i], axis=1).min() for i in range(len(points) - 1))


@pytest.mark.parametrize("arrangement", ["Random", "DropColumn", "Grid"])
def test_bodies_keep_apart(arrangement):
    scene = package.place(CUBE, 200, arrangement=arrangement, cells=(10, 10, 2), clearance=0.1)
    points = coordinates_of(bodies_of(scene))
    assert len(points) == 200
    assert least_distance(points) >= 2 * RADIUS + 0.1 - 1e-12
    assert np.allclose(np.linalg.norm(array(scene, "Orientation"), axis=1), 1)
    assert np.allclose(array(scene, "Mass"), 2500)


def material_of(scene):
    return json.loads(bodies_of(scene).GetFieldData().GetAbstractArray("Materials").GetValue(0))


def test_materials_are_chosen_or_as_in_scenes():
    usual = material_of(package.place(CUBE, 1))
    scene = package.Scene()
    scene.material("stone")
    assert usual == scene.as_dict()["materials"][0] | usual
    soft = material_of(package.place(CUBE, 1, density=900.0, young=1e6, friction=0.2, restitution=0.0))
    assert (soft["density"], soft["young"]) == (900, 1e6)
    assert (soft["contact"]["friction"], soft["contact"]["restitution"]) == (0.2, 0)


def test_several_shapes_and_sizes():
    ball = package.grain(levels=2)
    scene = package.place([CUBE, ball], 400, weights=[1, 3], sizes=[0.5, 2.0], seed=5)
    assert scene.GetNumberOfPartitionedDataSets() == 3
    assert 240 < (array(scene, "Shape") == 1).sum() < 360
    assert np.array_equal(array(scene, "Scale"), np.tile([0.5, 2.0], 200))
    again = package.place([CUBE, ball], 400, weights=[1, 3], sizes=[0.5, 2.0], seed=5, threads=1)
    assert np.array_equal(coordinates_of(bodies_of(scene)), coordinates_of(bodies_of(again)))


def test_at_points():
    points = 4.0 * np.arange(9).reshape(3, 3)
    turns = np.array([(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 3, 4)])
    scene = package.place(CUBE, points=points, orientations=turns, velocities=points / 2, sizes=[1, 2, 3])
    assert np.array_equal(coordinates_of(bodies_of(scene)), points)
    assert np.allclose(array(scene, "Orientation")[2], (0, 0, 0.6, 0.8))
    assert np.array_equal(array(scene, "Velocity"), points / 2)
    assert np.allclose(array(scene, "Mass"), 2500 * np.array([1, 8, 27]))
    one = package.place(CUBE, points=point_cloud(points), orientations=(2, 0, 0, 0), velocities=(0, 0, 1))
    assert (array(one, "Orientation") == (1, 0, 0, 0)).all()


def test_warnings_tell_what_is_missing():
    with pytest.warns(package.PlacementWarning, match="of 300 bodies found room"):
        scene = package.place(CUBE, 300, region=(0, 6, 0, 6, 0, 6))
    assert 10 < bodies_of(scene).GetNumberOfPoints() < 60
    with pytest.warns(package.PlacementWarning, match="1 pair of bodies overlaps"):
        package.place(CUBE, points=[(0, 0, 0), (1, 0, 0)])


@pytest.mark.parametrize(
    "options, words",
    [
        ({"arrangement": "Heap"}, "arrangement must be one of Grid, Random, DropColumn, AtPoints"),
        ({"size_law": "Gauss"}, "size law must be one of Single, Uniform"),
        ({"count": 0}, "count must be at least 1 and at most 100000000 .count 0."),
        ({"count": 10**12}, "count must be at least 1"),
        ({"count": "many"}, "count 'many'"),
        ({"jitter": 2}, "jitter must be at least 0 and at most 1 .jitter 2."),
        ({"clearance": float("nan")}, "clearance nan"),
        ({"sizes": []}, "list of sizes is empty"),
        ({"sizes": ["large"]}, "size list must be above 0 and less than"),
        ({"cells": (1, 2)}, "cells must be at least 1"),
        ({"weights": [1, 2]}, "2 weights for 1 shapes"),
        ({"orientations": [1, 0, 0]}, "Orientation has the shape"),
        ({"orientations": [0, 0, 0, 0]}, "zero or not finite"),
        ({"points": [(0, 0, 0)], "velocities": [(0, 0, 1)] * 2}, "Velocity has the shape"),
        ({"points": [(0, 0)]}, "Give numbers"),
        ({"region": (0, 1, 0, 1, 0, 1)}, "larger than the region"),
        ({"threads": -1}, "threads"),
    ],
)
def test_bad_options_are_one_error(options, words):
    with pytest.raises(package.TalusError, match=words):
        package.place(CUBE, **options)


def test_shapes_must_be_closed():
    with pytest.raises(package.TalusError, match="shape1"):
        package.place([CUBE, (CUBE_POINTS, CUBE_TRIANGLES[:-1])])


def test_place_command_writes_what_it_placed(tmp_path, cube_stl):
    out = tmp_path / "scene.vtpc"
    result = talus(
        "place", cube_stl, "--count", 60, "--size-law", "Uniform", "--smallest", 1, "--largest", 3, "--out", out
    )
    assert result.returncode == 0 and not result.stderr, result
    assert "bodies    60" in result.stdout
    read = package.io.xml.read_xml(out)
    made = package.place(cube_stl, 60, size_law="Uniform", smallest=1, largest=3)
    for name in ("BodyId", "Shape", "Orientation", "Scale", "Velocity", "AngularVelocity", "Mass", "Material", "Motion"):
        assert np.array_equal(array(read, name), array(made, name)), name
    assert np.array_equal(coordinates_of(bodies_of(read)), coordinates_of(bodies_of(made)))


def test_place_command_at_points(tmp_path, cube_stl, cloud_csv):
    out = tmp_path / "scene.vtpc"
    result = talus("place", cube_stl, "--points", cloud_csv, "--orientation", 1, 0, 0, 0, "--out", out, "--quiet")
    assert result.returncode == 0 and result.stdout == ""
    assert result.stderr.startswith("talus: warning: ") and "overlap" in result.stderr
    assert bodies_of(package.io.xml.read_xml(out)).GetNumberOfPoints() == 4


def test_place_command_refuses(tmp_path, cube_stl):
    assert ".vtpc" in one_error(talus("place", cube_stl, "--out", tmp_path / "scene.vtp"))
    assert "region" in one_error(
        talus("place", cube_stl, "--region", 0, 1, 0, 1, 0, 1, "--out", tmp_path / "scene.vtpc")
    )
    assert not list(tmp_path.glob("scene*"))


def test_place_beside_walls(tmp_path, cube_stl):
    """In a hopper: nothing touches its wall, which stands in the scene where its file has it."""
    hopper = tmp_path / "hopper.vtp"
    assert talus("container", "--kind", "Hopper", "--size", 12, "--out", hopper).returncode == 0
    words = ["--walls", hopper, "--region", -6, 6, -6, 6, 0, 6, "--count", 30, "--clearance", 0.1]
    result = talus("place", cube_stl, *words, "--out", tmp_path / "scene.vtpc")
    assert result.returncode == 0 and not result.stderr, result.stderr
    scene = package.read_scene(tmp_path / "scene.vtpc")
    assert array(scene, "Motion").tolist() == [0] * 30 + [1]
    assert package.scene_data.shape_names(scene)[1] == "wall0"
    assert len(package.contacts(scene, halo=0.049)) == 0 < len(package.contacts(scene, halo=1.0))
    wall = package.body_surfaces(scene)
    ids = vtk_to_numpy(wall.GetCellData().GetArray("BodyId"))
    corners = coordinates_of(wall)[[wall.GetCell(i).GetPointId(0) for i in np.flatnonzero(ids == 30).tolist()]]
    given = package.read_surface(hopper)
    low, high = np.array(given.GetBounds()).reshape(3, 2).T
    assert corners.min(axis=0) == pytest.approx(low, abs=1e-12)
    assert corners.max(axis=0) == pytest.approx(high, abs=1e-12)


def test_what_would_touch_a_wall_is_left_out():
    wall = (CUBE_POINTS * (1, 9, 9), CUBE_TRIANGLES)
    with pytest.warns(package.PlacementWarning, match="1 of 2 bodies would touch a wall and is omitted"):
        scene = package.place(CUBE, points=[(0.5, 2, 2), (5, 2, 2)], walls=[wall])
    assert array(scene, "BodyId").tolist() == [0, 1] and array(scene, "Motion").tolist() == [0, 1]
    with pytest.raises(package.TalusError, match="wall0"):
        package.place(CUBE, walls=(CUBE_POINTS, CUBE_TRIANGLES[:-1]))
