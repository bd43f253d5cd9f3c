"""The hierarchy of coarser triangles that represent a surface in the contact search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Unpack

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .notebook import Answering, Layers, Rows, counted, measured
from .errors import no_triangles
from .filter_results import filled
from .io.geometry import arrays_of, copy_of, file_of, triangles
from .option_tables import SURROGATE, SurrogateTreeBuilderOptions
from .options import configure, option_of
from .progress import Progress, run
from .pyvista_objects import like
from .surfaces import SurfaceLike, as_surface, with_polygons
from .vtkmodules.TalusFilters import vtkTalusSurrogateTreeBuilder as _Filter

#: Methods that compute surrogates
SURROGATE_METHODS = tuple(option_of(SURROGATE, "method").words)


@dataclass(frozen=True)
class SurrogateLevel:
    """One level of the tree: a coarse model of the surface."""

    #: 0: the root
    level: int
    #: Their number
    surrogates: int
    #: Mean halo, in the unit of the surface
    mean_epsilon: float
    #: Largest halo, in the unit of the surface
    largest_epsilon: float
    #: Mean ratio of halo to radius of the enclosing sphere: how much tighter surrogates are than spheres
    mean_share: float


@dataclass(frozen=True, eq=False, repr=False)
class SurrogateTree(Answering):
    """All n surrogates of one surface or of several bodies, for each body from the root level by level."""

    #: Corners, shape (n, 3, 3)
    corners: np.ndarray
    #: Level, shape (n,); 0: the root
    level: np.ndarray
    #: Halo that covers all triangles below it and their own halo; shape (n,)
    epsilon: np.ndarray
    #: Index of the node within the body, shape (n,)
    node: np.ndarray
    #: Index of its parent within the body, -1: none; shape (n,)
    parent: np.ndarray
    #: Index of the body in a list, or of the block; shape (n,)
    block: np.ndarray
    #: Number of triangles of the surface below it, shape (n,)
    triangles: np.ndarray
    #: Centre of the sphere that encloses these triangles, shape (n, 3)
    sphere_center: np.ndarray
    #: Its radius, shape (n,)
    sphere_radius: np.ndarray
    #: The same as triangles with cell arrays
    surface: vtkPolyData = field(repr=False, compare=False)
    #: The numbers of levels and surrogates, in one line
    answer: str = ""

    def _rows(self) -> Rows:
        return [(f"level {each.level}", f"{counted(each.surrogates)}, halo {measured(each.mean_epsilon)}") for each in self.levels]

    def _layers(self) -> Layers:
        """A level in the middle of the tree."""
        from .drawing.still import layer_of_surface

        corners = self.corners[self.level == np.median(np.unique(self.level)) // 1].reshape(-1, 3)
        return [layer_of_surface(triangles(corners, np.arange(len(corners)).reshape(-1, 3)))]

    @property
    def levels(self) -> tuple[SurrogateLevel, ...]:
        """Properties of each level."""
        return tuple(self._describe(level) for level in np.unique(self.level))

    def _describe(self, level: int) -> SurrogateLevel:
        mine = self.level == level
        epsilon = self.epsilon[mine]
        share = epsilon / self.sphere_radius[mine]
        return SurrogateLevel(
            int(level), len(epsilon), float(epsilon.mean()), float(epsilon.max()), float(share.mean())
        )


def surrogates(
    surface: SurfaceLike | list[SurfaceLike],
    *,
    progress: Progress | None = None,
    **options: Unpack[SurrogateTreeBuilderOptions],
) -> SurrogateTree:
    """Builds the surrogate tree of a surface (Noble and Weinzierl).

    >>> tree = talus.surrogates("body.stl")
    >>> [(level.surrogates, level.largest_epsilon) for level in tree.levels]

    :param surface: a file, VTK data, or (points (n, 3), triangles (m, 3)); a list of them gives one tree each
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: an option out of range, an unreadable file, no triangles, NaN coordinates
    """
    builder = _Filter()
    builder.SetInputData(with_polygons(as_surface(surface)))
    configure(builder, SURROGATE, options)
    run(builder, progress)
    found = copy_of(builder.GetOutputDataObject(1))
    if found.GetNumberOfCells() == 0:
        raise no_triangles(file_of(builder.GetInputDataObject(0, 0)))
    return _tree(like(found, surface), builder.GetAnswer())


def _tree(found: vtkPolyData, answer: str) -> SurrogateTree:
    arrays = arrays_of(found.GetCellData())
    corners = vtk_to_numpy(found.GetPoints().GetData()).reshape(-1, 3, 3)
    return filled(SurrogateTree, arrays.__getitem__, dict(corners=corners, surface=found, answer=answer))
