"""Tables in memory whose columns have names: frames of pandas, Polars or Arrow, NumPy's structured arrays, dictionaries of
columns. The names say which coordinate is which, as in a file; none of these packages is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Sequence

import numpy as np

from .errors import TalusError
from .io.tables import AXES, bare_name, require_one_unit


def by_name(values: Any, what: str, axes: str = "xyz") -> Any:
    """The columns of a table in the order of the axes, (n, k); values without names unchanged. Other columns are ignored.

    Columns are `x`, `y`, `z` (any case, with a unit), or ParaView's `Points:0` and so on, or, if there are no others, end in
    these letters after the same text, such as `vx`, `vy`, `vz`.
    :param what: what the values are, for messages
    :param axes: a letter for each column
    :raises TalusError: no such columns, two of one name, columns of different lengths
    """
    names = _names(values)
    if names is None:
        return values
    chosen = _chosen(names, axes)
    if not chosen:
        wanted = f"{', '.join(axes[:-1])} and {axes[-1]}"
        told = f"The {what} have the columns {_listed(names)}, but no {wanted}"
        raise TalusError(told, "", f"Name the columns {wanted}, or give an array (n, {len(axes)})")
    if len(set(chosen)) < len(axes) or any(names.count(name) > 1 for name in chosen):
        raise TalusError(f"The {what} have two columns of one name: {_listed(names)}", "", "Name each column once")
    require_one_unit(chosen, "")
    columns = [np.asarray(values[name]) for name in chosen]
    if {column.shape for column in columns} != {(len(columns[0]),) if columns[0].ndim else None}:
        raise TalusError(f"The columns {_listed(chosen)} have different lengths", "", "Give one number a row")
    return np.stack(columns, axis=1)


def _names(values: Any) -> list[str] | None:
    """The names of the columns; None if they have none, or only numbers as pandas gives by itself."""
    names = getattr(getattr(values, "dtype", None), "names", None)
    if names is None and isinstance(values, Mapping):
        names = values.keys()
    if names is None:  # of a frame; of Arrow
        names = getattr(values, "columns", None) if hasattr(values, "shape") else None
    if names is None:
        names = getattr(values, "column_names", None)
    if names is None or callable(names):
        return None
    names = list(names)
    return None if names and names == list(range(len(names))) else names


def _chosen(names: Sequence[Any], axes: str) -> list[Any] | None:
    known = {bare_name(str(name)): name for name in reversed(names)}
    for wanted in (tuple(axes), *(AXES if axes == "xyz" else ())):
        if all(axis in known for axis in wanted):
            return [known[axis] for axis in wanted]
    ends = {name[-1:]: original for name, original in known.items()}
    if len(names) == len(axes) == len(known) and set(ends) == set(axes) and len({name[:-1] for name in known}) == 1:
        return [ends[axis] for axis in axes]
    return None


def _listed(names: Sequence[Any]) -> str:
    shown = [f"'{str(name)[:20]}'" for name in names]
    return (", ".join(shown[:6]) + (" …" if len(shown) > 6 else "")) or "(none)"
