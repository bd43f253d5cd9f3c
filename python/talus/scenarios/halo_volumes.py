"""The volumes of the bodies of a scene with their halos."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.util.numpy_support import vtk_to_numpy

from ..io.geometry import arrays_of, coordinates_of
from ..measure import halo_volume
from ..scene import SceneLike, as_scene
from ..scene_data import block, shape_names


def halo_volumes(scene: SceneLike, ids: ArrayLike) -> np.ndarray:
    """The volumes of convex bodies with their halos: :func:`talus.measure.halo_volume` of each.

    :param ids: of the bodies, (n,)
    :return: (n,), m³
    :raises TalusError: data that are not a scene, a body that is not convex
    """
    scene = as_scene(scene)
    bodies = block(scene, "Bodies")
    arrays, halo = arrays_of(bodies.GetPointData()), arrays_of(bodies.GetFieldData())["Halo"][0]
    surfaces = [block(scene, f"Shapes/{name}") for name in shape_names(scene)]

    @cache
    def volume(shape: int, scale: float) -> float:
        surface = surfaces[shape]
        corners = vtk_to_numpy(surface.GetPolys().GetConnectivityArray()).reshape(-1, 3)  # a scene has triangles only
        return halo_volume(scale * coordinates_of(surface), corners, halo)

    order = np.argsort(arrays["BodyId"])
    rows = order[np.searchsorted(arrays["BodyId"], ids, sorter=order)]
    return np.array([volume(int(arrays["Shape"][row]), float(arrays["Scale"][row])) for row in rows])
