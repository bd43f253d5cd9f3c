"""Builds scene files. What is read of them is in ``scene_data``: this module needs no VTK."""

from __future__ import annotations

import json
import math
import os
import warnings
from fractions import Fraction
from typing import Any, Iterable, Sequence, Unpack

from numpy.typing import ArrayLike

from . import scene_items as items
from .degrees import cosine, sine
from .errors import TalusError, concerning
from .notebook import Answering, Layers, Rows, counted, joined, measured, vector
from .options import is_real
from .scene_items import (
    BodyOptions,
    Contact,
    ContactOptions,
    FileShape,
    ListedShape,
    Material,
    MaterialOptions,
    RotationOptions,
    RotationTableOptions,
    TranslationOptions,
    TranslationTableOptions,
    VibrationOptions,
    World,
    WorldOptions,
)
from .scene_values import PathLike, SceneItem, json_value

FORMAT = "talus-scene-1"
#: A SurfaceLike of :mod:`talus.surfaces`, whose types are VTK's, or what makes a shape
SurfaceLike = Any
Vector = Sequence[float]

_MESH_FILES = (".stl", ".obj", ".off", ".ply", ".vtp")  # a scene file may name them
_LAST_ID = 2**63 - 1
_DENSITY = 2500.0  # default density of a material


def quaternion(axis: Vector, degrees: float) -> list[float]:
    """The orientation w x y z of a rotation by an angle about an axis, by the right-hand rule.

    >>> talus.quaternion((0, 0, 2), 180)[3]
    1.0

    :raises TalusError: an axis of length 0, values that are not numbers
    """
    if not _are_finite(axis, 3) or not _are_finite([degrees], 1):
        raise TalusError(f"{axis!r} and {degrees!r} are not a valid axis and angle", "", "Give an axis x y z and an angle in degrees")
    length = math.hypot(*axis)
    if not 0 < length < math.inf:
        raise TalusError(f"The axis {tuple(axis)} has no length", "", "Give a vector other than 0 0 0")
    half = Fraction(float(degrees)) / 2
    s = sine(half)
    return [cosine(half), *(s * x / length for x in axis)]


def _are_finite(values: Any, count: int) -> bool:
    try:
        return len(values) == count and all(is_real(value) and math.isfinite(value) for value in values)
    except (TypeError, OverflowError):
        return False


