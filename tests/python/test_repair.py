"""talus.repair and `talus repair`: defects, sound surfaces, files, real meshes, wrong input."""

import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, one_error, talus as command

import talus
from talus.io.geometry import arrays_of
from talus.surfaces import as_surface, triangles_of

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
OPEN_CUBE = (CUBE_POINTS, CUBE_TRIANGLES[2:])


def assert_sound(found: talus.RepairResult) -> None:
    """The check of another call finds nothing in the result, and the volume that it says."""
    report = talus.check(found.surface)
    assert found.sound and report.sound and report.manifold, report.problem
    assert report.volume == found.volume > 0
    assert not found.problem and not found.warning


@pytest.mark.parametrize("name", ["bob_small.ply", "castalia.obj", "nasa_viper_wheel.obj", "spot.obj", "torus.stl"])
def test_a_sound_surface_comes_back_bit_for_bit(name):
    given = talus.read_surface(MESHES / name)
    found = talus.repair(MESHES / name)
    assert not found.changed and found.sound and found.steps == () and found.maximum_move == 0
    assert found.answer == "Sound: nothing to repair"
    for one, other in zip(triangles_of(given), triangles_of(found.surface)):
        assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", ["dem_hourglass_open.obj", "featuretype.stl", "multibody_misoriented.stl"])
def test_real_surfaces_become_sound(name):
    found = talus.repair(MESHES / name)
    assert_sound(found)
    assert found.changed and found.steps
    assert found.maximum_move <= 1e-6 * np.ptp(triangles_of(found.surface)[0])


def test_a_hole_is_closed_and_its_triangles_are_marked():
    found = talus.repair(OPEN_CUBE)
    assert_sound(found)
    assert found.volume == 1 and found.maximum_move == 0
    assert [(step.name, step.count, step.text) for step in found.steps] == [
        ("ClosedHoles", 1, "1 hole closed by 2 triangles")
    ]
    source = arrays_of(found.surface.GetCellData())["SourceCell"]
    assert sorted(source) == [-1, -1, *range(10)]
    assert "1 hole closed by 2 triangles" in found.answer and "no point of it moved" in found.answer


def test_bodies_that_overlap_become_one():
    both = (np.vstack([CUBE_POINTS, CUBE_POINTS + 0.5]), np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES + 8]))
    found = talus.repair(both)
    assert_sound(found)
    assert found.volume == 1.875


def test_options_leave_steps_away():
    with pytest.warns(talus.SurfaceWarning, match="Defects remain: 4 edges belong to only one triangle"):
        left = talus.repair(OPEN_CUBE, close_holes=False)
    assert not left.changed and not left.sound and left.problem
    with pytest.warns(talus.SurfaceWarning):
        small = talus.repair(OPEN_CUBE, maximum_hole=1.4)
    assert small.open_holes == 1 and not small.changed
    assert talus.repair(OPEN_CUBE, maximum_hole=1.5).sound


def test_the_check_names_the_step_that_mends():
    report = talus.check(MESHES / "featuretype.stl")
    (finding,) = (found for found in report.findings if found.defect == "BoundaryEdges")
    words = finding.repair.split()
    assert words[:4] == ["Surface", "Repair", "with", "Tolerance"] and words[4] in report.answer
    found = talus.repair(MESHES / "featuretype.stl", tolerance=float(words[4]))
    assert_sound(found)
    assert [step.name for step in found.steps] == ["MergedPoints"]
    assert found.surface.GetNumberOfPolys() == report.counts["Triangles"]


def test_the_number_of_threads_changes_nothing():
    def bits(threads):
        points, triangles = triangles_of(talus.repair(MESHES / "featuretype.stl", threads=threads).surface)
        return points.tobytes(), triangles.tobytes()

    assert bits(1) == bits(0)


@pytest.mark.filterwarnings("ignore::talus.SurfaceWarning")
def test_what_encloses_nothing_vanishes_with_a_word():
    found = talus.repair((np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])))
    assert found.surface.GetNumberOfPolys() == 0 and not found.sound
    assert "the surface encloses nothing" in found.answer


@pytest.mark.parametrize("option", ["tolerance", "maximum_hole", "smallest_shell"])
def test_a_negative_length_is_one_error(option):
    with pytest.raises(talus.TalusError, match="must be at least 0"):
        talus.repair(CUBE, **{option: -1.0})


# ---- Command line ----


def test_the_command_writes_the_result(tmp_path):
    talus.write_surface(as_surface(OPEN_CUBE), tmp_path / "open.vtp")
    out = tmp_path / "mended.vtp"
    result = command("repair", tmp_path / "open.vtp", "--out", out, "--json")
    assert result.returncode == 0, result
    found = json.loads(result.stdout)
    assert found["sound"] and found["changed"] and found["volume"] == 1
    assert found["steps"] == [{"name": "ClosedHoles", "count": 1, "text": "1 hole closed by 2 triangles"}]
    assert talus.check(out).volume == 1
    table = command("repair", tmp_path / "open.vtp").stdout
    assert "1 hole closed by 2 triangles" in table and "remains    nothing" in table


def test_the_command_says_what_remains(tmp_path):
    talus.write_surface(as_surface(OPEN_CUBE), tmp_path / "open.vtp")
    result = command("repair", tmp_path / "open.vtp", "--no-close-holes")
    assert result.returncode == 1 and "Defects remain" in result.stderr


def test_defects_that_single_precision_brings_back_are_told(tmp_path):
    result = command("repair", MESHES / "featuretype.stl", "--out", tmp_path / "rounded.stl")
    assert result.returncode == 1 and "single precision of STL" in result.stderr and "have no area" in result.stderr
    joined = command("repair", MESHES / "featuretype.stl", "--tolerance", "1e-6", "--out", tmp_path / "joined.stl")
    assert joined.returncode == 0 and not joined.stderr
    assert talus.check(tmp_path / "joined.stl").sound


def test_nothing_is_written_if_nothing_is_left(tmp_path):
    sheet = (np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]]))
    talus.write_surface(as_surface(sheet), tmp_path / "sheet.vtp")
    out = tmp_path / "out.vtp"
    assert "encloses nothing" in one_error(command("repair", tmp_path / "sheet.vtp", "--out", out))
    assert not out.exists()
    assert "missing.stl" in one_error(command("repair", tmp_path / "missing.stl"))
