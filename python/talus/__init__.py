"""Talus: polyhedral bodies in ParaView. Tells which points lie inside a surface, what is wrong with it,
what it weighs, where bodies touch and how they move.

>>> import talus
>>> labels = talus.classify(points, "body.stl")      # points: (n, 3)
>>> points[labels.inside]
>>> print(talus.check("body.stl").consequence)
>>> talus.contacts(["a.stl", "b.stl"]).gap
>>> talus.mass_properties("body.stl", density=2650).inertia
>>> for frame in talus.simulate("scene.json", end=2.0): print(frame.time, frame.bodies.position)

Runs in Debian's own python3 and in pvpython. Everything raised for bad input is a :class:`TalusError`.
"""

from .classification import METHODS, RULES, Classification, Classifier, classify
from .contact_search import CONTACT_MERGES, TRIANGLE_METHODS, ContactKind, Contacts, contacts
from .display import show_bodies, show_contacts, show_run, show_scene
from .errors import PlacementWarning, SurfaceWarning, TalusError
from .io import read_points, read_surface, write, write_surface
from .placement import ARRANGEMENTS, SEPARATIONS, SIZE_LAWS, TURNINGS, UPS, place
from .rigid_body import MassProperties, mass_properties
from .scene import Scene, body_surfaces, quaternion, read_scene
from .shapes import CONTAINERS, CROSS_SECTIONS, OUTLINES, SHAPES, container, foam, grain
from .simulation import (
    BROAD_PHASES,
    CONTACT_LAWS,
    FIGURES,
    IMPLICIT_SOLVERS,
    INTEGRATORS,
    ContactForces,
    Frame,
    MovingBodies,
    Simulation,
    simulate,
)
from .surface_check import BoundaryLoop, Finding, SurfaceReport, check
from .surrogate_tree import SURROGATE_METHODS, SurrogateLevel, SurrogateTree, surrogates

__version__ = "0.1.0"

__all__ = [
    "ARRANGEMENTS",
    "BROAD_PHASES",
    "CONTACT_LAWS",
    "CONTACT_MERGES",
    "CONTAINERS",
    "CROSS_SECTIONS",
    "FIGURES",
    "IMPLICIT_SOLVERS",
    "INTEGRATORS",
    "METHODS",
    "OUTLINES",
    "RULES",
    "SEPARATIONS",
    "SHAPES",
    "SIZE_LAWS",
    "SURROGATE_METHODS",
    "TRIANGLE_METHODS",
    "TURNINGS",
    "UPS",
    "BoundaryLoop",
    "Classification",
    "Classifier",
    "ContactForces",
    "ContactKind",
    "Contacts",
    "Finding",
    "Frame",
    "MassProperties",
    "MovingBodies",
    "PlacementWarning",
    "Scene",
    "Simulation",
    "SurfaceReport",
    "SurfaceWarning",
    "SurrogateLevel",
    "SurrogateTree",
    "TalusError",
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
    "read_points",
    "read_scene",
    "read_surface",
    "show_bodies",
    "show_contacts",
    "show_run",
    "show_scene",
    "simulate",
    "surrogates",
    "write",
    "write_surface",
]
