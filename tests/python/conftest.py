"""Shapes and helpers that several test files use."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator, TextIO

import numpy as np
import pytest
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

from talus.cli import main

SOURCE = Path(os.environ["TALUS_SOURCE_DIR"])
BUILD = Path(os.environ["TALUS_BUILD_DIR"])
MESHES = SOURCE / "data" / "meshes"

WITH_PARAVIEW = bool(list(BUILD.glob("lib/paraview-*/plugins/Talus/Talus.so")))
needs_paraview = pytest.mark.skipif(not WITH_PARAVIEW, reason="Talus was built without ParaView")

# The unit cube, triangles counter-clockwise seen from outside.
CUBE_POINTS = np.array([(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=float)
CUBE_TRIANGLES = np.array(
    [
        (0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4),
        (2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5),
    ]  # fmt: skip
)


def sample_size(sample: int, full: int) -> int:
    """The number of random cases of a property test: a sample, or all in the test preset ``full``. See ``sample_size.h``."""
    return full if os.environ.get("TALUS_TEST_SIZE") == "full" else sample


def environment() -> dict[str, str]:
    """The environment of a user: nothing in it tells where Talus is. What it tells of the processor stays."""
    hidden = ("TALUS", "PYTHONPATH", "LD_")
    return {name: value for name, value in os.environ.items() if name == "TALUS_SIMD" or not name.startswith(hidden)}


def run(*command: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(
        words, capture_output=True, text=True, cwd=cwd, env=environment(), timeout=200, check=False
    )


def started_talus(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command line of the build tree as a user does."""
    return run(BUILD / "bin" / "talus", *arguments, cwd=cwd)


def talus(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command line in this process: to start Python and to load VTK takes longer than most commands."""
    words = [str(word) for word in arguments]
    with captured_output() as (out, err), contextlib.chdir(cwd or Path.cwd()):
        try:
            status = main(words)
        except SystemExit as end:  # of argparse
            status = end.code
    return subprocess.CompletedProcess(["talus", *words], status, out.read(), err.read())


@contextlib.contextmanager
def captured_output() -> Iterator[tuple[TextIO, TextIO]]:
    """What this process and the libraries in it write to its standard output and error: files to read afterwards."""
    sys.stdout.flush(), sys.stderr.flush()
    before = sys.stdout, sys.stderr, os.dup(1), os.dup(2)
    files = [tempfile.TemporaryFile("w+", encoding="utf-8") for _ in range(2)]
    for number, file in enumerate(files, 1):
        os.dup2(file.fileno(), number)
    sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))
    try:
        yield files
    finally:
        for file in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                file.flush()
        sys.stdout, sys.stderr = before[:2]
        for number, kept in enumerate(before[2:], 1):
            os.dup2(kept, number)
            os.close(kept)
        for file in files:
            file.seek(0)


def talus_with_full_disk(room: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """The same where no file can grow beyond so many bytes."""
    return run("prlimit", f"--fsize={room}", BUILD / "bin" / "talus", *arguments)


def one_error(result: subprocess.CompletedProcess[str], status: int = 2) -> str:
    """The one line of a failed run, without its prefix."""
    assert result.returncode == status, result
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("talus: error: ")
    assert "Traceback" not in result.stdout
    return lines[0].removeprefix("talus: error: ")


def binary_stl(points: np.ndarray, triangles: np.ndarray, header: bytes = b"test") -> bytes:
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    records = np.zeros(len(triangles), record)
    records["corners"] = points[triangles]
    return header.ljust(80, b" ") + len(triangles).to_bytes(4, "little") + records.tobytes()


def ascii_stl(points: np.ndarray, triangles: np.ndarray) -> str:
    facets = ""
    for triangle in points[triangles]:
        corners = "".join(f"   vertex {x!r} {y!r} {z!r}\n" for x, y, z in triangle.tolist())
        facets += f" facet normal 0 0 0\n  outer loop\n{corners}  endloop\n endfacet\n"
    return f"solid cube of 1 mm\n{facets}endsolid cube of 1 mm\n"


@pytest.fixture
def cube_stl(tmp_path: Path) -> Path:
    path = tmp_path / "cube.stl"
    path.write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES))
    return path


@pytest.fixture
def cloud_csv(tmp_path: Path) -> Path:
    """One point inside the unit cube, one on it, two outside."""
    path = tmp_path / "cloud.csv"
    path.write_text("x,y,z,id\n0.5,0.5,0.5,7\n0.25,0.5,1,8\n2,2,2,9\n-1,0,0,10\n")
    return path


def colours(picture: Path) -> int:
    """Number of colours in a small copy of the picture: an empty one has a few."""
    return int(run("convert", picture, "-resize", "100x100!", "-unique-colors", "-format", "%[fx:w]", "info:").stdout)


def pixels(path: Path) -> np.ndarray:
    """(height, width, 3), from below"""
    reader = vtkPNGReader()
    reader.SetFileName(str(path))
    reader.Update()
    width, height, _ = reader.GetOutput().GetDimensions()
    values = vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars())
    return values.reshape(height, width, -1)[..., :3].astype(int)


def shown(picture: np.ndarray) -> float:
    """The fraction of the pixels that are not of the commonest shade, the ground's: 0 where nothing is drawn."""
    _, counts = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
    return float(1 - counts.max() / counts.sum())


def unlike(picture: np.ndarray, other: np.ndarray) -> float:
    """The fraction of the pixels that differ by more than shading may from one driver to the next."""
    if picture.shape != other.shape:
        return 1.0
    return float((np.abs(picture - other).max(axis=2) > 40).mean())
