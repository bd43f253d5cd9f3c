"""talus.check_assembly and `talus assembly`: verdicts in closed form, names, findings, files, wrong input, exit status."""

import csv
import json
import math
import re
import shutil
import subprocess

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, one_error, talus as command
from vtkmodules.vtkCommonDataModel import vtkCompositeDataSet, vtkMultiBlockDataSet

import talus
from talus.surfaces import as_polygons


def cube(edge: float, x: float = 0, y: float = 0, z: float = 0):
    return CUBE_POINTS * edge + (x, y, z), CUBE_TRIANGLES


PARTS = {"pin": cube(10), "plate": cube(10, 5), "foot": cube(4, 0, 0, 10), "far": cube(1, 30)}


@pytest.fixture
def files(tmp_path):
    for name, surface in PARTS.items():
        talus.write_surface(as_polygons(surface), tmp_path / f"{name}.stl")
    return [tmp_path / f"{name}.stl" for name in PARTS]


# ---- Verdicts in closed form ----


def test_parts_that_overlap_touch_and_are_apart():
    report = talus.check_assembly(PARTS)
    assert report.parts == tuple(PARTS) and not report.sound and len(report.pairs) == 6
    pair = report.pair("plate", "pin")
    assert pair is not None and pair.relation == talus.Relation.INTERFERING and pair.finding == talus.AssemblyFinding.INTERFERENCE
    assert pair.volume == 500 and pair.clearance == 0 and pair.centroid.tolist() == [7.5, 5, 5]
    assert pair.box.tolist() == [[5, 0, 0], [10, 10, 10]]
    assert pair.depth == pytest.approx(5, rel=1e-14) and pair.direction == pytest.approx((1, 0, 0)) and pair.depth_is_least
    assert talus.check(pair.overlap).volume == 500
    touching = report.pair("pin", "foot")
    assert touching.relation == talus.Relation.TOUCHING and touching.contact_area == pytest.approx(16, rel=1e-14)
    apart = report.pair("foot", "far")
    assert apart.relation == talus.Relation.APART and apart.clearance == pytest.approx(math.hypot(26, 9), rel=1e-15)
    assert np.linalg.norm(apart.points[1] - apart.points[0]) == pytest.approx(apart.clearance) and apart.features
    assert report.relation_pairs[talus.Relation.APART] == 4
    assert report.answer.startswith("1 finding in 4 parts · 1 pair overlaps, deepest 5 between pin and plate; 1 pair touches")


def test_walls_that_share_the_planes_of_their_sides():
    """IfcOpenShell#4594: two walls of 4 x 0.2 x 3 m that overlap by 50 mm."""
    wall = CUBE_POINTS * (4, 0.2, 3), CUBE_TRIANGLES
    report = talus.check_assembly({"a": wall, "b": (wall[0] + (3.95, 0, 0), CUBE_TRIANGLES)})
    assert report.pairs[0].volume == pytest.approx((4 - 3.95) * 0.2 * 3, rel=1e-14)


@pytest.mark.parametrize(
    "x, relation", [(1, "TOUCHING"), (1 + 1e-12, "APART"), (1 - 1e-12, "INTERFERING"), (0, "DUPLICATE")]
)
def test_one_trillionth_decides(x, relation):
    pair = talus.check_assembly({"a": cube(1), "b": cube(1, x)}).pairs[0]
    assert pair.relation.name == relation
    if relation == "INTERFERING":
        assert pair.volume == 1 - (1 - 1e-12)
        assert talus.check(pair.overlap).closed


def test_a_part_within_another_is_told_with_its_container():
    pair = talus.check_assembly({"inner": cube(1, 2, 2, 2), "outer": cube(10)}).pairs[0]
    assert pair.relation == talus.Relation.CONTAINED and pair.container == "outer" and pair.volume == 1
    assert pair.text.startswith("inner lies within outer: volume 1")


