"""The straight line through points, by least squares."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import array


@dataclass(frozen=True)
class Line:
    """y = offset + slope · x"""

    #: change of y per unit of x
    slope: float
    #: standard error of the slope; NaN for two points
    error: float
    #: y at x = 0
    offset: float


def fit_line(x: ArrayLike, y: ArrayLike) -> Line:
    """The straight line through points by least squares.

    :param x: (n,), at least two distinct values
    :param y: (n,)
    :raises TalusError: fewer than two distinct x, another number of y
    """
    x, y = array(x, "values x", 1), array(y, "values y", 1)
    if x.shape != y.shape:
        raise TalusError(f"{len(x)} x have {len(y)} y", "", "Give one for each")
    if len(x) < 2 or np.ptp(x) == 0:
        raise TalusError(f"{len(x)} points do not define a line", "", "Give at least two with different x")
    away = x - x.mean()
    square = away @ away
    slope = away @ y / square
    residue = y - y.mean() - slope * away
    error = np.sqrt(residue @ residue / ((len(x) - 2) * square)) if len(x) > 2 else np.nan
    return Line(float(slope), float(error), float(y.mean() - slope * x.mean()))
