"""*Granular Layers*: quantities of grains by layer."""

from __future__ import annotations

from typing import Sequence

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkTable

from .. import measure as m
from ..answers import grouped, put_answer
from ..io.geometry import add_array
from .sample import Sample


def granular_layers(
    given: Sample, table: vtkTable, *, Direction: int, Layers: int, Range: Sequence[float], Area: float
) -> None:
    """Fills a table with one row per layer, in SI units; on the first process.

    :param Direction: normal direction of the layers: 0 x, 1 y, 2 z
    :param Range: lower and upper bound, m; equal bounds: the range of the grains
    :param Area: of the cross-section, m²; 0: that of a box around all grains
    """
    if not given.first:
        return
    grains, (low, high) = given.grains, given.box()
    heights = grains.positions[:, Direction]
    bottom, top = Range if Range[0] != Range[1] else (low[Direction], high[Direction])
    edges = np.linspace(bottom, top, Layers + 1)
    area = Area or float(np.delete(high - low, Direction).prod())
    fraction = m.solid_fraction(heights, grains.volumes, edges, area)
    density = m.bulk_density(heights, grains.volumes, grains.masses, edges, area)
    columns = {
        "Height": (edges[1:] + edges[:-1]) / 2,
        "SolidFraction": fraction,
        "Density": density,
        "GranularTemperature": m.granular_temperature(heights, grains.velocities, grains.masses, edges),
        "Velocity": m.layer_means(heights, grains.velocities, grains.masses, edges),
        "Grains": np.histogram(heights, edges)[0],
    }
    if given.contacts:
        touching = m.coordination_numbers(given.contacts.network, grains.ids)
        columns["Coordination"] = m.layer_means(heights, touching, 1.0, edges)
    for name, column in columns.items():
        add_array(table.GetRowData(), name, column)
    densest = np.nanargmax(fraction) if np.isfinite(fraction).any() else 0
    filled = f"{grouped(np.count_nonzero(columns['Grains']))} of {grouped(Layers)} layers have grains"
    put_answer(table, filled, f"densest at {columns['Height'][densest]:.3g} m: solid fraction {fraction[densest]:.3g}")
