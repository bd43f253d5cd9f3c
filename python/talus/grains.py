"""Bodies and contacts of the Time Stepper as arrays for measurements."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPointSet, vtkPolyData

from .contact_search import contact_points
from .errors import TalusError
from .io.geometry import arrays_of, coordinates_of
from .measure import ContactNetwork, contact_network


@dataclass(frozen=True, eq=False)
class Grains:
    """The n bodies that forces move, ordered by id."""

    ids: np.ndarray  #: (n,)
    masses: np.ndarray  #: (n,), kg
    volumes: np.ndarray  #: mass over the density of the material, (n,), m³
    positions: np.ndarray  #: of the centres, (n, 3), m
    orientations: np.ndarray  #: quaternions w x y z, (n, 4); 1 0 0 0 where the bodies have none
    velocities: np.ndarray  #: (n, 3), m/s

    @property
    def radii(self) -> np.ndarray:
        """Radii of balls of the same volumes, (n,), m"""
        return np.cbrt(3 * self.volumes / (4 * np.pi))


def grains_of(bodies: vtkPointSet) -> Grains:
    """:param bodies: the block Bodies of a scene, or a frame of ``talus simulate --bodies``

    :raises TalusError: surfaces instead of bodies
    """
    arrays, materials = arrays_of(bodies.GetPointData()), bodies.GetFieldData().GetAbstractArray("Materials")
    if materials is None or not {"BodyId", "Mass", "Material", "Motion", "Velocity"} <= arrays.keys():
        raise TalusError("The frames have no bodies as points", "", "Use a scene, or simulate with --bodies")
    told = [json.loads(materials.GetValue(i)) for i in range(materials.GetNumberOfValues())]
    densities = np.array([material["density"] for material in told])[arrays["Material"]]
    moved = np.flatnonzero(arrays["Motion"] == 0)
    order = moved[np.argsort(arrays["BodyId"][moved])]
    mass = arrays["Mass"]
    orientations = arrays.get("Orientation", np.tile([1.0, 0.0, 0.0, 0.0], (len(mass), 1)))
    columns = arrays["BodyId"], mass, mass / densities, coordinates_of(bodies), orientations, arrays["Velocity"]
    return Grains(*(column[order] for column in columns))


def contacts_of(network: vtkPolyData) -> ContactNetwork:
    """:param network: the block Contacts, with forces"""
    points, arrays = contact_points(network)
    if not len(points):
        return contact_network([], [], np.empty((0, 3)), np.empty((0, 3)))
    return contact_network(arrays["BodyA"], arrays["BodyB"], points, arrays["Force"])
