"""Polygons of any form are right, and those that cannot be split are told by every door."""

import numpy as np
import pytest
from conftest import talus as command

import talus
from talus.surfaces import as_polygons

# A plate with a square hole, 4 x 4 x 1: its caps are one polygon each, bridged to the hole, or four quadrilaterals.
OUTLINE = [(0, 0), (4, 0), (4, 4), (0, 4), (1, 1), (3, 1), (3, 3), (1, 3)]
PLATE = np.array([(x, y, z) for z in (0.0, 1.0) for x, y in OUTLINE])
SIDES = [[i, (i + 1) % 4, 8 + (i + 1) % 4, 8 + i] for i in range(4)]
SIDES += [[4 + (i + 1) % 4, 4 + i, 12 + i, 12 + (i + 1) % 4] for i in range(4)]
BRIDGED = [0, 1, 2, 3, 0, 4, 7, 6, 5, 4]
RINGS = [[0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]]
PROBES = [(2, 2, 1), (2, 2, 0.5), (2, 2, 1.5), (0.5, 2, 1), (0.5, 2, 0.5), (3.5, 3.5, 0), (1, 2, 0.5)]


def caps(polygons):
    return [polygon[::-1] for polygon in polygons] + [[8 + i for i in polygon] for polygon in polygons]


def obj(points, faces):
    rows = ["v " + " ".join(map(repr, map(float, point))) for point in points]
    return "\n".join(rows + ["f " + " ".join(str(i + 1) for i in face) for face in faces]) + "\n"


def test_a_bridged_hole_stays_open(tmp_path):
    quads, bridged = (PLATE, caps(RINGS) + SIDES), (PLATE, caps([BRIDGED]) + SIDES)
    file = tmp_path / "plate.obj"
    file.write_text(obj(*bridged))
    expected = talus.classify(PROBES, quads, distance=True)
    assert expected.side.tolist() == [-1, -1, -1, 0, 1, 0, 0]
    for surface in (bridged, file):
        found = talus.classify(PROBES, surface, distance=True)
        assert found.side.tolist() == expected.side.tolist()
        assert np.array_equal(found.distance, expected.distance)
        report = talus.check(surface)
        assert report.closed and report.area == pytest.approx(48) and report.volume == pytest.approx(12)
        assert report.counts["SelfIntersections"] == report.counts["CrossedPolygons"] == 0
        assert talus.mass_properties(surface).volume == pytest.approx(12)


def test_a_scene_has_the_bridged_hole(tmp_path):
    bridged = (PLATE, caps([BRIDGED]) + SIDES)
    (tmp_path / "plate.obj").write_text(obj(*bridged))
    for surface in (bridged, tmp_path / "plate.obj"):
        scene = talus.Scene()
        scene.material("stone")
        scene.shape("plate", surface)
        scene.body("plate", "stone")
        assert talus.classify([(2, 2, 0.5), (0.5, 2, 0.5)], scene).side.tolist() == [-1, 1]


@pytest.mark.parametrize("scale", (1.0, 2.0**-17, 2.0**-20, 2.0**-30, 2.0**-200, 2.0**200))
def test_concave_polygons_do_not_depend_on_their_size(scale):
    corners = np.array([(0.999, 0.867), (0.862, 0.807), (0.251, 0.295), (0.186, 0.387), (0.015, 0.101)])
    points = np.vstack([np.c_[corners, np.zeros(5)], np.c_[corners, np.ones(5)]])
    faces = [[4, 3, 2, 1, 0], [5, 6, 7, 8, 9]] + [[i, (i + 1) % 5, (i + 1) % 5 + 5, i + 5] for i in range(5)]
    grid = np.array([(x, y, 1) for x in np.linspace(0, 1, 41) for y in np.linspace(0, 0.9, 41)])
    expected = talus.classify(grid, (points, faces)).side
    assert 0 < (expected == 0).sum() < 100
    assert np.array_equal(talus.classify(grid * scale, (points * scale, faces)).side, expected)


CUBE = np.array([(x, y, z) for z in (0.0, 1.0) for y in (0.0, 1.0) for x in (0.0, 1.0)])
CROSSED = [[0, 1, 2, 3], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]


def doors(surface):
    yield lambda: talus.classify([(0.5, 0.5, 0.5)], surface)
    yield lambda: talus.mass_properties(surface)
    yield lambda: talus.contacts([surface, (CUBE + 3, [[0, 2, 3, 1], *CROSSED[1:]])], halo=0.1)
    yield lambda: talus.voxelize(surface, count=4)
    yield lambda: talus.surrogates(surface)
    yield lambda: talus.place(surface, 2)
    yield lambda: talus.Scene().shape("one", surface)


@pytest.mark.parametrize("kind", ("arrays", "a.obj", "a.vtp"))
def test_polygons_that_cross_themselves_are_told_by_every_door(tmp_path, kind):
    surface = (CUBE, CROSSED)
    if kind != "arrays":
        file = tmp_path / kind
        if file.suffix == ".obj":
            file.write_text(obj(*surface))
        else:
            talus.write(as_polygons(surface), file)
        surface = file
    every = list(doors(surface))
    for door in every if kind == "arrays" else every[:-1]:  # a scene reads its files later
        with pytest.raises(talus.TalusError, match="cross themselves"):
            door()
    report = talus.check(surface)
    assert report.counts["CrossedPolygons"] == 1 and "1 polygons that cross themselves" in report.problem


def test_a_scene_tells_of_polygons_that_cross_themselves(tmp_path):
    (tmp_path / "a.obj").write_text(obj(CUBE, CROSSED))
    scene = talus.Scene()
    scene.material("stone")
    scene.shape("cube", tmp_path / "a.obj")
    scene.body("cube", "stone")
    with pytest.raises(talus.TalusError, match="cross themselves"):
        talus.classify([(0.5, 0.5, 0.5)], scene)


def test_the_command_line_tells_of_polygons_that_cross_themselves(tmp_path):
    (tmp_path / "a.obj").write_text(obj(CUBE, CROSSED))
    result = command("mass", tmp_path / "a.obj")
    assert result.returncode == 2 and "cross themselves" in result.stderr and len(result.stderr.splitlines()) == 1
