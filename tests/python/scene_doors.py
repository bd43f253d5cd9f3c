"""Everything that takes a scene file, and what must hold of it: all doors accept a scene, or all refuse it with the same line;
what is refused leaves nothing behind; what is accepted can be written, read and simulated.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import random
import re
from pathlib import Path
from typing import Any, Callable

import jsonschema
import numpy as np
from scene_grammar import schema
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkAbstractArray, vtkStringArray
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

import talus
from talus.cli import main
from talus.cli.options import option_words
from talus.cli.terminal import printable
from talus.messages import captured
from talus.scene_items import GENERATORS
from talus.option_tables import TIME_STEPPING
from talus.scene_data import scene_text
from talus.vtkmodules.TalusFilters import vtkTalusSceneReader

LONGEST_LINE = 2000  # letters of an error, beside the name of the file
_MOST_BODIES, _MOST_TRIANGLES, _MOST_NEAR = 8, 4000, 3  # bodies, triangles and near pairs of scenes that are simulated
_NUMBER = re.compile(r"-?\d[\d.]*(?:e[-+]?\d+)?")
_CONTACT = set(schema()["$defs"]["contact"]["properties"])
_VALIDATOR = jsonschema.Draft202012Validator(schema())


def enter(folder: Path, rng: random.Random, sound: bool) -> None:
    """Gives ``main.json`` in a folder to all doors.

    :param sound: the scene is known to be valid
    :raises talus.TalusError: as all doors refuse it
    :raises AssertionError: doors differ, or one leaves something behind
    """
    path = folder / "main.json"
    before = _listing(folder)
    error, scene = _read(path)
    assert not (sound and error), f"a sound scene is refused: {error}"
    assert len(error) < LONGEST_LINE + 3 * len(str(path)), f"a message of {len(error)} letters: {error[:300]}"
    _same(error, _by_filter(path), "the filter")
    _same(printable(error), _by_command("scene", "check", path), "talus scene check")
    if error:
        if rng.random() < 0.3:  # begins as the check does, and takes as long
            _same(printable(error), _by_command("simulate", path, "--out", folder / "run", "--end", "1e-9"), "talus simulate")
        assert _listing(folder) == before, "a refused scene leaves something behind"
    else:
        _valid_by_schema(folder)
        _round_trip(scene, folder)
    _build(path, error)
    if error:
        raise talus.TalusError(error)
    if _is_small(scene) and (sound or rng.random() < 0.5):
        _simulate(path, scene, rng)


def _listing(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


def _same(one: str, other: str, door: str) -> None:
    assert _words(one) == _words(other), f"{door} says {other!r}, the reader {one!r}"


def _words(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def _read(path: Path) -> tuple[str, vtkPartitionedDataSetCollection | None]:
    """The error, empty if there is none, and the scene."""
    try:
        return "", talus.read_scene(path)
    except talus.TalusError as error:
        return str(error), None


def _by_filter(path: Path) -> str:
    """The error of the filter, as ParaView runs it."""
    reader = vtkTalusSceneReader()
    reader.SetFileName(str(path))
    with captured(reader) as messages:
        reader.Update()
    assert len(messages.errors) <= 1, messages.errors
    assert bool(messages.errors) == (reader.GetOutputDataObject(0).GetNumberOfPartitionedDataSets() == 0)
    return str(messages.errors[0].error()) if messages.errors else ""


def _by_command(*words: object) -> str:
    """The error of a command, whose status is 0 or 2."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        status = main([str(word) for word in words])
    lines = said.getvalue().splitlines()
    errors = [line.removeprefix("talus: error: ") for line in lines if line.startswith("talus: error: ")]
    assert all(line.startswith(("talus: error: ", "talus: warning: ")) for line in lines), lines
    assert (status, len(errors)) in ((0, 0), (2, 1)), (status, lines)
    return errors[0] if errors else ""


def _valid_by_schema(folder: Path) -> None:
    """What the reader accepts, the schema does, too: editors show the same mistakes."""
    for fault in _VALIDATOR.iter_errors(_parsed(folder / "main.json")):
        raise AssertionError(f"the schema refuses what the reader accepts: {fault.json_path} {fault.message[:300]}")


def _parsed(path: Path) -> Any:
    return json.loads(path.read_bytes().decode("utf-8-sig"))


def _round_trip(scene: vtkPartitionedDataSetCollection, folder: Path) -> None:
    text = scene_text(scene)
    (folder / "copy.json").write_text(text, encoding="utf-8")
    talus.write(scene, folder / "copy.vtpc")
    for name in ("copy.json", "copy.vtpc"):
        again = talus.read_scene(folder / name)
        assert _contents(again) == _contents(scene), f"{name} is another scene"
        assert scene_text(again) == text, f"{name} is another text"
    talus.body_surfaces(scene)


