"""Results as classes whose fields have the names of a filter's arrays: ``maximum_move`` is the array MaximumMove."""

from __future__ import annotations

import warnings
from dataclasses import fields
from typing import Any, Callable, Mapping, TypeVar

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject

from .errors import SurfaceWarning, TalusError
from .io.geometry import arrays_of
from .names import camel

Result = TypeVar("Result")
_READERS: dict[Any, Callable[[Any], Any]] = {"bool": bool, "int": int, "float": float, "str": str, "np.ndarray": np.asarray}


def filled(kind: type[Result], array: Callable[[str], Any], others: Mapping[str, Any]) -> Result:
    """A dataclass, from arrays.

    :param array: gives what an array holds, by its name
    :param others: the other fields
    """
    read = {field.name: _READERS[field.type](array(camel(field.name))) for field in fields(kind) if field.name not in others}  # type: ignore[arg-type]
    return kind(**read, **others)


def field_row(output: vtkDataObject, work: str) -> dict[str, Any]:
    """The first row of each array in the field data of a filter's output.

    :raises TalusError: it has no answer, since the work was cancelled
    """
    row = {name: values[0].copy() for name, values in arrays_of(output.GetFieldData()).items() if len(values)}
    if "Answer" not in row:
        raise TalusError(f"The {work} not finished", "", "Run it again")
    return row


def warned(found: Result) -> Result:
    """Issues the warning of a result for the caller's caller, and returns the result."""
    if found.warning:  # type: ignore[attr-defined]
        warnings.warn(found.warning, SurfaceWarning, stacklevel=3)  # type: ignore[attr-defined]
    return found
