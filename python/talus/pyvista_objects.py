"""Converts results to PyVista's objects. Inputs need no conversion: PyVista's objects are VTK objects."""

from __future__ import annotations

import sys
from typing import Any

from vtkmodules.vtkCommonDataModel import vtkDataObject


def like(data: vtkDataObject, *given: Any) -> Any:
    """The data as a PyVista object if a PyVista object, or a list with one, was given; otherwise unchanged.

    Types without a class in PyVista (partitioned collections) remain VTK objects. PyVista is not imported here: a
    caller with PyVista objects has imported it.
    """
    pyvista = sys.modules.get("pyvista")
    if pyvista is None or data.IsA("vtkPartitionedDataSetCollection"):
        return data
    items = [item for one in given for item in (one if isinstance(one, (list, tuple)) else [one])]
    return pyvista.wrap(data) if any(isinstance(item, pyvista.DataObject) for item in items) else data