class Scene(Answering):
    """Builds a scene file. Names of options are those of ``data/scene.schema.json`` with underscores.

    >>> from talus import shapes
    >>> scene = talus.Scene(gravity=(0, 0, -9.81))
    >>> scene.material("glass", density=2500, friction=0.3)
    >>> scene.shape("pebble", shapes.ConvexGrain(size=0.01, vertices=40))
    >>> scene.body("pebble", "glass", position=(0, 0, 0.1))
    >>> scene.write("scene.json")

    A value of a wrong kind is an error at once, which names the option; :meth:`write` validates the whole scene and gives the
    location of an error. :func:`talus.simulate` and similar functions accept a scene directly.

    {options}
    """

    def __init__(self, **options: Unpack[WorldOptions]) -> None:
        self._document: dict[str, Any] = {"format": FORMAT}
        given = {name: value for name, value in options.items() if value is not None}
        self._document |= World(**(World.defaults | given)).as_dict()
        self._next_id = 0

    def _answer(self) -> str:
        nouns = {"bodies": ("body", "bodies"), "walls": ("wall",), "shapes": ("shape",), "materials": ("material",),
                 "pairs": ("pair of materials", "pairs of materials"), "motions": ("motion",)}  # fmt: skip
        told = [counted(len(self._document[key]), *noun) for key, noun in nouns.items() if self._document.get(key)]
        files = [f"includes {name}" for name in self._document.get("include", [])]
        return joined(", ".join(told) or "empty", *files)

    def _rows(self) -> Rows:
        document = self._document
        names = [(key, ", ".join(str(item["name"]) for item in document.get(key, []))) for key in ("shapes", "materials")]
        bodies = [(key, counted(len(document[key]))) for key in ("bodies", "walls", "motions") if document.get(key)]
        return [*bodies, *names, ("gravity", f"{vector(document['gravity'])} m/s²"), ("halo", f"{measured(document['halo'])} m")]

    def _layers(self) -> Layers:
        from .drawing.still import layers_of

        return layers_of(self.read()) if self._document.get("bodies") or self._document.get("walls") else []

    @classmethod
    def from_run(cls, folder: PathLike, frame: int = -1) -> Scene:
        """A scene that starts from the state of a frame of a run, to continue with changed parameters.

        >>> scene = talus.Scene.from_run("run", frame=3)
        >>> scene.change_material("grain", friction=0.1)
        >>> last = list(talus.simulate(scene, end=0.01, every=0.01))[-1]

        Time starts again at 0. Prescribed motions continue from their positions, to rounding; bodies whose
        motions have ended are fixed. Bodies that touch press on each other from the start, so a settled bed
        stays settled (``starts_at_rest`` is False, except for frame 0). Under another contact law than the run's, whose
        forces would throw the bed apart, they start without contact forces and settle anew. If bodies lay flush when the
        run began, like the stones of an arch, forces at the start would drive them apart:
        ``scene.change_world(starts_at_rest=True)``. The contact history, for example the extension of tangential springs, is not kept: use --resume for an exact
        continuation. The scene refers to no file.

        :param folder: written by ``talus simulate``
        :param frame: 0 is the first, -1 the last
        :raises TalusError: no run, no such frame, a file that is missing or damaged
        """
        from .run_scene import scene_of_frame

        scene = cls()
        scene._document = scene_of_frame(folder, frame)
        for body in scene._document["bodies"]:
            scene._pass_id(body["id"])
        return scene

    def include(self, path: PathLike) -> None:
        """Includes another scene file, relative to this one. If it contains bodies, give ids to the bodies here: its
        ids are not read."""
        self._list("include").append(json_value("include", path, "path"))

    def material(self, name: str, **options: Unpack[MaterialOptions]) -> str:
        """A material, and the interaction of two bodies made of it.

        {options}
        :return: the name
        """
        self._list("materials").append(_material(name, options).as_dict())
        return name

    def change_material(self, name: str, **options: Unpack[MaterialOptions]) -> None:
        """Changes a material of this scene; omitted options are unchanged.

        A change of density scales the explicit masses of its bodies in proportion.

        {options}
        :raises TalusError: there is no such material here
        """
        materials = {item["name"]: item for item in self._list("materials")}
        changed = _material(name, options)
        if name not in materials:
            known = f"Choose from: {' '.join(materials)}" if materials else "Add it first"
            raise TalusError(f"There is no material '{name}'", "", known)
        item = materials[name]
        if changed.density is not None:
            self._change_masses(name, changed.density / item.get("density", _DENSITY))
        new = changed.as_dict()
        contact = {**item.get("contact", {}), **new.pop("contact", {})}
        item.update(new)
        if contact:
            item["contact"] = contact

    def _change_masses(self, material: str, factor: float) -> None:
        for body in (*self._list("bodies"), *self._list("walls")):
            if body["material"] == material and "mass" in body:
                body["mass"] *= factor

    def change_world(self, **options: Unpack[WorldOptions]) -> None:
        """Changes the environment of this scene; omitted options are unchanged.

        {options}
        """
        self._document.update(World(**options).as_dict())

    def pair(self, first: str, second: str, **options: Unpack[ContactOptions]) -> None:
        """The interaction of two different materials.

        {options}
        """
        between = [json_value("material", name, "name") for name in (first, second)]
        self._list("pairs").append({"between": between, "contact": Contact(**options).as_dict()})

    def shape(
        self,
        name: str,
        surface: SurfaceLike = None,
        *,
        scale: float | None = None,
        offset: Vector | None = None,
        comment: str | None = None,
        **old: Any,
    ) -> str:
        """A closed surface that bodies share: made by a generator, or given.

        >>> scene = talus.Scene()
        >>> scene.shape("grain", talus.shapes.ConvexGrain(size=0.01, vertices=40))
        'grain'

        :param surface: a generator of :mod:`talus.shapes`; or as for :func:`talus.check`: a file, VTK data, a pair of points
            and faces, an object with vertices and faces. The scene names STL, OBJ, OFF, PLY and VTP files, and keeps the
            surface of others
        :param scale: factor on all coordinates of a given surface or file
        :param offset: added to the position that the centre of mass has in the given mesh, m
        :param comment: ignored
        :param old: deprecated: ``generator`` and its options, ``file``, ``points`` and ``triangles`` instead of a surface
        :return: the name
        """
        where = {"offset": (offset, "vector"), "comment": (comment, "text")}
        with concerning(surface=str(name)):
            source = _source(surface, scale, old)
            told = {key: json_value(key, value, kind) for key, (value, kind) in where.items() if value is not None}
            self._list("shapes").append({"name": json_value("name", name, "shapeName"), **source.as_dict(), **told})
        return name

    def body(self, shape: str, material: str, **options: Unpack[BodyOptions]) -> int:
        """An instance of a shape; its orientation is a :func:`quaternion`.

        {options}
        :return: its id
        """
        return self._add("bodies", options)

    def wall(self, shape: str, material: str, **options: Unpack[BodyOptions]) -> int:
        """A body that is fixed unless ``motion`` says otherwise.

        {options}
        :return: its id
        """
        return self._add("walls", options)

    def rotate(
        self,
        bodies: Iterable[int],
        axis: Vector,
        angular_speed: float,
        centre: Vector = (0, 0, 0),
        **options: Unpack[RotationOptions],
    ) -> None:
        """Rotates prescribed bodies about an axis, rad/s, by the right-hand rule.

        {options}
        """
        self._move(items.Rotation, options)

    def vibrate(
        self,
        bodies: Iterable[int],
        direction: Vector,
        amplitude: float,
        frequency: float,
        phase: float = 0.0,
        **options: Unpack[VibrationOptions],
    ) -> None:
        """Oscillates prescribed bodies by amplitude · sin(2π frequency t + phase), t from ``begin``.

        {options}
        """
        self._move(items.Vibration, options)

    def translate(self, bodies: Iterable[int], velocity: Vector, **options: Unpack[TranslationOptions]) -> None:
        """Moves prescribed bodies at constant velocity, m/s.

        {options}
        """
        self._move(items.Translation, options)

    def translate_by_table(
        self,
        bodies: Iterable[int],
        times: ArrayLike,
        displacements: ArrayLike,
        **options: Unpack[TranslationTableOptions],
    ) -> None:
        """Moves prescribed bodies by a table, for example a measured vibration.

        >>> scene = talus.Scene()
        >>> scene.translate_by_table([7], times=[0, 0.1, 0.3], displacements=[(0, 0, 0), (0, 0, 0.01), (0, 0, 0)])

        :param times: (n,), s from ``begin``, ascending, at least two; the first and last rows apply before and
            after
        :param displacements: (n, 3), from the initial position, m; linear between rows
        {options}
        """
        self._move(items.TranslationTable, options)

    def rotate_by_table(
        self,
        bodies: Iterable[int],
        axis: Vector,
        times: ArrayLike,
        angles: ArrayLike,
        centre: Vector = (0, 0, 0),
        **options: Unpack[RotationTableOptions],
    ) -> None:
        """Rotates prescribed bodies about an axis by a table, for example a drum that starts and stops.

        :param times: as for :meth:`translate_by_table`
        :param angles: (n,), from the initial orientation, rad; linear between rows
        {options}
        """
        self._move(items.RotationTable, options)

    def remove(self, bodies: Iterable[int], time: float) -> None:
        """Removes bodies from the scene at a time, s."""
        self._move(items.Removal, {"bodies": bodies, "time": time})

    def as_dict(self) -> dict[str, Any]:
        """The contents of the scene file."""
        return self._document

    def write(self, path: PathLike) -> None:
        """Validates the scene and writes the scene file.

        :raises TalusError: the first mistake, with its JSON path; nothing is written then
        """
        from .scene_data import write_scene

        write_scene(self._json(json_value("path", path, "path")), path)

    def read(self) -> Any:
        """The scene as :func:`read_scene` returns it, a vtkPartitionedDataSetCollection. Its file names are relative to the current folder.

        :raises TalusError: as for :meth:`write`
        """
        from .scene_data import read_text

        return read_text(self._json("the scene"), "the scene")

    def _json(self, name: str) -> str:
        try:
            return _text(self._document)
        except ValueError:
            raise TalusError("A number of the scene is not finite", name, "Give finite numbers") from None

    def _list(self, key: str) -> list:
        return self._document.setdefault(key, [])

    def _add(self, key: str, options: BodyOptions) -> int:
        for required in ("shape", "material"):
            json_value(required, options[required], "name")
        number = json_value("id", self._next_id if options["id"] is None else options["id"], "id")
        with concerning(body=[number]):
            self._list(key).append(items.Body(**{**options, "id": number}).as_dict())
        self._pass_id(number)
        return number

    def _pass_id(self, number: int) -> None:
        """The next body that is given no id has a larger one, as in scene files; nothing is larger than the last one."""
        if number < _LAST_ID:
            self._next_id = max(self._next_id, number + 1)

    def _move(self, kind: type[SceneItem], options: dict[str, Any]) -> None:
        motion = kind(**options).as_dict()
        if motion.get("begin") == 0:
            del motion["begin"]
        self._list("motions").append(motion)


