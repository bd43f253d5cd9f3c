"""STL, binary and ASCII.

Size and content of the file determine the kind, not the first word: many binary files begin with "solid".
ASCII coordinates are read in double precision, binary ones in their single precision. Vertices with equal coordinates
become one point; degenerate triangles are kept, so that a check of the surface can report them.
"""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import SurfaceWarning, TalusError
from .geometry import coordinates_of, merge_equal_points, triangles
from .plain_text import plain_text, without_mark
from .regular_file import content_of, open_regular
from .words import comma_hint, floats

_HEADER = 84  # 80 bytes of text, then the number of triangles
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])

_FACET = (
    "facet normal * * * outer loop vertex * * * vertex * * * vertex * * * endloop endfacet".encode().split()
)
_CORNERS = [i for i, word in enumerate(_FACET) if word == b"*"][3:]
_NORMAL = (2, 3, 4)  # words of any kind: the normal is not used, and programs write what is no number there
_BLOCK = 1 << 24  # bytes of text parsed at once

_TITLE = re.compile(rb"^[ \t]*(end[ \t]*)?solid\b[^\n]*", re.MULTILINE)
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
_MOST_CONTROLS = 0.02  # of damaged text; a binary triangle has at least two zeros in its 50 bytes
_WORD = re.compile(rb"\S+")


def read_stl(path: Path) -> vtkPolyData:
    """Reads a triangle surface.

    :warns SurfaceWarning: bytes after the last triangle, which are ignored
    :raises TalusError: a file shorter than its header says (truncated), or text that is not STL. O(size).
    """
    data = content_of(path)
    return _joined(_ascii_corners(data, path) if _is_ascii(data, path) else _binary_corners(data, path))


def _joined(corners: np.ndarray) -> vtkPolyData:
    """Triangles of which equal vertices are one point. :param corners: shape (n, 3, 3)"""
    points, numbers = merge_equal_points(corners.reshape(-1, 3))
    return triangles(points, numbers.reshape(-1, 3))


