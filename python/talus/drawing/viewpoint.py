"""Where the camera stands."""

from __future__ import annotations

from typing import NamedTuple, Sequence

import numpy as np

#: The legends' part of a picture's width
STRIP = 0.14


class Camera(NamedTuple):
    """Three vectors."""

    position: np.ndarray
    focus: np.ndarray
    up: np.ndarray


class Viewpoint:
    """Finds the camera for which all points that were added fill the picture next to the legends.

    Memory does not grow with their number: of all points it keeps the box, and how far back each of four sides of the
    picture wants the camera.

    :param view_direction: direction in which the camera looks, not 0; z is up
    :param size: width and height of the picture
    :param angle: of the view from bottom to top, degrees
    """

    def __init__(self, view_direction: Sequence[float], size: Sequence[float], angle: float) -> None:
        forwards = np.asarray(view_direction, dtype=float) / np.linalg.norm(view_direction)
        up = np.array([0.0, 0.0, 1.0] if abs(forwards[2]) < 0.99 else [0.0, 1.0, 0.0])
        right = np.cross(forwards, up) / np.linalg.norm(np.cross(forwards, up))
        self._up = up
        self._axes = np.array([right, np.cross(right, forwards), forwards])
        self._half = np.tan(np.radians(angle / 2)) * np.array([size[0] / size[1], 1.0])
        self._least, self._most = np.full(3, np.inf), np.full(3, -np.inf)
        self._back = np.full((2, 2), -np.inf)  # of the sides at the positive and the negative ends of both axes

    @property
    def empty(self) -> bool:
        """Whether nothing was added."""
        return not np.isfinite(self._least).all()

    def add(self, points: np.ndarray) -> None:
        """:param points: (n, 3)"""
        if not len(points):
            return
        places = points @ self._axes.T
        self._least = np.minimum(self._least, places.min(axis=0))
        self._most = np.maximum(self._most, places.max(axis=0))
        for row, sign in enumerate((1.0, -1.0)):
            back = sign * places[:, :2] / self._room - places[:, 2:]
            self._back[row] = np.maximum(self._back[row], back.max(axis=0))

    def camera(self, zoom: float = 1.0) -> Camera:
        """:param zoom: 2 halves the distance"""
        if self.empty:
            self.add(np.array([[-1.0] * 3, [1.0] * 3]))
        middle = (self._least + self._most) / 2
        shifts = middle[:2] / self._room
        away = (self._back - [shifts, -shifts]).max() + middle[2]
        distance = 1.05 * max(float(away), 1e-9) / zoom
        focus = self._axes.T @ (middle + [STRIP * self._half[0] * distance, 0, 0])
        return Camera(focus - distance * self._axes[2], focus, self._up)

    @property
    def _room(self) -> np.ndarray:
        """Half of the width beside the legends, and of the height, at distance 1."""
        return self._half * [1 - STRIP, 1.0]
