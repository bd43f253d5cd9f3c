"""*Force Chains*: contact forces between grains, and the chains that carry most of the load."""

from __future__ import annotations

import numpy as np
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

from .. import measure as m
from ..answers import grouped, put_answer
from ..errors import TalusError
from ..grains import Grains
from ..io.geometry import add_array, vtk_points
from .sample import Sample


def force_chains(given: Sample, lines: vtkPolyData, *, Angle: float) -> None:
    """Creates lines between the centres of grains in contact, in SI units. Contacts with walls count for stress and
    coordination, but have no lines. The lines are on the first process.

    :param Angle: maximum angle between the greatest stress of a grain in a chain and the line to its neighbour, degrees
    :raises TalusError: no contacts with forces in the input
    """
    if given.contacts is None or not given.contacts.have_forces:
        remedy = "Take the scene of Time Stepper, or select run.pvd and contacts.pvd together"
        raise TalusError("There are no contacts with forces in the input", "", remedy)
    if not given.first:
        return
    grains, network = given.grains, given.contacts.network
    inner = m.among(network, grains.ids)
    pairs = m.by_pair(inner)
    ends = np.searchsorted(grains.ids, pairs.bodies)
    force, pressing = m.magnitudes(pairs), m.among(_along_normals(network, given.contacts.normals), grains.ids)
    chain = _chain_numbers(network, grains, Angle)
    lines.SetPoints(vtk_points(grains.positions))
    lines.SetLines(_segments(ends))
    at_grains = {
        "BodyId": grains.ids,
        "Coordination": m.coordination_numbers(network, grains.ids),
        "Stress": m.greatest_stress(m.grain_moments(network, grains.ids, grains.positions), grains.volumes)[0],
        "Chain": chain,
    }
    at_lines = {
        "Force": force,
        "NormalForce": m.magnitudes(m.by_pair(pressing)),
        "Strong": force > (force.mean() if len(force) else 0),
        "Chain": np.where((chain[ends] == chain[ends[:, :1]]).all(axis=1), chain[ends[:, 0]], -1),
    }
    for attributes, arrays in ((lines.GetPointData(), at_grains), (lines.GetCellData(), at_lines)):
        for name, values in arrays.items():
            add_array(attributes, name, values)
    lines.GetCellData().SetActiveScalars("Force")  # initial colouring in ParaView
    longest = np.bincount(chain[chain >= 0]).max(initial=0)
    found = f"{grouped(chain.max(initial=-1) + 1)} chains, the longest of {grouped(longest)} grains"
    put_answer(lines, found, f"{grouped(len(pairs))} pairs of grains touch")
    if len(pairs):
        for name, value in _statistics(network, inner, grains).items():
            add_array(lines.GetFieldData(), name, np.atleast_2d(value))


def _chain_numbers(network: m.ContactNetwork, grains: Grains, angle: float) -> np.ndarray:
    """The chain of each grain; 0 is the longest, −1: none."""
    numbers = np.full(len(grains.ids), -1, dtype=np.int64)
    if len(network):
        chains = m.force_chains(network, grains.ids, grains.positions, grains.volumes, angle=angle)
        for number, members in enumerate(chains):
            numbers[np.searchsorted(grains.ids, members)] = number
    return numbers


def _along_normals(network: m.ContactNetwork, normals: np.ndarray) -> m.ContactNetwork:
    """The contacts with the normal components of the forces."""
    forces = np.einsum("nk,nk->n", network.forces, normals)[:, None] * normals
    return m.ContactNetwork(network.bodies, network.points, forces)


def _statistics(network: m.ContactNetwork, inner: m.ContactNetwork, grains: Grains) -> dict[str, np.ndarray | float]:
    """The field data about all grains."""
    coordination, pairs = m.mean_coordination(network, grains.ids), m.by_pair(inner).bodies
    ends = grains.positions[np.searchsorted(grains.ids, pairs)]
    fabric = m.fabric_tensor(ends[:, 1] - ends[:, 0])
    return {
        "MeanCoordination": coordination.mean,
        "MechanicalCoordination": coordination.mechanical,
        "Rattlers": coordination.rattlers,
        "FabricAnisotropy": m.anisotropy(fabric),
        "FabricDirection": m.major_direction(fabric),
    }


def _segments(ends: np.ndarray) -> vtkCellArray:
    cells = vtkCellArray()
    offsets = np.arange(0, 2 * len(ends) + 1, 2, dtype=np.int64)
    cells.SetData(numpy_to_vtk(offsets, deep=True), numpy_to_vtk(ends.astype(np.int64).ravel(), deep=True))
    return cells