def _contents(scene: vtkPartitionedDataSetCollection) -> list[tuple[str, Any]]:
    """Names and bits of all that a scene holds."""
    found: list[tuple[str, Any]] = []
    for number in range(scene.GetNumberOfPartitionedDataSets()):
        data = scene.GetPartition(number, 0)
        points = data.GetPoints()
        found.append((f"points {number}", vtk_to_numpy(points.GetData()).tobytes() if points else b""))
        found.append((f"cells {number}", vtk_to_numpy(data.GetPolys().GetConnectivityArray()).astype(np.int64).tobytes()))
        for attributes in (data.GetPointData(), data.GetFieldData()):
            for index in range(attributes.GetNumberOfArrays()):
                array = attributes.GetAbstractArray(index)
                found.append((f"{array.GetName()} {number}", _values(array)))
    return found


def _values(array: vtkAbstractArray) -> Any:
    if isinstance(array, vtkStringArray):
        return [array.GetValue(row) for row in range(array.GetNumberOfValues())]
    return vtk_to_numpy(array).tobytes()


# ---- The builder ----


class _NoWord(Exception):
    """The builder has no keyword for something in the document, or Python refuses the call."""


def _build(path: Path, error: str) -> None:
    """A scene of the same contents, built by the methods of talus.Scene, is accepted or refused alike."""
    target = path.with_name("built.json")
    try:
        scene = _built(path)
    except (_NoWord, ValueError, RecursionError) as refused:
        assert error or not isinstance(refused, talus.TalusError), f"talus.Scene refuses what the reader accepts: {refused}"
        return
    try:
        scene.write(target)
        said = ""
    except talus.TalusError as refused:
        said = str(refused)
        assert not target.exists(), "a refused scene is written"
    assert not list(path.parent.glob(".talus*")), "a temporary file is left"
    if any(words in error + said for words in ("This is not JSON", "not finite", "includes itself")):
        assert said and error, f"talus.Scene says {said!r}, the reader {error!r}"
    else:
        _same(error, said.replace(str(target), str(path)), "talus.Scene")


def _built(path: Path) -> talus.Scene:
    document = json.loads(path.read_bytes().decode("utf-8-sig"), object_pairs_hook=_once)
    if not isinstance(document, dict) or document.pop("format", None) != "talus-scene-1":
        raise _NoWord
    scene = talus.Scene()
    for key in ("$schema", "comment"):
        _text(document.pop(key, "")).encode()
    for name in _listed(document.pop("include", [])):
        scene.include(name)
    for key, add in _ADDED.items():
        for item in _listed(document.pop(key, [])):
            if not isinstance(item, dict):
                raise _NoWord
            add(scene, item)
    _call(scene.change_world, document)
    return scene


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise _NoWord
    return dict(pairs)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _NoWord
    return value


def _listed(value: Any) -> list:
    if not isinstance(value, list):
        raise _NoWord
    return value


def _call(method: Callable[..., Any], options: dict[str, Any]) -> None:
    """Keys as keywords of Python."""
    keywords = {re.sub("([A-Z])", lambda letter: "_" + letter[1].lower(), key): value for key, value in options.items()}
    if None in options.values() or any("_" in key for key in options):
        raise _NoWord
    try:
        inspect.signature(method).bind(**keywords)
    except TypeError:
        raise _NoWord from None
    method(**keywords)


def _add_material(scene: talus.Scene, item: dict[str, Any]) -> None:
    contact = item.pop("contact", {})
    if not isinstance(contact, dict) or _CONTACT & set(item):  # keywords of the same call
        raise _NoWord
    _call(scene.material, {**item, **contact})


def _add_pair(scene: talus.Scene, item: dict[str, Any]) -> None:
    contact, between = item.pop("contact", None), item.pop("between", None)
    if item or not isinstance(contact, dict) or not isinstance(between, list) or len(between) != 2:
        raise _NoWord
    _call(scene.pair, {"first": between[0], "second": between[1], **contact})


_MOVED = {
    "rotation": talus.Scene.rotate,
    "vibration": talus.Scene.vibrate,
    "translation": talus.Scene.translate,
    "translationTable": talus.Scene.translate_by_table,
    "rotationTable": talus.Scene.rotate_by_table,
    "removal": talus.Scene.remove,
}


def _add_motion(scene: talus.Scene, item: dict[str, Any]) -> None:
    kind = item.pop("kind", None)
    if not isinstance(kind, str) or kind not in _MOVED:
        raise _NoWord
    _call(_MOVED[kind].__get__(scene), item)


def _add_shape(scene: talus.Scene, item: dict[str, Any]) -> None:
    common = {key: item.pop(key) for key in ("name", "offset", "comment") if key in item}
    if "file" in item:
        made = talus.shapes.FileShape
    elif "generator" in item:
        name = item.pop("generator")
        if not isinstance(name, str) or name not in GENERATORS:
            raise _NoWord
        made = GENERATORS[name]
    else:
        made = talus.shapes.ListedShape
    _call(lambda **options: _call(scene.shape, {**common, "surface": made(**options)}), _keys(made, item))


