"""Prescribed motions continued from a later time, for a scene that starts from a state of another one.

Motions are those of a scene file. The rotations of a body are composed in their order, then translations and
vibrations displace it (core/dynamics/field/wall_motions.h).
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, Sequence

import numpy as np

Motion = dict[str, Any]

_TURNS = ("rotation", "rotationTable")


@dataclass(frozen=True)
class LaterMotions:
    """The remaining motions after a time, which becomes time 0."""

    motions: list[Motion]
    #: By body id: displacement (3,) of its motions at time 0, to be subtracted from its initial position
    shifts: dict[int, np.ndarray]


def later_motions(motions: Sequence[Motion], time: float) -> LaterMotions:
    """The motions that have not ended at a time.

    A body that starts at its position at that time minus its displacement continues its motion, up to rounding.

    :param motions: of a scene
    :param time: s
    """
    numbers_of: dict[int, list[int]] = {}
    for number, motion in enumerate(motions):
        for body in motion["bodies"]:
            numbers_of.setdefault(body, []).append(number)
    left: list[list[tuple[Motion, int]]] = [[] for _ in motions]
    shifts = {}
    for body, numbers in numbers_of.items():
        rest, shifts[body] = _of_body([motions[number] for number in numbers], time)
        for number, motion in zip(numbers, rest):
            if motion is not None:
                left[number].append((motion, body))
    return LaterMotions([item for part in left for item in _together(part)], shifts)


def _together(part: Sequence[tuple[Motion, int]]) -> list[Motion]:
    """Joins bodies with the same motion in one item."""
    items: dict[str, list[int]] = {}
    for motion, body in part:
        items.setdefault(json.dumps(motion), []).append(body)
    return [{**json.loads(text), "bodies": bodies} for text, bodies in items.items()]


def _of_body(motions: Sequence[Motion], time: float) -> tuple[list[Motion | None], np.ndarray]:
    """The remainder of each motion of a body, None if it has ended; and the initial displacement by the remainders."""
    rest = [None if _is_over(motion, time) else _later(motion, time) for motion in motions]
    whole = sum((_shift(motion, _elapsed(motion, time)) for motion in motions), np.zeros(3))
    kept = sum((_shift(motion, 0.0) for motion in rest if motion), np.zeros(3))
    turn, place = np.eye(3), whole - kept  # effect of the later motions so far: x → turn x + place
    for motion, later in reversed(list(zip(motions, rest))):
        if motion["kind"] not in _TURNS:
            continue
        axis, centre = np.asarray(motion["axis"], dtype=float), np.asarray(motion.get("centre", (0, 0, 0)), dtype=float)
        if later is not None:
            later["axis"], later["centre"] = (turn @ axis).tolist(), (turn @ centre + place).tolist()
        by = _rotation(axis, _angle(motion, _elapsed(motion, time)))
        turn, place = turn @ by, place + turn @ (centre - by @ centre)
    return rest, kept


def _elapsed(motion: Motion, time: float) -> float:
    """The time since the begin of the motion."""
    begin = motion.get("begin", 0.0)
    return min(max(time, begin), motion.get("end", math.inf)) - begin


def _is_over(motion: Motion, time: float) -> bool:
    if motion["kind"] == "removal":
        return motion["time"] <= time
    tabled = "times" in motion and time - motion.get("begin", 0.0) >= motion["times"][-1]
    return tabled or time >= motion.get("end", math.inf)


def _later(motion: Motion, time: float) -> Motion:
    """The remainder of the motion: times count from the new start, and the part that is done is removed."""
    later = {key: value for key, value in motion.items() if key not in ("bodies", "begin")}
    if motion["kind"] == "removal":
        return later | {"time": motion["time"] - time}
    elapsed = _elapsed(motion, time)
    if motion.get("begin", 0.0) > time:
        later["begin"] = motion["begin"] - time
    if "end" in motion:
        later["end"] = motion["end"] - time
    if motion["kind"] == "vibration":
        later["phase"] = motion.get("phase", 0.0) + 2 * math.pi * motion["frequency"] * elapsed
    if "times" in motion:
        later |= _rest_of_table(motion, elapsed)
    return later


def _rest_of_table(motion: Motion, elapsed: float) -> Motion:
    """The remaining rows. Angles are relative to the current one."""
    name = "angles" if motion["kind"] == "rotationTable" else "displacements"
    times, values = np.asarray(motion["times"], dtype=float), np.asarray(motion[name], dtype=float)
    now, to_come = _row(times, values, elapsed), times > elapsed
    if elapsed > 0 and elapsed >= times[0]:
        times, values = np.append(0.0, times[to_come] - elapsed), np.concatenate([[now], values[to_come]])
    else:
        times = times - elapsed
    return {"times": times.tolist(), name: (values - now if name == "angles" else values).tolist()}


def _row(times: np.ndarray, values: np.ndarray, time: float) -> np.ndarray:
    """The table's value at a time: linear between rows, constant before and after them."""
    columns = values.reshape(len(times), -1).T
    return np.array([np.interp(time, times, column) for column in columns]).reshape(values.shape[1:])


def _shift(motion: Motion, elapsed: float) -> np.ndarray:
    """Displacement of a body by a motion after some time since its begin; 0 for rotations."""
    if motion["kind"] == "translation":
        return elapsed * np.asarray(motion["velocity"], dtype=float)
    if motion["kind"] == "translationTable":
        return _row(np.asarray(motion["times"]), np.asarray(motion["displacements"], dtype=float), elapsed)
    if motion["kind"] != "vibration":
        return np.zeros(3)
    angle = 2 * math.pi * motion["frequency"] * elapsed + motion.get("phase", 0.0)
    return motion["amplitude"] * math.sin(angle) * _unit(motion["direction"])


def _angle(motion: Motion, elapsed: float) -> float:
    if motion["kind"] == "rotation":
        return motion["angularSpeed"] * elapsed
    return float(_row(np.asarray(motion["times"]), np.asarray(motion["angles"], dtype=float), elapsed))


def _rotation(axis: np.ndarray, angle: float) -> np.ndarray:
    """The matrix of a rotation by an angle about an axis (Rodrigues' formula)."""
    x, y, z = _unit(axis)
    cross = np.array([(0, -z, y), (z, 0, -x), (-y, x, 0)])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def _unit(vector: Any) -> np.ndarray:
    array = np.asarray(vector, dtype=float)
    return array / np.linalg.norm(array)
