"""STEP files: triangles near the faces of parts with known volumes, bodies and placements, damage, limits."""

import gzip
import math
import os
import random
import re
import select
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import step_files
from conftest import BUILD, one_error, run
from conftest import talus as command
from fuzz_mutations import mutated

import talus
from talus.io import step
from talus.io.geometry import coordinates_of, name_of

PROGRAM = BUILD / "libexec" / "talus" / "talus-step"
needs_step = pytest.mark.skipif(not PROGRAM.exists(), reason="Talus was built without OpenCASCADE")

PI = math.pi
#: Volume, mm³, and area, mm², of the parts of tests/step/make_parts.cpp
PARTS = {
    "box": (6, 22),
    "shell": (6, 22),
    "ball": (PI * 500 / 3, PI * 100),
    "torus": (PI**2 * 180, PI**2 * 120),
    "cone": (PI * 18, PI * (9 + 9 * math.sqrt(5))),
    "plate": (800 - PI * 16, 640 + PI * 8),
    "mirrored": (800 - PI * 16, 640 + PI * 8),
    "reversed": (800 - PI * 16, 640 + PI * 8),
    "far": (800 - PI * 16, 640 + PI * 8),
    "rounded": (648 + PI * (72 + 32 / 3), 216 + PI * 88),
    "hollow": (PI * 4 / 3 * (216 - 125), PI * 4 * (36 + 25)),
    "vase": (PI * 112 / 15, None),
    "assembly": (2 * (800 - PI * 16) + PI * 500 / 3, 2 * (640 + PI * 8) + PI * 100),
}


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    if not PROGRAM.exists():
        pytest.skip("Talus was built without OpenCASCADE")
    folder = tmp_path_factory.mktemp("parts")
    result = run(BUILD / "bin" / "make_parts", folder)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


def written(path, content):
    path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content)
    return path


# ---- Triangles ----


def test_inches_are_read_as_such(parts):
    """Whether the program that wrote the file scaled its coordinates, which OpenCASCADE 7.8 does not, they say."""
    text = (parts / "inches.step").read_text()
    assert "'INCH'" in text
    places = re.findall(r"CARTESIAN_POINT\('',\(([^,()]+),([^,()]+),([^,()]+)\)\)", text)
    edges = 25.4 * np.ptp(np.array(places, dtype=float), axis=0)
    found = talus.check(talus.read_step(parts / "inches.step"))
    assert found.closed and found.volume == pytest.approx(np.prod(edges), rel=1e-9)


@pytest.mark.parametrize("name, read", [("bolt M8", "bolt M8"), ("", ""), ("\\X2\\00E9\\X0\\crou", "écrou")])
def test_bodies_have_the_names_of_their_products(tmp_path, name, read):
    """And not of the assembly, whether it places them once or more often."""
    for placements in ([step_files.HERE], [step_files.HERE, step_files.BESIDE]):
        path = written(tmp_path / "a.step", step_files.cubes(placements, name=name))
        assert [name_of(body) for body in talus.read_step(path)] == [read] * len(placements)
    if read:
        assert talus.check_assembly(path).parts == (read, f"{read} (2)")


@pytest.mark.parametrize("name", PARTS)
def test_parts_are_closed_and_have_their_volume(parts, name):
    volume, area = PARTS[name]
    for options, tolerance in (({}, 0.004), ({"chord": 5e-5, "angle": 4}, 4e-4)):
        found = talus.check(talus.read_step(parts / f"{name}.step", **options))
        assert found.closed and found.oriented and found.manifold and not found.problem
        assert found.volume == pytest.approx(volume, rel=tolerance)
        assert area is None or found.area == pytest.approx(area, rel=tolerance)


@pytest.mark.parametrize("chord, angle", [(0.005, 30), (step.CHORD, step.ANGLE), (1e-4, 5)])
def test_triangles_are_near_the_faces(parts, chord, angle):
    """Distances from a torus around z with the radii 10 and 3: none at corners, about the chord or the angle's sagitta within."""
    (body,) = talus.read_step(parts / "torus.step", chord=chord, angle=angle)
    points, corners = talus.surfaces.triangles_of(body)
    assert np.abs(_from_torus(points)).max() < 1e-9
    inner = np.abs(_from_torus(points[corners].mean(axis=1)))
    diagonal = np.linalg.norm([26, 26, 6])
    assert inner.max() < 1.5 * chord * diagonal
    assert inner.max() > 0.05 * chord * diagonal, "far finer than asked for"


def _from_torus(points):
    return np.hypot(np.hypot(points[:, 0], points[:, 1]) - 10, points[:, 2]) - 3


def test_labels_are_those_of_the_curved_faces(parts):
    points = np.random.default_rng(1).uniform(-14, 14, (20_000, 3))
    distance = _from_torus(points)
    clear = np.abs(distance) > 0.03
    labels = talus.classify(points, parts / "torus.step")
    assert np.array_equal(labels.inside[clear], distance[clear] < 0) and 20 < (~clear).sum() < 200


