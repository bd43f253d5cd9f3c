"""The hierarchy of coarser triangles that represent a surface in the contact search."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkPolyData

from .errors import TalusError
from .io.geometry import arrays_of
from .options import number_of, set_options
from .progress import Progress, run
from .pyvista_objects import like
from .surface_names import errors_named, files_of
from .surfaces import SurfaceLike, as_surface, thread_limit
from .vtkmodules.TalusFilters import vtkTalusSurrogateTreeBuilder as _Filter

#: How surrogates are found, by name
SURROGATE_METHODS = {"Minimax": _Filter.MINIMAX, "Functional": _Filter.FUNCTIONAL}


@dataclass(frozen=True)
class SurrogateLevel:
    """One model of the cascade."""

    level: int
    surrogates: int
    #: Halos, in the unit of the surface
    mean_epsilon: float
    largest_epsilon: float
    #: Mean of the halos over the radii of the spheres: how much better than spheres
    mean_share: float


@dataclass(frozen=True)
class SurrogateTree:
    """All n surrogates of one surface, or of several bodies, the root of each first, then level by level."""

    #: Corners, shape (n, 3, 3)
    corners: np.ndarray
    #: Surrogates above, shape (n,); 0: the root
    level: np.ndarray
    #: Halo that covers all triangles below, and their own halo; shape (n,)
    epsilon: np.ndarray
    #: Number within the body, shape (n,), and that of the parent; -1: none
    node: np.ndarray
    parent: np.ndarray
    #: Which body of a list, or which block; shape (n,)
    block: np.ndarray
    #: Triangles of the surface below, shape (n,)
    triangles: np.ndarray
    #: A sphere around them: (n, 3) and (n,)
    sphere_center: np.ndarray
    sphere_radius: np.ndarray
    #: The same as triangles with cell arrays
    surface: vtkPolyData = field(repr=False, compare=False)

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
    method: str = "Minimax",
    branching: int = 8,
    halo: float = 0.0,
    threads: int = 0,
    progress: Progress | None = None,
) -> SurrogateTree:
    """Builds the surrogate tree of a surface (Noble and Weinzierl).

    >>> tree = talus.surrogates("body.stl")
    >>> [(level.surrogates, level.largest_epsilon) for level in tree.levels]

    :param surface: a file, VTK data, or (points (n, 3), triangles (m, 3)); a list of them: a tree each
    :param method: one of SURROGATE_METHODS
    :param branching: most children of a surrogate, and most triangles of a leaf, 2 … 64
    :param halo: of the surface itself, a length ≥ 0, added to all halos and radii
    :param threads: limit of the number of threads, 0 for all cores; the tree does not depend on it
    :param progress: called with the completed fraction
    :raises TalusError: an option out of range, an unreadable file, no triangles, NaN coordinates
    """
    number = number_of(method, SURROGATE_METHODS, "method")
    builder = _Filter()
    low, high = builder.GetBranchingMinValue(), builder.GetBranchingMaxValue()
    if not isinstance(branching, int) or not low <= branching <= high:
        raise TalusError(f"The branching cannot be {branching}", "", f"Give a number from {low} to {high}")
    builder.SetInputData(as_surface(surface))
    builder.SetMethod(number)
    builder.SetBranching(branching)
    set_options(builder, {"Halo": halo})
    builder.SetNumberOfThreads(thread_limit(threads))
    with errors_named(files_of(surface)):
        run(builder, progress)
    triangles = vtkPolyData()
    triangles.ShallowCopy(builder.GetOutputDataObject(1))
    if triangles.GetNumberOfCells() == 0:
        raise TalusError("The surface has no triangles", "", "Give a surface made of triangles or polygons")
    return _tree(like(triangles, surface))


def _tree(triangles: vtkPolyData) -> SurrogateTree:
    arrays = arrays_of(triangles.GetCellData())
    return SurrogateTree(
        corners=vtk_to_numpy(triangles.GetPoints().GetData()).reshape(-1, 3, 3),
        level=arrays["Level"],
        epsilon=arrays["Epsilon"],
        node=arrays["Node"],
        parent=arrays["Parent"],
        block=arrays["Block"],
        triangles=arrays["Triangles"],
        sphere_center=arrays["SphereCenter"],
        sphere_radius=arrays["SphereRadius"],
        surface=triangles,
    )
