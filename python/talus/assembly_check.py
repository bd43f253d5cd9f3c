"""How the parts of an assembly lie to each other."""

from __future__ import annotations

import json
import math
import os
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, Iterator, Mapping, Sequence, Unpack

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet, vtkPartitionedDataSetCollection, vtkPolyData

from .answers import answer_of
from .assembly_parts import PartsLike, parts_of
from .contact_search import Relation
from .errors import TalusError
from .filter_results import field_row, filled, warned
from .io import PathLike, as_path
from .io.geometry import arrays_of, coordinates_of, copy_of
from .io.json_text import known
from .io.outer_faces import data_sets_of
from .io.regular_file import content_of
from .notebook import Answering, Layers, Rows, counted, warning_row
from .option_tables import ASSEMBLY, AssemblyCheckOptions
from .options import configure
from .progress import Progress, run
from .vtkmodules.TalusFilters import vtkTalusAssemblyCheck as _Filter

#: Two names, in which * stands for any characters and ? for one
PairNames = tuple[str, str]
#: Two such names, and touching, interfering, contained, duplicate, apart or any
PairExpectation = tuple[str, str, str]

#: The keys part, times, and angles with axis and centre, displacements, or both
PartMotion = Mapping[str, Any]

_MOTION = (
    "MotionClearance", "MotionCertified", "MotionTime", "ContactTime",
    "MotionVolume", "MotionVolumeCertified", "MotionVolumeTime",
)  # fmt: skip
_FEATURES = ("corner", "corner", "corner", "edge", "edge", "edge", "face")


class AssemblyFinding(IntEnum):
    """Why a pair is a finding."""

    NONE = 0  #: it is none
    INTERFERENCE = 1  #: the parts overlap
    CLEARANCE = 2  #: they are apart, but closer than the limit
    UNEXPECTED = 3  #: they do not lie to each other as expected
    UNDECIDED = 4  #: an open part meets the other one, or may contain it
    COLLISION = 5  #: they are apart at first and come into contact in motion, or touch and overlap then


@dataclass(frozen=True)
class MotionClearance:
    """How near two parts come to each other while they move, and how much they overlap."""

    #: Found, at `time`; 0 if they come into contact, or touch when the motion begins
    least: float
    #: Proven for all instants; 0 if they come into contact
    certified: float
    #: Of the least clearance found
    time: float
    #: Of the first contact; of parts that touch when the motion begins, the first instant found at which they overlap;
    #: NaN if there is none
    contact_time: float
    #: Of what they have in common at an instant: the largest found, exact
    volume: float
    #: Proven: no instant has more
    volume_certified: float
    #: Of the largest volume; NaN if they have none in common
    volume_time: float