# ---- Bodies and placements ----


def test_an_assembly_is_a_body_a_solid(parts):
    bodies = talus.read_bodies(parts / "assembly.step")
    masses = [talus.mass_properties(body) for body in bodies]
    plate, ball = 800 - PI * 16, PI * 500 / 3
    assert [mass.volume for mass in masses] == pytest.approx([plate, plate, ball], rel=4e-3)
    centre = talus.quaternion((1, 2, 3), math.degrees(0.7))
    turned = _turned(centre, np.array([10, 5, 2])) + [100, 0, 0]
    assert masses[1].centroid == pytest.approx(turned, abs=1e-3) and masses[2].centroid == pytest.approx([0, 50, 0], abs=1e-3)
    # The same part: the same triangles, elsewhere.
    assert bodies[0].GetNumberOfPolys() == bodies[1].GetNumberOfPolys()


def _turned(quaternion, vector):
    w, axis = quaternion[0], np.array(quaternion[1:])
    return vector + 2 * np.cross(axis, np.cross(axis, vector) + w * vector)


@needs_step
def test_a_file_of_another_writer(tmp_path):
    path = written(tmp_path / "a.STP", step_files.cubes([step_files.HERE, step_files.BESIDE]))
    boxes = [body.GetBounds() for body in talus.read_bodies(path)]
    assert boxes == [pytest.approx((0, 1, 0, 1, 0, 1)), pytest.approx((2, 3, 0, 1, 0, 1))]
    assert np.array_equal(coordinates_of(talus.read_bodies(path)[0]), np.unique(step_files.POINTS, axis=0))
    assert talus.contacts(str(path), halo=2).gap.min() == pytest.approx(1)


@needs_step
def test_lengths_are_converted_to_millimetres(tmp_path):
    path = written(tmp_path / "a.step", step_files.cubes(unit=step_files.METRE))
    assert talus.read_surface(path).GetBounds() == pytest.approx((0, 1000, 0, 1000, 0, 1000))


def test_a_face_is_an_open_surface(parts):
    found = talus.check(parts / "face.step")
    assert not found.closed and found.area == pytest.approx(6)


def test_packed(parts, tmp_path):
    path = written(tmp_path / "a.stp.gz", gzip.compress((parts / "box.step").read_bytes()))
    assert talus.mass_properties(path).volume == pytest.approx(6)


def test_commands_and_scenes(parts, tmp_path):
    result = command("check", parts / "plate.step")
    assert result.returncode == 0 and "Labels are exact" in result.stdout
    (tmp_path / "p.csv").write_text("x,y,z\n1,1,1\n10,5,2\n")  # in the plate, and in its hole
    result = command("classify", "--surface", parts / "plate.step", "--points", tmp_path / "p.csv", "--out", tmp_path / "o.csv")
    assert result.returncode == 0 and "1 inside, 0 on the surface, 1 outside" in result.stdout
    scene = talus.Scene()
    scene.material("glass", density=1000)
    scene.shape("box", parts / "box.step", scale=1e-3)
    scene.body("box", "glass")
    scene.write(tmp_path / "scene.json")  # which holds the triangles: ParaView reads no STEP
    bodies = talus.read_scene(tmp_path / "scene.json").GetPartition(0, 0)
    assert bodies.GetPointData().GetArray("Mass").GetValue(0) == pytest.approx(6e-6)


# ---- Errors ----

