"""Mistakes in scenes, at the level of the grammar and below it. Everything follows from the random generator that is given.

A scene is a dict of documents by the names of their files. A mistake of the grammar changes the documents in place, one of the
text or of the encoding changes the bytes that are made of them.
"""

from __future__ import annotations

import codecs
import copy
import json
import math
import random
from pathlib import Path
from typing import Any, Callable

from fuzz_mutations import NUMBERS, mutated
from scene_grammar import MESH_FILES, SceneGrammar

Documents = dict[str, Any]


class Literal(str):
    """Text that stands in a document as it is: a number that is not JSON, or deep nesting."""


class Members(list):
    """The members of an object, (key, value) each: a key may be repeated."""


#: Values of every kind, for places where others belong
_OTHERS = (
    None, True, False, "", "x", "1.5", "true", "0 0 1", 0, -1, 1.5, 2**31, [], [[]], [1], [0, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0],
    ["x"], {}, {"a": 1}, {"name": "x"}, [{}], [None],
)  # fmt: skip
_WHOLES = (-(2**63), -(2**31), 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 10**30, 10**400)
_DOUBLES = (5e-324, 1e-300, 1e-160, 1e-30, 1e-9, 0.1, 1e9, 1e30, 1e75, 1e149, 1e151, 1e160, 1e300, 1.7976931348623157e308, -0.0)
_TEXTS = (
    "", " ", "\0", "a\0b", "\n", "\r\n", "\x1b[31m", "né", "日本", "\u2028", "\ufeff", "\ud800", "😀", "../", "/", ".", "..", "a" * 300,
    "é" * 5000, "%s%n", "$.bodies[0]", "'", '"', "\\", "talus-scene-1", "talus-scene-2", "NaN", "x" * 100_000,
)  # fmt: skip
_ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "utf-7", "cp037")
#: Names of what is no file; the fuzzer makes the folder and the pipe
_NO_FILES = ("", ".", "sub", "pipe", "/dev/zero", "/dev/full", "a" * 5000, "a\0b", "\ud800")
#: Factors of units that are confused: mm, µm, minutes, degrees, tonnes
_FACTORS = (1e-3, 1e3, 1e-6, 1e6, 60.0, math.degrees(1), 1e-9, 1e9, 1e12, 1e-12, -1.0)


def _document(rng: random.Random, scene: Documents) -> Any:
    """One of the documents, mostly the main one."""
    return scene["main.json"] if rng.random() < 0.8 else scene[rng.choice(sorted(scene))]


def _spot(rng: random.Random, document: Any, fits: Callable[[Any], bool] = lambda _: True) -> tuple[Any, Any] | None:
    """Where a value stands that fits, its container and its key; None: it was not found. Places near the root are as
    likely as the many points of a surface.
    """
    for _ in range(20):
        container, key, value = None, None, document
        while _is_container(value) and (container is None or rng.random() < 0.75):
            container, key = value, rng.choice(sorted(value) if isinstance(value, dict) else range(len(value)))
            value = container[key]
            if fits(value) and rng.random() < 0.5:
                break
        if container is not None and fits(value):
            return container, key
    return None