@dataclass(frozen=True, eq=False, repr=False)
class PartPair(Answering):
    """Two parts of an assembly. Lengths in the unit of the parts."""

    #: Number of the first part
    a: int
    #: Number of the second part, greater than a
    b: int
    #: Their names
    names: tuple[str, str]
    #: How they lie to each other, decided exactly
    relation: Relation
    #: Why the pair is a finding, if it is one
    finding: AssemblyFinding
    #: Where to look: the centroid of the overlap, the middle of the contact or of the clearance, shape (3,)
    place: np.ndarray
    #: Distance; 0 if they share a point, infinite beyond the limit
    clearance: float
    #: The nearest points of the surfaces of a and b, shape (2, 3); NaN beyond the limit
    points: np.ndarray
    #: The triangles of these points
    triangles: tuple[int, int]
    #: What these points lie on: "corner", "edge" or "face"; empty beyond the limit
    features: tuple[str, ...]
    #: Of what they have in common where they are given, 0 if there is nothing; with overlaps=False NaN if there is
    #: something
    volume: float
    #: Of `overlap`, shape (3,); NaN without it
    centroid: np.ndarray
    #: The lowest and the highest corner of its box, shape (2, 3); NaN without it
    box: np.ndarray
    #: The greatest distance of a point of one surface that lies in the other part from that part's surface, to a thousandth;
    #: 0 if they do not overlap, and of the same body twice
    penetration: float
    #: That point, shape (3,); NaN without it
    deepest_point: np.ndarray
    #: Part b is free if it moves so far along the direction; 0 if they do not overlap
    depth: float
    #: Unit vector, shape (3,)
    direction: np.ndarray
    #: Whether no shorter way frees it
    depth_is_least: bool
    #: In which faces lie on each other, of parts that touch
    contact_area: float
    #: Name of the part that contains the other one; empty for other relations
    container: str
    #: What was expected instead; empty for other findings
    expected: str
    #: Of closed parts that move; None for others
    motion: MotionClearance | None
    #: The pair in a sentence
    text: str
    #: What they have in common where they are given, or else when that is largest in the motion: closed; None without it
    overlap: vtkPolyData | None = field(repr=False)

    def place_text(self) -> str:
        """The place for people: "(7.5, 5, 0)", without the traces of rounding that stand for 0."""
        sizes = np.abs(np.concatenate([self.points.ravel(), self.box.ravel(), self.place]))
        small = 1e-9 * sizes[np.isfinite(sizes)].max(initial=0.0)
        return f"({', '.join(f'{0.0 if abs(x) <= small else x:.6g}' for x in self.place)})"

    def _answer(self) -> str:
        return self.text

    def _rows(self) -> Rows:
        return [(key.replace("_", " "), value) for key, value in self.to_json().items() if value not in (None, "")]

    def _layers(self) -> Layers:
        from .drawing.still import layer_of_surface

        return [layer_of_surface(self.overlap)] if self.overlap is not None else []

    def to_json(self) -> dict[str, Any]:
        """As in the files that ``talus assembly --out report.json`` writes: data/assembly.schema.json describes it."""
        near, overlaps = math.isfinite(self.clearance) and bool(self.features), _overlaps(self.relation)
        return {
            "a": self.names[0],
            "b": self.names[1],
            "relation": self.relation.name.lower(),
            "finding": self.finding.name.lower(),
            "text": self.text,
            "place": self.place.tolist(),
            "clearance": known(self.clearance),
            "points": self.points.tolist() if near else None,
            "features": list(self.features) if near else None,
            "triangles": list(self.triangles) if near else None,
            "overlap": self._overlap_json(self.volume) if overlaps else None,
            "contact_area": self.contact_area if self.relation == Relation.TOUCHING else None,
            "container": self.container or None,
            "motion": self._motion_json(),
            "expected": self.expected or None,
        }

    def _motion_json(self) -> dict[str, Any] | None:
        if self.motion is None:
            return None
        known = {name: None if math.isnan(value) else value for name, value in asdict(self.motion).items()}
        shown = self.overlap is not None and not _overlaps(self.relation)
        return {**known, "overlap": self._overlap_json(self.motion.volume) if shown else None}

    def _overlap_json(self, volume: float) -> dict[str, Any]:
        has_body = self.overlap is not None
        return {
            "volume": volume if has_body else None,
            "centroid": self.centroid.tolist() if has_body and np.isfinite(self.centroid).all() else None,
            "box": self.box.tolist() if has_body else None,
            "penetration": self.penetration or None,
            "deepest_point": self.deepest_point.tolist() if self.penetration else None,
            "depth": self.depth or None,
            "direction": self.direction.tolist() if self.depth else None,
            "depth_is_least": self.depth_is_least,
        }


def _overlaps(relation: Relation) -> bool:
    return relation in (Relation.INTERFERING, Relation.CONTAINED, Relation.DUPLICATE)


class PartPairs(Sequence[PartPair]):
    """The pairs of parts that were judged, ordered by their numbers. Each is made when it is asked for."""

    def __init__(self, data: vtkPolyData, overlaps: vtkPartitionedDataSetCollection, names: Sequence[str]) -> None:
        self._arrays = arrays_of(data.GetPointData())
        self._places = coordinates_of(data) if data.GetNumberOfPoints() else np.empty((0, 3))
        self._overlaps, self._names = overlaps, names

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._pair(i) for i in range(*index.indices(len(self)))]
        return self._pair(range(len(self))[index])

    def __iter__(self) -> Iterator[PartPair]:
        return map(self._pair, range(len(self)))

    def where(self, wanted: np.ndarray) -> list[PartPair]:
        """Those for which an array is true."""
        return [self._pair(int(i)) for i in np.flatnonzero(wanted)]

    def array(self, name: str) -> np.ndarray:
        """An array of the filter, a row for each pair."""
        return self._arrays[name]

    def _pair(self, i: int) -> PartPair:
        of = {name: array[i] for name, array in self._arrays.items()}
        a, b, relation = int(of["PartA"]), int(of["PartB"]), Relation(int(of["Relation"]))
        block, container = int(of["OverlapBlock"]), int(of["Container"])
        found = int(of["FeatureA"]) >= 0 and int(of["TriangleA"]) >= 0
        others = dict(
            a=a,
            b=b,
            names=(self._names[a], self._names[b]),
            relation=relation,
            finding=AssemblyFinding(int(of["Finding"])),
            place=np.array(self._places[i]),
            points=np.array([of["PointA"], of["PointB"]]),
            triangles=(int(of["TriangleA"]), int(of["TriangleB"])),
            features=(_FEATURES[int(of["FeatureA"])], _FEATURES[int(of["FeatureB"])]) if found else (),
            volume=float(of["Volume"]) if block >= 0 or not _overlaps(relation) else math.nan,
            box=np.array([of["BoxLow"], of["BoxHigh"]]),
            container=self._names[container] if container >= 0 else "",
            motion=_motion_of(of),
            overlap=self._overlaps.GetPartition(block, 0) if block >= 0 else None,
        )
        return filled(PartPair, lambda name: of[name].copy(), others)


