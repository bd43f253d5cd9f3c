"""glTF 2.0, as text (.gltf) and binary (.glb): the triangles of a scene's meshes, transformed by their nodes.

Materials, textures, lights, animations, skins and morph targets are ignored. Instances (EXT_mesh_gpu_instancing) are read.
Geometry compressed by an extension (Draco, meshopt), and any other extension that the file requires, is refused. The
triangles of a mesh that a node mirrors are reversed, so that they still face outwards. Lengths are in metres, y is up:
coordinates are not converted. Source: Khronos, "glTF 2.0 Specification", and the texts of the extensions.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkPolyData

from ..errors import TalusError
from .format_error import FormatError
from .geometry import named, strip_triangles, triangles
from .json_text import parsed
from .regular_file import content_of
from .unpacking import refused_size

_COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_JSON, _BINARY = 0x4E4F534A, 0x004E4942
_INSTANCES = "EXT_mesh_gpu_instancing"
#: Attributes of instances, and what stands for one that is not given
_PLACES = {"TRANSLATION": "VEC3", "ROTATION": "VEC4", "SCALE": "VEC3"}
_BYTES_PER_INSTANCE = 2048  # bytes that each instance counts in the size limit: nodes may share them
_NO_TRANSLATION, _NO_ROTATION, _NO_SCALE = [0, 0, 0], [0, 0, 0, 1], [1, 1, 1]
#: Extensions that are read, and those that concern what is ignored
_KNOWN = re.compile(
    rf"{_INSTANCES}|KHR_mesh_quantization|KHR_xmp\w*|\w+_(features|metadata)"
    r"|[A-Z0-9]+_(materials|texture|techniques|lights|animation|audio)_\w+"
)


def read_gltf(path: Path) -> list[vtkPolyData]:
    """The meshes of the scene, one surface per node with a mesh. O(size of the result)

    :raises TalusError: not a glTF 2.0 file, data beyond the end of a buffer, compressed geometry, a required extension
        that is not read, a scene without triangles or with more than 200 times the bytes of its files
    """
    data = content_of(path)
    try:
        text, binary = _chunks(data) if data.startswith(b"glTF") else (data, None)
        return _Scene(_document(text), binary, path).surfaces()
    except FormatError as error:
        raise TalusError(f"Not a whole glTF file: {error}", str(path), "Export the scene again") from None


def _chunks(data: bytes) -> tuple[bytes, bytes | None]:
    """The JSON and the binary chunk."""
    if len(data) < 12 or struct.unpack_from("<II", data, 4) != (2, len(data)):
        raise FormatError(f"its header does not promise version 2 and {len(data)} bytes")
    chunks: dict[int, bytes] = {}
    place = 12
    while place < len(data):
        if place + 8 > len(data):
            raise FormatError("it ends within a chunk")
        size, kind = struct.unpack_from("<II", data, place)
        if place + 8 + size > len(data):
            raise FormatError("it ends within a chunk")
        chunks.setdefault(kind, data[place + 8 : place + 8 + size])
        place += 8 + size
    if _JSON not in chunks:
        raise FormatError("it has no JSON")
    return chunks[_JSON], chunks.get(_BINARY)


def _document(text: bytes) -> dict:
    try:
        document = parsed(text)
    except ValueError:
        raise FormatError("its JSON is damaged") from None
    version = document.get("asset", {}) if isinstance(document, dict) else {}
    if not isinstance(version, dict) or not str(version.get("version", "")).startswith("2."):
        raise FormatError("it is not of version 2")
    _require_known(_items(document, "extensionsRequired"))
    return document


def _require_known(extensions: list) -> None:
    """:raises FormatError: an extension that the scene needs and that is not read"""
    unknown = next((str(name) for name in extensions if not _KNOWN.fullmatch(str(name))), None)
    if unknown is not None:
        raise FormatError(f"it requires the extension {unknown[:60]}, which is not read")


class _Scene:
    def __init__(self, document: dict, binary: bytes | None, path: Path) -> None:
        self._document = document
        self._binary = binary
        self._path = path
        self._buffers: dict[int, bytes] = {}
        self._meshes: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._read = len(binary or b"")
        self._instanced = 0  # number of instances so far

    def surfaces(self) -> list[vtkPolyData]:
        placed = [(self._mesh(mesh), matrix, name) for mesh, matrix, name in self._placed_meshes()]
        size = sum(24 * len(points) + 24 * len(faces) for (points, faces), _, _ in placed)
        if reason := refused_size(size, max(self._read, 1)):
            raise FormatError(reason)
        found = [named(_moved(points, faces, matrix), name) for (points, faces), matrix, name in placed if len(faces)]
        if not found:
            raise FormatError("its scene has no triangles")
        return found

    def _placed_meshes(self) -> list[tuple[int, np.ndarray, str]]:
        """The mesh of each node of the scene, the node's world matrix and name; without scenes of all root nodes."""
        nodes = self._list("nodes")
        scenes = self._list("scenes")
        if scenes:
            roots = _items(_item(scenes, self._document.get("scene", 0), "scene"), "nodes")
        else:
            children = {child for node in nodes if isinstance(node, dict) for child in _items(node, "children") if isinstance(child, int)}
            roots = [number for number in range(len(nodes)) if number not in children]
        waiting = [(root, np.eye(4)) for root in reversed(roots)]
        seen: set[int] = set()
        placed = []
        while waiting:
            number, above = waiting.pop()
            node = _item(nodes, number, "node")
            if number in seen:
                raise FormatError(f"node {number} has two parents")
            seen.add(number)
            matrix = above @ _matrix(node)
            if "mesh" in node:
                placed += [(node["mesh"], matrix @ instance, self._name(node)) for instance in self._instances(node)]
            waiting += [(child, matrix) for child in reversed(_items(node, "children"))]
        return placed

    def _name(self, node: dict) -> str:
        """That of the node, else of its mesh; empty without one."""
        names = [of.get("name") for of in (node, _item(self._list("meshes"), node["mesh"], "mesh"))]
        return next((name for name in names if isinstance(name, str) and name), "")

    def _instances(self, node: dict) -> np.ndarray:
        """The matrices, relative to the node, of the places where its mesh is; shape (n, 4, 4)."""
        extensions = node.get("extensions")
        if not isinstance(extensions, dict) or _INSTANCES not in extensions:
            return np.eye(4)[None]
        extension = extensions[_INSTANCES]
        attributes = extension.get("attributes") if isinstance(extension, dict) else None
        attributes = attributes if isinstance(attributes, dict) else {}
        given = {name: self._accessor(attributes[name], kind) for name, kind in _PLACES.items() if name in attributes}
        counts = {len(rows) for rows in given.values()}
        if len(counts) != 1:
            raise FormatError("the instances of a node have no places, or different numbers of them")
        count = counts.pop()
        self._instanced += count
        if reason := refused_size(_BYTES_PER_INSTANCE * self._instanced, max(self._read, 1)):
            raise FormatError(reason)
        translations, rotations, scales = (
            given[name].astype(float) if name in given else np.tile(still, (count, 1))
            for name, still in zip(_PLACES, (_NO_TRANSLATION, _NO_ROTATION, _NO_SCALE))
        )
        return np.array(list(map(_composed, translations, rotations, scales))).reshape(-1, 4, 4)

    def _mesh(self, number: Any) -> tuple[np.ndarray, np.ndarray]:
        """Points (n, 3) and triangles (m, 3) of all primitives of a mesh."""
        mesh = _item(self._list("meshes"), number, "mesh")
        if number not in self._meshes:
            parts = [self._primitive(part) for part in _items(mesh, "primitives")]
            starts = np.cumsum([0, *(len(points) for points, _ in parts)])
            self._meshes[number] = (
                np.concatenate([points for points, _ in parts] or [np.empty((0, 3), np.float32)]),
                np.concatenate([faces + start for (_, faces), start in zip(parts, starts)] or [np.empty((0, 3), np.int64)]),
            )
        return self._meshes[number]

    def _primitive(self, part: Any) -> tuple[np.ndarray, np.ndarray]:
        empty = np.empty((0, 3), np.float32), np.empty((0, 3), np.int64)
        part = part if isinstance(part, dict) else {}
        mode = part.get("mode", _TRIANGLES)
        extensions = part.get("extensions")
        packed = [name for name in extensions if "compression" in name] if isinstance(extensions, dict) else []
        if packed:
            raise FormatError(f"its geometry is packed by {packed[0][:40]}; export it without compression")
        attributes = part.get("attributes")
        if mode not in (_TRIANGLES, _STRIP, _FAN) or not isinstance(attributes, dict) or "POSITION" not in attributes:
            return empty  # points and lines are not surfaces
        points = self._accessor(attributes["POSITION"], "VEC3")
        corners = self._accessor(part["indices"], "SCALAR") if "indices" in part else np.arange(len(points))
        if corners.dtype.kind not in "iu":
            raise FormatError("numbers of points are not whole")
        corners = corners.astype(np.int64).reshape(-1)
        if len(corners) and corners.max() >= len(points):
            raise FormatError(f"a triangle refers to point {corners.max()} of {len(points)}")
        return points, _triangles(corners, mode)

    def _accessor(self, number: Any, kind: str) -> np.ndarray:
        accessor = _item(self._list("accessors"), number, "accessor")
        dtype = np.dtype(_COMPONENTS.get(_whole(accessor, "componentType", 0), "V1"))
        if accessor.get("type") != kind or dtype.kind == "V":
            raise FormatError(f"accessor {number} does not hold what it should ({kind})")
        if "sparse" in accessor:
            raise FormatError("sparse accessors are not read")
        width, count = _WIDTHS[kind], _whole(accessor, "count", 0)
        if "bufferView" not in accessor:
            raise FormatError(f"accessor {number} has no data")
        view = _item(self._list("bufferViews"), accessor["bufferView"], "bufferView")
        if isinstance(view.get("extensions"), dict) and view["extensions"]:
            raise FormatError("its buffers are packed; export it without compression")
        data = self._view(view)
        begin, row = _whole(accessor, "byteOffset", 0), width * dtype.itemsize
        stride = _whole(view, "byteStride", row) or row
        if stride < row or (count and begin + stride * (count - 1) + row > len(data)):
            raise FormatError(f"accessor {number} reaches beyond its buffer")
        if count == 0:
            return np.empty((0, width), dtype)
        rows = np.ndarray((count, width), dtype, data, begin, (stride, dtype.itemsize))
        return np.array(rows) if kind == "SCALAR" else _unscaled(rows, accessor.get("normalized") is True)

    def _view(self, view: dict) -> bytes:
        data = self._buffer(view.get("buffer"))
        begin, size = _whole(view, "byteOffset", 0), _whole(view, "byteLength", 0)
        if begin + size > len(data):
            raise FormatError("a part of a buffer reaches beyond it")
        return data[begin : begin + size]

    def _buffer(self, number: Any) -> bytes:
        buffer = _item(self._list("buffers"), number, "buffer")
        if number not in self._buffers:
            uri = buffer.get("uri")
            self._buffers[number] = self._named(uri) if isinstance(uri, str) else self._binary or b""
            self._read += len(self._buffers[number])
        return self._buffers[number]

    def _named(self, uri: str) -> bytes:
        """The bytes at a URI: data in the URI itself, or a file in the same folder."""
        if uri.startswith("data:"):
            head, _, text = uri.partition(",")
            if not head.endswith(";base64"):
                raise FormatError("a buffer is not base64")
            try:
                return base64.b64decode(text, validate=True)
            except (binascii.Error, ValueError):
                raise FormatError("a buffer is not base64") from None
        name = unquote(uri)
        if "\0" in name or "://" in name:
            raise FormatError(f"'{uri[:40]}' is no file beside it")
        return content_of(self._path.parent / name, "buffer of the scene")

    def _list(self, name: str) -> list:
        return _items(self._document, name)


