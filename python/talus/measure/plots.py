"""Plots of measurements with matplotlib. Each function draws into the given axes, or into new ones, and returns
them."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from ..io.output import staged
from .force_chains import ForceDistribution
from .velocity import VelocityField


def new_axes(
    rows: int = 1, columns: int = 1, *, size: tuple[float, float] = (6.4, 4.4), widths: Sequence[float] | None = None
) -> Any:
    """Axes of a new figure without a window; an array of them if there are several.

    :param size: of each, inches
    :param widths: relative widths of the columns
    :raises TalusError: matplotlib is not installed
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise TalusError("Plots need matplotlib", "", "Install python3-matplotlib") from None
    figure = Figure(figsize=(size[0] * columns, size[1] * rows), layout="constrained")
    FigureCanvasAgg(figure)
    return figure.subplots(rows, columns, width_ratios=widths)


def save(axes: Any, path: str | os.PathLike, *, dpi: int = 110) -> Path:
    """Writes the figure of the given axes (one, or an array) as PNG, PDF or SVG.

    :raises TalusError: an unwritable folder, a full disk
    """
    with staged(Path(path)) as temporary:
        _figure(axes).savefig(temporary, dpi=dpi)
    return Path(path)


def png(axes: Any, *, dpi: int = 80) -> bytes:
    """The figure of the given axes (one, or an array) as a PNG file."""
    file = io.BytesIO()
    _figure(axes).savefig(file, format="png", dpi=dpi)
    return file.getvalue()


def _figure(axes: Any) -> Any:
    return (axes.flat[0] if isinstance(axes, np.ndarray) else axes).figure


def series(
    times: ArrayLike, values: ArrayLike, *, unit: str, axes: Any = None, line_width: float | None = None
) -> Any:
    """One or more quantities over time, s. :param unit: label of the axis, for example "angle, degrees" """
    axes = axes if axes is not None else new_axes()
    axes.plot(times, values, linewidth=line_width)
    axes.set(xlabel="time, s", ylabel=unit)
    axes.grid(alpha=0.3)
    return axes


def layer_profile(edges: ArrayLike, values: ArrayLike, *, unit: str, axes: Any = None) -> Any:
    """A quantity by layer, height upwards. :param edges: heights of the bounds, (m + 1,), m :param values: (m,)"""
    axes = axes if axes is not None else new_axes()
    edges = np.asarray(edges)
    axes.stairs(values, edges, orientation="horizontal")
    axes.set(xlabel=unit, ylabel="height, m", ylim=(edges[0], edges[-1]))
    axes.grid(alpha=0.3)
    return axes


def surface(
    x: ArrayLike, heights: ArrayLike, *, angle: float | None = None, through: Sequence[float] = (), axes: Any = None
) -> Any:
    """A profile of a free surface. :param x, heights: (n,), m :param angle: of an additional line, degrees, through a
    point x, z; by default through the middle of the profile
    """
    axes = axes if axes is not None else new_axes()
    x, heights = np.asarray(x), np.asarray(heights)
    axes.plot(x, heights, lw=2, label="surface")
    if angle is not None:
        known = np.isfinite(heights)
        at = through or (x[known].mean(), heights[known].mean())
        axes.plot(x, at[1] + np.tan(np.radians(angle)) * (x - at[0]), "--", label=f"{angle:.1f}°")
        low, high = heights[known].min(), heights[known].max()
        axes.set_ylim(low - 0.1 * (high - low), high + 0.2 * (high - low))
        axes.legend()
    axes.set(xlabel="x, m", ylabel="height, m", aspect="equal")
    return axes


def arrows(field: VelocityField, *, axes: Any = None) -> Any:
    """The mean velocities in a plane as arrows, coloured by speed, m/s. Cells that are almost always empty have
    no arrow; most arrows are shorter than a cell.
    """
    axes = axes if axes is not None else new_axes(size=(5.2, 5.2))
    x, z = np.meshgrid(field.x, field.z, indexing="ij")
    speed = np.linalg.norm(field.velocity, axis=-1)
    known = np.isfinite(speed) & (field.mass > 0.1 * field.mass.max())
    cell = field.x_edges[1] - field.x_edges[0]
    fast = max(np.percentile(speed[known], 90), 1e-300)
    style = {"angles": "xy", "scale_units": "xy", "scale": fast / cell, "width": 0.005, "pivot": "mid"}
    drawn = axes.quiver(x[known], z[known], *field.velocity[known].T, speed[known], clim=(0, fast), **style)
    axes.figure.colorbar(drawn, ax=axes, label="speed, m/s", shrink=0.6, extend="max")
    top = field.z[known.any(axis=0)].max() + cell
    axes.set(xlabel="x, m", ylabel="z, m", aspect="equal", ylim=(field.z_edges[0], top))
    axes.set_xlim(field.x_edges[0], field.x_edges[-1])
    return axes


def spectrum(
    frequencies: ArrayLike, density: ArrayLike, *, unit: str, exponent: float | None = None, axes: Any = None
) -> Any:
    """A power spectral density on logarithmic axes. :param exponent: α of an additional line 1/f^α"""
    axes = axes if axes is not None else new_axes()
    frequencies, density = np.asarray(frequencies), np.asarray(density)
    axes.loglog(frequencies, density, lw=1)
    if exponent is not None:
        level = np.exp(np.mean(np.log(density) + exponent * np.log(frequencies)))
        axes.loglog(frequencies, level * frequencies**-exponent, "--", label=f"1/f^{exponent:.2f}")
        axes.legend()
    axes.set(xlabel="frequency, Hz", ylabel=f"spectral density, {unit}")
    axes.grid(alpha=0.3, which="both")
    return axes


def forces(distribution: ForceDistribution, *, axes: Any = None) -> Any:
    """A distribution of contact forces on a logarithmic axis, and its exponential tail."""
    axes = axes if axes is not None else new_axes()
    known = distribution.density > 0
    axes.semilogy(distribution.ratio[known], distribution.density[known], "o", ms=4)
    above = distribution.ratio[(distribution.ratio > 1) & known]
    if len(above):
        level = np.interp(1, distribution.ratio, distribution.density)
        tail = level * np.exp(-distribution.tail * (above - 1))
        axes.semilogy(above, tail, "--", label=f"exp(−{distribution.tail:.2f} f/⟨f⟩)")
        axes.legend()
    axes.set(xlabel=f"force over its mean of {distribution.mean:.3g} N", ylabel="probability density")
    axes.grid(alpha=0.3)
    return axes


def power(x: ArrayLike, y: ArrayLike, exponent: float, factor: float, *, units: Sequence[str], axes: Any = None) -> Any:
    """Points and a power law through them on logarithmic axes. :param units: labels of the axes x and y"""
    axes = axes if axes is not None else new_axes()
    x, y = np.asarray(x), np.asarray(y)
    line = np.geomspace(x.min(), x.max(), 50)
    axes.loglog(x, y, "o")
    axes.loglog(line, factor * line**exponent, "--", label=f"exponent {exponent:.2f}")
    axes.set(xlabel=units[0], ylabel=units[1])
    axes.grid(alpha=0.3, which="both")
    axes.legend()
    return axes
