"""The grains and contacts in the inputs of a filter."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkCompositeDataSet, vtkDataObject, vtkPolyData

from ..contact_search import contact_points
from ..errors import TalusError
from ..grains import Grains, grains_of
from ..measure import ContactNetwork
from ..ranks import Ranks, together


@dataclass(frozen=True, eq=False)
class Contacts:
    """Contact points, ordered by their bodies."""

    network: ContactNetwork  #: forces are 0 if there are none in the input
    normals: np.ndarray  #: from the first body to the second, (n, 3)
    have_forces: bool


@dataclass(frozen=True, eq=False)
class Sample:
    """The measured grains and contacts: those of all processes that execute the filter together."""

    grains: Grains
    contacts: Contacts | None  #: None if there are none in the inputs
    first: bool  #: whether this is the first process, or the only one

    def box(self) -> tuple[np.ndarray, np.ndarray]:
        """The lower and upper corner of a box around all grains, as balls of equal volume, m; the unit box if there
        are no grains.
        """
        places, radii = self.grains.positions, self.grains.radii[:, None]
        if not len(places):
            return np.zeros(3), np.ones(3)
        return (places - radii).min(axis=0), (places + radii).max(axis=0)


def sample(inputs: Sequence[vtkDataObject], ranks: Ranks | None = None) -> Sample:
    """Finds bodies and contacts in a scene, or in frames of ``run.pvd`` and ``contacts.pvd``. All processes make this
    call, and all get the bodies and contacts of all, in an order that does not depend on where they were.

    :raises TalusError: no bodies, or surfaces instead of bodies
    """
    ranks = ranks or together()
    blocks = [block for data in inputs for block in _blocks(data)]
    bodies = [block for block in blocks if _has(block, "BodyId")]
    contacts = [block for block in blocks if _has(block, "BodyA")]
    if not ranks.any(bool(bodies)):  # one process may have none
        remedy = "Take a scene, such as Time Stepper's, or run.pvd of talus simulate --bodies"
        raise TalusError("There are no bodies in the input", "", remedy)
    grains = ranks.agreed(lambda: _columns(grains_of(bodies[0]) if bodies else None))
    points = ranks.agreed(lambda: _contact_columns(contacts[0] if contacts else None))
    grains = [ranks.gathered(column) for column in grains]
    order = np.argsort(grains[0], kind="stable")
    found = None
    if ranks.any(bool(contacts)):
        have_forces = ranks.any(any(_has(block, "Force") for block in contacts[:1]))
        found = _contacts([ranks.gathered(column) for column in points], have_forces)
    return Sample(Grains(*(column[order] for column in grains)), found, ranks.first)


def _columns(grains: Grains | None) -> list[np.ndarray]:
    """The fields of grains, of the same types on all processes."""
    rows = [np.empty((0, *shape)) for shape in ((), (), (), (3,), (4,), (3,))]
    if grains is None:
        return [np.empty(0, np.int64), *rows]
    ids, *values = (getattr(grains, field.name) for field in fields(Grains))
    return [np.asarray(ids, np.int64), *(np.asarray(column, dtype=float) for column in values)]


def _contact_columns(block: vtkPolyData | None) -> list[np.ndarray]:
    """Bodies and number of each contact, (n, 3), and its point, force and normal, (n, 3) each."""
    places, arrays = contact_points(block) if block else (np.empty((0, 3)), {})
    count = len(places)
    names = [arrays.get(name, np.zeros(count)) for name in ("BodyA", "BodyB", "PersistentId")]
    vectors = [arrays.get(name, np.zeros((count, 3))) for name in ("Force", "Normal")]
    return [np.column_stack(names).astype(np.int64), *(np.asarray(rows, dtype=float) for rows in (places, *vectors))]


def _contacts(columns: list[np.ndarray], have_forces: bool) -> Contacts:
    order = np.lexsort(columns[0].T[::-1])
    names, places, forces, normals = (column[order] for column in columns)
    return Contacts(ContactNetwork(names[:, :2], places, forces), normals, have_forces)


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
