"""Bodies and contacts of the Time Stepper as arrays for measurements."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
from vtkmodules.vtkCommonCore import vtkAbstractArray
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


_UNCHANGED = "Use the bodies of a scene unchanged"
_SHAPES = {"BodyId": (), "Mass": (), "Material": (), "Motion": (), "Velocity": (3,), "Orientation": (4,)}


def _densities(materials: vtkAbstractArray) -> np.ndarray:
    """:raises TalusError: texts that do not tell a density"""
    try:
        told = [json.loads(materials.GetValue(i))["density"] for i in range(materials.GetNumberOfValues())]
        return np.array(told, dtype=float)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise TalusError("The field data 'Materials' have no densities", "", _UNCHANGED) from None


def grains_of(bodies: vtkPointSet) -> Grains:
    """:param bodies: the block Bodies of a scene, or a frame of ``talus simulate --bodies``

    :raises TalusError: surfaces instead of bodies
    """
    arrays, materials = arrays_of(bodies.GetPointData()), bodies.GetFieldData().GetAbstractArray("Materials")
    if materials is None or not {"BodyId", "Mass", "Material", "Motion", "Velocity"} <= arrays.keys():
        raise TalusError("The frames have no bodies as points", "", "Use a scene, or simulate with --bodies")
    for name, shape in _SHAPES.items():
        if name in arrays and arrays[name].shape[1:] != shape:
            raise TalusError(f"The array '{name}' has the shape {arrays[name].shape}", "", _UNCHANGED)
    densities = _densities(materials)
    numbers = arrays["Material"]
    if numbers.dtype.kind not in "iu" or (len(numbers) and not 0 <= numbers.min() <= numbers.max() < len(densities)):
        raise TalusError(f"The array 'Material' does not number the {len(densities)} materials", "", _UNCHANGED)
    densities = densities[numbers]
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