def _items(of: Any, name: str) -> list:
    items = of.get(name) if isinstance(of, dict) else None
    return items if isinstance(items, list) else []


def _item(items: list, number: Any, what: str) -> dict:
    """:raises FormatError: no item with that number"""
    sound = isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(items)
    if not sound or not isinstance(items[number], dict):
        raise FormatError(f"there is no {what} {str(number)[:20]}")
    return items[number]


def _whole(of: dict, name: str, default: int) -> int:
    value = of.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**48:
        raise FormatError(f"'{name}' is {str(value)[:20]}, not a count")
    return value


def _matrix(node: dict) -> np.ndarray:
    """The matrix of a node: given, or composed of scale, rotation and translation."""
    if "matrix" in node:
        return _numbers(node["matrix"], 16).reshape(4, 4).T
    return _composed(
        _numbers(node.get("translation", _NO_TRANSLATION), 3),
        _numbers(node.get("rotation", _NO_ROTATION), 4),
        _numbers(node.get("scale", _NO_SCALE), 3),
    )


def _composed(translation: np.ndarray, rotation: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The matrix that scales, turns by a quaternion x, y, z, w, and moves."""
    matrix = np.eye(4)
    x, y, z, w = rotation
    turned = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix[:3, :3] = np.array(turned) * scale
    matrix[:3, 3] = translation
    return matrix


def _numbers(values: Any, count: int) -> np.ndarray:
    sound = isinstance(values, list) and len(values) == count and all(type(v) in (int, float) and abs(v) < 1e300 for v in values)
    if not sound:
        raise FormatError(f"the place of a node is not {count} numbers")
    return np.array(values, float)


def _unscaled(rows: np.ndarray, normalized: bool) -> np.ndarray:
    """Coordinates as floating-point numbers; normalized integers are scaled to at most 1."""
    if rows.dtype.kind == "f":
        return np.array(rows, np.float32)
    values = rows.astype(np.float64)
    return np.maximum(values / np.iinfo(rows.dtype).max, -1) if normalized else values


def _triangles(corners: np.ndarray, mode: int) -> np.ndarray:
    if mode == _TRIANGLES:
        if len(corners) % 3:
            raise FormatError(f"{len(corners)} corners make no triangles")
        return corners.reshape(-1, 3)
    if len(corners) < 3:
        return np.empty((0, 3), np.int64)
    if mode == _FAN:
        return np.column_stack((np.full(len(corners) - 2, corners[0]), corners[1:-1], corners[2:]))
    return strip_triangles(corners, np.arange(len(corners)))


def _moved(points: np.ndarray, faces: np.ndarray, matrix: np.ndarray) -> vtkPolyData:
    if not np.array_equal(matrix, np.eye(4)):
        with np.errstate(over="ignore", invalid="ignore"):
            points = points.astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
            mirrored = np.linalg.det(matrix[:3, :3]) < 0
        faces = faces[:, ::-1] if mirrored else faces
    return triangles(points, np.ascontiguousarray(faces))
