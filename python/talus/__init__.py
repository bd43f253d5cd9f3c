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
>>> talus.open_run("run").at(0.02).bodies.velocity      # of a folder that talus simulate wrote

inside or outside    :func:`classify`, :class:`Classifier`
surfaces             :func:`check`, :func:`repair`, :func:`mass_properties`, :func:`boolean`, :func:`walls`, :func:`voxelize`,
                     :func:`surrogates`
bodies               :func:`foam`, :func:`grain`, :func:`container`, :func:`place`
scenes               :class:`Scene`, :func:`read_scene`, :func:`body_surfaces`, :func:`quaternion`
assemblies           :func:`check_assembly`
contacts, motion     :func:`contacts`, :class:`ContactScene`, :func:`simulate`
runs                 :func:`open_run`
granular matter      :mod:`talus.measure`, :mod:`talus.scenarios`
files                :func:`read_surface`, :func:`read_bodies`, :func:`read_step`, :func:`read_points`, :func:`write`,
                     :func:`write_surface`, :func:`times`
ParaView's window    :func:`show_scene`, :func:`show_run`, :func:`show_bodies`, :func:`show_contacts`,
                     :func:`show_statistics`

Surfaces are files, data of VTK or PyVista, or pairs of arrays: points (n, 3) and triangles (m, 3). Lengths are in
the unit of the mesh, and in SI units in simulations. Runs in Debian's own python3 and in pvpython. Invalid input raises
:class:`TalusError`, which says what is wrong, where, and how to fix it.
"""

import ast as _ast
from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import Any as _Any

from . import vtkmodules  # noqa: F401  first: fails if this is not the VTK that Talus was built for

__version__ = "0.2.0"


def _homes() -> dict[str, str]:
    """The module of each public name; a part of the package has its own name. Said by ``__init__.pyi`` only."""
    stub = _ast.parse(_Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    lines = [line for line in stub.body if isinstance(line, _ast.ImportFrom)]
    return {name.name: line.module or name.name for line in lines for name in line.names}


_HOMES = _homes()
_PARTS = {name for name, home in _HOMES.items() if name == home}

__all__ = sorted(set(_HOMES) - _PARTS)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


def __getattr__(name: str) -> _Any:
    """Loads the module of a public name when the name is first used: NumPy and VTK's readers take half a second."""
    if name not in _HOMES:
        raise AttributeError(f"module 'talus' has no attribute '{name}'")
    home = _import_module(f".{_HOMES[name]}", __name__)
    globals()[name] = home if name in _PARTS else getattr(home, name)
    return globals()[name]
