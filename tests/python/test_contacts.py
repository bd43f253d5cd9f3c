"""talus.contacts and `talus contacts`: known contacts, what is written, errors."""

import json

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, SOURCE, one_error, talus

import talus as package

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)


def moved(*shift: float):
    return (CUBE_POINTS + shift, CUBE_TRIANGLES)


def test_a_cube_on_a_cube():
    found = package.contacts([CUBE, moved(0.25, 0.25, 1.001)], halo=0.01)
    assert len(found) == 4 and found.warning == "" and found.halo == 0.01
    assert np.allclose(found.gap, 0.001) and np.allclose(found.depth, 0.019)
    assert np.allclose(found.normal, (0, 0, 1)) and found.area.sum() == pytest.approx(0.75**2)
    assert np.allclose(np.sort(found.points[:, 0]), (0.25, 0.25, 1, 1))
    assert found.pairs.tolist() == [[0, 1]] and found.pair_contacts.tolist() == [4]
    assert found.bodies.tolist() == [0, 1] and found.contact_count.tolist() == [4, 4]
    assert set(found.kind) == {package.ContactKind.MANIFOLD}
    assert found.network.GetNumberOfVerts() == 4 and found.network.GetNumberOfLines() == 1


def test_swapped_bodies_have_swapped_normals():
    there, back = (package.contacts(pair, halo=0.01) for pair in ([CUBE, moved(0, 0, 1)], [moved(0, 0, 1), CUBE]))
    assert np.allclose(there.normal[0], -back.normal[0])


def test_real_meshes_nested_and_apart():
    cow = package.read_surface(MESHES / "spot.obj")
    big = (CUBE_POINTS * 20 - 10, CUBE_TRIANGLES)
    far = (CUBE_POINTS + 100, CUBE_TRIANGLES)
    found = package.contacts([big, cow, far], halo=1e-3)
    assert found.pairs.tolist() == [[0, 1]]
    assert found.kind.tolist() == [package.ContactKind.CONTAINED]
    assert found.gap[0] < -8  # the nearest wall, and the cow's own length
    assert np.abs(found.normal[0]).max() == pytest.approx(1)


def test_merging_none_gives_every_pair_of_triangles():
    pair = [CUBE, moved(0.25, 0.25, 1.001)]
    every = package.contacts(pair, halo=0.01, merge="None", convex_manifold=False)
    merged = package.contacts(pair, halo=0.01, convex_manifold=False)
    assert len(every) > len(merged) >= 1
    assert (every.triangle_a >= 0).all() and every.triangle_a.max() < 12


def test_open_surface_warns():
    bowl = (CUBE_POINTS * 4 - 2, CUBE_TRIANGLES[2:])
    with pytest.warns(package.SurfaceWarning, match="undecided"):
        found = package.contacts([bowl, CUBE], halo=0.01)
    assert found.undecided_pairs == 1 and len(found) == 0


def test_progress_grows_to_the_end():
    seen = []
    package.contacts([MESHES / "spot.obj", MESHES / "torus.stl"], progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 1


@pytest.mark.parametrize("options, words", [
    ({"halo": -1.0}, "halo"),
    ({"halo": float("nan")}, "halo"),
    ({"merge": "Sum"}, "no way of merging 'Sum'"),
    ({"triangle_method": "Best"}, "no triangle method 'Best'"),
    ({"threads": -1}, "threads"),
])  # fmt: skip
def test_bad_options(options, words):
    with pytest.raises(package.TalusError, match=words):
        package.contacts([CUBE, CUBE], **options)


def test_bad_bodies():
    with pytest.raises(package.TalusError, match="no bodies"):
        package.contacts([])
    with pytest.raises(package.TalusError, match="surface 1"):
        package.contacts([CUBE, (CUBE_POINTS * np.nan, CUBE_TRIANGLES)])


# ---- Command line ----

SCENE = SOURCE / "data" / "scenes" / "rotating_drum.json"


def test_scene_on_the_command_line(tmp_path):
    for name in ("contacts.vtp", "contacts.csv", "contacts.npz", "all.vtpc"):
        result = talus("contacts", "--scene", SCENE, "--epsilon", 0.01, "--out", tmp_path / name)
        assert result.returncode == 0 and "touching pairs" in result.stdout, result
    table = np.genfromtxt(tmp_path / "contacts.csv", delimiter=",", names=True)
    found = package.contacts(SCENE, halo=0.01)
    assert len(found) == len(table) > 0
    assert np.array_equal(table["Gap"], found.gap) and np.array_equal(table["BodyA"], found.body_a)
    assert np.array_equal(np.load(tmp_path / "contacts.npz")["Depth"], found.depth)
    assert 100 in found.body_b  # the drum's id
    again = package.contacts(package.read_points(tmp_path / "all.vtpc"), halo=0.01)
    assert np.array_equal(again.gap, found.gap) and np.array_equal(again.points, found.points)


def test_surfaces_on_the_command_line_as_json():
    result = talus("contacts", "--surfaces", MESHES / "spot.obj", MESHES / "torus.stl", "--json")
    figures = json.loads(result.stdout)
    assert figures["bodies"] == 2 and figures["contacts"] == sum(p["contacts"] for p in figures["pairs"])


@pytest.mark.parametrize("arguments, words", [
    (["--surfaces", MESHES / "torus.stl", "--epsilon", "-1"], "halo"),
    (["--surfaces", MESHES / "torus.stl", MESHES / "spot.obj", "--epsilon", "1e9"], "halo"),
    (["--scene", "missing.json"], "missing.json"),
    (["--surfaces", "missing.stl"], "missing.stl"),
    (["--surfaces", MESHES / "torus.stl", "--out", "x.abc"], "abc"),
])  # fmt: skip
def test_one_error_on_the_command_line(arguments, words):
    assert words in one_error(talus("contacts", *arguments))