def _material(name: str, options: MaterialOptions) -> Material:
    contact = Contact(**{key: options[key] for key in Contact.keywords()})
    own = {key: value for key, value in options.items() if key not in Contact.keywords()}
    return Material(name=json_value("name", name, "text"), contact=contact, **own)


def _source(surface: SurfaceLike, scale: float | None, old: dict[str, Any]) -> SceneItem:
    """What makes a shape. :raises TalusError: nothing, or several things"""
    given = {key: value for key, value in old.items() if value is not None}
    if given:
        told = next((key for key in ("file", "points", "generator") if key in given), next(iter(given)))
        if surface is not None:
            raise TalusError(f"The shape is given by surface and {told}", "", "Give one of them")
        surface = _of_keywords(given)
    if surface is None:
        raise TalusError("The shape has no surface", "", "Give a surface, a file, or a generator of talus.shapes")
    if isinstance(surface, (FileShape, ListedShape)) or not isinstance(surface, SceneItem):
        return _scaled(surface, scale)
    if scale is not None:
        raise TalusError("A generator has no scale", "", "Give its size")
    return surface


def _of_keywords(given: dict[str, Any]) -> SceneItem:
    """The shape of keywords as before version 0.2."""
    if "generator" in given:
        name = json_value("generator", given.pop("generator"), "text")
        if name not in items.GENERATORS:
            raise TalusError(f"There is no generator '{name}'", "", f"Choose from: {', '.join(sorted(items.GENERATORS))}")
        kind = items.GENERATORS[name]
        instead = f"shapes.{kind.__name__}(...)"
    else:
        kind = FileShape if "file" in given else ListedShape
        instead = "the file's name" if "file" in given else "(points, triangles)"
    warnings.warn(f"Keywords of a shape are deprecated. Give {instead} as its surface", DeprecationWarning, stacklevel=4)
    return kind(**given)


def _scaled(surface: SurfaceLike, scale: float | None) -> SceneItem:
    """A given surface."""
    if isinstance(surface, FileShape):
        return FileShape(surface.file, surface.scale if scale is None else scale)
    if isinstance(surface, ListedShape) and scale is None:
        return surface
    if isinstance(surface, (str, os.PathLike)) and os.path.splitext(os.fspath(surface))[1].lower() in _MESH_FILES:
        return FileShape(surface, scale)
    from .surfaces import triangles_of

    points, triangles = triangles_of((surface.points, surface.triangles) if isinstance(surface, ListedShape) else surface)
    factor = 1.0 if scale is None else json_value("scale", scale, "number")
    return ListedShape(factor * points, triangles)


def _text(document: dict[str, Any]) -> str:
    """The document as JSON with one list item per line, so that many bodies stay readable."""

    def part(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return "[\n" + ",\n".join(f"  {json.dumps(item, allow_nan=False)}" for item in value) + "\n ]"
        return json.dumps(value, allow_nan=False)

    return "{\n" + ",\n".join(f' "{key}": {part(value)}' for key, value in document.items()) + "\n}\n"
