"""3MF (3D Manufacturing Format): the transformed meshes of its build, one surface per item.

Objects that consist of others (components), also in other parts of the package, are assembled. Supports, and items that
are not to be printed, are left out. Elements of extensions, for example colours, slices and beams, are ignored; but an
extension that the file requires, and an object that consists of nothing else, are refused. Lengths are not converted from
the file's unit, which is the millimetre by default. Source: 3MF Consortium, "Core Specification" and "Production
Extension".
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Mapping
from xml.parsers import expat

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .format_error import FormatError
from .geometry import triangles
from .regular_file import content_of
from .unpacking import Damaged, member_content, members_of
from .words import floats, integers

_RELATIONS = "_rels/.rels"
_USUAL = "3D/3dmodel.model"
_MAX_DEPTH = 50
_BYTES_PER_ITEM = 48  # per point or triangle of the result
_BYTES_PER_USE = 4096  # bytes that each use of an object counts in the size limit: there may be very many
#: Types of objects that are no part of a body
_NO_BODIES = ("support", "solidsupport", "other")
#: Namespaces of what is read, and of colours and selections; they end by a date
_KNOWN = re.compile(r"http://schemas\.microsoft\.com/3dmanufacturing/(core|production|material|trianglesets)/[0-9/]*")
_IDENTITY = np.vstack((np.eye(3), np.zeros(3)))

#: Takes the attributes of an element
_Handler = Callable[[dict[str, str]], None]


def read_3mf(path: Path) -> list[vtkPolyData]:
    """The surfaces of the items of the build; without a build, those of all objects.

    :raises TalusError: not a 3MF package, damaged XML, missing objects, triangles with undefined points, a required
        extension that is not read, a result of more than 200 times the bytes of the file
    """
    data = content_of(path)
    try:
        return _Package(data).surfaces()
    except FormatError as error:
        raise TalusError(f"Not a whole 3MF file: {error}", str(path), "Export the model again") from None


@dataclass
class _Object:
    """A mesh, or a list of other objects."""

    kind: str = "model"
    extension: str = ""  #: the name of an element of an extension in it
    points: list[str] = field(default_factory=list)
    corners: list[str] = field(default_factory=list)
    components: list["_Use"] = field(default_factory=list)
    mesh: tuple[np.ndarray, np.ndarray] | None = None


@dataclass
class _Use:
    """A reference to an object in a part of the package, with its transform (4, 3) for points as row vectors."""

    part: str
    number: str
    matrix: np.ndarray
    printed: bool = True


class _Package:
    def __init__(self, data: bytes) -> None:
        self._size = len(data)
        self._left = 0
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, RuntimeError):
            raise FormatError("it is no ZIP archive") from None
        try:
            self._members = {member.filename: member for member in members_of(self._archive, self._size)}
        except Damaged as damaged:
            raise FormatError(str(damaged)) from None
        self._models: dict[str, _Model] = {}

    def surfaces(self) -> list[vtkPolyData]:
        main = self._start()
        model = self._model(main)
        uses = model.items or [_Use(main, number, _IDENTITY) for number in self._roots(model)]
        self._left = max(256 << 20, 200 * self._size)
        found = []
        for use in uses:
            parts = self._parts(use, 0)
            if any(len(faces) for _, faces in parts):
                starts = np.cumsum([0, *(len(points) for points, _ in parts)])
                faces = np.concatenate([faces + start for (_, faces), start in zip(parts, starts)])
                found.append(triangles(np.concatenate([points for points, _ in parts]), faces))
        if not found:
            raise FormatError("it has no triangles that are to be printed")
        return found

    @staticmethod
    def _roots(model: "_Model") -> list[str]:
        used = {use.number for one in model.objects.values() for use in one.components}
        return [number for number in model.objects if number not in used]

    def _start(self) -> str:
        """The name of the root model part."""
        if _RELATIONS in self._members:
            relations: list[dict[str, str]] = []
            _parse(self._content(_RELATIONS), {"Relationship": relations.append})
            for values in relations:
                if values.get("Type", "").endswith("/3dmodel"):
                    return values.get("Target", "").lstrip("/")
        return _USUAL

    def _content(self, name: str) -> bytes:
        if name not in self._members:
            raise FormatError(f"it has no part '{name[:60]}'")
        try:
            return member_content(self._archive, self._members[name])
        except Damaged as damaged:
            raise FormatError(f"its part '{name[:60]}' is damaged: {damaged}") from None

    def _model(self, part: str) -> "_Model":
        if part not in self._models:
            self._models[part] = _Model(part, self._content(part))
        return self._models[part]

    def _parts(self, use: _Use, depth: int) -> list[tuple[np.ndarray, np.ndarray]]:
        """Points and triangles of an object and of its components."""
        if depth > _MAX_DEPTH:
            raise FormatError(f"its objects are more than {_MAX_DEPTH} deep")
        one = self._model(use.part).objects.get(use.number)
        if one is None:
            raise FormatError(f"there is no object '{use.number[:20]}'")
        if one.kind in _NO_BODIES or not use.printed:
            return []
        if one.extension and not (one.corners or one.components):
            raise FormatError(f"object '{use.number[:20]}' consists of '{one.extension[:40]}', which is not read")
        parts = [part for component in one.components for part in self._parts(component, depth + 1)]
        if one.points or one.corners:
            one.mesh = one.mesh or _mesh(one)
            parts.append(one.mesh)
        self._left -= _BYTES_PER_USE + _BYTES_PER_ITEM * sum(len(points) + len(faces) for points, faces in parts)
        if self._left < 0:
            raise FormatError(f"{self._size} bytes unpack to more than is allowed")
        return [_placed(points, faces, use.matrix) for points, faces in parts]


class _Model:
    """A model part of the package: its objects by id, and the items of its build."""

    def __init__(self, part: str, text: bytes) -> None:
        self.objects: dict[str, _Object] = {}
        self.items: list[_Use] = []
        self._part = part
        self._object = _Object()
        handlers = {
            "vertex": self._vertex,
            "triangle": self._triangle,
            "object": self._begin_object,
            "component": lambda values: self._object.components.append(self._use(values)),
            "item": lambda values: self.items.append(self._use(values)),
        }
        _parse(text, handlers, self._foreign)

    def _vertex(self, values: dict[str, str]) -> None:
        self._object.points += (values["x"], values["y"], values["z"])

    def _triangle(self, values: dict[str, str]) -> None:
        self._object.corners += (values["v1"], values["v2"], values["v3"])

    def _begin_object(self, values: dict[str, str]) -> None:
        self._object = self.objects[values["id"]] = _Object(kind=values.get("type", "model"))

    def _foreign(self, name: str) -> None:
        self._object.extension = self._object.extension or name

    def _use(self, values: dict[str, str]) -> _Use:
        other = next((value for name, value in values.items() if name.rpartition(" ")[2] == "path"), "")
        part = posixpath.normpath(other).lstrip("/") if other else self._part
        return _Use(part, values["objectid"], _matrix(values), values.get("printable") not in ("0", "false"))


def _matrix(values: dict[str, str]) -> np.ndarray:
    words = values.get("transform", "1 0 0 0 1 0 0 0 1 0 0 0").split()
    try:
        numbers = floats(words)
    except ValueError:
        numbers = np.empty(0)
    if len(numbers) != 12 or not np.isfinite(numbers).all():
        raise FormatError("a transform is not twelve numbers")
    return numbers.reshape(4, 3)


def _parse(text: bytes, handlers: Mapping[str, _Handler], foreign: Callable[[str], None] = lambda _: None) -> None:
    """Calls the handler of each element of the root's namespace with its attributes.

    :param handlers: by name, without the namespace; others are ignored
    :param foreign: called with the names of elements of other namespaces
    :raises FormatError: damaged XML, a document type, an element without a required attribute, a required extension that is
        not read
    """
    prefixes: dict[str | None, str] = {}
    by_tag: dict[str, _Handler] = {}
    own: list[str] = []

    def handler_of(tag: str, values: dict[str, str]) -> _Handler:
        namespace, _, name = tag.rpartition(" ")
        if not own:
            own.append(namespace)
            _require_known(values.get("requiredextensions", "").split(), prefixes)
        return handlers.get(name, lambda _: None) if namespace == own[0] else lambda _: foreign(name)

    def begin(tag: str, values: dict[str, str]) -> None:
        if tag not in by_tag:
            by_tag[tag] = handler_of(tag, values)
        try:
            by_tag[tag](values)
        except KeyError as missing:
            raise FormatError(f"'{tag.rpartition(' ')[2]}' has no {missing}") from None

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartNamespaceDeclHandler = prefixes.setdefault
    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = _refuse_document_type
    try:
        parser.Parse(text, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise FormatError(f"its XML is damaged: {error}") from None


def _require_known(required: list[str], prefixes: dict[str | None, str]) -> None:
    """:param prefixes: the namespaces that they stand for"""
    for prefix in required:
        namespace = prefixes.get(prefix, prefix)
        if not _KNOWN.fullmatch(namespace):
            raise FormatError(f"it requires the extension '{namespace[:100]}', which is not read")


def _refuse_document_type(*_: object) -> None:
    raise FormatError("its XML declares a document type")


def _mesh(one: _Object) -> tuple[np.ndarray, np.ndarray]:
    try:
        points, corners = floats(one.points).reshape(-1, 3), integers(one.corners)
    except ValueError:
        raise FormatError("a mesh holds something else than numbers") from None
    if len(corners) and not 0 <= corners.min() <= corners.max() < len(points):
        wrong = corners[(corners < 0) | (corners >= len(points))][0]
        raise FormatError(f"a triangle refers to point {wrong} of {len(points)}")
    return points, corners.reshape(-1, 3)


def _placed(points: np.ndarray, faces: np.ndarray, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The transformed mesh; the triangles of a mirrored mesh are reversed, so that they still face outwards."""
    if np.array_equal(matrix, _IDENTITY):
        return points, faces
    with np.errstate(over="ignore", invalid="ignore"):
        moved = points @ matrix[:3] + matrix[3]
        mirrored = np.linalg.det(matrix[:3]) < 0
    return moved, faces[:, ::-1] if mirrored else faces
