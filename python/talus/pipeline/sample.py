"""The grains and contacts in the inputs of a filter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkCompositeDataSet, vtkDataObject, vtkPolyData

from ..errors import TalusError
from ..grains import Grains, contacts_of, grains_of


@dataclass(frozen=True, eq=False)
class Sample:
    """The measured grains and contacts."""

    grains: Grains
    contacts: vtkPolyData | None  #: with all their arrays; None if there are none in the inputs

    def box(self) -> tuple[np.ndarray, np.ndarray]:
        """The lower and upper corner of a box around all grains, as balls of equal volume, m; the unit box if there
        are no grains.
        """
        places, radii = self.grains.positions, self.grains.radii[:, None]
        if not len(places):
            return np.zeros(3), np.ones(3)
        return (places - radii).min(axis=0), (places + radii).max(axis=0)


def sample(inputs: Sequence[vtkDataObject]) -> Sample:
    """Finds bodies and contacts in a scene, or in frames of ``run.pvd`` and ``contacts.pvd``.

    :raises TalusError: no bodies, or surfaces instead of bodies
    """
    blocks = [block for data in inputs for block in _blocks(data)]
    contacts = [block for block in blocks if _has(block, "BodyA")]
    bodies = [block for block in blocks if _has(block, "BodyId")]
    if not bodies:
        remedy = "Take a scene, such as Time Stepper's, or run.pvd of talus simulate --bodies"
        raise TalusError("There are no bodies in the input", "", remedy)
    return Sample(grains_of(bodies[0]), contacts[0] if contacts else None)


def _blocks(data: vtkDataObject) -> list[vtkDataObject]:
    if not isinstance(data, vtkCompositeDataSet):
        return [data]
    walk, found = data.NewIterator(), []
    walk.InitTraversal()
    while not walk.IsDoneWithTraversal():
        found.append(walk.GetCurrentDataObject())
        walk.GoToNextItem()
    return found


def _has(block: vtkDataObject, array: str) -> bool:
    points = block.GetAttributes(vtkDataObject.POINT)  # None for a table, for example
    return bool(points and points.HasArray(array))
