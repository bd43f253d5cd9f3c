"""STEP (ISO 10303-21): bodies with curved faces, as triangles near these faces, in millimetres.

The program talus-step, an optional component, reads them by OpenCASCADE. It is a process of its own, because OpenCASCADE
may crash or hang at damaged files; step/README.md in the sources describes what it writes.
"""

from __future__ import annotations

import math
import subprocess
from pathlib import Path
from typing import Iterator

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .geometry import merge_equal_points, named, triangles
from .regular_file import content_of
from .unpacking import ALWAYS_ALLOWED, LARGEST_RATIO

#: Distance of the triangles from a curved face, as a fraction of the diagonal of the body's bounding box
CHORD = 0.0005
#: Angle between the normals of neighbouring triangles of a curved face, degrees
ANGLE = 15.0
#: Seconds until the program is ended: for any file, and per byte
LONGEST_SECONDS = 600.0
SECONDS_PER_BYTE = 1e-4

_PROGRAM = Path(__file__).parents[5] / "libexec" / "talus" / "talus-step"
_REMEDY = "Export triangles from the CAD program, such as STL or 3MF"


def convert_step(path: Path, chord: float = CHORD, angle: float = ANGLE) -> list[vtkPolyData]:
    """The bodies of a file, each as often as its assembly places it: solids, shells, and last all loose faces as one.
    Those of named products have their names.

    Options as for :func:`talus.read_step`.
    :raises TalusError: the component is missing; not a whole STEP file; a file that OpenCASCADE cannot convert, or not
        in time; triangles of more than 256 MiB and 200 times the bytes of the file
    """
    content = content_of(path)
    if not content.lstrip().startswith(b"ISO-10303-21"):
        raise TalusError("Not a STEP file: it does not begin with 'ISO-10303-21'", str(path), "Export the model again")
    if b"END-ISO-10303-21" not in content:
        raise TalusError("The STEP file is truncated: it has no 'END-ISO-10303-21'", str(path), "Export the model again")
    return [_surface(*body) for body in _bodies(_converted(content, path, chord, angle))]


def _converted(content: bytes, path: Path, chord: float, angle: float) -> bytes:
    """What the program writes. It ends with this process, and if an exception such as KeyboardInterrupt is raised."""
    largest = max(ALWAYS_ALLOWED, LARGEST_RATIO * len(content))
    command = [str(_PROGRAM), str(float(chord)), str(math.radians(angle)), str(largest)]
    try:
        done = subprocess.run(
            command, input=content, capture_output=True, timeout=LONGEST_SECONDS + SECONDS_PER_BYTE * len(content), check=False
        )
    except FileNotFoundError:
        remedy = "Install the package talus-step, or libocct-data-exchange-dev and build Talus again; or export triangles"
        raise TalusError("STEP files need the optional component talus-step", str(path), remedy) from None
    except subprocess.TimeoutExpired as late:
        raise TalusError(f"OpenCASCADE did not finish within {late.timeout:.0f} s", str(path), _REMEDY) from None
    if done.returncode < 0:
        perhaps = f"perhaps because its triangles take more than {largest >> 20} MiB"
        raise TalusError(f"OpenCASCADE crashed at the file (signal {-done.returncode}), {perhaps}", str(path), _REMEDY)
    if done.returncode > 0:
        raise TalusError(_reason(done.stderr.decode(errors="replace")), str(path), _REMEDY)
    return done.stdout


def _reason(said: str) -> str:
    lines = said.strip().splitlines() or ["no message"]
    if lines[-1].startswith("refused: "):
        return f"The STEP file cannot be read: {lines[-1].removeprefix('refused: ')}"
    return f"The component talus-step does not work: {lines[-1]}"


def _bodies(data: bytes) -> Iterator[tuple[np.ndarray, np.ndarray, str]]:
    """Points (n, 3) and corners (m, 3) of each body, and its name."""
    place = 0
    while True:
        points, corners, letters = np.frombuffer(data, np.uint64, 3, place).tolist()
        if points == 0:
            return
        name = data[place + 24 : place + 24 + letters].decode(errors="replace")
        place += 24 + letters
        yield (
            np.frombuffer(data, np.float64, 3 * points, place).reshape(-1, 3),
            np.frombuffer(data, np.int32, 3 * corners, place + 24 * points).reshape(-1, 3),
            name,
        )
        place += 24 * points + 12 * corners


def _surface(points: np.ndarray, corners: np.ndarray, name: str) -> vtkPolyData:
    """The points that faces have in common become one: OpenCASCADE computes an edge once, so they are equal to the bit.

    Triangles at a pole, such as that of a sphere, have two equal corners there and are omitted.
    """
    merged, number = merge_equal_points(points)
    faces = number[corners]
    return named(triangles(merged, faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]), name)
