"""Surfaces and points that change with time: .pvd, .series and patterns, on either side of commands and in Python."""

import csv
import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, one_error, talus

import talus as package
from talus.io.geometry import arrays_of, point_cloud, triangles
from talus.io.series import collection_entry, collection_text, steps_of

TIMES = [0.0, 0.25, 0.5, 0.75, 1.0]
SPEED = 2.0  # of the cube, along x
POINTS = np.array([(x, 0.5, 0.5) for x in np.linspace(0.13, 2.93, 15)])


def truth(time, points=POINTS):
    """Sides of points at the height of the middle of a cube that began at 0."""
    return np.where(abs(points[:, 0] - SPEED * time - 0.5) < 0.5, 1, -1)


def collection(path, steps):
    path.write_text(collection_text(collection_entry(time, file) for time, file in steps))
    return path


@pytest.fixture
def moving(tmp_path):
    """A folder: moving.pvd, moving.vtp.series and cube_7.vtp … cube_11.vtp, whose order as text is another; still.vtp."""
    names = [f"cube_{number}.vtp" for number in range(7, 7 + len(TIMES))]
    for name, time in zip(names, TIMES):
        package.write(triangles(CUBE_POINTS + (SPEED * time, 0, 0), CUBE_TRIANGLES), tmp_path / name)
    collection(tmp_path / "moving.pvd", list(zip(TIMES, names))[::-1])
    told = {"file-series-version": "1.0", "files": [{"name": name, "time": time} for name, time in zip(names, TIMES)]}
    (tmp_path / "moving.vtp.series").write_text(json.dumps(told))
    package.write(point_cloud(POINTS), tmp_path / "still.vtp")
    return tmp_path