def _keys(made: type, item: dict[str, Any]) -> dict[str, Any]:
    if not {re.sub("([A-Z])", lambda letter: "_" + letter[1].lower(), key) for key in item} <= set(made.keywords()):
        raise _NoWord
    return item


_ADDED: dict[str, Callable[[talus.Scene, dict[str, Any]], None]] = {
    "materials": _add_material,
    "pairs": _add_pair,
    "shapes": _add_shape,
    "bodies": lambda scene, item: _call(scene.body, item),
    "walls": lambda scene, item: _call(scene.wall, item),
    "motions": _add_motion,
}


# ---- Simulation ----


def _is_small(scene: vtkPartitionedDataSetCollection) -> bool:
    """Whether it has few bodies, these few triangles, and few lie within each other: else its start may take long."""
    triangles = [scene.GetPartition(1 + shape, 0).GetNumberOfPolys() for shape in _of_bodies(scene, "Shape")]
    if not 0 < len(triangles) <= _MOST_BODIES or sum(triangles) > _MOST_TRIANGLES:
        return False
    places, sizes = vtk_to_numpy(scene.GetPartition(0, 0).GetPoints().GetData()), _sizes(scene)
    with np.errstate(over="ignore", invalid="ignore"):
        near = [abs(places[i] - places[j]).max() <= sizes[i] + sizes[j] for i in range(len(sizes)) for j in range(i)]
    return sum(near) <= _MOST_NEAR


def _of_bodies(scene: vtkPartitionedDataSetCollection, name: str) -> np.ndarray:
    return vtk_to_numpy(scene.GetPartition(0, 0).GetPointData().GetArray(name))


def _sizes(scene: vtkPartitionedDataSetCollection) -> np.ndarray:
    boxes = [scene.GetPartition(1 + shape, 0).GetBounds() for shape in _of_bodies(scene, "Shape")]
    return np.array([max(np.subtract(box[1::2], box[::2])) for box in boxes]) * _of_bodies(scene, "Scale")


def _step(scene: vtkPartitionedDataSetCollection, rng: random.Random) -> float:
    """In which no body moves far, and few contacts swing: explosions and endless runs are bounded here."""
    sizes = _sizes(scene)
    field = scene.GetPartition(0, 0).GetFieldData()
    moved = field.GetAbstractArray("Motions")
    rows = [moved.GetValue(row) for row in range(moved.GetNumberOfValues())]
    greatest = max([0.0, *(abs(float(number)) for row in rows for number in _NUMBER.findall(row))])
    with np.errstate(over="ignore"):
        speeds = abs(_of_bodies(scene, "Velocity")).max(axis=1) + sizes * abs(_of_bodies(scene, "AngularVelocity")).max(axis=1)
        fastest = speeds.max() + greatest * (100 + greatest + sizes.max())  # a vibration has the product of two of its numbers
        gravity = abs(vtk_to_numpy(field.GetArray("Gravity"))).max()
        free = 1e-3 * min(sizes.min(), field.GetArray("Halo").GetValue(0) or np.inf)
        free_fall = (free / (gravity or 1)) ** 0.5
        return max(min(10 ** rng.uniform(-9, -6), free / (fastest or 1), free_fall, 1e4 * _swing(scene, sizes)), 1e-300)


def _swing(scene: vtkPartitionedDataSetCollection, sizes: np.ndarray) -> float:
    """About the shortest time in which a contact swings, s: of grains as light as atoms, as mistakes in units make them, far less than a step."""
    rows = scene.GetPartition(0, 0).GetFieldData().GetAbstractArray("Materials")
    materials = [json.loads(rows.GetValue(row)) for row in range(rows.GetNumberOfValues())]
    density = min((material["density"] for material in materials), default=1)
    young = max((material["young"] for material in materials), default=1)
    given = _of_bodies(scene, "Mass")
    masses = np.where(given > 0, given, density * sizes**3)
    return (masses.min() / (young * sizes.max())) ** 0.5


def _simulate(path: Path, scene: vtkPartitionedDataSetCollection, rng: random.Random) -> None:
    """A few steps, under any law and integrator. A scene may be refused, in one line; a run that begins can be read."""
    run = path.with_name("run")
    step = _step(scene, rng)
    words = ["simulate", path, "--out", run, "--quiet", "--end", 3 * step, "--every", step, "--time-step", step, "--threads", 1]
    words += ["--maximum-iterations", 20]
    for option in TIME_STEPPING:
        if option.type == "choice" and rng.random() < 0.5:
            words += option_words(option.name, rng.choice(list(option.words)))
        elif option.type == "flag" and rng.random() < 0.2:
            words += option_words(option.name, rng.random() < 0.5)
    if "IncrementalPotential" in words:  # the last one counts
        words += ["--law", "Barrier"]
    error = _by_command(*words)
    assert not list(run.rglob(".*")), f"parts of files are left: {list(run.rglob('.*'))}"
    if error and not (run / "run.pvd").exists():
        assert not run.exists() or not list(run.iterdir()), f"a refused run leaves {list(run.iterdir())}"
    else:
        talus.Scene.from_run(run).read()
