"""*Granular Flow*: the mean velocity of grains in the cells of a plane."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataSetAttributes, vtkImageData

from .. import measure as m
from ..answers import grouped, put_answer
from ..io.geometry import add_array
from .sample import Sample

#: Pairs of directions, 0 x, 1 y, 2 z
PLANES = ((0, 2), (0, 1), (1, 2))


def cells_of(plane: int, columns: int, rows: int) -> list[int]:
    """The extent of the image: 0 and the number of cells along x, y and z."""
    counts = dict(zip(PLANES[plane], (columns, rows)))
    return [number for axis in range(3) for number in (0, counts.get(axis, 0))]


def granular_flow(
    given: Sample, image: vtkImageData, *, Plane: int, Columns: int, Rows: int, Bounds: Sequence[float]
) -> None:
    """Fills an image, one layer of cells, with the mean velocity of the grains in each cell.

    :param Plane: 0 xz, 1 xy, 2 yz; averaged along the third direction
    :param Columns, Rows: number of cells along the two directions
    :param Bounds: lower and upper bounds along the first and the second direction, m; equal bounds: the range
        of the grains
    """
    plane, grains, (low, high) = PLANES[Plane], given.grains, given.box()
    edges = []
    for axis, count, first, last in zip(plane, (Columns, Rows), Bounds[::2], Bounds[1::2]):
        edges.append(np.linspace(*((first, last) if first != last else (low[axis], high[axis])), count + 1))
    field = m.velocity_field(grains.positions, grains.velocities, grains.masses, *edges, plane=plane)
    origin, spacing = (low + high) / 2, np.ones(3)
    origin[list(plane)] = [edge[0] for edge in edges]
    spacing[list(plane)] = [edge[1] - edge[0] for edge in edges]
    image.SetExtent(cells_of(Plane, Columns, Rows))
    image.SetOrigin(origin)
    image.SetSpacing(spacing)
    velocity = np.zeros((Columns, Rows, 3))
    velocity[..., plane] = np.nan_to_num(field.velocity)
    hidden = np.where(field.mass > 0, 0, vtkDataSetAttributes.HIDDENCELL).astype(np.uint8)
    arrays = {"Velocity": velocity, "Mass": field.mass, "Vorticity": m.vorticity(field), "vtkGhostType": hidden}
    for name, values in arrays.items():
        by_rows = values.swapaxes(0, 1).reshape(Columns * Rows, *values.shape[2:])  # VTK's first index varies fastest
        add_array(image.GetCellData(), name, by_rows)
    image.GetCellData().SetActiveScalars("Velocity")  # initial colouring in ParaView
    speed = np.linalg.norm(velocity, axis=2).max(initial=0)
    filled = f"{grouped(np.count_nonzero(field.mass > 0))} of {grouped(Columns * Rows)} cells have grains"
    put_answer(image, filled, f"fastest mean {speed:.3g} m/s")
