"""What the grains of a run did, as arrays."""

from __future__ import annotations

import xml.etree.ElementTree as xml
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable, Iterator, Sequence, Tuple

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPointSet, vtkPolyData

from ..errors import TalusError
from ..io import PathLike, read_points
from ..io.geometry import arrays_of, coordinates_of
from ..measure import ContactNetwork, contact_network
from .bed import DENSITY

#: Time, s, the bodies and the contacts of a frame, as the time stepper gives them
FrameData = Tuple[float, vtkPointSet, vtkPolyData]


@dataclass(frozen=True, eq=False)
class Trajectory:
    """The f frames of a run and its n grains: the bodies that forces move, in the order of their ids."""

    times: np.ndarray  #: (f,), s
    ids: np.ndarray  #: of the grains, (n,)
    masses: np.ndarray  #: (n,), kg
    positions: np.ndarray  #: of the centres, (f, n, 3), m
    velocities: np.ndarray  #: (f, n, 3), m/s
    contacts: Sequence[ContactNetwork]  #: of each frame; numbers of bodies are ids

    @property
    def volumes(self) -> np.ndarray:
        """(n,), m³"""
        return self.masses / DENSITY

    @property
    def radii(self) -> np.ndarray:
        """Of balls of the same volumes, (n,), m"""
        return np.cbrt(3 * self.volumes / (4 * np.pi))

    def since(self, time: float) -> slice:
        """The frames from a time on."""
        return slice(int(np.searchsorted(self.times, time * (1 - 1e-9))), None)

    def speeds(self) -> np.ndarray:
        """(f, n), m/s"""
        return np.linalg.norm(self.velocities, axis=2)

    def columns(self, frames: slice) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Positions and velocities (k n, 3), and masses (k n,), of several frames one after the other."""
        count = len(self.times[frames])
        return (
            self.positions[frames].reshape(-1, 3),
            self.velocities[frames].reshape(-1, 3),
            np.tile(self.masses, count),
        )


def trajectory(frames: Iterable[FrameData]) -> Trajectory:
    """What the grains of some frames do.

    :raises TalusError: no frame, or grains that come and go
    """
    times, rows, contacts = [], [], []
    for time, bodies, network in frames:
        times.append(time)
        rows.append(_grains(bodies))
        contacts.append(_network(network))
    if not rows:
        raise TalusError("The run has no frames", "", "Let it run on")
    ids, masses = rows[0][:2]
    if any(len(row[0]) != len(ids) or np.any(row[0] != ids) for row in rows):
        raise TalusError("Grains come and go", "", "Measure frames that have the same")
    positions, velocities = (np.stack([row[part] for row in rows]) for part in (2, 3))
    return Trajectory(np.array(times), ids, masses, positions, velocities, contacts)


def frames_of(folder: PathLike) -> Iterator[FrameData]:
    """The frames of a folder that ``talus simulate --bodies`` wrote.

    :raises TalusError: files that are missing or damaged
    """
    folder = Path(folder)
    bodies, contacts = (_series(folder / name) for name in ("run.pvd", "contacts.pvd"))
    for (time, shown), (_, network) in zip(bodies, contacts):
        yield time, read_points(folder / shown), read_points(folder / network)


def _series(path: Path) -> list[tuple[float, str]]:
    """Times and files of a collection."""
    try:
        entries = xml.parse(path).getroot().iter("DataSet")
        return [(float(entry.attrib["timestep"]), entry.attrib["file"]) for entry in entries]
    except (OSError, xml.ParseError, KeyError, ValueError):
        raise TalusError("Not a series of frames", str(path), "Name the folder of a run with its contacts") from None


def _grains(bodies: vtkPointSet) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Ids, masses, positions and velocities of the bodies that forces move, by id."""
    arrays = arrays_of(bodies.GetPointData())
    if "Motion" not in arrays:
        raise TalusError("The frames have surfaces in place of bodies", "", "Simulate with --bodies")
    moved = np.flatnonzero(arrays["Motion"] == 0)
    order = moved[np.argsort(arrays["BodyId"][moved])]
    return arrays["BodyId"][order], arrays["Mass"][order], coordinates_of(bodies)[order], arrays["Velocity"][order]


def _network(network: vtkPolyData) -> ContactNetwork:
    """Vertices come first, then the ends of the lines that join bodies."""
    arrays, count = arrays_of(network.GetPointData()), network.GetNumberOfVerts()
    if not count:
        return contact_network([], [], np.empty((0, 3)), np.empty((0, 3)))
    columns = (arrays[name][:count] for name in ("BodyA", "BodyB"))
    return contact_network(*columns, coordinates_of(network)[:count], arrays["Force"][:count])
