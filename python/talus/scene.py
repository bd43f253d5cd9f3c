"""Scenes of rigid bodies: built here, written as JSON, read as VTK data."""

from __future__ import annotations

import json
import math
import os
import tempfile
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any, Callable, Iterable, Literal, Sequence, Union, Unpack

import numpy as np
from numpy.typing import ArrayLike
from vtkmodules.vtkCommonDataModel import (
    vtkCompositeDataSet,
    vtkDataObject,
    vtkPartitionedDataSetCollection,
    vtkPolyData,
    vtkUnstructuredGrid,
)

from .notebook import Answering, Layers, Rows, counted, joined, measured, vector
from .degrees import cosine, sine
from .errors import SurfaceWarning, TalusError
from .io import PathLike, as_path, ensure_writable, read_points
from .io.geometry import add_array, arrays_of, coordinates_of, point_cloud
from .io.json_text import parsed
from .io.output import writing
from .io.regular_file import content_of
from .messages import captured
from .option_tables import BODY_SURFACES, BodySurfacesOptions
from .options import configure, flag, is_real
from .progress import Progress, run
from .scene_values import ids, json_value
from .surfaces import SurfaceLike, as_surface, triangles_of
from .vtkmodules.TalusFilters import vtkTalusBodySurfaces, vtkTalusSceneReader

FORMAT = "talus-scene-1"
#: Extensions of files that hold scenes
SCENE_KINDS = (".json", ".vtpc")
Vector = Sequence[float]

