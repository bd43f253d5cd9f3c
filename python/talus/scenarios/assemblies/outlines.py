"""Outlines of wheels: involute gears, sprockets, Geneva wheels. Lengths in m."""

from __future__ import annotations

from typing import Callable

import numpy as np

from .solids import Outline

_PRESSURE = np.radians(20)  # angle of the line along which involute teeth press


def gear(teeth: int, module: float, backlash: float, *, flank: int = 6) -> Outline:
    """A spur gear with involute teeth (ISO 53: addendum 1, dedendum 1.25 modules). The first tooth points to +x.

    :param module: diameter of the pitch circle over the number of teeth
    :param backlash: clearance of a tooth in a gap along the pitch circle, half of it on each gear
    :param flank: points on a flank
    """
    pitch, base = module * teeth / 2, module * teeth / 2 * np.cos(_PRESSURE)
    root = pitch - 1.25 * module
    radii = np.linspace(max(base, root), pitch + module, flank)
    half = np.pi / (2 * teeth) - backlash / (4 * pitch) + _involute(_PRESSURE) - _involute(np.arccos(np.minimum(base / radii, 1)))
    if root < base:
        radii, half = np.append(root, radii), np.append(half[0], half)
    rising, falling = _polar(radii, -half), _polar(radii[::-1], half[::-1])
    tooth = np.concatenate([rising, falling])
    return _repeated(tooth, teeth)


def _involute(angle: np.ndarray) -> np.ndarray:
    return np.tan(angle) - angle


def sprocket_radius(teeth: int, pitch: float) -> float:
    """Radius of the circle through the pins of a chain around a sprocket."""
    return pitch / (2 * np.sin(np.pi / teeth))


def sprocket(teeth: int, pitch: float, seat: float, *, per_tooth: int = 24) -> Outline:
    """A sprocket whose pins lie in seats at multiples of 2π / teeth from +x on.

    :param pitch: distance of the pins of the chain
    :param seat: radius of a seat: that of a pin and the clearance
    """
    radius = sprocket_radius(teeth, pitch)
    pins = radius * _unit(2 * np.pi * np.arange(-1, 3) / teeth)

    def solid(points: np.ndarray) -> np.ndarray:
        """Pins that leave a seat turn about the next one: the flank of a tooth is an arc around that."""
        away = np.linalg.norm(points[..., None, :] - pins, axis=-1)
        beyond = points @ _unit(np.array([np.pi / teeth]))[0] > radius * np.cos(np.pi / teeth)
        free = (away > seat).all(axis=-1) & (np.linalg.norm(points, axis=-1) < radius + 0.25 * pitch)
        return free & (~beyond | ((away[..., 1] < pitch - seat) & (away[..., 2] < pitch - seat)))

    angles = 2 * np.pi / teeth * np.arange(per_tooth) / per_tooth
    return _repeated(star(solid, angles, 1.5 * radius), teeth)


def geneva_wheel(arm: float, slot: float, lock: float, *, slots: int = 4, count: int = 8) -> Outline:
    """The driven wheel of a Geneva drive. Slots point to multiples of 2π / slots from +x on.

    :param arm: distance of the pin from the driver's axis
    :param slot: width of a slot
    :param lock: radius of the hollows in which the locking disc turns
    :param count: edges of an arc
    """
    half = np.pi / slots
    distance, radius = arm / np.sin(half), arm / np.tan(half)
    depth, mouth = distance - arm, np.sqrt(radius**2 - slot**2 / 4)
    quarter = np.linspace(np.pi, np.pi / 2, count + 1)
    inner = np.array([depth, 0]) + slot / 2 * _unit(quarter)
    spread = np.arccos((radius**2 + distance**2 - lock**2) / (2 * radius * distance))
    tip = _polar(np.full(count, radius), np.linspace(np.arcsin(slot / 2 / radius), half - spread, count))
    begin = np.arcsin(radius * np.sin(spread) / lock)
    hollow = distance * _unit(np.array([half])) - lock * _unit(half + np.linspace(begin, 0, count + 1)[:-1])
    upper = np.concatenate([inner, [(mouth, slot / 2)], tip[1:], hollow[1:]])
    middle = (distance - lock) * _unit(np.array([half]))
    mirrored = _mirrored(upper, half)[::-1]
    return _repeated(np.concatenate([upper, middle, mirrored[:-1]]), slots)


def _mirrored(points: np.ndarray, angle: float) -> np.ndarray:
    """Points mirrored at the line through the origin with this angle."""
    c, s = np.cos(2 * angle), np.sin(2 * angle)
    return points @ np.array([[c, s], [s, -c]])


def star(solid: Callable[[np.ndarray], np.ndarray], angles: np.ndarray, limit: float, *, samples: int = 4000) -> Outline:
    """For each angle the point up to which the ray from the origin is solid, to ``limit / samples``."""
    radii = limit * (np.arange(samples) + 0.5) / samples
    inside = solid(radii[:, None, None] * _unit(angles))
    last = np.where(inside.all(axis=0), samples, np.argmin(inside, axis=0))
    return _polar(limit * last / samples, angles)


def _repeated(part: Outline, count: int) -> Outline:
    """A part rotated about the origin ``count`` times."""
    turns = 2 * np.pi * np.arange(count) / count
    c, s = np.cos(turns), np.sin(turns)
    rotations = np.stack([np.stack([c, s], -1), np.stack([-s, c], -1)], -2)
    return np.einsum("ni,kij->knj", part, rotations).reshape(-1, 2)


def _polar(radii: np.ndarray, angles: np.ndarray) -> np.ndarray:
    return np.asarray(radii)[..., None] * _unit(np.asarray(angles))


def _unit(angles: np.ndarray) -> np.ndarray:
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)