def test_many_parts_are_the_same_on_one_thread():
    random = np.random.default_rng(2)
    parts = {f"p{i}": cube(1, *random.uniform(0, 2.5, 3)) for i in range(12)}
    one, all_ = (talus.check_assembly(parts, threads=threads).to_json() for threads in (1, 0))
    assert one == all_ and one["relations"]["interfering"] > 3


# ---- What counts as a finding ----


def test_limits_ignored_and_expected_pairs():
    near = talus.check_assembly(PARTS, clearance_below=2)
    assert [pair.finding.name for pair in near.findings] == ["INTERFERENCE", "CLEARANCE"] and near.far_pairs == 3
    assert talus.check_assembly(PARTS, min_volume=501).sound
    assert talus.check_assembly(PARTS, ignore=[("p*", "p*")]).ignored_pairs == 1
    assert talus.check_assembly(PARTS, ignore="pin | plate").sound
    assert talus.check_assembly(PARTS, expect=[("plate", "pin", "interfering"), ("pin", "foot", "touching")]).sound
    wrong = talus.check_assembly(PARTS, expect=[("pin", "far", "touching"), ("pin", "plate", "any")], clearance_below=0.1)
    assert [pair.expected for pair in wrong.findings] == ["touching"]
    assert wrong.findings[0].text == "pin and far are apart, expected touching"


def test_names_with_letters_that_divide_rules_can_be_ignored():
    parts = {"a|b": cube(1), "c;d": cube(1, 0.5)}
    assert talus.check_assembly(parts, ignore=[("a|b", "c;d")]).ignored_pairs == 1


def test_without_overlaps_only_verdicts_are_found():
    pair = talus.check_assembly(PARTS, overlaps=False, depths=False).pairs[0]
    assert pair.relation == talus.Relation.INTERFERING and math.isnan(pair.volume) and pair.overlap is None and pair.depth == 0


# ---- Names of parts ----


def test_parts_are_named_by_blocks_and_files(files):
    blocks = vtkMultiBlockDataSet()
    for number, name in enumerate(("lid", "lid", None)):
        blocks.SetBlock(number, as_polygons(cube(1, 3 * number)))
        if name:
            blocks.GetMetaData(number).Set(vtkCompositeDataSet.NAME(), name)
    assert talus.check_assembly(blocks).parts == ("lid", "lid (2)", "part 2")
    assert talus.check_assembly([str(file) for file in files]).parts == tuple(PARTS)


def test_parts_of_a_gltf_scene_have_the_names_of_their_nodes(tmp_path):
    points, triangles = CUBE_POINTS.astype("<f4").tobytes(), CUBE_TRIANGLES.astype("<u4").tobytes()
    import base64

    data = base64.b64encode(points + triangles).decode()
    scene = {
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0, "name": "left"}, {"mesh": 0, "translation": [3, 0, 0]}],
        "meshes": [{"name": "cube", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5125, "count": 36, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": len(points)},
            {"buffer": 0, "byteOffset": len(points), "byteLength": len(triangles)},
        ],
        "buffers": [{"byteLength": len(points) + len(triangles), "uri": f"data:application/octet-stream;base64,{data}"}],
    }
    (tmp_path / "two.gltf").write_text(json.dumps(scene))
    report = talus.check_assembly(tmp_path / "two.gltf")
    assert report.parts == ("left", "cube") and report.pairs[0].clearance == 2


def test_shells_of_one_surface_are_parts_with_their_cavities():
    shells = [cube(10), (cube(4, 1, 1, 1)[0], CUBE_TRIANGLES[:, ::-1]), cube(1, 3, 3, 3), cube(2, 10, 0, 0)]
    points = np.concatenate([p for p, _ in shells])
    faces = np.concatenate([t + 8 * i for i, (_, t) in enumerate(shells)])
    report = talus.check_assembly({"all": (points, faces)}, shells=True)
    assert report.parts == ("all 0", "all 1", "all 2")
    assert [pair.relation.name for pair in report.pairs] == ["APART", "TOUCHING", "APART"]
    assert report.pairs[0].clearance == 1  # within the cavity


# ---- Wrong input ----


