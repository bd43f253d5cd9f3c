"""Talus: polyhedral bodies in ParaView. Classifies points as inside or outside a surface, checks surfaces,
computes mass properties, finds contacts, and simulates rigid bodies.

>>> import numpy as np, talus
>>> points = np.random.default_rng(1).uniform(-1, 2, (1000, 3))
>>> labels = talus.classify(points, "body.stl")      # points: (n, 3)
>>> points[labels.inside]
>>> print(talus.check("body.stl").consequence)
>>> talus.contacts(["a.stl", "b.stl"]).gap
>>> talus.mass_properties("body.stl", density=2650).inertia
>>> for frame in talus.simulate("scene.json", end=0.05): print(frame.time, frame.bodies.position)

inside or outside    :func:`classify`, :class:`Classifier`
surfaces             :func:`check`, :func:`mass_properties`, :func:`voxelize`, :func:`surrogates`
bodies               :func:`foam`, :func:`grain`, :func:`container`, :func:`place`
scenes               :class:`Scene`, :func:`read_scene`, :func:`body_surfaces`, :func:`quaternion`
contacts, motion     :func:`contacts`, :class:`ContactScene`, :func:`simulate`
granular matter      :mod:`talus.measure`, :mod:`talus.scenarios`
files                :func:`read_surface`, :func:`read_bodies`, :func:`read_step`, :func:`read_points`, :func:`write`,
                     :func:`write_surface`, :func:`times`
ParaView's window    :func:`show_scene`, :func:`show_run`, :func:`show_bodies`, :func:`show_contacts`

Surfaces are files, data of VTK or PyVista, or pairs of arrays: points (n, 3) and triangles (m, 3). Lengths are in
the unit of the mesh, and in SI units in simulations. Runs in Debian's own python3 and in pvpython. Invalid input raises
:class:`TalusError`, which says what is wrong, where, and how to fix it.
"""

from importlib import import_module as _import_module
from types import ModuleType as _ModuleType

from . import vtkmodules  # first: fails if this is not the VTK that Talus was built for

from .classification import Classification, Classifier, classify
from .contact_scene import ContactScene
from .contact_search import ContactKind, Contacts, contacts
from .display import show_bodies, show_contacts, show_run, show_scene
from .errors import OverlapWarning, PlacementWarning, StepWarning, SurfaceWarning, TalusError
from .io import read_bodies, read_points, read_step, read_surface, write, write_surface
from .io.series import TIME_RULES, times
from .placement import ARRANGEMENTS, ORIENTATION_MODES, SEPARATIONS, SIZE_LAWS, UPS, place
from .rigid_body import MassProperties, mass_properties
from .scene import Scene, body_surfaces, quaternion, read_scene
from .shapes import CONTAINERS, CROSS_SECTIONS, OUTLINES, SHAPES, container, foam, grain
from .simulation import (
    STATISTICS,
    STEP_LIMITS,
    ContactForces,
    Frame,
    MovingBodies,
    Simulation,
    simulate,
)
from .surface_check import BoundaryLoop, Finding, SurfaceReport, check
from .surrogate_tree import SURROGATE_METHODS, SurrogateLevel, SurrogateTree, surrogates
from .voxels import FRACTIONS, VOXEL_PLACES, Voxels, voxelize

__version__ = "0.2.0"

_PARTS = ("measure", "scenarios")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PARTS})


def __getattr__(name: str) -> _ModuleType:
    """``talus.measure`` and ``talus.scenarios`` are loaded on first use."""
    if name in _PARTS:
        return _import_module(f".{name}", __name__)
    raise AttributeError(f"module 'talus' has no attribute '{name}'")


__all__ = [
    "ARRANGEMENTS",
    "CONTAINERS",
    "CROSS_SECTIONS",
    "FRACTIONS",
    "ORIENTATION_MODES",
    "OUTLINES",
    "SEPARATIONS",
    "SHAPES",
    "SIZE_LAWS",
    "STATISTICS",
    "STEP_LIMITS",
    "SURROGATE_METHODS",
    "TIME_RULES",
    "UPS",
    "VOXEL_PLACES",
    "BoundaryLoop",
    "Classification",
    "Classifier",
    "ContactForces",
    "ContactKind",
    "ContactScene",
    "Contacts",
    "Finding",
    "Frame",
    "MassProperties",
    "MovingBodies",
    "OverlapWarning",
    "PlacementWarning",
    "Scene",
    "Simulation",
    "SurfaceReport",
    "StepWarning",
    "SurfaceWarning",
    "SurrogateLevel",
    "SurrogateTree",
    "TalusError",
    "Voxels",
    "body_surfaces",
    "check",
    "classify",
    "contacts",
    "container",
    "foam",
    "grain",
    "mass_properties",
    "place",
    "quaternion",
    "read_bodies",
    "read_points",
    "read_scene",
    "read_step",
    "read_surface",
    "show_bodies",
    "show_contacts",
    "show_run",
    "show_scene",
    "simulate",
    "surrogates",
    "times",
    "voxelize",
    "write",
    "write_surface",
]
