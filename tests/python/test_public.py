"""What users see of the package: every public name is documented and typed, every example in a docstring runs, and
every wrong argument is a TalusError."""

import ast
import contextlib
import doctest
import importlib
import inspect
import io
import json
import shutil
import sys
import typing
from pathlib import Path

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, SOURCE, binary_stl, run

import talus
from talus import TalusError
from talus import measure as m
from talus.cli import main

MODULES = (talus, talus.measure, talus.scenarios)
POINTS = np.random.default_rng(1).uniform(-1, 1, (50, 3))
CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
SCENE = SOURCE / "data" / "scenes" / "shaken_table.json"
ONE_CONTACT = m.contact_network([0], [1], POINTS[:1], POINTS[:1])


def public():
    """Names and objects: functions, classes, and the methods and properties of classes."""
    for module in MODULES:
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isfunction(thing) or (inspect.isclass(thing) and thing.__module__.startswith("talus")):
                yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for part, value in vars(thing).items():
                    value = value.fget if isinstance(value, property) else value
                    if inspect.isfunction(value) and not part.startswith("_") and value.__module__.startswith("talus"):
                        yield f"{module.__name__}.{name}.{part}", value


PUBLIC = dict(public())


@pytest.mark.parametrize("name", PUBLIC)
def test_documented_and_typed(name):
    thing = PUBLIC[name]
    text = thing.__doc__ or ""
    assert len(text) > 10 and not text.startswith(thing.__name__ + "("), "no docstring"
    if inspect.isfunction(thing):
        signature = inspect.signature(thing)
        untyped = [p.name for p in signature.parameters.values() if p.annotation is p.empty and p.name != "self"]
        assert not untyped and signature.return_annotation is not signature.empty


#: Has keywords of earlier versions, which are deprecated
OLD = "talus.Scene.shape"


@pytest.mark.parametrize("name", sorted(set(PUBLIC) - {OLD}))
def test_signatures_name_all_keywords(name):
    function = PUBLIC[name]
    function = getattr(function, "__init__", function) if inspect.isclass(function) else function
    if inspect.isfunction(function) and function.__module__.startswith("talus"):
        assert not function.__code__.co_flags & inspect.CO_VARKEYWORDS and not hasattr(function, "__wrapped__")
        assert "{options}" not in (PUBLIC[name].__doc__ or "")


def test_no_module_hides_keywords():
    """Those of the accessor, which needs PyVista, as well; one function hands the properties of a panel on, one takes old
    keywords.
    """
    package, hidden = Path(talus.__file__).parent, set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.args.kwarg and not node.name.startswith("_"):
                hidden.add(f"{path.relative_to(package)}: {node.name}")
    assert hidden == {"pipeline/__init__.py: fill", "scene_builder.py: shape"}


def test_types_are_shipped():
    assert (SOURCE / "python" / "talus" / "py.typed").exists()
    assert (Path(talus.__file__).parent / "py.typed").exists()


def test_parts_are_reached_from_the_package():
    script = "import talus; print('scenarios' in dir(talus), talus.measure.solid_fraction([0.5], 0.1, [0, 1], 1), len(talus.scenarios.SCENARIOS))"
    found = [sys.executable, "-c", script]
    result = run("env", f"PYTHONPATH={':'.join(sys.path)}", *found)
    assert result.returncode == 0 and result.stdout.strip() == "True [0.1] 26", result.stderr
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        talus.nonsense