@pytest.mark.parametrize(
    "parts, options, message",
    [
        ({"a": cube(1)}, {}, "at least two parts, but there is one only"),
        ({"a": cube(1), "sheet": (CUBE_POINTS, CUBE_TRIANGLES[2:])}, {}, "sheet is not closed: 4 edges lack a neighbour"),
        ({"a": cube(1), "none": (np.empty((0, 3)), np.empty((0, 3), int))}, {}, "'none' has no triangles"),
        ({"a": cube(1), "b": cube(1)}, {"ignore": "a | nut"}, "Ignore names a part that does not exist: 'nut'"),
        ({"a": cube(1), "b": cube(1)}, {"expect": "a | b | glued"}, "unknown word: 'glued'"),
        ({"a": cube(1), "b": cube(1)}, {"clearance_below": -1}, "at least 0"),
    ],
)
def test_wrong_input_is_one_error(parts, options, message):
    with pytest.raises(talus.TalusError, match=message):
        talus.check_assembly(parts, **options)


def test_units_that_differ_are_told():
    with pytest.warns(talus.SurfaceWarning, match="may be given in different units"):
        talus.check_assembly({"metres": cube(0.05), "millimetres": cube(50, 1)})


# ---- The command ----


def test_the_command_writes_reports_and_exits_by_findings(files, tmp_path):
    out = [tmp_path / name for name in ("report.json", "report.csv", "overlaps.vtpc")]
    done = command("assembly", *files, "--out", *out)
    assert done.returncode == 1 and "interference  pin and plate interfere: volume 500" in done.stdout
    report = json.loads(out[0].read_text())
    assert report["format"] == "talus-assembly-1" and report["findings"] == 1 and len(report["pairs"]) == 6
    assert report["pairs"][0]["overlap"]["volume"] == 500 and report["pairs"][0]["place"] == [7.5, 5, 5]
    rows = list(csv.DictReader(out[1].open()))
    assert rows[0]["volume"] == "500.0" and rows[1]["contact_area"] == "16.0" and len(rows) == 6
    assert talus.check(talus.read_surface(out[2])).volume == 500
    assert command("assembly", *files, "--min-volume", "501").returncode == 0


def test_the_json_follows_its_schema(files):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((MESHES.parent / "assembly.schema.json").read_text())
    jsonschema.validate(json.loads(command("assembly", *files, "--json").stdout), schema)


def test_the_page_has_a_picture_for_each_finding(files, tmp_path):
    page = tmp_path / "report.html"
    assert command("assembly", *files, "--clearance-below", "2", "--out", page).returncode == 1
    text = page.read_text()
    assert text.count("<article>") == 2 and text.count("data:image/png;base64,iVBOR") == 3
    assert "pin and plate interfere: volume 500" in text and "http" not in text  # needs nothing else


def test_the_page_fits_a_phone(files, tmp_path):
    """Rows are cards there, whose values have the titles of their columns."""
    page = tmp_path / "report.html"
    long = tmp_path / f"{'plate_' * 15}.stl"
    shutil.copy(files[0], long)
    command("assembly", *files, long, "--out", page)
    text = page.read_text()
    cells = re.findall(r"<td[^>]*>", text)
    assert cells and all("data-title='" in cell for cell in cells)
    if chromium := shutil.which("chromium"):
        excess = "Math.max(...all.map(part => part.scrollWidth)) - document.documentElement.clientWidth"
        page.write_text(text + f"<script>const all = [...document.querySelectorAll('*')]; document.title = {excess}</script>")
        words = ["--headless", "--no-sandbox", "--window-size=390,800", "--dump-dom", page.as_uri()]
        shown = subprocess.run([chromium, *words], capture_output=True, text=True, timeout=60, check=False).stdout
        assert "<title>0</title>" in shown  # nothing is wider than the window


def test_expected_pairs_come_from_a_table(files, tmp_path):
    table = tmp_path / "fits.csv"
    table.write_text("# part,part,how\npin,plate,interfering\npin,foot\n")
    assert command("assembly", *files, "--expect", table).returncode == 0
    table.write_text("pin\n")
    assert "Row 1 is no pair: pin" in one_error(command("assembly", *files, "--expect", table))


