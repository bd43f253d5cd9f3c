"""Sines of angles in degrees, rounded once from forty digits: the same bits on every machine. Results of NumPy and of
the C library differ in the last bit between processors.
"""

from __future__ import annotations

from fractions import Fraction

_PI = 0x3243F6A8885A308D313198A2E03707344A4093822299F31D008  # times 2**200


def sine(angle: float | Fraction) -> float:
    """Sine of an angle; exact where representable: 0 at 180°, 0.5 at 30°. Cost: about 10 µs.

    :param angle: finite, degrees
    """
    turned = Fraction(angle) % 360
    within = turned % 180
    acute = min(within, 180 - within)
    over, under = acute.numerator, acute.denominator
    bits = 140 + max(0, under.bit_length() - over.bit_length())  # fractional bits of fixed-point numbers
    x = (over * _PI << bits) // (under * 180 << 200)
    total, term, n = x, x, 1
    while term:
        n += 2
        term = -(term * x * x >> 2 * bits) // (n * (n - 1))
        total += term
    return (-total if turned > 180 else total) / (1 << bits)


def cosine(angle: float | Fraction) -> float:
    """Cosine of an angle; see :func:`sine`."""
    return sine(Fraction(angle) + 90)


def tangent(angle: float | Fraction) -> float:
    """Tangent: the quotient of sine and cosine. :raises ZeroDivisionError: at 90°"""
    return sine(angle) / cosine(angle)
