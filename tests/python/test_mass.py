"""talus.mass_properties and `talus mass`: known bodies, the shapes of the results, errors."""

import csv
import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, one_error, talus

import talus as package

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)


def test_box_with_density():
    box = package.mass_properties((CUBE_POINTS * (1, 2, 3) + (1e6, 0, 0), CUBE_TRIANGLES), density=2.0)
    assert box.volume == pytest.approx(6, rel=1e-12) and box.mass == pytest.approx(12, rel=1e-12)
    assert np.allclose(box.centroid, (1e6 + 0.5, 1, 1.5), rtol=1e-15)
    assert np.allclose(box.inertia, np.diag((13, 10, 5)), rtol=1e-9, atol=1e-9)
    assert np.allclose(box.principal_moments, (5, 10, 13), rtol=1e-9)
    assert box.shells == 1 and box.cavities == box.corrected_shells == box.overlapping_shells == 0
    assert box.warning == "" and box.surface.GetNumberOfCells() == 12


def test_principal_axes_are_columns():
    rng = np.random.default_rng(3)
    rotation = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    rotation *= np.linalg.det(rotation)
    body = package.mass_properties((CUBE_POINTS * (1, 2, 3) @ rotation.T, CUBE_TRIANGLES))
    axes, moments = body.principal_axes, np.diag(body.principal_moments)
    assert np.allclose(axes @ moments @ axes.T, body.inertia, atol=1e-13)
    assert np.linalg.det(axes) == pytest.approx(1)
    assert abs(axes[:, 0] @ rotation[:, 2]) == pytest.approx(1)  # the long side turns most easily
    w, x, y, z = body.orientation
    assert np.allclose((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)), axes[:, 0])


def test_inside_out_is_corrected_with_a_warning():
    with pytest.warns(package.SurfaceWarning, match="faces inwards"):
        body = package.mass_properties((CUBE_POINTS, CUBE_TRIANGLES[:, ::-1]))
    assert body.volume == pytest.approx(1) and body.corrected_shells == 1


def test_hollow_cube():
    points = np.vstack([CUBE_POINTS, CUBE_POINTS / 2 + 0.25])
    body = package.mass_properties((points, np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES[:, ::-1] + 8])))
    assert body.volume == pytest.approx(7 / 8) and body.cavities == 1


@pytest.mark.parametrize("mesh, words, surface", [
    ((CUBE_POINTS, CUBE_TRIANGLES[1:]), "is open", "The surface"),
    ((CUBE_POINTS, np.vstack([CUBE_TRIANGLES[:1, ::-1], CUBE_TRIANGLES[1:]])), "orientation of parts of it differs", "The surface"),
    (MESHES / "featuretype.stl", "576 edges belong to only one triangle", f"The surface ({MESHES / 'featuretype.stl'})"),
    ((CUBE_POINTS * (1, 1, 0), CUBE_TRIANGLES), "encloses no volume", "The surface"),
    ((CUBE_POINTS, []), "no triangles", "The surface"),
    (([], []), "no triangles", ""),
])  # fmt: skip
def test_no_body_is_an_error(mesh, words, surface):
    with pytest.raises(package.TalusError, match=words) as told:
        package.mass_properties(mesh)
    assert told.value.surface == surface


def test_single_shell_that_cuts_itself():
    cow = package.read_surface(MESHES / "spot.obj")
    assert package.mass_properties(cow).warning == ""
    x, y, z = cow.GetPoint(100)
    cow.GetPoints().SetPoint(100, -2 * x, y, -z)  # a spike through the body
    with pytest.warns(package.SurfaceWarning, match="intersects or touches itself"):
        body = package.mass_properties(cow)
    assert body.shells == body.overlapping_shells == 1


def test_check_and_mass_agree_on_nested_shells():
    points = np.vstack([CUBE_POINTS * 4, CUBE_POINTS + 1])
    for inner in (CUBE_TRIANGLES, CUBE_TRIANGLES[:, ::-1]):
        surface = (points, np.vstack([CUBE_TRIANGLES, inner + 8]))
        report, body = package.check(surface), package.rigid_body.quietly(surface, {})
        assert report.volume == pytest.approx(body.volume) == pytest.approx(64 - 1)
        assert report.counts["MisdirectedShells"] == body.corrected_shells
        assert report.sound == (body.corrected_shells == 0)


def test_repeated_triangles_are_not_called_open():
    with pytest.raises(package.TalusError, match="closed except for duplicate triangles"):
        package.mass_properties((CUBE_POINTS, np.vstack([CUBE_TRIANGLES, CUBE_TRIANGLES[:1]])))


@pytest.mark.parametrize("density", [0, -1, float("nan")])
def test_density_must_be_positive(density):
    with pytest.raises(package.TalusError, match="density"):
        package.mass_properties(CUBE, density=density)


def test_command_prints_a_table(cube_stl):
    result = talus("mass", cube_stl, "--density", 6)
    assert result.returncode == 0 and not result.stderr
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["volume", "1"] in rows and ["mass", "6"] in rows
    assert ["centroid", "0.5", "0.5", "0.5"] in rows
    assert ["principal", "moments", "1", "1", "1"] in rows
    assert ["principal", "axes", "1", "0", "0"] in rows


def test_command_writes_json_and_csv(tmp_path, cube_stl):
    out = tmp_path / "bodies.csv"
    spot = MESHES / "spot.obj"
    result = talus("mass", cube_stl, spot, "--json", "--out", out)
    assert result.returncode == 0 and not result.stderr
    bodies = json.loads(result.stdout)
    assert [body["file"] for body in bodies] == [str(cube_stl), str(spot)]
    assert np.allclose(bodies[0]["inertia"], np.eye(3) / 6)
    assert bodies[1]["volume"] == pytest.approx(0.7182587880998647, rel=1e-12)
    with open(out, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["file"] for row in rows] == [str(cube_stl), str(spot)]
    assert float(rows[1]["inertia_01"]) == bodies[1]["inertia"][0][1]
    assert float(rows[1]["centroid_2"]) == bodies[1]["centroid"][2]


def test_command_warns_and_goes_on(tmp_path, cube_stl):
    broken = MESHES / "dem_hourglass_open.obj"
    result = talus("mass", cube_stl, broken, MESHES / "torus.stl")
    assert result.returncode == 1
    lines = result.stderr.splitlines()
    assert len(lines) == 2 and "is open" in lines[0] and broken.name in lines[0] and "1 of 3" in lines[1]
    assert result.stdout.count("\nvolume") == 2
    inverted = tmp_path / "inverted.obj"
    faces = "".join(f"f {c + 1} {b + 1} {a + 1}\n" for a, b, c in CUBE_TRIANGLES)
    inverted.write_text("".join(f"v {x} {y} {z}\n" for x, y, z in CUBE_POINTS) + faces)
    result = talus("mass", inverted, "--quiet")
    assert result.returncode == 0 and not result.stdout
    assert "warning: The surface (" in result.stderr and result.stderr.count("inverted.obj) faces inwards") == 1


def test_command_errors_are_one_line(tmp_path, cube_stl):
    assert "is open" in one_error(talus("mass", MESHES / "dem_hourglass_open.obj"))
    assert "density" in one_error(talus("mass", cube_stl, "--density", -2))
    assert "CSV" in one_error(talus("mass", cube_stl, "--out", tmp_path / "o.vtp"))
    assert "o.csv" in one_error(talus("mass", cube_stl, "--out", tmp_path / "none" / "o.csv"))