@pytest.mark.parametrize(
    "words, message",
    [
        (["missing.stl"], "No such file"),
        (["--out", "report.pdf"], "'.pdf' is not the extension of a report"),
        (["--ignore", "pin|nut"], "names a part that does not exist: 'nut'"),
    ],
)
def test_bad_usage_is_one_error_and_nothing_is_written(files, tmp_path, words, message):
    target = tmp_path / "report.json"
    done = command("assembly", *files[:2], *words, *([] if "--out" in words else ["--out", target]))
    assert done.returncode == 2 and message in one_error(done) and not target.exists()


def test_one_part_is_an_error(files):
    assert "there is one only" in one_error(command("assembly", files[0]))


# ---- Motion ----

SLIDE = {"part": "slider", "times": [0, 0.5, 1], "displacements": [(0, 0, 0), (8.75, 0, 0), (0, 0, 0)]}
SLIDING = {"wall": (CUBE_POINTS * (1, 10, 10) + (10, -5, -5), CUBE_TRIANGLES), "slider": cube(1)}


def test_the_least_clearance_in_a_motion_is_proven():
    pair = talus.check_assembly(SLIDING, motion=[SLIDE], motion_accuracy=0.01).pairs[0]
    assert pair.clearance == 9 and pair.motion is not None and math.isnan(pair.motion.contact_time)
    assert pair.motion.least == pytest.approx(0.25, rel=0.01) and pair.motion.time == pytest.approx(0.5, abs=0.01)
    assert 0.9899 * 0.25 <= pair.motion.certified <= 0.25
    assert pair.to_json()["motion"]["contact_time"] is None


def test_a_contact_in_a_motion_is_a_finding():
    far = {**SLIDE, "displacements": [(0, 0, 0), (9.000001, 0, 0), (0, 0, 0)]}
    report = talus.check_assembly(SLIDING, motion=[far])
    assert [pair.finding.name for pair in report.findings] == ["COLLISION"]
    motion = report.pairs[0].motion
    assert motion.least == 0 and motion.contact_time == pytest.approx(0.5 * 9 / 9.000001, abs=1e-9)


def test_the_largest_overlap_in_a_motion_is_a_body():
    deep = {**SLIDE, "displacements": [[0, 0, 0], [9.25, 0, 0], [0, 0, 0]]}
    report = talus.check_assembly(SLIDING, motion=[deep])
    pair = report.pairs[0]
    assert pair.volume == 0 and pair.motion.volume == pytest.approx(0.25, rel=1e-12) and pair.motion.volume_time == 0.5
    assert 0.25 <= pair.motion.volume_certified <= 0.25 * 1.05
    assert talus.check(pair.overlap).volume == pytest.approx(0.25, rel=1e-12)
    assert pair.depth == pytest.approx(0.25, rel=1e-9) and np.allclose(pair.place, pair.centroid)
    told = pair.to_json()
    assert told["overlap"] is None and told["motion"]["overlap"]["volume"] == pair.motion.volume
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(report.to_json(), json.loads((MESHES.parent / "assembly.schema.json").read_text()))


def test_the_command_takes_motions(tmp_path):
    files = [tmp_path / f"{name}.stl" for name in SLIDING]
    for file, surface in zip(files, SLIDING.values()):
        talus.write_surface(as_polygons(surface), file)
    turn = tmp_path / "turn.json"
    turn.write_text(json.dumps({"motions": [SLIDE]}))
    done = command("assembly", *files, "--motion", turn, "--clearance-below", "0.3", "--json")
    assert done.returncode == 1 and json.loads(done.stdout)["pairs"][0]["finding"] == "clearance"
    turn.write_text(json.dumps({"motions": [{**SLIDE, "part": "nut"}]}))
    assert "No part has the name 'nut'" in one_error(command("assembly", *files, "--motion", turn))
    assert "No such file" in one_error(command("assembly", *files, "--motion", tmp_path / "none.json"))