CUBES = step_files.cubes()
TWO = step_files.cubes([step_files.HERE, step_files.BESIDE])
# name: content, what the message must tell
BAD = {
    "empty": ("", "The file is empty"),
    "no STEP": ("solid cube", "it does not begin with 'ISO-10303-21'"),
    "truncated": (CUBES[: len(CUBES) // 2], "truncated"),
    "broken text": (CUBES.replace("= VERTEX_POINT", "= = VERTEX_POINT", 1), "its text is damaged: Undefined Parsing: Line 23"),
    "a lost placement": (TWO.replace("= NEXT_ASSEMBLY", "= = NEXT_ASSEMBLY", 1), "its text is damaged"),
    "a dangling reference": (TWO.replace("'1','','',#", "'1','','',#9", 1), "Unresolved Reference"),
    "two of one name": (CUBES.replace("#2 =", "#1 =", 1), "Ident defined"),
    "no shapes": (CUBES[: CUBES.index("#6 =")] + "ENDSEC;\nEND-ISO-10303-21;\n", "it has no shape"),
    "a solid without its shell": (CUBES.replace("MANIFOLD_SOLID_BREP('',#", "MANIFOLD_SOLID_BREP('',#1);#999=A(#"), "1 of its 1 solids"),
    "an unused solid": (CUBES.replace("REPRESENTATION('',(#148,#144)", "REPRESENTATION('',(#148)"), "belong to no product"),
}


@needs_step
@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_one_line(tmp_path, name):
    content, told = BAD[name]
    path = written(tmp_path / "a.step", content)
    assert told in (message := one_error(command("check", path))) and "a.step" in message


@needs_step
@pytest.mark.parametrize("options", [{"chord": 0}, {"chord": 0.2}, {"chord": "1"}, {"angle": 0}, {"angle": math.nan}])
def test_options_out_of_range(tmp_path, options):
    with pytest.raises(talus.TalusError, match="out of range"):
        talus.read_step(written(tmp_path / "a.step", CUBES), **options)


def test_read_step_reads_step(tmp_path):
    with pytest.raises(talus.TalusError, match="Choose from: step stp"):
        talus.read_step(written(tmp_path / "a.stl", "solid"))


def test_damaged_files_are_read_or_refused(parts, tmp_path, monkeypatch):
    monkeypatch.setattr(step, "LONGEST_SECONDS", 20.0)
    seeds = [path.read_bytes() for path in sorted(parts.glob("*.step"))] + [CUBES.encode()]
    rng, accepted, refused = random.Random(1), 0, set()
    for _ in range(200):
        path = written(tmp_path / "a.step", mutated(rng, rng.choice(seeds), seeds))
        try:
            talus.read_step(path)
            accepted += 1
        except talus.TalusError as error:
            refused.add(error.what)
    assert accepted > 20 and len(refused) > 20


# ---- The program and its limits ----


def as_program(monkeypatch, tmp_path, lines):
    path = written(tmp_path / "program", f"#!/bin/sh\n{lines}\n")
    path.chmod(0o755)
    monkeypatch.setattr(step, "_PROGRAM", path)
    return written(tmp_path / "a.step", CUBES)


@pytest.mark.parametrize(
    "lines, told",
    [
        ("kill -SEGV $$", r"OpenCASCADE crashed at the file \(signal 11\)"),
        ("exec sleep 60", r"OpenCASCADE did not finish within \d s"),
        ("cat >/dev/null; echo 'libTKMesh.so.7: cannot open' >&2; exit 127", "does not work: libTKMesh.so.7: cannot open"),
        ("exit 3", "does not work: no message"),
    ],
)
def test_a_program_that_fails_is_one_error(tmp_path, monkeypatch, lines, told):
    path = as_program(monkeypatch, tmp_path, lines)
    monkeypatch.setattr(step, "LONGEST_SECONDS", 1.0)
    with pytest.raises(talus.TalusError, match=told):
        talus.read_surface(path)


def test_without_the_component(tmp_path, monkeypatch):
    monkeypatch.setattr(step, "_PROGRAM", tmp_path / "nowhere")
    with pytest.raises(talus.TalusError, match="need the optional component talus-step .*Install the package talus-step"):
        talus.read_surface(written(tmp_path / "a.step", CUBES))


def test_too_many_triangles_are_refused(parts, monkeypatch):
    monkeypatch.setattr(step, "ALWAYS_ALLOWED", 16 << 20)
    assert talus.read_step(parts / "ball.step", chord=1e-4, angle=4)
    with pytest.raises(talus.TalusError, match="take more than 16 MiB|too little memory"):
        talus.read_step(parts / "ball.step", chord=2e-6, angle=1)


READ_SLOWLY = """
import sys, pathlib, talus
from talus.io import step
step._PROGRAM = pathlib.Path(sys.argv[1])
talus.read_surface(sys.argv[2])
"""


def test_an_interrupt_ends_the_program(tmp_path, monkeypatch):
    path = as_program(monkeypatch, tmp_path, f"echo $$ >{tmp_path}/pid; exec sleep 60")
    environment = {**os.environ, "PYTHONPATH": ":".join(sys.path)}
    reading = subprocess.Popen(
        [sys.executable, "-c", READ_SLOWLY, tmp_path / "program", path], stderr=subprocess.PIPE, text=True, env=environment
    )
    until = time.monotonic() + 30
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < until
        time.sleep(0.05)
    reading.send_signal(signal.SIGINT)
    _, said = reading.communicate(timeout=20)
    assert said.strip().endswith("KeyboardInterrupt")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@needs_step
def test_the_program_ends_with_its_parent():
    """Even if its input goes on."""
    reader, writer = os.pipe()
    parent = subprocess.Popen(
        [sys.executable, "-c", "import subprocess, sys; subprocess.run([*sys.argv[1:], '0.001', '0.3', '1000000000'])", PROGRAM],
        stdin=reader,
        stdout=subprocess.PIPE,
    )
    os.close(reader)
    time.sleep(1)
    parent.kill()
    parent.wait()
    assert select.select([parent.stdout], [], [], 10)[0] and parent.stdout.read() == b""
    parent.stdout.close()
    os.close(writer)


@needs_step
def test_a_full_disk_is_told(parts):
    with open("/dev/full", "wb") as full, open(parts / "box.step", "rb") as file:
        done = subprocess.run([PROGRAM, "0.001", "0.3", "1000000000"], stdin=file, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1 and done.stderr.endswith(b"refused: its triangles cannot be written\n")
