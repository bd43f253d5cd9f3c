"""Point clouds as tables: CSV (one column per array) and NumPy's NPZ and NPY.

Points are columns or arrays `x`, `y`, `z` (any case), or ParaView's `Points:0`, `Points:1`, `Points:2`, or one array
`points` of shape (n, 3); everything else of the same length becomes a point array. A unit after a name, as in
`x [mm]` or `X (m)`, is ignored if all three are the same. Other names are given by `columns`.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .csv_rows import CsvRows, numbers
from .geometry import add_array, point_cloud
from .numpy_files import NotNumbers, array_of, arrays_in
from .plain_text import plain_text
from .regular_file import content_of
from .words import POINT_FOR_COMMA, have_decimal_commas

#: Names of the columns of coordinates, without units and in lower case
AXES = (("x", "y", "z"), ("points:0", "points:1", "points:2"), ("points_0", "points_1", "points_2"))
_UNIT = re.compile(r"\s*[\[(]([^\])]*)[\])]\s*$")

#: Names of the columns x, y and z
Columns = tuple[str, str, str]


def read_csv(path: Path, columns: Columns | None = None) -> vtkPolyData:
    """Reads points from text: one line per point, separated by comma, semicolon or tab, with a line of names first.

    Three columns of numbers need no names. A file without points gives an empty cloud.
    :raises TalusError: no x, y, z columns; a coordinate that is not a number; a line of another length.
    """
    try:
        text = plain_text(content_of(path), path).decode()
    except UnicodeDecodeError:
        raise TalusError("Not a text file", str(path), "Save the points as CSV, NPZ or VTP") from None
    table = CsvRows(io.StringIO(text), path)
    values = [list(column) for column in zip(*table.next())] or [[] for _ in table.names]
    return cloud_of({name: _column(column) for name, column in zip(table.names, values)}, path, columns)


def points_in(
    rows: list[list[str]], names: list[str], path: Path, columns: Columns | None = None, first: int = 0
) -> np.ndarray:
    """The points in rows of a table, shape (n, 3). Other columns are ignored.

    :param first: number of the first row in the file
    :raises TalusError: as for :func:`cloud_of`
    """
    values = [list(column) for column in zip(*rows)] or [[] for _ in names]
    wanted = set(columns) if columns else {name for name in names if any(bare_name(name) in axes for axes in AXES)}
    unread = np.empty(0)
    arrays = {name: _column(column) if name in wanted else unread for name, column in zip(names, values)}
    return _as_float(_take_coordinates(arrays, path, columns), path, first)


def read_npy(path: Path) -> vtkPolyData:
    """Reads points from one array of shape (n, 3)."""
    try:
        return cloud_of({"points": array_of(content_of(path))}, path)
    except NotNumbers as wrong:
        raise _not_numpy(path, str(wrong)) from None


def read_npz(path: Path) -> vtkPolyData:
    """Reads points and point arrays from an archive of arrays."""
    try:
        return cloud_of(arrays_in(content_of(path)), path)
    except NotNumbers as wrong:
        raise _not_numpy(path, str(wrong)) from None


def _not_numpy(path: Path, reason: str) -> TalusError:
    return TalusError(
        f"Not a whole {path.suffix[1:].upper()} file of numbers: {reason}",
        str(path),
        "Write it again with numpy.save or savez",
    )


def _column(words: list[str]) -> np.ndarray:
    values = numbers(words)
    return np.array(words, dtype=object) if values is None else values


def cloud_of(arrays: dict[str, np.ndarray], path: Path, columns: Columns | None = None) -> vtkPolyData:
    """A cloud of the points among the arrays, with the other arrays.

    :raises TalusError: no such columns, or columns that are not numbers
    """
    coordinates = _as_float(_take_coordinates(arrays, path, columns), path)
    cloud = point_cloud(coordinates)
    for name, values in arrays.items():
        texts = values.dtype.kind in "OSU"
        if values.ndim == (1 if texts else min(max(values.ndim, 1), 2)) and _rows_of(values) == len(coordinates):
            add_array(cloud.GetPointData(), name, values)
    return cloud


def _rows_of(values: np.ndarray) -> int:
    """Number of rows; -1 for rows without numbers."""
    return len(values) if values.ndim == 1 or values.shape[1] else -1


def _take_coordinates(arrays: dict[str, np.ndarray], path: Path, columns: Columns | None) -> np.ndarray:
    """Removes the coordinates from the arrays and returns them."""
    if columns is not None:
        return _take_columns(arrays, path, columns)
    names = {bare_name(name): name for name in reversed(arrays)}
    for axes in AXES:
        if all(axis in names for axis in axes):
            require_one_unit([names[axis] for axis in axes], path)
            values = [arrays.pop(names[axis]) for axis in axes]
            if len({column.shape for column in values}) == 1 and values[0].ndim == 1:
                return np.stack(values, axis=1)
    if "points" in names:
        points = arrays.pop(names["points"])
        if points.ndim == 2 and points.shape[1] == 3:
            return points
        raise TalusError(f"The array of points has the shape {points.shape}", str(path), "Make it (n, 3)")
    raise TalusError(
        f"No points: there are {_list(arrays) or 'no columns'}, but no x, y and z",
        str(path),
        "Name the three columns x, y and z, or tell their names by --columns",
    )


def bare_name(name: str) -> str:
    """A name without its unit, in lower case."""
    return _UNIT.sub("", name).lower()


def _take_columns(arrays: dict[str, np.ndarray], path: Path, columns: Columns) -> np.ndarray:
    missing = next((name for name in columns if name not in arrays), None)
    if missing is not None:
        raise TalusError(f"There is no column '{missing[:40]}'", str(path), f"There are {_list(arrays) or 'none'}")
    if len(set(columns)) < 3 or any(arrays[name].ndim != 1 for name in columns):
        raise TalusError(f"{_list(columns)} are not three columns of numbers", str(path), "Name three different columns")
    require_one_unit(columns, path)
    return np.stack([arrays.pop(name) for name in columns], axis=1)


def require_one_unit(names: Sequence[str], path: Path | str) -> None:
    """:raises TalusError: columns whose names have different units"""
    units = [unit[1].strip() if (unit := _UNIT.search(name)) else "" for name in names]
    if len(set(units)) > 1:
        raise TalusError(f"x, y and z have different units: {_list(names)}", str(path), "Give all in one unit")


def _as_float(points: np.ndarray, path: Path, first: int = 0) -> np.ndarray:
    """:param first: number of the first point in the file"""
    if points.dtype == np.float32:
        return points
    if points.dtype.kind in "biuf":
        return points.astype(np.float64)
    for i, row in enumerate(points):
        if numbers([str(value) for value in row]) is None:
            shown = ", ".join(str(value)[:20] for value in row)
            raise TalusError(
                f"Point {first + i} is not three numbers: '{shown}'",
                str(path),
                _remedy([str(value) for value in row]),
            )
    raise TalusError("The points are not real numbers", str(path), "Save them as float64")


def _remedy(row: list[str]) -> str:
    if have_decimal_commas(row):
        return POINT_FOR_COMMA
    return "Write nan where a coordinate is unknown"


def _list(names) -> str:
    shown = [f"'{name[:20]}'" for name in names]
    return ", ".join(shown[:5]) + (" …" if len(shown) > 5 else "")


def write_csv(path: Path, coordinates: np.ndarray, arrays: dict[str, np.ndarray]) -> None:
    """Writes one line per point with the fewest digits that give the same number when read."""
    names, columns = ["x", "y", "z"], list(coordinates.T)
    for name, values in arrays.items():
        if values.ndim == 1:
            names.append(name)
            columns.append(values)
        else:
            names += [f"{name}:{k}" for k in range(values.shape[1])]
            columns += list(values.T)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(zip(*(shortest(column) for column in columns)))


def shortest(column: np.ndarray) -> list:
    """Converts to values that Python writes with the fewest digits that give the same number when read."""
    # str(numpy.float32) is shorter than the same value widened to a Python float.
    return [str(value) for value in column] if column.dtype == np.float32 else column.tolist()


def write_npz(path: Path, coordinates: np.ndarray, arrays: dict[str, np.ndarray]) -> None:
    """Writes `points` of shape (n, 3) and each array under its name."""
    np.savez_compressed(path, **{**arrays, "points": coordinates})