# ---- Examples ----


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the files that examples name."""
    folder = tmp_path_factory.mktemp("desk")
    for name, shift in (("body", 0), ("a", 0), ("b", 0.9), ("grain", 0), ("pebble", 0)):
        (folder / f"{name}.stl").write_bytes(binary_stl(CUBE_POINTS + shift, CUBE_TRIANGLES))
    (folder / "cloud.csv").write_text("x,y,z\n0.5,0.5,0.5\n2,2,2\n")
    shutil.copy(SCENE.parent / "scenarios" / "slope.json", folder / "scene.json")
    words = ["simulate", folder / "scene.json", "--out", folder / "run", "--end", "0.03", "--quiet"]
    assert main([str(word) for word in words]) == 0
    return folder


def examples():
    finder = doctest.DocTestFinder()
    modules = [module for name, module in list(sys.modules.items()) if name.split(".")[0] == "talus"]
    found = {test.name: test for module in modules for test in finder.find(module) if test.examples}
    return [pytest.param(test, id=name) for name, test in sorted(found.items())]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("test", examples())
def test_example(test, desk, monkeypatch):
    """Runs each line. What is said to come out comes out."""
    monkeypatch.chdir(desk)
    names = {"talus": talus, "np": np, "scenarios": talus.scenarios}
    for example in test.examples:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(example.source, test.name, "single"), names)
        if example.want:
            assert said.getvalue() == example.want


def test_there_are_examples():
    named = {parameter.id.rpartition(".")[2] for parameter in examples()}
    assert {"classify", "check", "contacts", "simulate", "place", "grain", "Scene", "mass_properties"} <= named


# ---- Wrong arguments ----

WRONG = {
    "one point": lambda: talus.classify([0, 0, 0], CUBE),
    "points in a plane": lambda: talus.classify(POINTS[:, :2], CUBE),
    "points that are words": lambda: talus.classify([["a", "b", "c"]], CUBE),
    "no points": lambda: talus.classify(None, CUBE),
    "ragged points": lambda: talus.classify([[1, 2, 3], [1, 2]], CUBE),
    "complex points": lambda: talus.classify(POINTS + 1j, CUBE),
    "points by a file name": lambda: talus.classify("cloud.vtp", CUBE),
    "no file": lambda: talus.classify(POINTS, "nowhere.stl"),
    "a folder": lambda: talus.classify(POINTS, SOURCE),
    "no surface": lambda: talus.classify(POINTS, None),
    "an array as surface": lambda: talus.classify(POINTS, POINTS),
    "a triangle beyond the points": lambda: talus.classify(POINTS, (POINTS, [[0, 1, 99]])),
    "ragged triangles": lambda: talus.classify(POINTS, (POINTS, [[0, 1, 2], [0, 1]])),
    "halves as triangles": lambda: talus.classify(POINTS, (POINTS, [[0, 1, 2.5]])),
    "a method's number": lambda: talus.classify(POINTS, CUBE, method=3),
    "a list as method": lambda: talus.classify(POINTS, CUBE, method=["Auto"]),
    "a word as tolerance": lambda: talus.classify(POINTS, CUBE, tolerance="small"),
    "a tolerance not a number": lambda: talus.classify(POINTS, CUBE, tolerance=float("nan")),
    "threads in words": lambda: talus.classify(POINTS, CUBE, threads="two"),
    "half a thread": lambda: talus.classify(POINTS, CUBE, threads=1.5),
    "too many threads": lambda: talus.classify(POINTS, CUBE, threads=10**12),
    "check None": lambda: talus.check(None),
    "check bytes": lambda: talus.check(b"cube.stl"),
    "density in words": lambda: talus.mass_properties(CUBE, density="heavy"),
    "contacts of None": lambda: talus.contacts(None),
    "contacts of a number": lambda: talus.contacts(3),
    "contacts of nothing": lambda: talus.contacts([]),
    "halo in words": lambda: talus.contacts([CUBE, CUBE], halo="1"),
    "simulate None": lambda: talus.simulate(None, end=1),
    "simulate a dictionary": lambda: talus.simulate({}, end=1),
    "simulate a mesh": lambda: talus.simulate(MESHES / "spot.obj", end=1),
    "end in words": lambda: talus.simulate(SCENE, end="2"),
    "integrators": lambda: talus.simulate(SCENE, end=1, integrator=["Gear"]),
    "a scene with a mistake": lambda: talus.simulate(talus.Scene(gravity=3), end=1),
    "branching in words": lambda: talus.surrogates(CUBE, branching="8"),
    "foam in words": lambda: talus.foam(triangles="many"),
    "no such grain": lambda: talus.grain(None),
    "axis in words": lambda: talus.quaternion("z", 30),
    "short axis": lambda: talus.quaternion((0, 1), 30),
    "angle not a number": lambda: talus.quaternion((0, 0, 1), float("nan")),
    "read_scene None": lambda: talus.read_scene(None),
    "read_surface None": lambda: talus.read_surface(None),
    "read_points None": lambda: talus.read_points(None),
    "write None": lambda: talus.write(None, "x.vtp"),
    "write nowhere": lambda: talus.write(talus.grain("Cube"), None),
    "write_surface None": lambda: talus.write_surface(None, "x.stl"),
    "body_surfaces None": lambda: talus.body_surfaces(None),
    "place nothing": lambda: talus.place([], count=3),
    "place in words": lambda: talus.place(CUBE, count="x"),
    "angle of a scenario in words": lambda: talus.scenarios.run("slope", angle="x"),
    "half a grain": lambda: talus.scenarios.build("hopper", grains=10.5),
    "heights in words": lambda: m.height_map([["a"] * 3], [1], [0, 1], [0, 1]),
    "ragged heights": lambda: m.solid_fraction([[1], [1, 2]], 1, [0, 1], 1),
    "area in words": lambda: m.solid_fraction(POINTS[:, 2], 1, [0, 1], "x"),
    "values of others": lambda: m.layer_means(POINTS[:, 2], [1, 2], 1, [0, 1]),
    "no plane": lambda: m.velocity_field(POINTS, POINTS, 1, [0, 1], [0, 1], plane=(0, 7)),
    "bodies in words": lambda: m.contact_network([0, 1], ["a", "b"], POINTS[:2], POINTS[:2]),
    "fabric of two": lambda: m.anisotropy([1, 2]),
    "no bins": lambda: m.force_distribution([1.0, 2], bins=0),
    "no volume": lambda: m.bulk_stress(np.zeros((2, 3, 3)), 0),
    "flat moments": lambda: m.greatest_stress(np.zeros((2, 3)), 1),
    "grains without places": lambda: m.grain_moments(ONE_CONTACT, [0, 1], POINTS[:1]),
}


# Values that are wrong for nearly every argument; where one is right, there is no error.
KINDS = {
    "None": None, "object": object(), "number": 3, "below 0": -7, "huge": 10**400, "fraction": 1.5, "NaN": float("nan"),
    "infinite": float("inf"), "text": "nowhere", "no text": "", "zero byte": "a\0b", "bytes": b"x", "list": [1, 2],
    "ragged": [[1], [1, 2]], "nothing": [], "dictionary": {}, "named": {"a": 1}, "set": {1}, "complex": 1j, "type": int,
    "array": np.zeros((2, 2)), "objects": np.array([None, 1], object), "texts": np.array(["a"]), "flag": True,
    "tuple": (1, 2, 3), "tuple of texts": ("a", "b", "c"), "nested": [[["a"]]], "whole": np.int64(2), "list of None": [None],
    "date": np.datetime64("2020-01-01"),
}  # fmt: skip


def pair_of_cubes():
    scene = talus.Scene()
    scene.material("m")
    scene.shape("cube", CUBE)
    scene.body("cube", "m")
    scene.body("cube", "m", position=(3, 0, 0))
    return scene


def methods_of_scene():
    given = {
        "include": {"path": "x.json"}, "material": {"name": "n"}, "change_material": {"name": "m"}, "change_world": {},
        "pair": {"first": "m", "second": "m"}, "shape": {"name": "n"}, "body": {"shape": "cube", "material": "m"},
        "wall": {"shape": "cube", "material": "m"}, "rotate": {"bodies": [0], "axis": (0, 0, 1), "angular_speed": 1},
        "vibrate": {"bodies": [0], "direction": (0, 0, 1), "amplitude": 1, "frequency": 1},
        "translate": {"bodies": [0], "velocity": (0, 0, 1)}, "remove": {"bodies": [0], "time": 1},
        "translate_by_table": {"bodies": [0], "times": [0, 1], "displacements": [(0, 0, 0)] * 2},
        "rotate_by_table": {"bodies": [0], "axis": (0, 0, 1), "times": [0, 1], "angles": [0, 1]}, "write": {"path": "s.json"},
    }  # fmt: skip
    for name, arguments in given.items():
        method = getattr(talus.Scene, name)
        yield f"Scene.{name}", (method, lambda method=method, **given: method(pair_of_cubes(), **given), arguments)


def calls():
    """By name: what has the parameters, what is called, and arguments with which it works."""
    classifier, contacts = talus.Classifier(CUBE), talus.ContactScene([CUBE, CUBE], halo=0.1)
    motion, block = talus.simulate(pair_of_cubes(), end=0.01), talus.grain("Cube")
    plain = [
        (talus.classify, {"points": POINTS, "surface": CUBE}), (talus.Classifier, {"surface": CUBE}),
        (classifier.classify, {"points": POINTS}), (classifier.label, {"data": block}), (classifier.prepare, {}),
        (talus.check, {"surface": CUBE}), (talus.mass_properties, {"surface": CUBE}),
        (talus.contacts, {"bodies": [CUBE, CUBE]}), (talus.ContactScene, {"bodies": [CUBE, CUBE]}),
        (contacts.set_pose, {"body": 0}), (contacts.set_poses, {}), (contacts.contacts, {}),
        (talus.voxelize, {"bodies": CUBE, "count": 3}), (talus.surrogates, {"surface": CUBE}),
        (talus.place, {"shapes": CUBE, "count": 2}), (talus.grain, {}), (talus.container, {}),
        (talus.foam, {"triangles": 2000}), (talus.simulate, {"scene": pair_of_cubes(), "end": 0.01}),
        (motion.completed, {"frames": 1}), (motion.frames, {}), (motion.save, {"path": "chk"}),
        (motion.save_ahead, {"path": "chk"}), (motion.load, {"path": "chk"}), (talus.read_scene, {"path": "x.json"}),
        (talus.body_surfaces, {"scene": pair_of_cubes()}), (talus.read_surface, {"path": "x.stl"}),
        (talus.read_points, {"path": "x.csv"}), (talus.read_bodies, {"path": "x.glb"}),
        (talus.write, {"data": block, "path": "o.vtp"}), (talus.write_surface, {"surface": CUBE, "path": "o.stl"}),
        (talus.times, {"series": "x.pvd"}), (talus.quaternion, {"axis": (0, 0, 1), "degrees": 3}), (talus.Scene, {}),
        (talus.Scene.from_run, {"folder": "x"}), (talus.open_run, {"folder": "x"}), (talus.scenarios.build, {"name": "slope"}),
        (talus.scenarios.options_of, {"name": "slope"}), (talus.scenarios.scenario, {"name": "slope"}),
        (talus.scenarios.sweep, {"name": "slope", "cases": []}), (talus.scenarios.trajectory, {"frames": []}),
    ]  # fmt: skip
    for function, arguments in plain:
        yield function.__qualname__, (function, function, arguments)
    for name in m.__all__:
        function = getattr(m, name)
        if inspect.isfunction(function):
            wanted = inspect.signature(function).parameters.values()
            arguments = {p.name: MEASURED.get(p.name, 1.0) for p in wanted if p.default is p.empty}
            yield f"measure.{name}", (function, function, arguments)
    yield from methods_of_scene()


MEASURED = {
    "heights": [0.5], "volumes": [0.1], "masses": [1.0], "edges": [0, 1], "positions": POINTS[:1], "velocities": POINTS[:1],
    "radii": [0.1], "times": [0, 1, 2.0], "values": [0, 1, 2.0], "points": POINTS[:8], "forces": POINTS[:1],
    "bodies": [0, 1], "network": ONE_CONTACT, "grains": [0, 1], "triangles": CUBE_TRIANGLES,
}  # fmt: skip
CALLS = dict(calls())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CALLS)
def test_values_of_all_kinds_are_right_or_told(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    described, function, arguments = CALLS[name]
    wrong = []
    for parameter, about in inspect.signature(described).parameters.items():
        for kind, value in KINDS.items():
            try:
                if parameter != "self" and about.kind is not about.VAR_KEYWORD:
                    function(**{**arguments, parameter: value})
            except TalusError:
                continue
            except Exception as error:
                wrong.append(f"{parameter}={kind}: {error!r}")
    assert not wrong


def test_an_error_is_a_value_error():
    with pytest.raises(ValueError, match="is not a surface"):
        talus.check(None)


def all_modules():
    """The modules of the package but those that need ParaView or PyVista, or that run a program."""
    package = Path(talus.__file__).parent
    for path in sorted(package.rglob("*.py")):
        name = ".".join(["talus", *path.relative_to(package).with_suffix("").parts]).removesuffix(".__init__")
        if name not in ("talus.__main__", "talus.pyvista_accessor"):
            yield name


@pytest.mark.parametrize("name", all_modules())
def test_annotations_name_what_is_there(name):
    module = importlib.import_module(name)
    things = [thing for thing in vars(module).values() if getattr(thing, "__module__", None) == name]
    parts = [part for thing in things if inspect.isclass(thing) for part in vars(thing).values()]
    parts = [getattr(part, "fget", None) or getattr(part, "__func__", part) for part in parts]
    for thing in (module, *things, *parts):
        written_here = inspect.isfunction(thing) and thing.__globals__ is vars(module)  # not made by NamedTuple
        if inspect.ismodule(thing) or inspect.isclass(thing) or written_here:
            typing.get_type_hints(thing)


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_are_told(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TalusError) as told:
        WRONG[case]()
    text = str(told.value)
    assert text.endswith(".") and "\n" not in text and "0x" not in text
    assert not list(tmp_path.iterdir()), "something was written"


RIGHT = {
    "lists": POINTS.tolist(),
    "single precision": POINTS.astype(np.float32),
    "not contiguous": np.asfortranarray(POINTS),
    "every other": np.repeat(POINTS, 2, axis=0)[::2],
    "read-only": np.broadcast_to(POINTS, POINTS.shape),
    "big-endian": POINTS.astype(">f8"),
}


@pytest.mark.parametrize("case", RIGHT)
def test_arrays_of_any_layout(case):
    expected = talus.classify(POINTS, CUBE).side
    assert (talus.classify(RIGHT[case], CUBE).side == expected).all()


def test_whole_numbers_and_nothing():
    assert talus.classify(np.array([[5, 5, 5], [0, 0, 0]]), CUBE).side.tolist() == [-1, 0]
    assert talus.classify([], CUBE).side.shape == talus.classify(np.empty((0, 3)), CUBE).side.shape == (0,)


def test_a_scene_needs_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "cube.stl").write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES))
    scene = talus.Scene()
    scene.material("glass", density=2500)
    scene.shape("cube", "meshes/cube.stl")
    scene.body("cube", "glass", position=(0, 0, 5))
    before = json.dumps(scene.as_dict())
    last = list(talus.simulate(scene, end=0.1, every=0.1))[-1]
    assert last.bodies.position[0, 2] == pytest.approx(5 - 9.81 * 0.1**2 / 2, abs=1e-6)
    assert talus.body_surfaces(scene).GetNumberOfPolys() == 12
    assert len(talus.contacts(scene)) == 0
    assert json.dumps(scene.as_dict()) == before
    scene.body("cone", "glass")
    with pytest.raises(TalusError, match="the scene.*cone|cone.*the scene"):
        talus.simulate(scene, end=1)
