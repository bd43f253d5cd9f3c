"""Points as plain text: XYZ and TXT, numbers separated by white space or commas, one line per point.

The first three numbers of a line are its point, the others become the arrays `Column3` and so on. The first line may
contain names instead, as in a CSV file separated by blanks. A first line with one integer (XYZ in chemistry, and from
some scanners) is the number of points; the next line may be a comment. Lines that begin with # or // are ignored.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .format_error import FormatError
from .plain_text import plain_text
from .regular_file import content_of
from .tables import cloud_of
from .words import floats_in

_COMMENT = re.compile(rb"^[ \t]*(#|//)[^\n]*\n?", re.MULTILINE)
_COMMA_WITHIN = re.compile(rb"\d,\d")
_OTHER_BETWEEN = re.compile(rb"[^\s,;](?:[ \t]+|[ \t]*;[ \t]*)[^\s,;]")


def read_point_text(path: Path, columns: tuple[str, str, str] | None = None) -> vtkPolyData:
    """Reads points.

    :param columns: the three names in the first line that are x, y and z
    :raises TalusError: a line with fewer than three numbers, or with more or fewer than the first line. O(size)
    """
    text = _COMMENT.sub(b"", plain_text(content_of(path), path))
    try:
        names, table = _table(text)
    except FormatError as error:
        raise TalusError(f"Not a table of points: {error}", str(path), "Write one line per point: x y z") from None
    return cloud_of(dict(zip(names, table.T)), path, columns)


def _table(text: bytes) -> tuple[list[str], np.ndarray]:
    names, text = _head(text)
    if _has_decimal_commas(text):
        raise FormatError("it has decimal commas, and no decimal points")
    rows = text.replace(b",", b" ").replace(b";", b" ")
    first = rows.lstrip().split(b"\n", 1)[0].split()
    width = len(first)
    if not first:
        return names or ["x", "y", "z"], np.empty((0, max(len(names), 3)))
    if width < 3:
        raise FormatError(f"the first point has {width} numbers")
    if names and len(names) != width:
        raise FormatError(f"there are {len(names)} names and {width} numbers in a line")
    try:
        values = floats_in(rows)
    except ValueError:
        raise FormatError("it holds something else than numbers") from None
    lines = [len(line.split()) for line in rows.split(b"\n") if line.strip()]
    wrong = next((number for number, words in enumerate(lines) if words != width), None)
    if wrong is not None:
        raise FormatError(f"point {wrong} has {lines[wrong]} numbers, the first one has {width}")
    return names or ["x", "y", "z", *(f"Column{i}" for i in range(3, width))], values.reshape(-1, width)


def _has_decimal_commas(text: bytes) -> bool:
    """Whether commas stand within words that something else separates."""
    if text.count(b",") == text.count(b", ") or not any(other in text for other in (b" ", b"\t", b";")):
        return False
    return bool(_COMMA_WITHIN.search(text) and _OTHER_BETWEEN.search(text))


def _head(text: bytes) -> tuple[list[str], bytes]:
    """The names in the first line, and the text after the names or the number of points."""
    line, _, rest = text.lstrip().partition(b"\n")
    words = line.replace(b",", b" ").replace(b";", b" ").split()
    if len(words) == 1 and words[0].isdigit():
        comment, _, behind = rest.partition(b"\n")
        return [], rest if _are_numbers(comment.split()) and comment.strip() else behind
    if words and not _are_numbers(words):
        return [word.decode("utf-8", "replace") for word in words], rest
    return [], text


def _are_numbers(words: list[bytes]) -> bool:
    try:
        floats_in(b" ".join(words))
    except ValueError:
        return False
    return True