def _is_container(value: Any) -> bool:
    return isinstance(value, (dict, list)) and bool(value) and not isinstance(value, Members)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_object(value: Any) -> bool:
    return isinstance(value, dict) and bool(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and not isinstance(value, Members)


def _items(document: Any, *keys: str) -> list[dict]:
    """The objects in the lists of these keys; others may stand there after another mistake."""
    found = [document.get(key) for key in keys]
    return [item for part in found if _is_list(part) for item in part if isinstance(item, dict)]


def _append(document: Any, key: str, *items: Any) -> None:
    document[key] = [*(document[key] if _is_list(document.get(key)) else []), *items]


def _replace(rng: random.Random, document: Any, fits: Callable[[Any], bool], made: Callable[[Any], Any]) -> None:
    if spot := _spot(rng, document, fits):
        container, key = spot
        container[key] = made(container[key])


def _object_in(rng: random.Random, document: Any) -> dict:
    """An object of the document, or the document itself."""
    spot = _spot(rng, document, _is_object) if rng.random() < 0.8 else None
    return spot[0][spot[1]] if spot else document


def wrong_type(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    _replace(rng, _document(rng, scene), lambda _: True, lambda _: rng.choice(_OTHERS))


def out_of_range(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    def made(value: float) -> Any:
        return rng.choice(
            (
                rng.choice(_WHOLES),
                rng.choice((1, -1)) * rng.choice(_DOUBLES),
                -value,
                float(value),
                value + 0.5,
                math.nextafter(value, rng.choice((-math.inf, math.inf))),
                value * 10.0 ** rng.randint(-200, 200) if abs(value) < 1e100 else value,
            )
        )

    for _ in range(rng.choice((1, 1, 2, 5))):
        _replace(rng, _document(rng, scene), lambda value: _is_number(value) and abs(value) < 1e308, made)


def no_number(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """What is no JSON, or no double."""
    tokens = [*(number.decode() for number in NUMBERS), "NaN", "-Infinity", "+1", ".5", "5.", "01", "0x1p3", "1e99999", "1e-99999", "1 2"]
    _replace(rng, _document(rng, scene), _is_number, lambda _: Literal(rng.choice(tokens)))


def missing(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    part = _object_in(rng, _document(rng, scene))
    for _ in range(rng.choice((1, 1, 2))):
        if part:
            del part[rng.choice(sorted(part))]


def _misspelt(rng: random.Random, key: str) -> str:
    place = rng.randrange(len(key) + 1)
    return rng.choice(
        (
            key[:place] + key[place + 1 :],
            key[:place] + rng.choice("aeE_ \n\0é") + key[place:],
            key[:place] + key[place : place + 2][::-1] + key[place + 2 :],
            key.upper(),
            key.capitalize(),
            "".join("_" + c.lower() if c.isupper() else c for c in key),
            key + "s",
            key * rng.choice((2, 30, 10_000)),
            rng.choice(_TEXTS),
        )
    )


def misspelt(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    part = _object_in(rng, _document(rng, scene))
    if part:
        key = rng.choice(sorted(part))
        part[_misspelt(rng, key)] = part.pop(key)


def repeated(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """A key that stands twice, with the same value or another."""
    document = _document(rng, scene)
    spot = _spot(rng, document, _is_object)
    if not spot:
        return
    members = Members(spot[0][spot[1]].items())
    key, value = rng.choice(members)
    members.insert(rng.randrange(len(members) + 1), (key, rng.choice((value, rng.choice(_OTHERS)))))
    spot[0][spot[1]] = members


def references(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Names and ids of what is not there, is there twice, or is something else."""
    document = _document(rng, scene)
    names = [item["name"] for item in _items(document, "materials", "shapes") if "name" in item]
    ids = [body.get("id", 0) for body in _items(document, "bodies", "walls")]

    def made(value: Any) -> Any:
        if isinstance(value, str):
            return rng.choice((*names, value + "x", value[:-1], rng.choice(_TEXTS)))
        return rng.choice((*ids, 0, 1, 7, -1, 2**63 - 1))

    for _ in range(rng.choice((1, 1, 3))):
        _replace(rng, document, lambda value: isinstance(value, (str, int)) and not isinstance(value, bool), made)


def units(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Numbers in another unit, here and there or everywhere."""
    factor, share = rng.choice(_FACTORS), rng.choice((0.3, 1.0))

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: changed(part) for key, part in value.items()}
        if isinstance(value, list):
            return [changed(part) for part in value]
        return value * factor if isinstance(value, float) and rng.random() < share else value

    for name in scene:
        scene[name] = changed(scene[name])


def lists(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Lists that are empty, too short, too long, or repeat an item."""

    def made(items: list) -> list:
        item = items[rng.randrange(len(items))] if items else 0
        return rng.choice(
            ([], items[:-1], items[1:], [*items, item], [item, *items], [*items, *items], items[::-1], [items], [item] * 9)
        )

    _replace(rng, _document(rng, scene), _is_list, made)


def nested(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Values within values."""
    depth = rng.choice((3, 90, 1100, 20_000, 100_000))
    begin, middle, end = rng.choice((("[", "", "]"), ("[", "1", "]"), ('{"a":', "1", "}"), ('[{"name":', '"x"', "}]"), ("[", "", "")))
    deep = Literal(begin * depth + middle + end * depth)
    document = _document(rng, scene)
    if rng.random() < 0.2:
        document[rng.choice(("comment", "deep", "bodies", "gravity"))] = deep
    else:
        _replace(rng, document, lambda _: True, lambda _: deep)


def exchanged(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Two values that stand in each other's place."""
    document = _document(rng, scene)
    first, second = _spot(rng, document), _spot(rng, document)
    if first and second:
        one, other = (copy.deepcopy(container[key]) for container, key in (first, second))
        first[0][first[1]], second[0][second[1]] = other, one


def foreign_key(rng: random.Random, scene: Documents, grammar: SceneGrammar) -> None:
    """A key that belongs to another kind of object."""
    _object_in(rng, _document(rng, scene))[rng.choice(grammar.keys())] = rng.choice(_OTHERS)


def words(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    for _ in range(rng.choice((1, 1, 3))):
        _replace(rng, _document(rng, scene), lambda value: isinstance(value, str), lambda _: rng.choice(_TEXTS))


Points, Triangles = list[list[float]], list[list[Any]]


def _without_one(rng: random.Random, _points: Points, triangles: Triangles, _size: float) -> None:
    triangles[:] = [triangle for triangle in triangles if rng.random() < 0.7]


def _turned(rng: random.Random, _points: Points, triangles: Triangles, _size: float) -> None:
    for triangle in triangles:
        if rng.random() < 0.5:
            triangle.reverse()


def _other_corner(rng: random.Random, points: Points, triangles: Triangles, _size: float) -> None:
    for triangle in triangles[:1]:
        triangle[rng.randrange(3)] = rng.choice((-1, 0, 1, len(points), 2**31, 2**63, 1.0))


def _doubled(rng: random.Random, points: Points, triangles: Triangles, size: float) -> None:
    """A second surface that the first one cuts, touches or does not meet."""
    shift, count = rng.choice((0, 0.1, 1, size)), len(points)
    triangles.extend([[corner + count for corner in triangle] for triangle in triangles])
    points.extend([[x + shift, y, z] for x, y, z in points])


def _repeated_triangle(_rng: random.Random, _points: Points, triangles: Triangles, _size: float) -> None:
    triangles.extend([list(triangle) for triangle in triangles[:1]])


def _moved_corner(rng: random.Random, points: Points, _triangles: Triangles, size: float) -> None:
    points[rng.randrange(len(points))] = [rng.choice((0, 1, size, -size)) for _ in range(3)]


def _scaled(rng: random.Random, points: Points, _triangles: Triangles, size: float) -> None:
    along = [rng.choice((1, size)) for _ in range(3)]
    points[:] = [[a * x for a, x in zip(along, point)] for point in points]


def _shifted(rng: random.Random, points: Points, _triangles: Triangles, size: float) -> None:
    by = [rng.choice((0, size)) for _ in range(3)]
    points[:] = [[x + d for x, d in zip(point, by)] for point in points]


_SURFACE_MISTAKES = (_without_one, _turned, _other_corner, _doubled, _repeated_triangle, _moved_corner, _scaled, _shifted)


def surfaces(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Listed surfaces that are open, turned over, flat, huge, or cut themselves."""
    document = scene["main.json"]
    shape = {"name": f"listed{rng.randrange(3)}", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}
    triangles = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    for _ in range(rng.choice((1, 1, 2, 3))):
        rng.choice(_SURFACE_MISTAKES)(rng, shape["points"], triangles, rng.choice((*_DOUBLES, 1.0, 1e-7)))
    _append(document, "shapes", {**shape, "triangles": triangles})
    for body in _items(document, "bodies")[:1]:
        body["shape"] = shape["name"]


def motions(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Motions that cannot be."""
    document = scene["main.json"]
    every = _items(document, "bodies", "walls")
    ids = [body.get("id", number) for number, body in enumerate(every)] or [0]
    for motion in _items(document, "motions"):
        changes = {
            "bodies": [[], ids, [ids[0]] * 2, [99]],
            "begin": [1e300, -1, 5],
            "end": [0, 1e-300, 1],
            "times": [[], [0], [1, 0], [0, 0], [0, 1, 2, 3, 4]],
            "axis": [[0, 0, 0], [1e-320, 0, 0], [1e300, 1e300, 1e300]],
            "angularSpeed": [1e300, 0],
            "frequency": [1e300, 1e9],
            "kind": ["rotaton", "", "removal", "translation"],
        }
        key = rng.choice(sorted(changes))
        motion[key] = rng.choice(changes[key])
    if every:
        rng.choice(every)["motion"] = rng.choice(("prescribed", "fixed", "dynamic", "Dynamic"))


def includes(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Files that include themselves, each other, what is not there, or what is no scene."""
    main = scene["main.json"]
    names = [*scene, "./part.json", "sub/../main.json", "gone.json", "cube.stl", *_NO_FILES]
    scene.setdefault("part.json", {"format": "talus-scene-1", "materials": [{"name": "included"}]})
    for document in (main, *([scene["part.json"]] if rng.random() < 0.6 else [])):
        _append(document, "include", *rng.choices([*names, "part.json", "part.json"], k=rng.choice((1, 1, 2, 3))))
    if rng.random() < 0.1:  # a long chain
        length = rng.choice((5, 400))
        for link in range(length):
            scene[f"link{link}.json"] = {"format": "talus-scene-1", "include": [f"link{link + 1}.json"] if link + 1 < length else []}
        _append(main, "include", "link0.json")


def mesh_files(rng: random.Random, scene: Documents, _grammar: SceneGrammar) -> None:
    """Surfaces that are not there, or no files."""
    names = (*MESH_FILES, "CUBE.STL", "gone.stl", "gone.abc", "main.json", "/dev/zero.stl", "a\0.stl", "\ud800.stl", *_NO_FILES)
    shape: dict[str, Any] = {"name": "from_file", "file": rng.choice(names)}
    if rng.random() < 0.3:
        shape["scale"] = rng.choice((*_DOUBLES, 0, -1, 2))
    _append(scene["main.json"], "shapes", shape)


# ---- Text and encoding ----


def broken_text(rng: random.Random, data: bytes) -> bytes:
    return mutated(rng, data, [data])


def encoded(rng: random.Random, data: bytes) -> bytes:
    """In another encoding, with a mark of byte order, with other line ends, or with bytes that are no text."""
    text = data.decode("utf-8", "surrogatepass")
    name = rng.choice(("lines", "bytes", "twice", "end", *_ENCODINGS))
    if name == "lines":
        return data.replace(b"\n", rng.choice((b"\r", b"\r\n", b"\x0b", b"\xe2\x80\xa8", b"\0")))
    if name == "bytes":
        place = rng.randrange(len(data))
        return data[:place] + rng.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\0", b"\x80")) + data[place:]
    if name == "twice":
        return data + rng.choice((b"", b"\n", codecs.BOM_UTF8)) + data
    if name == "end":
        return data + rng.choice((b"\0", b"\x1a", b"}", b"//", codecs.BOM_UTF8, b" " * 100_000))
    return text.encode(name, "replace")


#: By kind: changes of the documents
GRAMMAR = {
    "wrong type": wrong_type,
    "out of range": out_of_range,
    "no number": no_number,
    "missing key": missing,
    "misspelt key": misspelt,
    "foreign key": foreign_key,
    "repeated key": repeated,
    "references": references,
    "units": units,
    "lists": lists,
    "nesting": nested,
    "exchanged": exchanged,
    "texts": words,
    "surfaces": surfaces,
    "motions": motions,
    "includes": includes,
    "mesh files": mesh_files,
}
#: By kind: changes of the bytes
BYTES = {"broken text": broken_text, "encoding": encoded}


def text_of(value: Any, rng: random.Random) -> str:
    """A document as JSON, in one of the ways to write it. Floats keep their bits."""
    blank, line = rng.choice(((" ", "\n"), ("", ""), ("  ", "\r\n"), ("\t", "\n")))
    ascii_only = rng.random() < 0.5

    def scalar(part: Any) -> str:
        if isinstance(part, float) and not math.isfinite(part):
            return {math.inf: "1e999", -math.inf: "-1e999"}.get(part, "NaN")
        return json.dumps(part, ensure_ascii=ascii_only)

    def written(part: Any) -> str:
        if isinstance(part, Literal):
            return str(part)
        if isinstance(part, (dict, Members)):
            members = part.items() if isinstance(part, dict) else part
            return "{" + ("," + line).join(f"{scalar(key)}:{blank}{written(inner)}" for key, inner in members) + "}"
        if isinstance(part, list):
            return "[" + ("," + blank).join(map(written, part)) + "]"
        return scalar(part)

    return written(value) + line


def write_documents(scene: Documents, folder: Path, rng: random.Random, damage: Callable[[random.Random, bytes], bytes] | None) -> None:
    """Writes all files of a scene. :param damage: of the bytes of one"""
    victim = rng.choice(sorted(scene)) if rng.random() < 0.3 else "main.json"
    for name, document in scene.items():
        data = text_of(document, rng).encode("utf-8", "surrogatepass")
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(damage(rng, data) if damage and name == victim else data)
