"""``mesh.talus`` for all data sets of PyVista 0.48 or later, which loads this module through its entry point.

>>> import pyvista
>>> ball = pyvista.Sphere()
>>> ball.talus.check().closed
True
>>> ball.talus.label(pyvista.ImageData(dimensions=(9, 9, 9), spacing=(0.2,) * 3))["Side"].max()
1
"""

from __future__ import annotations

from typing import Any, Sequence, Unpack

import pyvista

import talus

from .option_tables import (
    ContactFinderOptions,
    InsideOutsideClassifierOptions,
    RigidBodyPropertiesOptions,
    SurfaceCheckOptions,
    VoxelizeOptions,
)
from .progress import Progress


@pyvista.register_dataset_accessor("talus", pyvista.DataSet)
class TalusAccessor:
    """Functions of the package for one surface: the data set, or the outer faces of a volume mesh."""

    def __init__(self, mesh: pyvista.DataSet) -> None:
        self._mesh = mesh

    def classify(
        self,
        points: Any,
        *,
        progress: Progress | None = None,
        **options: Unpack[InsideOutsideClassifierOptions],
    ) -> talus.Classification:
        """Which points lie inside: see :func:`talus.classify`."""
        return talus.classify(points, self._mesh, progress=progress, **options)

    def label(
        self,
        data: pyvista.DataSet,
        *,
        cells: bool = False,
        **options: Unpack[InsideOutsideClassifierOptions],
    ) -> pyvista.DataSet:
        """The data with the array `Side` and others: see :meth:`talus.Classifier.label`."""
        return talus.Classifier(self._mesh, cells=cells, **options).label(data)

    def check(
        self,
        *,
        progress: Progress | None = None,
        **options: Unpack[SurfaceCheckOptions],
    ) -> talus.SurfaceReport:
        """The defects of the surface: see :func:`talus.check`."""
        return talus.check(self._mesh, progress=progress, **options)

    def mass_properties(
        self,
        *,
        progress: Progress | None = None,
        **options: Unpack[RigidBodyPropertiesOptions],
    ) -> talus.MassProperties:
        """Volume, mass, centroid and inertia: see :func:`talus.mass_properties`."""
        return talus.mass_properties(self._mesh, progress=progress, **options)

    def contacts(
        self,
        *others: Any,
        progress: Progress | None = None,
        **options: Unpack[ContactFinderOptions],
    ) -> talus.Contacts:
        """Contacts of this body, number 0, and the others: see :func:`talus.contacts`."""
        return talus.contacts([self._mesh, *others], progress=progress, **options)

    def voxelize(
        self,
        *,
        count: int | Sequence[int] = 64,
        spacing: float | Sequence[float] | None = None,
        sparse: bool = False,
        progress: Progress | None = None,
        **options: Unpack[VoxelizeOptions],
    ) -> talus.Voxels:
        """The surface on a regular grid: see :func:`talus.voxelize`."""
        return talus.voxelize(self._mesh, count=count, spacing=spacing, sparse=sparse, progress=progress, **options)