_MESH_FILES = (".stl", ".obj", ".ply", ".vtp")  # a scene file may name them: ParaView reads them, too
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

    >>> scene = talus.Scene(gravity=(0, 0, -9.81))
    >>> scene.material("glass", density=2500, friction=0.3)
    >>> scene.shape("pebble", generator="convexGrain", size=0.01, vertices=40)
    >>> scene.body("pebble", "glass", position=(0, 0, 0.1))
    >>> scene.write("scene.json")

    A value of a wrong kind is an error at once, which names the option; :meth:`write` validates the whole scene and gives the
    location of an error. :func:`talus.simulate` and similar functions accept a scene directly.
    """

    def __init__(self, *, gravity: Vector = (0.0, 0.0, -9.81), halo: float = 0.0, starts_at_rest: bool = True) -> None:
        self._document: dict[str, Any] = {"format": FORMAT}
        self.change_world(gravity=gravity, halo=halo, starts_at_rest=starts_at_rest)
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
        scene._next_id = 1 + max((body["id"] for body in scene._document["bodies"]), default=-1)
        return scene

    def include(self, path: PathLike) -> None:
        """Includes another scene file, relative to this one. If it contains bodies, give ids to the bodies here: its
        ids are not read."""
        self._list("include").append(json_value("include", path))

    def material(
        self,
        name: str,
        *,
        density: float | None = None,
        young: float | None = None,
        poisson: float | None = None,
        restitution: float | None = None,
        friction: float | None = None,
        rolling_resistance: float | None = None,
        cohesion: float | None = None,
        stiffness: float | None = None,
    ) -> str:
        """A material, and the interaction of two bodies made of it. Omitted options have the defaults of
        ``data/scene.schema.json``.

        :param density: kg/m³
        :param young: Young's modulus, Pa
        :param poisson: Poisson's ratio
        :param restitution: 0 … 1, ratio of the speeds after and before an impact
        :param friction: Coulomb's coefficient
        :param rolling_resistance: moment / (force · radius)
        :param cohesion: Pa, the tensile strength of a contact: faces stick, points and edges hardly do
        :param stiffness: N/m, 0: from the moduli
        :return: the name
        """
        item: dict[str, Any] = {"name": json_value("name", name), **_camel({"density": density, "young": young, "poisson": poisson})}
        contact = _contact(restitution, friction, rolling_resistance, cohesion, stiffness)
        if contact:
            item["contact"] = contact
        self._list("materials").append(item)
        return name

    def change_material(
        self,
        name: str,
        *,
        density: float | None = None,
        young: float | None = None,
        poisson: float | None = None,
        restitution: float | None = None,
        friction: float | None = None,
        rolling_resistance: float | None = None,
        cohesion: float | None = None,
        stiffness: float | None = None,
    ) -> None:
        """Changes a material of this scene; options as for :meth:`material`, omitted ones are unchanged.

        A change of density scales the explicit masses of its bodies in proportion.

        :raises TalusError: there is no such material here
        """
        materials = {item["name"]: item for item in self._list("materials")}
        if json_value("name", name) not in materials:
            known = f"Choose from: {' '.join(materials)}" if materials else "Add it first"
            raise TalusError(f"There is no material '{name}'", "", known)
        item = materials[name]
        if density is not None:
            self._change_masses(name, json_value("density", density) / item.get("density", _DENSITY))
        item.update(_camel({"density": density, "young": young, "poisson": poisson}))
        contact = _contact(restitution, friction, rolling_resistance, cohesion, stiffness)
        if contact:
            item["contact"] = {**item.get("contact", {}), **contact}

    def _change_masses(self, material: str, factor: float) -> None:
        for body in (*self._list("bodies"), *self._list("walls")):
            if body["material"] == material and "mass" in body:
                body["mass"] *= factor

    def change_world(
        self, *, gravity: Vector | None = None, halo: float | None = None, starts_at_rest: bool | None = None
    ) -> None:
        """Changes gravity, m/s², or the halo, m, of this scene, or whether bodies that begin within each other's halos
        start without contact forces."""
        self._document.update(_camel({"gravity": gravity, "halo": halo, "starts_at_rest": starts_at_rest}))

    def pair(
        self,
        first: str,
        second: str,
        *,
        restitution: float | None = None,
        friction: float | None = None,
        rolling_resistance: float | None = None,
        cohesion: float | None = None,
        stiffness: float | None = None,
    ) -> None:
        """The interaction of two different materials; options as for :meth:`material`."""
        contact = _contact(restitution, friction, rolling_resistance, cohesion, stiffness)
        between = [json_value("material", name) for name in (first, second)]
        self._list("pairs").append({"between": between, "contact": contact})

    def shape(
        self,
        name: str,
        surface: SurfaceLike | None = None,
        *,
        file: PathLike | None = None,
        scale: float | None = None,
        points: ArrayLike | None = None,
        triangles: ArrayLike | int | None = None,
        generator: str | None = None,
        size: float | None = None,
        offset: Vector | None = None,
        comment: str | None = None,
        levels: int | None = None,
        semi_axes: Vector | None = None,
        vertices: int | None = None,
        irregularity: float | None = None,
        seed: int | None = None,
        bumpiness: float | None = None,
        octaves: int | None = None,
        stretch: float | None = None,
        outline: str | None = None,
        cells: int | None = None,
        strut_thickness: float | None = None,
        tunnels: int | None = None,
        tunnel_diameter: float | None = None,
        tortuosity: float | None = None,
        rounding: float | None = None,
        kind: str | None = None,
        extents: Vector | None = None,
        height: float | None = None,
        top_diameter: float | None = None,
        tube_diameter: float | None = None,
        sides: int | None = None,
        segments: int | None = None,
        thickness: float | None = None,
        depth: float | None = None,
        opening: float | None = None,
        slope: float | None = None,
        rail_height: float | None = None,
        cross_section: str | None = None,
    ) -> str:
        """A closed surface that bodies share: given as it is, from a file, from arrays, or made by a generator.

        :param surface: as for :func:`talus.check`: VTK data, a pair of points and faces, an object with vertices and
            faces; a file name is the same as ``file`` for its formats, and the scene keeps the surface of others
        :param file: STL, OBJ, OFF, PLY or VTP
        :param scale: factor on all coordinates of the surface or file
        :param points: (n, 3), the points of a surface given by arrays
        :param triangles: (m, 3), the triangles of a surface given by arrays; for a generator their number
        :param generator: sphere, convexGrain, bumpedSphere, foam, porousBlock, solid or container. Its options follow;
            ``data/scene.schema.json`` describes them
        :param size: diameter or edge, m
        :param offset: added to the position that the centre of mass has in the given mesh
        :return: the name
        """
        options = {key: value for key, value in locals().items() if key not in ("self", "name", "surface")}
        if surface is not None:
            options |= _given(surface, options)
        self._list("shapes").append({"name": json_value("name", name), **_camel(options)})
        return name

    def body(
        self,
        shape: str,
        material: str,
        *,
        position: Vector | None = None,
        origin: Vector | None = None,
        orientation: Vector | None = None,
        scale: float | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        mass: float | None = None,
        motion: Literal["dynamic", "fixed", "prescribed"] | None = None,
        id: int | None = None,
        comment: str | None = None,
    ) -> int:
        """An instance of a shape.

        :param position: of the centre of mass, m
        :param origin: of the coordinates of the given mesh, m, instead of position
        :param orientation: w x y z, see :func:`quaternion`
        :param scale: size relative to that of the shape
        :param velocity: m/s
        :param angular_velocity: rad/s
        :param mass: kg; density times volume if omitted
        :param motion: what moves it: forces, nothing, or the motions of this scene
        :param id: unique in the scene; the next free one if omitted
        :return: its id
        """
        return self._add("bodies", locals())

    def wall(
        self,
        shape: str,
        material: str,
        *,
        position: Vector | None = None,
        origin: Vector | None = None,
        orientation: Vector | None = None,
        scale: float | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        mass: float | None = None,
        motion: Literal["dynamic", "fixed", "prescribed"] | None = None,
        id: int | None = None,
        comment: str | None = None,
    ) -> int:
        """A body that is fixed unless ``motion`` says otherwise; options as for :meth:`body`. :return: its id"""
        return self._add("walls", locals())

    def rotate(
        self,
        bodies: Iterable[int],
        axis: Vector,
        angular_speed: float,
        centre: Vector = (0, 0, 0),
        *,
        begin: float = 0.0,
        end: float | None = None,
    ) -> None:
        """Rotates prescribed bodies about an axis, rad/s, by the right-hand rule.

        :param begin, end: start and end time of the motion, s. Before it bodies rest at the initial pose, after
            it at the final pose. None: it never ends.
        """
        self._move("rotation", bodies, begin, end, axis=axis, angular_speed=angular_speed, centre=centre)

    def vibrate(
        self,
        bodies: Iterable[int],
        direction: Vector,
        amplitude: float,
        frequency: float,
        phase: float = 0.0,
        *,
        begin: float = 0.0,
        end: float | None = None,
    ) -> None:
        """Oscillates prescribed bodies by amplitude · sin(2π frequency t + phase), t from ``begin``; see
        :meth:`rotate`."""
        options = {"direction": direction, "amplitude": amplitude, "frequency": frequency, "phase": phase}
        self._move("vibration", bodies, begin, end, **options)

    def translate(
        self, bodies: Iterable[int], velocity: Vector, *, begin: float = 0.0, end: float | None = None
    ) -> None:
        """Moves prescribed bodies at constant velocity, m/s; see :meth:`rotate`."""
        self._move("translation", bodies, begin, end, velocity=velocity)

    def translate_by_table(
        self,
        bodies: Iterable[int],
        times: ArrayLike,
        displacements: ArrayLike,
        *,
        begin: float = 0.0,
        end: float | None = None,
    ) -> None:
        """Moves prescribed bodies by a table, for example a measured vibration.

        >>> scene = talus.Scene()
        >>> scene.translate_by_table([7], times=[0, 0.1, 0.3], displacements=[(0, 0, 0), (0, 0, 0.01), (0, 0, 0)])

        :param times: (n,), s from ``begin``, ascending, at least two; the first and last rows apply before and
            after
        :param displacements: (n, 3), from the initial position, m; linear between rows
        :param begin, end: as for :meth:`rotate`
        """
        self._move("translationTable", bodies, begin, end, times=times, displacements=displacements)

    def rotate_by_table(
        self,
        bodies: Iterable[int],
        axis: Vector,
        times: ArrayLike,
        angles: ArrayLike,
        centre: Vector = (0, 0, 0),
        *,
        begin: float = 0.0,
        end: float | None = None,
    ) -> None:
        """Rotates prescribed bodies about an axis by a table, for example a drum that starts and stops.

        :param times: as for :meth:`translate_by_table`
        :param angles: (n,), from the initial orientation, rad; linear between rows
        :param begin, end: as for :meth:`rotate`
        """
        self._move("rotationTable", bodies, begin, end, axis=axis, centre=centre, times=times, angles=angles)

    def remove(self, bodies: Iterable[int], time: float) -> None:
        """Removes bodies from the scene at a time, s."""
        self._move("removal", bodies, time=time)

    def as_dict(self) -> dict[str, Any]:
        """The contents of the scene file."""
        return self._document

    def write(self, path: PathLike) -> None:
        """Validates the scene and writes the scene file.

        :raises TalusError: the first mistake, with its JSON path; nothing is written then
        """
        target = as_path(path)
        text = self._json(str(target))
        ensure_writable(target)
        trial = target.with_name(f".talus-{os.getpid()}.json")  # in the same folder, for relative file names
        try:
            with writing(target):
                trial.write_text(text, encoding="utf-8")
            read_scene(trial)
            with writing(target):
                trial.replace(target)
        except TalusError as error:
            raise TalusError(str(error).replace(str(trial), str(target))) from None
        finally:
            trial.unlink(missing_ok=True)

    def read(self) -> vtkPartitionedDataSetCollection:
        """The scene as :func:`read_scene` returns it. Its file names are relative to the current folder.

        :raises TalusError: as for :meth:`write`
        """
        whole = Scene()
        whole._document = dict(self._document)
        if "include" in whole._document:
            whole._document["include"] = [os.path.abspath(name) for name in self._document["include"]]
        files = [{"file": os.path.abspath(shape["file"])} if "file" in shape else {} for shape in self._list("shapes")]
        whole._document["shapes"] = [{**shape, **file} for shape, file in zip(self._list("shapes"), files)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scene.json"
            with writing(path, "Free disk space there, or name another folder by TMPDIR"):
                path.write_text(whole._json("the scene"), encoding="utf-8")
            try:
                return read_scene(path)
            except TalusError as error:
                raise TalusError(str(error).replace(str(path), "the scene")) from None

    def _json(self, name: str) -> str:
        try:
            return _text(self._document)
        except ValueError:
            raise TalusError("A number of the scene is not finite", name, "Give finite numbers") from None

    def _list(self, key: str) -> list:
        return self._document.setdefault(key, [])

    def _add(self, key: str, given: dict[str, Any]) -> int:
        options = {name: value for name, value in given.items() if name not in ("self", "id")}
        for required in ("shape", "material"):
            json_value(required, given[required])
        number = json_value("id", self._next_id if given["id"] is None else given["id"])
        self._list(key).append({"id": number, **_camel(options)})
        self._next_id = max(self._next_id, number + 1)
        return number

    def _move(
        self, kind: str, bodies: Iterable[int], begin: float = 0.0, end: float | None = None, **options: Any
    ) -> None:
        span = {"begin": None if json_value("begin", begin) == 0 else begin, "end": end}
        self._list("motions").append({"kind": kind, "bodies": ids(bodies), **_camel(options), **_camel(span)})


def read_scene(path: PathLike, *, progress: Progress | None = None) -> vtkPartitionedDataSetCollection:
    """Reads a scene file, JSON or .vtpc: the blocks Bodies and Shapes/<name>.

    >>> scene = talus.read_scene("scene.json")

    :warns SurfaceWarning: bytes in a mesh file that are ignored
    :raises TalusError: the first mistake, with its JSON path; an incomplete .vtpc
    """
    if as_path(path).suffix.lower() == ".vtpc":
        return _collection(path)
    reader = vtkTalusSceneReader()
    reader.SetFileName(os.fsencode(path))
    for warning in run(reader, progress).warnings:
        warnings.warn(warning, SurfaceWarning, stacklevel=2)
    scene = vtkPartitionedDataSetCollection()
    scene.ShallowCopy(reader.GetOutputDataObject(0))
    return scene


def scene_text(scene: vtkPartitionedDataSetCollection) -> str:
    """A scene as the text of a scene file that refers to no other file. Reading it gives the same scene, bit for bit.

    :raises TalusError: data that are not a scene
    """
    reader = vtkTalusSceneReader()
    return _told(reader, lambda: reader.TextOf(scene))


def _told(reader: vtkTalusSceneReader, call: Callable[[], str]) -> str:
    """:raises TalusError: the errors that the reader reports during the call"""
    with captured(reader) as messages:
        text = call()
    if messages.errors:
        raise messages.failure()
    return text


def mass_remarks(scene: vtkPartitionedDataSetCollection) -> list[str]:
    """A sentence for each shape whose surface intersects itself, so that common volume counts more than once.

    :raises TalusError: data that are not a scene
    """
    reader = vtkTalusSceneReader()
    return _told(reader, lambda: reader.MassRemarksOf(scene)).splitlines()


def length_remark(scene: vtkPartitionedDataSetCollection) -> str:
    """A hint if the scene seems to be in millimetres, otherwise empty.

    :raises TalusError: data that are not a scene
    """
    reader = vtkTalusSceneReader()
    return _told(reader, lambda: reader.LengthRemarkOf(scene))


def portable_text(path: PathLike, scene: vtkPartitionedDataSetCollection) -> bytes:
    """A scene file that refers to no other file: the file itself, or a new one with the contents of all its files.

    :param path: the file
    :param scene: as :func:`read_scene` reads it
    :raises TalusError: an unreadable file
    """
    path = as_path(path)
    if path.suffix.lower() != ".vtpc":
        text = content_of(path, "scene file")
        try:
            document = parsed(text)
        except ValueError:  # nested deeper than Python's recursion limit, which the filter does not have
            return scene_text(scene).encode()
        if not document.get("include") and not any("file" in shape for shape in document.get("shapes", ())):
            return text
    return scene_text(scene).encode()


def _collection(path: PathLike) -> vtkPartitionedDataSetCollection:
    scene = read_points(path)
    if not isinstance(scene, vtkPartitionedDataSetCollection):
        raise TalusError("This is not a scene", str(path), "Give a scene file, JSON or VTPC")
    return scene


#: A :class:`Scene`, a scene file (JSON, VTPC), or the result of :func:`read_scene`
SceneLike = Union[PathLike, vtkPartitionedDataSetCollection, Scene]


def as_scene(scene: SceneLike) -> vtkPartitionedDataSetCollection:
    """:raises TalusError: as for :func:`read_scene`; data that are not a scene"""
    if isinstance(scene, (str, os.PathLike)):
        return read_scene(scene)
    if isinstance(scene, Scene):
        return scene.read()
    if not isinstance(scene, vtkPartitionedDataSetCollection):
        raise TalusError(f"A value of type {type(scene).__name__} is not a scene", "", "Give a scene file, or a talus.Scene")
    return scene


def as_bodies(bodies: SceneLike | SurfaceLike | Sequence[SurfaceLike]) -> vtkDataObject:
    """A scene, its file, or surfaces, as input of a filter that accepts both.

    :raises TalusError: as for :func:`as_scene` and as_surface(); an empty list
    """
    named = isinstance(bodies, (str, os.PathLike))
    if isinstance(bodies, Scene) or (named and Path(bodies).suffix.lower() in SCENE_KINDS):
        return as_scene(bodies)
    if isinstance(bodies, list) and not bodies:
        raise TalusError("There are no surfaces", "", "Give at least one")
    return as_surface(bodies)


def _given(surface: SurfaceLike, options: dict[str, Any]) -> dict[str, Any]:
    """A surface as the options of a shape. :raises TalusError: others say what the shape is, too"""
    others = [key for key in ("file", "points", "triangles", "generator") if options[key] is not None]
    if others:
        raise TalusError(f"The shape is given by surface and {others[0]}", "", "Give one of them")
    if isinstance(surface, (str, os.PathLike)) and as_path(surface).suffix.lower() in _MESH_FILES:
        return {"file": surface}
    points, triangles = triangles_of(surface)
    scale = 1.0 if options["scale"] is None else options["scale"]
    return {"points": scale * points, "triangles": triangles, "scale": None}


def keep_bodies(scene: vtkPartitionedDataSetCollection, rows: np.ndarray) -> None:
    """Removes all bodies of a scene but those with these numbers, counted from 0."""
    every = block(scene, "Bodies")
    kept = point_cloud(coordinates_of(every)[rows])
    for name, values in arrays_of(every.GetPointData()).items():
        add_array(kept.GetPointData(), name, values[rows])
    kept.GetFieldData().ShallowCopy(every.GetFieldData())
    every.ShallowCopy(kept)


def shape_names(scene: vtkPartitionedDataSetCollection) -> list[str]:
    """The names of the shapes of a scene, in order: Shapes/<name> is block 1 + index."""
    names = (block_name(scene, i) for i in range(scene.GetNumberOfPartitionedDataSets()))
    return [name.removeprefix("Shapes/") for name in names if name.startswith("Shapes/")]


def block(scene: vtkPartitionedDataSetCollection, name: str) -> vtkPolyData:
    """The block of that name. Errors as for :func:`block_number`."""
    return scene.GetPartition(block_number(scene, name), 0)


def block_number(scene: vtkPartitionedDataSetCollection, name: str) -> int:
    """The index of the block with that name.

    :raises TalusError: there is none
    """
    for number in range(scene.GetNumberOfPartitionedDataSets()):
        if block_name(scene, number) == name:
            return number
    raise TalusError(f"The data has no block '{name}'", "", "Use the filter's output unchanged")


def block_name(scene: vtkPartitionedDataSetCollection, number: int) -> str:
    """The name of a block; empty if it has none."""
    return scene.GetMetaData(number).Get(vtkCompositeDataSet.NAME()) or ""


def set_block(scene: vtkPartitionedDataSetCollection, number: int, name: str, data: vtkPolyData) -> None:
    """Adds a block, or replaces it."""
    scene.SetPartition(number, 0, data)
    scene.GetMetaData(number).Set(vtkCompositeDataSet.NAME(), name)


def body_surfaces(
    scene: SceneLike,
    *,
    as_grid: bool = False,
    progress: Progress | None = None,
    **options: Unpack[BodySurfacesOptions],
) -> vtkPolyData | vtkUnstructuredGrid:
    """The bodies of a scene in their poses, as one surface with their arrays.

    >>> talus.write(talus.body_surfaces("scene.json"), "bodies.vtp")

    :param scene: a scene or its file
    :param as_grid: an unstructured grid instead of polygons, for VTU files
    {options}
    :param progress: called with the completed fraction
    :raises TalusError: data that are not a scene
    """
    filter_ = vtkTalusBodySurfaces()
    filter_.SetInputDataObject(as_scene(scene))
    configure(filter_, BODY_SURFACES, options)
    if flag("as_grid", as_grid):
        filter_.SetOutputType(vtkTalusBodySurfaces.UNSTRUCTURED_GRID)
    run(filter_, progress)
    surface = filter_.GetOutput().NewInstance()
    surface.ShallowCopy(filter_.GetOutput())
    return surface


def _text(document: dict[str, Any]) -> str:
    """The document as JSON with one list item per line, so that many bodies stay readable."""

    def part(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return "[\n" + ",\n".join(f"  {json.dumps(item, allow_nan=False)}" for item in value) + "\n ]"
        return json.dumps(value, allow_nan=False)

    return "{\n" + ",\n".join(f' "{key}": {part(value)}' for key, value in document.items()) + "\n}\n"


def _camel(options: dict[str, Any]) -> dict[str, Any]:
    """Keys in camel case, as in the file; values that JSON can hold. :raises TalusError: a value of another kind"""

    def camel(key: str) -> str:
        first, *others = key.split("_")
        return first + "".join(word.capitalize() for word in others)

    return {camel(key): json_value(key, value) for key, value in options.items() if value is not None}


def _contact(
    restitution: float | None,
    friction: float | None,
    rolling_resistance: float | None,
    cohesion: float | None,
    stiffness: float | None,
) -> dict[str, Any]:
    """The given options of the interaction of two materials."""
    return _camel(locals())
