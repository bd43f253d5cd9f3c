"""Discharge of grains: flow rate, clogging, Beverloo's law."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import array, number, numbers, positive, rising
from .line import fit_line


@dataclass(frozen=True)
class FlowRate:
    """A steady flow."""

    rate: float  #: kg/s
    error: float  #: standard error of the line's slope, kg/s
    begin: float  #: of the fitted interval, s
    end: float  #: s


@dataclass(frozen=True)
class PowerLaw:
    """y = factor · x^exponent"""

    exponent: float  #: of x, without a unit
    error: float  #: standard error of the exponent; NaN for two points
    factor: float  #: y at x = 1


def mass_below(heights: ArrayLike, masses: ArrayLike, level: float) -> np.ndarray:
    """The mass of grains whose centres are below a level, kg.

    :param heights: (n,) or (f, n) for many frames, m
    :param masses: (n,) or one for all, kg
    :return: one number, or (f,)
    """
    heights = array(heights, "heights", 1, 2)
    return (heights < number(level, "level")) @ numbers(masses, "masses", heights.shape[-1])


def flow_rate(times: ArrayLike, masses: ArrayLike, *, low: float = 0.15, high: float = 0.85) -> FlowRate:
    """The slope of the discharged mass over time, between two fractions of the total, which excludes the start
    and the end of the flow.

    :param times: (n,), rising, s
    :param masses: discharged, (n,), kg
    :raises TalusError: fewer than three times in that part; no discharge
    """
    times, masses = rising(times, "times"), numbers(masses, "masses", len(times))
    whole = masses[-1] - masses[0]
    if whole <= 0:
        return FlowRate(0.0, 0.0, float(times[0]), float(times[-1]))
    part = (masses - masses[0]) / whole
    steady = slice(int(np.argmax(part >= low)), int(np.argmax(part >= high)) + 1)
    t, m = times[steady], masses[steady]
    if len(t) < 3:
        raise TalusError(f"The flow ends within {len(t)} frames", "", "Write frames more often")
    line = fit_line(t, m)
    return FlowRate(line.slope, line.error, float(t[0]), float(t[-1]))


def clog_time(times: ArrayLike, masses: ArrayLike, patience: float) -> float | None:
    """The time when the last grain left, s, if none followed for at least ``patience`` before the last
    frame; otherwise None.

    :param masses: discharged, (n,), kg
    :param patience: s, > 0
    """
    times, masses = rising(times, "times"), numbers(masses, "masses", len(times))
    positive(patience, "patience")
    last = int(np.argmax(masses >= masses[-1]))
    return float(times[last]) if times[-1] - times[last] >= patience else None


def power_law(x: ArrayLike, y: ArrayLike) -> PowerLaw:
    """The power law through positive numbers, by least squares of the logarithms.

    :raises TalusError: fewer than two points, or a number that is not above 0
    """
    x, y = numbers(x, "x"), numbers(y, "y")
    if len(x) < 2 or len(x) != len(y) or min(x.min(), y.min()) <= 0:
        raise TalusError("A power law needs two or more points above 0", "", "Omit the others")
    line = fit_line(np.log(x), np.log(y))
    return PowerLaw(line.slope, line.error, float(np.exp(line.offset)))


def beverloo(openings: ArrayLike, rates: ArrayLike, diameter: float, *, shadow: float = 1.4) -> PowerLaw:
    """The flow rate through an orifice as a power law of its diameter, reduced by an empty annulus at the rim:
    rate ~ (D − k d)^n. Beverloo, Leniger, van de Velde, Chem. Eng. Sci. 15 (1961) 260: n = 5/2 for round
    openings, 3/2 for slots.

    :param openings: D, (m,), m
    :param rates: (m,), kg/s
    :param diameter: d of the grains, m
    :param shadow: k, 1 … 2; Beverloo's is 1.4
    """
    free = numbers(openings, "openings") - shadow * positive(diameter, "diameter")
    return power_law(free, rates)