def read_stl_part(path: Path, part: int, parts: int) -> vtkPolyData | None:
    """One of several consecutive parts of a binary file, without the others; None for text, and for a file that is damaged.

    Parts have different numbers of triangles: equal ones of a surface that is there twice would be taken for copies.
    :raises TalusError: no such file. O(size / parts).
    """
    file, size = open_regular(path, "surface file")
    with file:
        header = file.read(_HEADER)
        if len(header) < _HEADER or size != _binary_size(header):
            return None
        count = (size - _HEADER) // _RECORD.itemsize
        begin, end = (min(count, count * k // parts + k * (parts - k)) for k in (part, part + 1))
        file.seek(_HEADER + begin * _RECORD.itemsize)
        corners = np.fromfile(file, _RECORD, end - begin)["corners"]
    if len(corners) != end - begin:
        raise TalusError("Binary STL became shorter meanwhile", str(path), "Copy or export the file again")
    return _joined(corners)


def write_stl(surface: vtkPolyData, path: Path) -> None:
    """Writes triangles as binary STL: single precision, no arrays.

    :raises TalusError: if there are polygons of more than three corners.
    """
    numbers = vtk_to_numpy(surface.GetPolys().GetConnectivityArray())
    if len(numbers) != 3 * surface.GetNumberOfPolys():
        raise TalusError(
            "Only triangles can be written as STL", str(path), "Apply ParaView's Triangulate first"
        )
    corners = coordinates_of(surface)[numbers].reshape(-1, 3, 3)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(corners), _RECORD)
    records["corners"] = corners
    np.divide(normals, lengths, out=normals, where=lengths > 0)
    records["normal"] = normals
    header = b"binary STL by talus".ljust(_HEADER - 4) + len(records).to_bytes(4, "little")
    path.write_bytes(header + records.tobytes())


def _is_ascii(data: bytes, path: Path) -> bool:
    """Binary files may begin with words of text; text with a damaged byte is still text.

    :raises TalusError: UTF-16 or UTF-32
    """
    if len(data) >= _HEADER and len(data) == _binary_size(data):
        return False
    start = without_mark(data[:4096], path).lower()
    controls = len(_CONTROL.findall(start))
    if b"facet" in start and b"vertex" in start:
        return controls <= _MOST_CONTROLS * len(start)
    return start.lstrip().startswith(b"solid") and not controls


def _binary_size(data: bytes) -> int:
    return _HEADER + _RECORD.itemsize * int.from_bytes(data[80:84], "little")


def _binary_corners(data: bytes, path: Path) -> np.ndarray:
    if len(data) < _HEADER:
        raise TalusError(
            f"Not an STL file: {len(data)} bytes are too few for a binary header, and it does not begin with 'solid'",
            str(path),
            "Export the surface again",
        )
    expected = _binary_size(data)
    count = (expected - _HEADER) // _RECORD.itemsize
    if count > 0 and len(data) > expected:
        told = f"Binary STL has {len(data) - expected} bytes after its {count} triangles, which are ignored ({path})"
        warnings.warn(f"{told}. Export the file again if triangles are missing", SurfaceWarning, stacklevel=4)
    elif len(data) != expected:
        state = "is truncated" if len(data) < expected else "does not fit its header"
        raise TalusError(
            f"Binary STL {state}: the header promises {count} triangles"
            f" ({expected} bytes), the file has {len(data)} bytes",
            str(path),
            "Copy or export the file again",
        )
    return np.frombuffer(data, _RECORD, count=count, offset=_HEADER)["corners"]


def _ascii_corners(data: bytes, path: Path) -> np.ndarray:
    text = plain_text(data, path).lower()
    _require_titles(text, path)
    # Replaced by blanks to keep all offsets: errors give the line number.
    text = _TITLE.sub(lambda title: b" " * len(title.group()), text)
    blocks = [np.empty((0, 3, 3))]
    start = 0
    while start < len(text):
        end = len(text)
        if start + _BLOCK < end:
            last = text.rfind(b"endfacet", start, start + _BLOCK)
            if last < 0:  # no facet in a whole block
                raise _garbage(text, start, path)
            end = last + len(b"endfacet")
        blocks.append(_facets(text, start, end, path))
        start = end
    return np.concatenate(blocks)


def _require_titles(text: bytes, path: Path) -> None:
    """:raises TalusError: 'solid' and 'endsolid' do not alternate"""
    ends = [bool(end) for end in _TITLE.findall(text)]
    first = text[:200].lstrip().split(b"\n", 1)[0]
    if not first.startswith(b"solid"):
        told = f"it begins with '{first[:40].decode('ascii', 'replace').strip()}', not with 'solid'"
        raise TalusError(f"ASCII STL is broken: {told}", str(path), "Export the surface again")
    if len(ends) % 2 and not ends[-1]:
        told = "ASCII STL is truncated: the last 'solid' has no 'endsolid'"
        raise TalusError(told, str(path), "Export the surface again")
    if len(ends) % 2 or any(end != bool(i % 2) for i, end in enumerate(ends)):
        told = "ASCII STL is broken: 'solid' and 'endsolid' do not come in pairs"
        raise TalusError(told, str(path), "Export the surface again")


def _facets(text: bytes, start: int, end: int, path: Path) -> np.ndarray:
    """Vertices of the facets in text[start:end], shape (n, 3, 3)."""
    words = text[start:end].split()
    period = len(_FACET)
    sound = len(words) % period == 0 and all(
        set(words[i::period]) <= {word} for i, word in enumerate(_FACET) if word != b"*"
    )
    if not sound:
        raise _garbage(text, start, path)
    try:
        columns = [floats(words[i::period]) for i in _CORNERS]
    except ValueError:
        raise _garbage(text, start, path) from None
    return np.stack(columns, axis=1).reshape(-1, 3, 3)


def _garbage(text: bytes, start: int, path: Path) -> TalusError:
    """The error for the first text after ``start`` that is not a facet. O(size), slow; called only for errors."""
    place = start
    for number, word in enumerate(_WORD.finditer(text, start)):
        position = number % len(_FACET)
        wanted = _FACET[position]
        if position == 0:
            place = word.start()
        if position not in _NORMAL and not (_is_number(word[0]) if wanted == b"*" else word[0] == wanted):
            break
    line = text.count(b"\n", 0, place) + 1
    found = text[place : place + 40].split(b"\n", 1)[0].decode("ascii", "replace").strip()
    return TalusError(
        f"ASCII STL is broken: the facet that begins with '{found}' is not 'facet normal … endfacet' with numbers"
        + comma_hint(text[place : place + 1000]),
        f"{path}, line {line}",
        "Export the surface again",
    )


def _is_number(word: bytes) -> bool:
    try:
        return len(floats([word])) == 1
    except ValueError:
        return False