def rows(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def sides(path):
    return arrays_of(package.read_points(path).GetPointData())["Side"]


@pytest.mark.parametrize("name", ["moving.pvd", "moving.vtp.series", "cube_*.vtp"])
def test_a_moving_surface_labels_still_points(moving, name):
    result = talus("classify", "--surface", name, "--points", "still.vtp", "--out", "out.pvd", "--table", "t.csv", cwd=moving)
    assert result.returncode == 0 and not result.stderr, result
    times = TIMES if "*" not in name else [float(i) for i in range(len(TIMES))]
    steps = steps_of(moving / "out.pvd")
    assert [step.time for step in steps] == times == [float(row["time"]) for row in rows(moving / "t.csv")]
    for time, step, row in zip(TIMES, steps, rows(moving / "t.csv")):
        assert (sides(step.path) == truth(time)).all()
        assert int(row["inside"]) == (truth(time) > 0).sum() and int(row["outside"]) == (truth(time) < 0).sum()
    assert len(result.stdout.splitlines()) == 1 + len(times)


def test_moving_points_against_a_moving_surface(moving):
    for number, time in enumerate(TIMES):
        package.write(point_cloud(POINTS + (SPEED * time, 0, 0)), moving / f"p{number}.vtp")
    collection(moving / "points.pvd", [(time, f"p{number}.vtp") for number, time in enumerate(TIMES)])
    run = ("classify", "--points", "points.pvd", "--out", "out.pvd", "--quiet", "--surface")
    assert talus(*run, "moving.pvd", cwd=moving).returncode == 0
    assert all((sides(step.path) == truth(0)).all() for step in steps_of(moving / "out.pvd"))
    assert talus(*run, "cube_7.vtp", cwd=moving).returncode == 0
    for step in steps_of(moving / "out.pvd"):
        assert (sides(step.path) == truth(0, POINTS + (SPEED * step.time, 0, 0))).all()


@pytest.mark.parametrize(
    "time, rule, stands", [(0.5, "exact", 0.5), (0.3, "previous", 0.25), (0.45, "nearest", 0.5), (0.375, "nearest", 0.25), (9, "nearest", 1.0),
                           (9, "previous", 1.0), (-1, "nearest", 0.0)],
)  # fmt: skip
def test_one_time_by_each_rule(moving, time, rule, stands):
    found = package.classify(POINTS, moving / "moving.pvd", time=time, time_rule=rule)
    assert (found.side == truth(stands)).all()
    result = talus("classify", "--surface", "moving.pvd", "--points", "still.vtp", "--time", time, "--time-rule", rule,
                   "--out", "one.vtp", cwd=moving)  # fmt: skip
    assert result.returncode == 0 and (sides(moving / "one.vtp") == truth(stands)).all()


def test_tables_of_points_at_one_time(moving):
    np.savetxt(moving / "cloud.csv", POINTS, delimiter=",", header="x,y,z", comments="")
    run = ("classify", "--surface", "moving.pvd", "--points", "cloud.csv", "--time", 0.5)
    assert talus(*run, "--out", "one.csv", "--table", "t.csv", cwd=moving).returncode == 0
    assert [int(row["Side"]) for row in rows(moving / "one.csv")] == truth(0.5).tolist()
    assert [int(row["inside"]) for row in rows(moving / "t.csv")] == [(truth(0.5) > 0).sum()]


def test_times_for_loops_in_python(moving):
    assert package.times(moving / "moving.pvd") == TIMES
    assert package.times(str(moving / "cube_*.vtp")) == [0, 1, 2, 3, 4]
    for time in package.times(moving / "moving.vtp.series"):
        assert (package.classify(moving / "still.vtp", [moving / "moving.vtp.series"], time=time).side == truth(time)).all()


def test_a_collection_without_times_is_of_time_0(moving):
    """As ParaView writes what does not change."""
    text = '<VTKFile type="Collection"><Collection><DataSet part="0" file="cube_7.vtp"/></Collection></VTKFile>'
    (moving / "one.pvd").write_text(text)
    assert package.times(moving / "one.pvd") == [0.0]
    assert (package.classify(POINTS, moving / "one.pvd").side == truth(0)).all()


def test_times_that_do_not_match(moving):
    collection(moving / "points.pvd", [(0.25, "still.vtp"), (0.3, "still.vtp")])
    run = ("classify", "--surface", "moving.pvd", "--points", "points.pvd", "--out", "out.pvd")
    error = one_error(talus(*run, cwd=moving))
    assert "no time 0.3 (moving.pvd)" in error and "0.25 and 0.5" in error and not (moving / "out_0.vtp").exists()
    assert talus(*run, "--time-rule", "previous", cwd=moving).returncode == 0
    assert all((sides(step.path) == truth(0.25)).all() for step in steps_of(moving / "out.pvd"))
    assert [step.time for step in steps_of(moving / "out.pvd")] == [0.25, 0.3]


def test_contacts_over_time(moving):
    package.write(triangles(CUBE_POINTS + (2.5, 0, 0), CUBE_TRIANGLES), moving / "wall.vtp")
    run = ("contacts", "--surfaces", "moving.pvd", "wall.vtp", "--halo", 0.01)
    result = talus(*run, "--out", "c.pvd", "--table", "t.csv", cwd=moving)
    assert result.returncode == 0, result
    touching = [time for time in TIMES if SPEED * time + 1 >= 2.5]
    assert [float(row["time"]) for row in rows(moving / "t.csv") if int(row["pairs"])] == touching == [0.75, 1.0]
    found = [package.read_points(step.path).GetNumberOfVerts() for step in steps_of(moving / "c.pvd")]
    assert found == [int(row["contacts"]) for row in rows(moving / "t.csv")] and found[-1] > 0
    told = json.loads(talus(*run, "--json", "--time", 0.75, cwd=moving).stdout)
    assert [(one["time"], len(one["pairs"])) for one in told] == [(0.75, 1)]
    assert talus(*run, "--time", 1, "--pairs", "p.csv", "--out", "c.csv", "--quiet", cwd=moving).stdout == ""
    assert len(rows(moving / "p.csv")) == 1


CLASSIFY = ("classify", "--points", "still.vtp", "--surface")


@pytest.mark.parametrize(
    "command, words",
    [
        ((*CLASSIFY, "moving.pvd", "--out", "o.vtp"), "5 times cannot go into one file"),
        ((*CLASSIFY, "moving.pvd", "--out-dir", "o"), "--out NAME.pvd"),
        ((*CLASSIFY, "moving.pvd", "--out", "cube.pvd", "--format", "csv"), "cannot hold files of .csv"),
        ((*CLASSIFY, "moving.pvd", "--out", "moving.pvd"), "would replace an input"),
        ((*CLASSIFY, "wide_*.vtp", "--out", "wide.pvd"), "No file fits"),
        ((*CLASSIFY, "cube_7.vtp", "--out", "o.vtp", "--time", "1"), "--time belongs to"),
        ((*CLASSIFY, "moving.pvd", "--out", "o.pvd", "--time", "nan"), "not a number"),
        ((*CLASSIFY, "broken.pvd", "--out", "o.pvd"), "Not a series"),
        ((*CLASSIFY, "twice.pvd", "--out", "o.pvd"), "Two files have the time 1.0"),
        ((*CLASSIFY, "none.pvd", "--out", "o.pvd"), "no times"),
        ((*CLASSIFY, "lost.pvd", "--out", "o.pvd"), "No such file"),
        (("contacts", "--surfaces", "moving.pvd", "cube_7.vtp", "--pairs", "p.csv"), "Choose one by --time"),
        (("contacts", "--surfaces", "cube_7.vtp", "cube_8.vtp", "--out", "p.pvd"), "not the extension"),
        (("contacts", "--scene", "s.json", "--table", "t.csv"), "--table belongs to"),
        ((*CLASSIFY, "moving.pvd", "--time", "0.5", "--out", "o.csv", "--table", "o.csv"), "cannot share a file"),
        (("contacts", "--surfaces", "cube_*.vtp", "cube_7.vtp", "--out", "cube.pvd", "--time", "9"), "no time 9.0"),
    ],
)
def test_wrong_use_is_one_line_and_writes_nothing(moving, command, words):
    (moving / "broken.pvd").write_text("<VTKFile><Collection><DataSet timestep='x' file='cube_7.vtp'/></Collection></VTKFile>")
    collection(moving / "twice.pvd", [(1, "cube_7.vtp"), (1, "cube_8.vtp")])
    collection(moving / "none.pvd", [])
    collection(moving / "lost.pvd", [(1, "nowhere.vtp")])
    before = {path: path.read_bytes() for path in moving.iterdir()}
    assert words in one_error(talus(*command, cwd=moving))
    assert {path: path.read_bytes() for path in moving.iterdir()} == before


@pytest.mark.parametrize(
    "options, words",
    [
        ({}, "5 times"),
        ({"time": 0.3}, "no time 0.3"),
        ({"time": -1, "time_rule": "previous"}, "no time -1"),
        ({"time": 0, "time_rule": "linear"}, "not a rule"),
        ({"time": "soon"}, "not a number"),
    ],
)
def test_wrong_times_in_python(moving, options, words):
    with pytest.raises(package.TalusError, match=words):
        package.classify(POINTS, moving / "moving.pvd", **options)


def test_a_time_without_a_series():
    with pytest.raises(package.TalusError, match="change with time"):
        package.classify(POINTS, (CUBE_POINTS, CUBE_TRIANGLES), time=1)


def test_messages_name_the_file_of_the_time(moving):
    package.write(triangles(CUBE_POINTS, CUBE_TRIANGLES[:-1]), moving / "cube_9.vtp")
    result = talus(*CLASSIFY, "moving.pvd", "--out", "o.pvd", cwd=moving)
    assert result.returncode == 0 and "cube_9.vtp" in result.stderr and "cube_8" not in result.stderr
    package.write(triangles(CUBE_POINTS * np.nan, CUBE_TRIANGLES), moving / "cube_9.vtp")
    assert "cube_9.vtp" in one_error(talus(*CLASSIFY, "moving.pvd", "--out", "o.pvd", "--quiet", cwd=moving))
