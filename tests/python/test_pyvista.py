"""PyVista's objects in and out, and the gallery. Skipped where there is no PyVista: Debian has it from 13 on."""

import os
import sys

import numpy as np
import pytest
from conftest import SOURCE, colours, run

pv = pytest.importorskip("pyvista", reason="PyVista is not installed")

import talus  # noqa: E402
from talus.cli.screen import virtual_screen  # noqa: E402

GALLERY = SOURCE / "python" / "examples" / "pyvista"
SCRIPTS = {
    "inside": "45555 of 216000 points are inside",
    "check": "an opening of 36 edges",
    "contacts": "bodies 0 and 2 touch",
    "mass": "volume 0.667817",
    "voxels": "0.718258788 in voxels, 0.718258788 within the surface",
}


@pytest.fixture
def cube():
    return pv.Cube()  # six quads, each with points of its own


def test_any_data_set_gives_points_and_gets_labels(cube):
    image = pv.ImageData(dimensions=(5, 5, 5), spacing=(0.5,) * 3, origin=(-1, -1, -1))
    side = np.where(np.abs(image.points).max(axis=1) < 0.5, 1, np.where(np.abs(image.points).max(axis=1) == 0.5, 0, -1))
    for data in (image, image.cast_to_unstructured_grid(), image.cast_to_structured_grid(), pv.PolyData(image.points)):
        assert np.array_equal(talus.classify(data, cube).side, side)
        labelled = talus.Classifier(cube).label(data)
        assert type(labelled) is type(data) and np.array_equal(labelled["Side"], side)
        assert "Side" not in data.point_data


def test_blocks_stay_blocks(cube):
    blocks = pv.MultiBlock([pv.PolyData([(0.0, 0.0, 0.0)]), pv.PolyData([(2.0, 0.0, 0.0)])])
    labelled = talus.Classifier(cube).label(blocks)
    assert isinstance(labelled, pv.MultiBlock) and [block["Side"][0] for block in labelled] == [1, -1]


def test_any_form_of_a_surface(cube):
    points, flat = np.array(cube.points), np.array(cube.faces)
    has_faces = type("Mesh", (), {"vertices": points, "faces": flat.reshape(-1, 5)[:, 1:]})()
    grid = pv.ImageData(dimensions=(3, 3, 3), spacing=(0.5,) * 3, origin=(-0.5,) * 3)
    surfaces = [cube, cube.triangulate(), (points, flat), (points, flat.reshape(-1, 5)[:, 1:]), has_faces]
    for surface in (*surfaces, grid.cast_to_unstructured_grid(), grid.cast_to_structured_grid(), pv.MultiBlock([cube])):
        assert talus.mass_properties(surface).volume == pytest.approx(1, abs=1e-12)
        assert list(talus.classify([(0, 0, 0), (0.5, 0, 0), (1, 0, 0)], surface).side) == [1, 0, -1]


def test_pyvista_comes_out_where_it_came_in(cube):
    ball = pv.Sphere(center=(0.9, 0, 0))
    given = {
        "check": talus.check(cube).surface,
        "openings": talus.check(cube.remove_cells([0])).boundary,
        "mass": talus.mass_properties(cube).surface,
        "contacts": talus.contacts([cube, ball]).network,
        "contacts of blocks": talus.contacts(pv.MultiBlock([cube, ball])).network,
        "surrogates": talus.surrogates(ball).surface,
        "voxels": talus.voxelize(cube, count=4).data,
    }
    assert all(isinstance(data, pv.DataSet) for data in given.values()), given
    arrays = (np.array(cube.points), np.array(cube.faces))
    assert not isinstance(talus.check(arrays).surface, pv.DataSet)


def test_an_image_is_no_surface():
    with pytest.raises(talus.TalusError, match="Not a surface but image data"):
        talus.check(pv.ImageData(dimensions=(3, 3, 3)))


@pytest.mark.skipif(not hasattr(pv, "register_dataset_accessor"), reason="PyVista before 0.48 has no accessors")
def test_accessor(cube):
    ball = pv.Sphere(center=(0.9, 0, 0))
    assert cube.talus.check().closed
    assert cube.talus.mass_properties(density=2.0).mass == pytest.approx(2)
    assert list(cube.talus.classify([(0, 0, 0), (2, 0, 0)]).side) == [1, -1]
    assert list(cube.talus.label(pv.PolyData([(0.0, 0.0, 0.0)]))["Side"]) == [1]
    assert np.array_equal(cube.talus.contacts(ball, halo=0.01).gap, talus.contacts([cube, ball], halo=0.01).gap)
    assert cube.talus.voxelize(count=4).volume == pytest.approx(1)


def test_no_script_without_a_test():
    assert {path.stem for path in GALLERY.glob("*.py")} == set(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_gallery(name, tmp_path):
    picture = tmp_path / "picture.png"
    path = os.pathsep.join(filter(None, sys.path))
    with virtual_screen() as display:
        result = run("env", f"PYTHONPATH={path}", f"DISPLAY={display}", sys.executable, GALLERY / f"{name}.py", picture)
    assert result.returncode == 0 and SCRIPTS[name] in result.stdout, result.stderr
    assert colours(picture) > 100
