"""PyVista's objects are VTK's, so they come in as any VTK data. Here they go out, too."""

from __future__ import annotations

import sys
from typing import Any

from vtkmodules.vtkCommonDataModel import vtkDataObject


def like(data: vtkDataObject, *given: Any) -> Any:
    """The data as PyVista's object where one of PyVista's, or a list with one, was given; else as they are.

    What PyVista has no class for (partitioned collections) stays VTK's. PyVista is not imported: who gives its objects
    has done so.
    """
    pyvista = sys.modules.get("pyvista")
    if pyvista is None or data.IsA("vtkPartitionedDataSetCollection"):
        return data
    items = [item for one in given for item in (one if isinstance(one, (list, tuple)) else [one])]
    return pyvista.wrap(data) if any(isinstance(item, pyvista.DataObject) for item in items) else data
