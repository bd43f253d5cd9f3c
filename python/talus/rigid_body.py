"""Mass properties of a rigid body."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping, Unpack

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .notebook import Rows, SurfaceAnswering, counted, measured, vector, warning_row
from .errors import no_triangles
from .filter_results import field_row, filled, warned
from .io.geometry import copy_of, file_of
from .option_tables import MASS, RigidBodyPropertiesOptions
from .options import configure
from .progress import Progress, run
from .pyvista_objects import like
from .surfaces import SurfaceLike, as_polygons
from .vtkmodules.TalusFilters import vtkTalusRigidBodyProperties as _Filter


@dataclass(frozen=True, eq=False, repr=False)
class MassProperties(SurfaceAnswering):
    """Mass properties of the body of uniform density that a surface encloses. Lengths in the unit of the mesh."""

    #: Mass per volume
    density: float
    #: Length cubed
    volume: float
    #: Density times volume
    mass: float
    #: In the mesh's frame, shape (3,)
    centroid: np.ndarray
    #: Inertia tensor about the centroid in the mesh's axes, mass times length squared, shape (3, 3)
    inertia: np.ndarray
    #: Eigenvalues of the inertia tensor, ascending, shape (3,)
    principal_moments: np.ndarray
    #: Their unit axes as columns, a rotation, shape (3, 3); for equal moments those nearest to the coordinate axes
    principal_axes: np.ndarray
    #: The same rotation as a quaternion w x y z, shape (4,)
    orientation: np.ndarray
    #: Number of connected components of the surface
    shells: int
    #: Number of shells that were subtracted
    cavities: int
    #: Number of shells that faced the wrong way and were reversed
    corrected_shells: int
    #: Number of shells that cut or touch others or themselves: shared volume counts once for each
    overlapping_shells: int
    #: Corrections and doubts; empty for a sound surface
    warning: str
    #: The surface with these properties as field data
    surface: vtkPolyData = field(repr=False)

    def _rows(self) -> Rows:
        shells = counted(self.shells, "shell") + (f", {counted(self.cavities)} of them cavities" if self.cavities else "")
        return [
            ("volume", measured(self.volume)),
            ("density", measured(self.density)),
            ("mass", measured(self.mass)),
            ("centroid", vector(self.centroid)),
            ("principal moments", vector(self.principal_moments)),
            ("shells", shells),
            *warning_row(self.warning),
        ]


def mass_properties(
    surface: SurfaceLike,
    *,
    progress: Progress | None = None,
    **options: Unpack[RigidBodyPropertiesOptions],
) -> MassProperties:
    """Volume, mass, centroid, inertia and principal axes of the body that a closed surface encloses.

    Exact for the polyhedron up to rounding, at any position. Shells inside shells are cavities.

    >>> body = talus.mass_properties("body.stl", density=2)       # a cube of edge 1
    >>> body.mass, body.centroid
    (2.0, array([0.5, 0.5, 0.5]))

    :param surface: a file, a vtkPolyData, or (points (n, 3), triangles (m, 3))
    {options}
    :param progress: called with the completed fraction
    :warns SurfaceWarning: shells had the wrong orientation (corrected), or intersect or touch each other or
    themselves
    :raises TalusError: unreadable file; an open surface; triangles with inconsistent orientation; no volume; a
    density that is not positive
    """
    return warned(quietly(surface, options, progress))


def quietly(surface: SurfaceLike, options: Mapping[str, Any], progress: Progress | None = None) -> MassProperties:
    """Like mass_properties(), but without warnings."""
    return _properties(_weighed(as_polygons(surface), options, progress), surface)


def _weighed(data: vtkPolyData, options: Mapping[str, Any], progress: Progress | None) -> _Filter:
    """The filter after its execution."""
    if data.GetNumberOfPoints() == 0:
        raise no_triangles(file_of(data))
    filter_ = _Filter()
    filter_.SetInputData(data)
    configure(filter_, MASS, options)
    run(filter_, progress)
    return filter_


def _properties(filter_: _Filter, given: SurfaceLike) -> MassProperties:
    surface = copy_of(filter_.GetOutputDataObject(0))
    row = field_row(surface, "mass was")
    matrices = {"inertia": row["Inertia"].reshape(3, 3), "principal_axes": row["PrincipalAxes"].reshape(3, 3).T}
    return filled(MassProperties, row.__getitem__, dict(surface=like(surface, given), **matrices))