def _motion_of(arrays: Mapping[str, Any]) -> MotionClearance | None:
    values = [float(arrays[name]) for name in _MOTION]
    return None if math.isnan(values[0]) else MotionClearance(*values)


@dataclass(frozen=True, eq=False, repr=False)
class AssemblyReport(Answering):
    """How the parts of an assembly lie to each other."""

    #: Their names
    parts: tuple[str, ...]
    #: The pairs that were judged; with a limit of clearances without those that are farther apart
    pairs: PartPairs = field(repr=False)
    #: Number of pairs that are farther apart than the limit
    far_pairs: int
    #: Number of pairs that were not checked, since they are ignored
    ignored_pairs: int
    #: What is doubtful; empty normally
    warning: str
    #: The parts, a named block each; the filter's outputs: a vertex for each pair, a block for each overlap, the faces
    #: that touch
    surfaces: vtkMultiBlockDataSet = field(repr=False)
    #: A vertex for each pair, with its arrays
    data: vtkPolyData = field(repr=False)
    #: What pairs have in common: a closed surface each
    overlaps: vtkPartitionedDataSetCollection = field(repr=False)
    #: The faces that touch
    contact_faces: vtkPolyData = field(repr=False)

    @cached_property
    def findings(self) -> list[PartPair]:
        """The pairs that are a finding."""
        return self.pairs.where(self.pairs.array("Finding") != AssemblyFinding.NONE)

    @property
    def sound(self) -> bool:
        """Whether there is no finding."""
        return not self.findings

    @property
    def relation_pairs(self) -> dict[Relation, int]:
        """The number of judged pairs of each relation."""
        counts = np.bincount(self.pairs.array("Relation"), minlength=len(Relation))
        return {relation: int(counts[relation]) for relation in Relation}

    def pair(self, a: str, b: str) -> PartPair | None:
        """The pair of two parts, in either order; None if it was not judged: too far apart, or ignored.

        :raises TalusError: there is no such part
        """
        for name in (a, b):
            if name not in self.parts:
                raise TalusError(f"There is no part '{name}'", "", f"The parts are {', '.join(self.parts[:8])}")
        low, high = sorted((self.parts.index(a), self.parts.index(b)))
        found = self.pairs.where((self.pairs.array("PartA") == low) & (self.pairs.array("PartB") == high))
        return found[0] if found else None

    def to_json(self) -> dict[str, Any]:
        """As in the files that ``talus assembly --out report.json`` writes: data/assembly.schema.json describes it."""
        return {
            "format": "talus-assembly-1",
            "answer": self.answer,
            "warning": self.warning,
            "parts": list(self.parts),
            "findings": len(self.findings),
            "relations": {relation.name.lower(): count for relation, count in self.relation_pairs.items()},
            "far_pairs": self.far_pairs,
            "ignored_pairs": self.ignored_pairs,
            "pairs": [pair.to_json() for pair in self.pairs],
        }

    def _answer(self) -> str:
        return answer_of(self.data)

    def _rows(self) -> Rows:
        most = 10
        rows = [("parts", counted(len(self.parts))), ("findings", counted(len(self.findings)))]
        rows += [(pair.finding.name.lower(), pair.text) for pair in self.findings[:most]]
        return [*rows, *warning_row(self.warning)]

    def _layers(self) -> Layers:
        from .drawing.assembly import layers_of_parts

        return layers_of_parts(data_sets_of(self.surfaces), [pair.overlap for pair in self.findings])


