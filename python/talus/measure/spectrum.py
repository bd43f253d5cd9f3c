"""Power spectrum of a time series."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import TalusError
from .checks import evenly, numbers
from .flow import power_law


def power_spectrum(times: ArrayLike, values: ArrayLike, *, pieces: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """The one-sided power spectral density of a series minus its mean, by Welch's method: the average over overlapping
    segments with a Hann window. Its integral is the variance.

    :param times: (n,), evenly spaced, s
    :param values: (n,), in any unit U
    :param pieces: number of segments, which overlap by half; more give less noise and coarser frequencies. ≥ 1
    :return: frequencies above 0, Hz, and the density, U²/Hz
    :raises TalusError: fewer than eight values per segment
    """
    step, values = evenly(times, "times"), numbers(values, "values")
    if isinstance(pieces, bool) or not isinstance(pieces, (int, np.integer)):
        raise TalusError(f"The number of pieces cannot be {pieces!r}", "", "Give a whole number")
    length = 2 * len(values) // (pieces + 1) if pieces > 0 else 0
    if length < 8:
        raise TalusError(f"{len(values)} values do not make {pieces} pieces", "", "Give at least eight per piece")
    window = np.hanning(length + 1)[:-1]
    starts = np.linspace(0, len(values) - length, pieces).astype(int)
    total = np.zeros(length // 2 + 1)
    for start in starts:
        piece = values[start : start + length]
        total += np.abs(np.fft.rfft(window * (piece - piece.mean()))) ** 2
    density = 2 * step * total / (pieces * (window @ window))
    if length % 2 == 0:
        density[-1] /= 2  # the Nyquist frequency occurs only once
    return np.fft.rfftfreq(length, step)[1:], density[1:]


def spectral_exponent(frequencies: ArrayLike, density: ArrayLike, low: float, high: float) -> tuple[float, float]:
    """α of a spectrum 1/f^α between two frequencies, Hz, and its standard error. Octaves have equal weight."""
    frequencies, density = numbers(frequencies, "frequencies"), numbers(density, "densities")
    part = (frequencies >= low) & (frequencies <= high)
    octaves = np.floor(4 * np.log2(frequencies[part] / low)).astype(int)
    bins = [octaves == k for k in np.unique(octaves)]
    if len(bins) < 3:
        raise TalusError(f"There are {part.sum()} frequencies from {low} to {high} Hz", "", "Give a wider range")
    means = [(frequencies[part][b].mean(), density[part][b].mean()) for b in bins]
    fit = power_law(*np.transpose(means))
    return -fit.exponent, fit.error
