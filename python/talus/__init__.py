"""Talus: polyhedral bodies in ParaView. Tells which points lie inside a surface, what is wrong with it,
and what it weighs.

>>> import talus
>>> labels = talus.classify(points, "body.stl")      # points: (n, 3)
>>> points[labels.inside]
>>> print(talus.check("body.stl").consequence)
>>> talus.mass_properties("body.stl", density=2650).inertia

Runs in Debian's own python3 and in pvpython. Everything raised for bad input is a :class:`TalusError`.
"""

from .classification import METHODS, RULES, Classification, Classifier, classify
from .display import show_scene
from .errors import SurfaceWarning, TalusError
from .io import read_points, read_surface, write, write_surface
from .rigid_body import MassProperties, mass_properties
from .shapes import CONTAINERS, CROSS_SECTIONS, OUTLINES, SHAPES, container, foam, grain
from .scene import Scene, body_surfaces, quaternion, read_scene
from .surface_check import BoundaryLoop, Finding, SurfaceReport, check
from .surrogate_tree import SURROGATE_METHODS, SurrogateLevel, SurrogateTree, surrogates

__version__ = "0.1.0"

__all__ = [
    "CONTAINERS",
    "CROSS_SECTIONS",
    "METHODS",
    "OUTLINES",
    "RULES",
    "SHAPES",
    "SURROGATE_METHODS",
    "BoundaryLoop",
    "Classification",
    "Classifier",
    "Finding",
    "MassProperties",
    "Scene",
    "SurfaceReport",
    "SurfaceWarning",
    "SurrogateLevel",
    "SurrogateTree",
    "TalusError",
    "body_surfaces",
    "check",
    "classify",
    "container",
    "foam",
    "grain",
    "mass_properties",
    "quaternion",
    "read_points",
    "read_scene",
    "read_surface",
    "show_scene",
    "surrogates",
    "write",
    "write_surface",
]
