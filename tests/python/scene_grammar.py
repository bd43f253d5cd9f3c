"""Random scenes from the grammar of scene files.

``data/scene.schema.json`` says which keys there are and what their values may be: a key or a kind of object that it gets
is generated without a change here. Rules here say what a schema cannot: what refers to what, and which values go together.
All scenes are valid and small.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any, Callable

import numpy as np
from conftest import CUBE_POINTS, CUBE_TRIANGLES, SOURCE, binary_stl
from fuzz_corpus import off

Json = dict[str, Any]

#: "Prism: 3 … 1024.": ranges that hold for some kinds only are in the descriptions
_RANGE = re.compile(r"(-?[\d.]*\d) … (-?[\d.]*\d)")
#: Within their ranges in the schema: all these values go together, with those of keys that are not here
_TOGETHER = {
    "tunnelDiameter": (0.3, 0.6),
    "strutThickness": (0.55, 0.6),
    "opening": (0.5, 0.7),
    "thickness": (0.02, 0.04),
    "slope": (20.0, 60.0),
    "height": (1.0, 3.0),
}
_TRIANGLES_OF_NETWORKS = 6000, 8000  # of fewer they may fall apart
_OPTIONAL = 0.4  # how often a key is given that may be omitted

#: Surfaces beside the scenes, by the names of their files
MESH_FILES = {
    "cube.stl": binary_stl(CUBE_POINTS, CUBE_TRIANGLES),
    "cube.off": off().encode(),
    "sub/cube.obj": "".join(
        [*(f"v {x} {y} {z}\n" for x, y, z in CUBE_POINTS), *(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in CUBE_TRIANGLES)]
    ).encode(),
}
_TETRAHEDRON = np.eye(4, 3), np.array([(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)])
_TWO = np.concatenate([CUBE_POINTS, CUBE_POINTS + 2]), np.concatenate([CUBE_TRIANGLES, CUBE_TRIANGLES + 8])
_HOLLOW = np.concatenate([CUBE_POINTS, CUBE_POINTS / 2 + 0.25]), np.concatenate([CUBE_TRIANGLES, CUBE_TRIANGLES[:, ::-1] + 8])
_SURFACES = (_TETRAHEDRON, (CUBE_POINTS, CUBE_TRIANGLES), _TWO, _HOLLOW)


def schema() -> Json:
    return json.loads((SOURCE / "data" / "scene.schema.json").read_text(encoding="utf-8"))


class SceneGrammar:
    """Makes scenes as a schema of scene files says."""

    def __init__(self, grammar: Json | None = None) -> None:
        self.schema = schema() if grammar is None else grammar

    def resolved(self, part: Json) -> Json:
        """A part of the schema; what stands beside a reference comes first."""
        while "$ref" in part:
            definition = self.schema["$defs"][part["$ref"].rpartition("/")[2]]
            part = {**definition, **{key: value for key, value in part.items() if key != "$ref"}}
        return part

    def keys(self) -> list[str]:
        """All keys of objects."""
        objects = [self.schema, *self.schema["$defs"].values()]
        return sorted({key for part in objects for key in part.get("properties", {})})

    def scene(self, rng: random.Random) -> dict[str, Json]:
        """The scene file ``main.json``, and the files that it includes, by name."""
        document = _Drawn(self, rng).scene()
        if rng.random() < 0.8 or "materials" not in document:
            return {"main.json": document}
        name = rng.choice(("part.json", "sub/part.json"))
        part = {key: document.pop(key) for key in ("materials", "pairs") if key in document}
        return {"main.json": {**document, "include": [name]}, name: {"format": document["format"], **part}}


class _Drawn:
    """A scene that is being made."""

    def __init__(self, grammar: SceneGrammar, rng: random.Random) -> None:
        self._grammar, self._rng = grammar, rng
        self._count = itertools.count()
        self._document: Json = {}
        self._next_id = 0
        self._ids: dict[int, bool] = {}  # of all bodies: whether motions move them
        self._rows = 2  # of a table of motion
        self._mesh = _SURFACES[0]

    def scene(self) -> Json:
        properties = self._grammar.schema["properties"]
        for key in properties:
            if key in ("format", "materials", "shapes", "bodies") or self._rng.random() < _OPTIONAL:
                self._document[key] = self._value(properties[key], key)
        self._move_prescribed()
        return self._document

    def _move_prescribed(self) -> None:
        """A motion for the bodies that wait for one."""
        named = {id_ for motion in self._document.get("motions", ()) if "time" not in motion for id_ in motion["bodies"]}
        left = [id_ for id_, moved in self._ids.items() if moved and id_ not in named]
        if left:
            motion = {"kind": "translation", "bodies": left, "velocity": [0.1, 0, 0]}
            self._document.setdefault("motions", []).append(motion)

    def _value(self, part: Json, key: str) -> Any:
        part = self._grammar.resolved(part)
        if key in _TOGETHER:
            return self._rng.uniform(*_TOGETHER[key])
        if rule := _RULES.get((key, part.get("type"))):
            return rule(self, part)
        if "const" in part:
            return part["const"]
        if "enum" in part:
            return self._rng.choice(part["enum"])
        if "oneOf" in part:
            kinds = [self._grammar.resolved(kind) for kind in part["oneOf"]]
            return self._value(self._rng.choices(kinds, [_weight(kind) for kind in kinds])[0], key)
        return _KINDS[part["type"]](self, part)

    def _object(self, part: Json) -> Json:
        needed = part.get("required", ())
        keys = [
            key
            for key, value in part["properties"].items()
            if key in needed or key in _TOGETHER or self._is_costly(value) or self._rng.random() < _OPTIONAL
        ]
        return {key: self._value(part["properties"][key], key) for key in keys}

    def _is_costly(self, part: Json) -> bool:
        """Whether a number of things is large unless it is given."""
        return part.get("type") == "integer" and part.get("default", 0) > _whole_range(part)[1]

    def _array(self, part: Json) -> list:
        least = part.get("minItems", 0)
        count = self._rng.randint(least, min(part.get("maxItems", least + 3), least + 3))
        if part.get("items", {}).get("type") == "number" and least == part.get("maxItems"):
            return self._vector(part, count)
        return [self._value(part["items"], "") for _ in range(count)]

    def _vector(self, part: Json, count: int) -> list[float]:
        default = part.get("default", [0] * count)
        if all(value > 0 for value in default):  # lengths
            return [value * 10 ** self._rng.uniform(-0.3, 0.3) for value in default]
        return [self._rng.choice((0.0, value, self._rng.gauss(0, 1))) for value in default]

    def _number(self, part: Json) -> float:
        low, high = _range(part)
        default = part.get("default", 1)
        if low is None:
            return self._rng.gauss(0, abs(default) or 1)
        edges = [part[edge] for edge in ("minimum", "maximum") if edge in part]
        if edges and self._rng.random() < 0.2:
            return self._rng.choice(edges)
        if low < 0:
            return self._rng.uniform(0.99 * low, high)
        value = (default or 0.1) * 10 ** self._rng.uniform(-0.5, 0.5)
        return max(low, min(value, high))

    def _integer(self, part: Json) -> int:
        return self._rng.randint(*_whole_range(part))

    def _boolean(self, _part: Json) -> bool:
        return self._rng.random() < 0.5

    def _text(self, _part: Json) -> str:
        return f"{self._rng.choice(('a', 'Stone', 'x_y', 'b.c-d'))}{next(self._count)}"

    def _one_of(self, key: str) -> str:
        return self._rng.choice(self._document[key])["name"]

    def _some(self, ids: list[int]) -> list[int]:
        return self._rng.sample(ids, self._rng.randint(1, len(ids)))

    # Rules: what belongs together

    def _at_least_one(self, part: Json) -> list:
        return [self._value(part["items"], "") for _ in range(self._rng.randint(1, 3))]

    def _pairs(self, part: Json) -> list:
        names = [item["name"] for item in self._document["materials"]]
        couples = list(itertools.combinations(names, 2))
        return [
            {**self._value(part["items"], ""), "between": list(couple)}
            for couple in self._rng.sample(couples, self._rng.randint(0, len(couples)))
        ]

    def _between(self, _part: Json) -> list[str]:
        return []  # _pairs() says

    def _bodies(self, part: Json, usual: str = "dynamic") -> list:
        bodies = []
        for _ in range(self._rng.randint(0, 3)):
            body = self._value(part["items"], "")
            if "position" in body and "origin" in body:
                del body[self._rng.choice(("position", "origin"))]
            if "position" not in body and "origin" not in body and self._rng.random() < 0.8:
                body["position"] = self._place(part)
            if self._rng.random() < 0.5:
                self._next_id = body["id"] = self._next_id + self._rng.choice((0, 1, 1000))
            else:
                body.pop("id", None)
            self._ids[self._next_id] = body.get("motion", usual) == "prescribed"
            self._next_id += 1
            bodies.append(body)
        return bodies

    def _place(self, _part: Json) -> list[float]:
        """Most bodies are apart."""
        return [6.0 * len(self._ids) + self._rng.gauss(0, 1), self._rng.gauss(0, 1), self._rng.gauss(0, 1)]

    def _orientation(self, _part: Json) -> list[float]:
        wxyz = np.array([self._rng.gauss(0, 1) for _ in range(4)])
        return (wxyz / np.linalg.norm(wxyz)).tolist()

    def _direction(self, _part: Json) -> list[float]:
        return [self._rng.gauss(0, 1), self._rng.gauss(0, 1), 1.0]

    def _motions(self, part: Json) -> list:
        kinds = [self._grammar.resolved(kind) for kind in part["items"]["oneOf"]]
        moved = [id_ for id_, moves in self._ids.items() if moves]
        motions = []
        for kind in self._rng.choices(kinds, k=self._rng.randint(0, 3)):
            bodies = moved if "begin" in kind["properties"] else list(self._ids)
            if bodies:
                self._rows = self._rng.randint(2, 4)
                others = {key: value for key, value in kind["properties"].items() if key != "bodies"}
                motion = {**self._object({**kind, "properties": others}), "bodies": self._some(bodies)}
                if "end" in motion:
                    motion["end"] += motion.get("begin", 0)
                motions.append(motion)
        return motions

    def _times(self, _part: Json) -> list[float]:
        return sorted(self._rng.sample(range(100), self._rows))

    def _rows_of_table(self, part: Json) -> list:
        return [self._value(part["items"], "") for _ in range(self._rows)]

    def _points(self, _part: Json) -> list:
        self._mesh = self._rng.choice(_SURFACES)
        shift = np.array([self._rng.choice((0, self._rng.gauss(0, 10))) for _ in range(3)])
        return (10 ** self._rng.uniform(-1, 1) * self._mesh[0] + shift).tolist()

    def _triangles(self, _part: Json) -> list:
        return self._mesh[1].tolist()

    def _file(self, _part: Json) -> str:
        return self._rng.choice(sorted(MESH_FILES))


def _weight(part: Json) -> float:
    """How often a kind of object is taken: one of many triangles less often."""
    wholes = [value for value in part.get("properties", {}).values() if value.get("type") == "integer"]
    return 0.1 if _TRIANGLES_OF_NETWORKS in map(_whole_range, wholes) else 1.0


def _range(part: Json) -> tuple[float | None, float]:
    """The least number, None if any is allowed, and the greatest."""
    said = _RANGE.search(part.get("description", ""))
    low = part.get("minimum", part.get("exclusiveMinimum", float(said[1]) if said else None))
    return low, part.get("maximum", float(said[2]) if said else float("inf"))


def _whole_range(part: Json) -> tuple[int, int]:
    """Of numbers of things, few: what is made of them is small."""
    low, high = _range(part)
    least = int(low or 0)
    if least >= 1000:  # triangles of a network
        return _TRIANGLES_OF_NETWORKS
    return least, int(min(high, max(2 * least, least + 3)))


#: What makes a value, by its type in the schema
_KINDS: dict[str, Callable[[_Drawn, Json], Any]] = {
    "object": _Drawn._object,
    "array": _Drawn._array,
    "number": _Drawn._number,
    "integer": _Drawn._integer,
    "boolean": _Drawn._boolean,
    "string": _Drawn._text,
}

#: What makes a value that depends on others, by its key and type
_RULES: dict[tuple[str, str], Callable[[_Drawn, Json], Any]] = {
    ("materials", "array"): _Drawn._at_least_one,
    ("shapes", "array"): _Drawn._at_least_one,
    ("pairs", "array"): _Drawn._pairs,
    ("between", "array"): _Drawn._between,
    ("bodies", "array"): _Drawn._bodies,
    ("walls", "array"): lambda drawn, part: drawn._bodies(part, "fixed"),
    ("motions", "array"): _Drawn._motions,
    ("shape", "string"): lambda drawn, _part: drawn._one_of("shapes"),
    ("material", "string"): lambda drawn, _part: drawn._one_of("materials"),
    ("position", "array"): _Drawn._place,
    ("origin", "array"): _Drawn._place,
    ("orientation", "array"): _Drawn._orientation,
    ("axis", "array"): _Drawn._direction,
    ("direction", "array"): _Drawn._direction,
    ("times", "array"): _Drawn._times,
    ("displacements", "array"): _Drawn._rows_of_table,
    ("angles", "array"): _Drawn._rows_of_table,
    ("points", "array"): _Drawn._points,
    ("triangles", "array"): _Drawn._triangles,
    ("file", "string"): _Drawn._file,
    ("include", "array"): lambda _drawn, _part: [],
}


def bound(document: Any) -> None:
    """Gives networks a number of triangles that are made soon, where a mistake has taken it away."""
    shapes = document.get("shapes") if isinstance(document, dict) else None
    for shape in shapes if isinstance(shapes, list) else ():
        if isinstance(shape, dict) and shape.get("generator") in ("foam", "porousBlock"):
            shape.setdefault("triangles", _TRIANGLES_OF_NETWORKS[0])


def write_meshes(folder: Path) -> None:
    """The surfaces that scenes name."""
    for name, content in MESH_FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
