"""The command line on good input: what it writes, prints and returns."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios

import numpy as np
import pytest
from conftest import BUILD, CUBE_POINTS, MESHES, environment, one_error, talus

import talus as package
from talus.io.geometry import arrays_of, coordinates_of, point_cloud


def labels(path):
    return arrays_of(package.read_points(path).GetPointData())


def test_classify_reports_and_writes(tmp_path, cube_stl, cloud_csv):
    result = talus("classify", "--surface", cube_stl, "--points", cloud_csv, "--out", tmp_path / "o.vtp",
                   "--winding-number", "--enclosing-body")  # fmt: skip
    assert result.returncode == 0 and not result.stderr
    sentence = "1 inside, 1 on the surface, 2 outside · DiscreteFunction, the surface is closed"
    assert sentence in result.stdout
    assert re.search(r"written +.*o.vtp after \d+\.\d\d s", result.stdout)
    arrays = labels(tmp_path / "o.vtp")
    assert list(arrays["Side"]) == [1, 0, -1, -1]
    assert list(arrays["EnclosingBody"]) == [0, 0, -1, -1]
    assert np.allclose(arrays["WindingNumber"], [1, 0.5, 0, 0])
    assert list(arrays["id"]) == [7, 8, 9, 10]  # passed through
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cloud.csv", "cube.stl", "o.vtp"]


def test_distance_and_depth_are_written(tmp_path, cube_stl, cloud_csv):
    result = talus("classify", "--surface", cube_stl, "--points", cloud_csv, "--out", tmp_path / "o.vtp", "--distance",
                   "--nesting-depth", "--inside-rule", "non-zero", "--memory", "budget", "--memory-budget", 20, "--accuracy", "0.1")  # fmt: skip
    assert result.returncode == 0 and not result.stderr
    arrays = labels(tmp_path / "o.vtp")
    assert list(np.sign(arrays["Distance"])) == [-1, 0, 1, 1]
    assert list(arrays["NestingDepth"]) == [1, 0, 0, 0]
    assert arrays["ClosestCell"].min() >= 0 and not arrays["ClosestBody"].any()


@pytest.mark.parametrize("source", ["csv", "npz", "npy", "vtp", "vtu"])
@pytest.mark.parametrize("target", ["vtp", "vtu", "csv", "npz"])
def test_every_format_in_and_out(tmp_path, cube_stl, source, target):
    points = np.array([(0.5, 0.5, 0.5), (3, 3, 3), (1, 1, 1)])
    cloud = tmp_path / f"cloud.{source}"
    if source == "npy":
        np.save(cloud, points)
    else:
        package.write(point_cloud(points), cloud)
    out = tmp_path / f"out.{target}"
    result = talus("classify", "--quiet", "--surface", cube_stl, "--points", cloud, "--out", out)
    if (source, target) == ("vtu", "vtp"):
        assert "Name the file .vtu" in one_error(result)
        return
    assert result.returncode == 0 and result.stdout == result.stderr == ""
    assert np.array_equal(coordinates_of(package.read_points(out)), points)
    assert list(labels(out)["Side"]) == [1, -1, 0]


@pytest.mark.parametrize("name", ["spot.obj", "bob_small.ply", "torus.stl", "two_solids_ascii.stl"])
@pytest.mark.parametrize("method", ["RayCrossing", "SolidAngle", "DiscreteFunction"])
def test_surface_formats_and_methods(tmp_path, name, method):
    points = np.random.default_rng(1).uniform(-1, 1, (200, 3))
    package.write(point_cloud(points), tmp_path / "c.npz")
    result = talus(
        "classify", "--surface", MESHES / name, "--points", tmp_path / "c.npz", "--out", tmp_path / "o.npz",
        "--method", method, "--threads", 1,
    )  # fmt: skip
    assert result.returncode == 0 and method in result.stdout
    assert np.array_equal(labels(tmp_path / "o.npz")["Side"], package.classify(points, MESHES / name).side)


def test_cells_tolerance_and_several_surfaces(tmp_path, cube_stl):
    from vtkmodules.vtkCommonDataModel import vtkImageData

    image = vtkImageData()
    image.SetDimensions(4, 2, 2)  # cell centres at x = 0.5, 1.5, 2.5
    package.write(image, tmp_path / "i.vti")
    out = tmp_path / "o.vti"
    result = talus("classify", "--surface", cube_stl, "--points", tmp_path / "i.vti", "--out", out, "--cells")
    assert result.returncode == 0 and "cells" in result.stdout
    assert list(arrays_of(package.read_points(out).GetCellData())["Side"]) == [1, -1, -1]
    result = talus("classify", "--surface", cube_stl, "--points", tmp_path / "i.vti", "--out", out, "--cells",
                   "--tolerance", 0.6)  # fmt: skip
    assert list(arrays_of(package.read_points(out).GetCellData())["Side"]) == [0, 0, -1]
    two = talus("classify", "--surface", cube_stl, "--surface", MESHES / "two_solids_ascii.stl", "--points",
                tmp_path / "i.vti", "--out", out, "--cells", "--enclosing-body")  # fmt: skip
    assert two.returncode == 0
    assert list(arrays_of(package.read_points(out).GetCellData())["EnclosingBody"]) == [0, -1, -1]


def many_clouds(folder):
    folder.mkdir()
    for i in range(4):
        package.write(point_cloud(CUBE_POINTS * 0.5 + i * 0.4), folder / f"scan_{i}.vtp")


def test_many_files_by_pattern(tmp_path, cube_stl):
    many_clouds(tmp_path / "in")
    result = talus("classify", "--surface", cube_stl, "--points", tmp_path / "in" / "scan_*.vtp", "--out-dir",
                   tmp_path / "a" / "b")  # fmt: skip
    assert result.returncode == 0 and result.stdout.count("written") == 4
    assert sorted(p.name for p in (tmp_path / "a" / "b").iterdir()) == [f"scan_{i}.vtp" for i in range(4)]
    for i in range(4):
        expected = package.classify(CUBE_POINTS * 0.5 + i * 0.4, cube_stl).side
        assert np.array_equal(labels(tmp_path / "a" / "b" / f"scan_{i}.vtp")["Side"], expected)


def test_one_bad_file_does_not_stop_the_others(tmp_path, cube_stl):
    many_clouds(tmp_path / "in")
    (tmp_path / "in" / "scan_1.vtp").write_text("rubbish")
    result = talus("classify", "--quiet", "--surface", cube_stl, "--points", *sorted((tmp_path / "in").iterdir()),
                   tmp_path / "none.csv", "--out-dir", tmp_path / "out", "--format", "csv")  # fmt: skip
    assert result.returncode == 1 and not result.stdout
    lines = result.stderr.splitlines()
    assert len(lines) == 3 and all(line.startswith("talus: error: ") for line in lines)
    assert "scan_1.vtp" in lines[0] and "none.csv" in lines[1] and "2 of 5 files failed" in lines[2]
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["scan_0.csv", "scan_2.csv", "scan_3.csv"]


def test_bad_surface_is_told_once_for_many_files(tmp_path):
    many_clouds(tmp_path / "in")
    (tmp_path / "s.obj").write_text("v 0 0 0\nv 1 0 0\nf 1 2 2\n")
    result = talus("classify", "--surface", tmp_path / "s.obj", "--points", tmp_path / "in" / "*.vtp", "--out-dir",
                   tmp_path / "out")  # fmt: skip
    assert "zero area" in one_error(result)


def test_usage(tmp_path, cube_stl, cloud_csv):
    (tmp_path / "other").mkdir()
    twin = tmp_path / "other" / "cloud.csv"
    twin.write_text(cloud_csv.read_text())
    base = ("classify", "--surface", cube_stl, "--points")
    assert "Give --out-dir" in one_error(talus(*base, cloud_csv, twin, "--out", tmp_path / "o.vtp"))
    assert "would both be written" in one_error(talus(*base, cloud_csv, twin, "--out-dir", tmp_path / "o"))
    assert "replace an input" in one_error(talus(*base, cloud_csv, "--out-dir", tmp_path, "--format", "csv"))
    assert "No file fits" in one_error(talus(*base, tmp_path / "x*.vtp", "--out-dir", tmp_path / "o"))
    assert "tolerance" in one_error(talus(*base, cloud_csv, "--out", tmp_path / "o.vtp", "--tolerance", -1))
    out = ("--out", tmp_path / "o.vtp")
    for accuracy in ("0", "-1", "nan"):
        assert "accuracy" in one_error(talus(*base, cloud_csv, *out, f"--accuracy={accuracy}"))
    for wrong in (
        [*base, cloud_csv, *out, "--memory", "huge"],
        [*base, cloud_csv, *out, "--memory-budget", "huge"],
        [*base, cloud_csv, *out, "--inside-rule", "odd"],
        [],
        ["classify"],
        ["fly"],
        [*base, cloud_csv],
        [*base, cloud_csv, "--out", "o.vtp", "--method", "X"],
    ):
        result = talus(*wrong)
        assert result.returncode == 2 and "usage: talus" in result.stderr and "Traceback" not in result.stderr
    assert not (tmp_path / "o.vtp").exists()


@pytest.mark.parametrize("command", [
    "classify --surface cube.stl --points cloud.vtp --out cloud.vtp",
    "classify --surface cube.stl --points clou*.vtp --out ./cloud.vtp",
    "classify --surface surface.vtp --points cloud.vtp --out surface.vtp",
    "classify --surface cube.stl --points cloud.vtp --out-dir .",
    "classify --surface cube.stl --points cloud.npy --out link.npy",
    "check --surface surface.vtp --out surface.vtp",
    "surrogate --surface surface.vtp --out surface.vtp",
    "contacts --surfaces cube.stl surface.vtp --out surface.vtp",
    "place scene.vtpc --out scene.vtpc",
    "mass cube.stl list.csv --out list.csv",
])  # fmt: skip
def test_no_command_replaces_an_input(tmp_path, cube_stl, command):
    points = np.array([(0.5, 0.5, 0.5)])
    package.write(point_cloud(points), tmp_path / "cloud.vtp")
    package.write(package.read_surface(cube_stl), tmp_path / "surface.vtp")
    np.save(tmp_path / "cloud.npy", points)
    (tmp_path / "link.npy").symlink_to("cloud.npy")
    (tmp_path / "scene.vtpc").write_text("a scene")
    (tmp_path / "list.csv").write_text("a list")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    result = talus(*command.split(), cwd=tmp_path)
    assert result.returncode == 2 and "would replace an input" in one_error(result)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("words", [("check", "--surface", "cube.stl"), ("scenario", "--list"), ("classify", "--help"), ("--help",)])
def test_what_cannot_be_printed_is_one_error(tmp_path, cube_stl, words):
    with open("/dev/full", "w") as full:
        command = [BUILD / "bin" / "talus", *words]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, env=environment(), cwd=tmp_path, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith("talus: error: Cannot write: no space left on device (standard output")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_streams_are_no_traceback(tmp_path, cube_stl, closed):
    """A file that the command opens must not get the number of a stream that is closed, and what is printed."""

    def status(words):
        command = ["bash", "-c", f"'{BUILD}/bin/talus' {words} {closed}"]
        result = subprocess.run(command, capture_output=True, text=True, env=environment(), cwd=tmp_path, check=False)
        assert "Traceback" not in result.stderr and len(result.stderr.splitlines()) <= 1
        return result.returncode

    assert status("check cube.stl") == 0 and status("check gone.stl") == 2
    assert status("grain --shape Cube --out c.stl") == 0
    assert package.check(tmp_path / "c.stl").closed
    assert {path.name for path in tmp_path.iterdir()} == {"cube.stl", "c.stl"}


@pytest.mark.parametrize("stem", [b"a\xffb", b"a\x1b[31m", b"n" * 251])
def test_names_of_any_bytes(tmp_path, cube_stl, stem):
    command = [BUILD / "bin" / "talus", "mass", "cube.stl", "--out", stem + b".csv"]
    result = subprocess.run(command, capture_output=True, env=environment(), cwd=tmp_path, check=False)
    assert result.returncode == 0 and not result.stderr, result
    command = [BUILD / "bin" / "talus", "check", stem[1:] + b".stl"]
    result = subprocess.run(command, capture_output=True, env=environment(), cwd=tmp_path, check=False)
    assert result.returncode == 2 and result.stderr.startswith(b"talus: error: No such file")
    assert result.stderr.isascii() and b"\x1b" not in result.stderr and result.stderr.count(b"\n") == 1
    assert {os.fsencode(path.name) for path in tmp_path.iterdir()} == {b"cube.stl", stem + b".csv"}


def test_help_and_version():
    assert talus("--version").stdout == f"talus {package.__version__}\n"
    for command in ("classify", "check", "foam", "grain", "container"):
        text = talus(command, "--help").stdout
        assert "examples:" in text and "exit status" in text


def test_check(tmp_path, cube_stl):
    result = talus("check", "--surface", cube_stl)
    assert result.returncode == 0 and not result.stderr
    assert re.search(r"^verdict +sound$", result.stdout, re.MULTILINE)
    out = tmp_path / "defects.vtp"
    result = talus("check", "--surface", MESHES / "featuretype.stl", "--out", out)
    assert result.returncode == 1 and not result.stderr
    assert re.search(r"^boundary edges +576$", result.stdout, re.MULTILINE)
    assert arrays_of(package.read_surface(out).GetCellData())["Defect"].any()
    table = result.stdout.split("\n\n")[1].splitlines()
    assert table[0].split() == "defect count effect on inside/outside labels, and repair".split()
    assert re.match(r"boundary edges +576  The surface is open", table[1])
    assert max(map(len, table)) <= 120
    quiet = talus("check", "--surface", MESHES / "featuretype.stl", "--quiet")
    assert quiet.returncode == 1 and quiet.stdout == quiet.stderr == ""


def test_the_surface_by_its_place_or_by_name(cube_stl):
    for command in ("check", "surrogate"):
        placed = talus(command, cube_stl)
        assert placed.returncode == 0 and not placed.stderr
        assert placed.stdout == talus(command, "--surface", cube_stl).stdout
        for wrong in ((), (cube_stl, "--surface", cube_stl)):
            result = talus(command, *wrong)
            assert result.returncode == 2 and "--surface" in result.stderr


def test_check_as_json():
    result = talus("check", "--surface", MESHES / "dem_hourglass_open.obj", "--json")
    found = json.loads(result.stdout)
    assert result.returncode == 1 and found["counts"]["BoundaryEdges"] == 200 and not found["closed"]
    assert found["problem"] and found["consequence"]
    assert {defect["defect"]: defect["count"] for defect in found["defects"]}["BoundaryEdges"] == 200
    assert all(defect["effect"] for defect in found["defects"])
    assert [loop["edges"] for loop in found["boundary_loops"]] == [100, 100]


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_bar_only_on_a_terminal(tmp_path, quiet):
    package.write(point_cloud(np.random.default_rng(1).uniform(-0.25, 0.25, (60_000, 3))), tmp_path / "c.npz")
    command = [BUILD / "bin" / "talus", "classify", "--surface", MESHES / "nasa_viper_wheel.obj", "--points",
               tmp_path / "c.npz", "--out", tmp_path / "o.vtp", "--method", "SolidAngle"]  # fmt: skip
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    subprocess.run(
        [str(word) for word in command + ["--quiet"] * quiet],
        stderr=theirs, stdout=subprocess.PIPE, env={**environment(), "TERM": "xterm"}, check=True,
    )  # fmt: skip
    os.set_blocking(ours, False)
    try:
        shown = os.read(ours, 100_000).decode()
    except BlockingIOError:
        shown = ""
    os.close(ours)
    os.close(theirs)
    percentages = [int(p) for p in re.findall(r"classifying +(\d+)%", shown)]
    assert percentages == sorted(percentages)
    assert (len(percentages) > 2 and percentages[-1] > 50) == (not quiet), shown
    assert not quiet or shown == ""
    assert quiet or re.search(r"\d\d:\d\d<\d\d:\d\d", shown)  # elapsed, remaining


def test_closed_pipe_is_no_traceback(cube_stl):
    command = f"'{BUILD}/bin/talus' check --surface '{cube_stl}' | head -n 1"
    result = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment(), check=False
    )
    assert "Traceback" not in result.stderr and "Exception" not in result.stderr


def test_signs_that_standard_output_lacks_are_printed_by_others(tmp_path, cube_stl, cloud_csv):
    words = ("classify", "--surface", str(cube_stl), "--points", str(cloud_csv), "--out", str(tmp_path / "o.vtp"))
    result = subprocess.run([BUILD / "bin" / "talus", *words], capture_output=True, check=False,
                            env=environment() | {"PYTHONIOENCODING": "ascii"})  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert b"2 outside - DiscreteFunction" in result.stdout