def check_assembly(
    parts: PartsLike,
    *,
    ignore: str | Sequence[PairNames] = (),
    expect: str | Sequence[PairExpectation] = (),
    motion: Sequence[PartMotion] | PathLike | None = None,
    shells: bool = False,
    progress: Progress | None = None,
    **options: Unpack[AssemblyCheckOptions],
) -> AssemblyReport:
    """Decides how the parts of an assembly lie to each other: which interfere, by how much and where, which touch, and
    how near the others are. Verdicts are exact, with coordinates as they are; volumes to rounding.

    >>> report = talus.check_assembly(["a.stl", "b.stl"])
    >>> report.sound
    False
    >>> round(report.pair("a", "b").volume, 6)
    0.001

    :param parts: surfaces by name; or a list of them, named after their files; or a composite or a file of several, of
        which each block is a part. Closed
    :param ignore: pairs of names that are not checked, in which * stands for any characters and ? for one; also as a
        text, 'pin_* | plate; nut | bolt'
    :param expect: pairs of names and how they shall lie: touching, interfering (overlapping in any way), contained,
        duplicate, apart or any. A pair that does is no finding, one that does not is one
    :param motion: how parts move, dictionaries such as ``{"part": "crank", "axis": (0, 0, 1), "centre": (0, 0, 0),
        "times": [0, 1], "angles": [0, 360]}``: for each time an angle in degrees about an axis, ``displacements``, or
        both, linear between the times; or a JSON file with the key "motions". Of parts that are apart at first the
        least clearance is found, with its instant, and proven for all instants
    :param shells: each body of a surface is a part: its connected shells, with the cavities in them
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: fewer than two parts, a part that is empty or open, a name that no part has, an unreadable file
    :warns SurfaceWarning: sizes that differ as units do; overlaps whose surface rounding left intersecting
    """
    return warned(quietly(parts, ignore, expect, motion, shells, options, progress))


def quietly(
    parts: PartsLike,
    ignore: str | Sequence[PairNames],
    expect: str | Sequence[PairExpectation],
    motion: Sequence[PartMotion] | PathLike | None,
    shells: bool,
    options: Mapping[str, Any],
    progress: Progress | None,
) -> AssemblyReport:
    """Like :func:`check_assembly`, but warnings are in the result."""
    filter_ = _Filter()
    filter_.SetIgnore(_rules(ignore))
    filter_.SetExpect(_rules(expect))
    filter_.SetMotion(_motion_text(motion))
    configure(filter_, ASSEMBLY, options)
    surfaces = parts_of(parts, shells)
    filter_.SetInputDataObject(surfaces)
    messages = run(filter_, progress)
    data, overlaps, faces = (copy_of(filter_.GetOutputDataObject(port)) for port in range(3))
    row = field_row(data, "check was")
    names = tuple(map(str, arrays_of(data.GetFieldData())["Parts"]))
    others = dict(
        parts=names,
        pairs=PartPairs(data, overlaps, names),
        warning=" ".join(messages.warnings),
        surfaces=surfaces,
        data=data,
        overlaps=overlaps,
        contact_faces=faces,
    )
    return filled(AssemblyReport, row.__getitem__, others)


def _motion_text(motion: Sequence[PartMotion] | PathLike | None) -> str:
    """The JSON of the filter. :raises TalusError: a file that cannot be read, or values that are no motions"""
    if motion is None:
        return ""
    if isinstance(motion, (str, os.PathLike)):
        try:
            return content_of(as_path(motion), "file of motions").decode("utf-8-sig")
        except UnicodeDecodeError:
            raise TalusError("Not a text", str(motion), "Give a JSON file with the key 'motions'") from None
    try:
        return json.dumps({"motions": [dict(one) for one in motion]}, default=lambda value: np.asarray(value).tolist())
    except (TypeError, ValueError):
        raise TalusError(f"Not motions of parts: {motion!r}"[:120], "", "Give a list of dictionaries") from None


def _rules(given: str | Sequence[Sequence[str]]) -> str:
    """The text of the filter. Letters that divide names there become ?, which stands for any letter."""
    if isinstance(given, str):
        return given
    try:
        return ";".join("|".join("".join("?" if c in "|;\n" else c for c in word) for word in rule) for rule in given)
    except TypeError:
        raise TalusError(f"Not pairs of names: {given!r}"[:120], "", "Give a list of tuples of names") from None
