"""Bodies that several ranks have, and their contacts in the order of one process."""

from __future__ import annotations

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPartitionedDataSetCollection, vtkPolyData

from .io.geometry import add_array, arrays_of, coordinates_of, point_cloud, vtk_points
from .io.polyhedra import cell_array
from .ranks import Ranks
from .scene_data import block, block_number, keep_bodies, set_block

#: Counts that a search adds to bodies
_COUNTS = ("ContactCount", "CoordinationNumber")

_Columns = dict[str, np.ndarray]


def deal_bodies(scene: vtkPartitionedDataSetCollection, ranks: Ranks) -> None:
    """Leaves those in a part of space in a scene that all ranks have, equally many on each."""
    places = coordinates_of(block(scene, "Bodies"))
    if len(places):
        along = places[:, np.ptp(places, axis=0).argmax()]
        keep_bodies(scene, np.sort(np.array_split(np.argsort(along, kind="stable"), ranks.size)[ranks.rank]))


def bring_contacts(scene: vtkPartitionedDataSetCollection, bodies: vtkPolyData | None, ranks: Ranks) -> None:
    """Gives rank 0 the contacts of all ranks, which have each searched some pairs of bodies.

    :param scene: the result of the search on this rank
    :param bodies: those of the whole scene, without counts; None: surfaces, whose points are in the results
    """
    network = _network(block(scene, "Contacts"), ranks)
    columns = _columns_of(block(scene, "Bodies"))
    counted = _brought({name: columns[name] for name in ("", "BodyId", *_COUNTS)}, slice(None), ranks)
    if not ranks.first:
        return
    set_block(scene, block_number(scene, "Contacts"), "Contacts", network)
    if bodies is None:
        counted = _in_order(counted, "BodyId")
        whole = point_cloud(counted.pop(""))
    else:
        whole = vtkPolyData()
        whole.ShallowCopy(bodies)
        ids = arrays_of(bodies.GetPointData())["BodyId"]
        rows = np.argsort(counted["BodyId"])[np.argsort(np.argsort(ids))]
        counted = {name: counted[name][rows] for name in _COUNTS}
    for name, values in counted.items():
        add_array(whole.GetPointData(), name, values)
    set_block(scene, block_number(scene, "Bodies"), "Bodies", whole)


def _network(part: vtkPolyData, ranks: Ranks) -> vtkPolyData:
    """The contacts of all ranks as a filter writes them: vertices, then lines between centres; on rank 0."""
    first, last = slice(part.GetNumberOfVerts()), slice(part.GetNumberOfVerts(), None)
    contacts, ends = (_brought(_columns_of(part), rows, ranks) for rows in (first, last))
    vertices, lines = (_brought(arrays_of(part.GetCellData()), rows, ranks) for rows in (first, last))
    contacts, vertices, lines = (_in_order(columns, "BodyB", "BodyA") for columns in (contacts, vertices, lines))
    ends, corners = _numbered(ends, np.column_stack((lines["BodyA"], lines["BodyB"])))
    points, cells = _joined(contacts, ends), _joined(vertices, lines)
    found, count = vtkPolyData(), len(contacts[""])
    found.SetPoints(vtk_points(points.pop("")))
    found.SetVerts(_cells(np.arange(count).reshape(-1, 1)))
    found.SetLines(_cells(count + corners))
    for attributes, columns in ((found.GetPointData(), points), (found.GetCellData(), cells)):
        for name, values in columns.items():
            add_array(attributes, name, values)
    found.GetFieldData().ShallowCopy(part.GetFieldData())
    return found


def _columns_of(data: vtkPolyData) -> _Columns:
    """The arrays of points, and their places without a name."""
    return {"": coordinates_of(data), **arrays_of(data.GetPointData())}


def _brought(columns: _Columns, rows: slice, ranks: Ranks) -> _Columns:
    """Some rows of each rank, on rank 0."""
    return {name: ranks.brought(values[rows]) for name, values in columns.items()}


def _joined(one: _Columns, two: _Columns) -> _Columns:
    return {name: np.concatenate((values, two[name])) for name, values in one.items()}


def _in_order(columns: _Columns, *keys: str) -> _Columns:
    """Sorted; the last key counts most. Equal ones stay in their order."""
    order = np.lexsort([columns[key] for key in keys])
    return {name: values[order] for name, values in columns.items()}


def _numbered(ends: _Columns, bodies: np.ndarray) -> tuple[_Columns, np.ndarray]:
    """The centres of bodies, each once, and their numbers.

    :param ends: centres, of some bodies several times
    :param bodies: in whose order they are wanted, shape (n, 2)
    """
    ids, first, number = np.unique(bodies, return_index=True, return_inverse=True)
    wanted = np.argsort(first)  # of ids
    place = np.empty_like(wanted)
    place[wanted] = np.arange(len(wanted))
    _, row = np.unique(ends["BodyA"], return_index=True)
    return {name: values[row[wanted]] for name, values in ends.items()}, place[number].reshape(-1, 2)


def _cells(corners: np.ndarray) -> vtkCellArray:
    """Cells of equally many points. :param corners: shape (n, k)"""
    count, width = corners.shape
    return cell_array(corners.astype(np.int64).ravel(), width * np.arange(count + 1, dtype=np.int64))
