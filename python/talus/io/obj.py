"""Wavefront OBJ: points and faces.

Coordinates are kept in double precision (VTK's own reader rounds them to single). Texture coordinates, normals,
groups, materials, lines and points (`l`, `p`) are ignored; so is what follows a `#`, also behind a face.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .geometry import coordinates_of, corner_lists, polygons
from .plain_text import plain_text, without_comments
from .regular_file import content_of
from .words import comma_hint, first_wrong, floats, integers

_PASSED_OVER = frozenset(
    b"vt vn vp g o s l p usemtl mtllib usemap maplib mg lod bevel c_interp d_interp shadow_obj trace_obj cstype deg"
    b" bmat step curv curv2 surf parm trim hole scrv sp end con ctech stech call csh".split()
)


def read_obj(path: Path) -> vtkPolyData:
    """Reads a polygon surface.

    :raises TalusError: a line that is not OBJ, a coordinate that is not a number, a face with fewer than three
        vertices or an undefined vertex. O(size).
    """
    points: list[list[bytes]] = []
    faces: list[list[bytes]] = []
    point_lines: list[int] = []
    face_lines: list[int] = []
    points_before: list[int] = []
    text = without_comments(plain_text(content_of(path), path).replace(b"\\\n", b"  "))
    for number, line in enumerate(text.split(b"\n"), 1):
        words = line.split()
        if not words:
            continue
        keyword = words[0]
        if keyword == b"v":
            points.append(words[1:4])
            point_lines.append(number)
        elif keyword == b"f":
            faces.append(words[1:])
            face_lines.append(number)
            points_before.append(len(points))
        elif keyword not in _PASSED_OVER:
            raise _error(f"'{_shown(keyword)}' is not a keyword of OBJ", path, number)
    return polygons(
        _coordinates(points, point_lines, path), *_corners(faces, face_lines, points_before, len(points), path)
    )


def write_obj(surface: vtkPolyData, path: Path) -> None:
    """Writes polygons without arrays; coordinates keep all their digits."""
    lines = ["v %r %r %r" % tuple(point) for point in coordinates_of(surface).astype(float).tolist()]
    lines += ["f " + " ".join(str(corner + 1) for corner in corners) for corners in corner_lists(surface)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def _coordinates(points: list[list[bytes]], lines: list[int], path: Path) -> np.ndarray:
    short = next((i for i, words in enumerate(points) if len(words) != 3), None)
    try:
        if short is None:
            return floats([word for words in points for word in words]).reshape(-1, 3)
    except ValueError:
        short = first_wrong(floats, points)
    told = "A point is not three numbers" + comma_hint(b" ".join(points[short or 0]))
    raise _error(told, path, lines[short or 0])


def _corners(
    faces: list[list[bytes]], lines: list[int], points_before: list[int], count: int, path: Path
) -> tuple[np.ndarray, np.ndarray]:
    """Point ids, from 0, of all faces, concatenated, and the number of vertices of each face."""
    sizes = np.array([len(face) for face in faces], dtype=np.int64)
    small = np.flatnonzero(sizes < 3)
    if len(small):
        raise _error(f"A face with {sizes[small[0]]} corners is not a polygon", path, lines[small[0]])
    corner_words = [[word.partition(b"/")[0] for word in face] for face in faces]  # the point in point/texture/normal
    try:
        numbers = integers([word for face in corner_words for word in face])
    except ValueError:
        wrong_face = first_wrong(integers, corner_words)
        raise _error("A face names a corner that is not a whole number", path, lines[wrong_face]) from None
    face_of = np.repeat(np.arange(len(faces)), sizes)
    # Negative indices count back from the last point read.
    corners = np.where(numbers < 0, numbers + np.array(points_before, dtype=np.int64)[face_of], numbers - 1)
    wrong = np.flatnonzero((numbers == 0) | (corners < 0) | (corners >= count))
    if len(wrong):
        raise _error(f"A face refers to point {numbers[wrong[0]]} of {count}", path, lines[face_of[wrong[0]]])
    return corners, sizes


def _shown(word: bytes) -> str:
    return word[:20].decode("ascii", "replace")


def _error(what: str, path: Path, line: int) -> TalusError:
    return TalusError(what, f"{path}, line {line}", "Export the surface again")
