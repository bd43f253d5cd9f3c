"""Every example runs and says what it should."""

import re

import numpy as np
import pytest
from conftest import BUILD, SOURCE, colours, needs_paraview, pixels, run, shown, talus, unlike

import talus as package
from talus.cli.screen import virtual_screen
from talus.io.geometry import coordinates_of

EXAMPLES = SOURCE / "python" / "examples"
PICTURES = SOURCE / "data" / "pictures"
ENV = BUILD / "bin" / "talus-env"


def test_no_example_without_a_test():
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    assert names == {
        "beverloo",
        "classify_cloud",
        "clogging",
        "contact_network",
        "falling_grains",
        "load_state",
        "make_cloud",
        "pipeline",
        "place_grains",
        "platonic_packings",
        "render",
        "repose_angles",
        "show_scene",
        "slide_on_a_slope",
        "surrogate_levels",
    }


def test_classify_cloud(tmp_path):
    result = run(ENV, "/usr/bin/python3", EXAMPLES / "classify_cloud.py", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    exact = float(re.search(r"volume ([\d.]+)\.", result.stdout).group(1))
    estimate = float(re.search(r"makes ([\d.]+)", result.stdout).group(1))
    assert abs(estimate / exact - 1) < 0.03


@needs_paraview
def test_pipeline(tmp_path):
    result = run(ENV, "pvpython", EXAMPLES / "pipeline.py", tmp_path / "inside.vtu", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    cells = package.read_points(tmp_path / "inside.vtu").GetNumberOfCells()
    assert abs(cells * 1e-3 / 4.918 - 1) < 0.05


def test_make_cloud_makes_the_cloud_of_data(tmp_path):
    surface, cloud = SOURCE / "data" / "meshes" / "spot.obj", SOURCE / "data" / "points" / "spot_cloud.vtp"
    result = run(ENV, "/usr/bin/python3", EXAMPLES / "make_cloud.py", surface, 10_000, tmp_path / "c.vtp")
    assert result.returncode == 0, result.stderr
    made, stored = (coordinates_of(package.read_points(path)) for path in (tmp_path / "c.vtp", cloud))
    assert np.array_equal(made, stored)


def test_slide_on_a_slope(tmp_path):
    result = run(ENV, "/usr/bin/python3", EXAMPLES / "slide_on_a_slope.py", 0.4, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    rows = [[float(word) for word in line.replace("°", "").split()] for line in result.stdout.splitlines()[1:]]
    for angle, measured, coulomb in rows:
        steep = np.radians(angle)
        assert coulomb == pytest.approx(max(0.0, 9.81 * (np.sin(steep) - 0.4 * np.cos(steep))), abs=1e-4)
        assert measured == pytest.approx(coulomb, abs=1e-2)
    assert len(rows) == 4


def told_of_sweep(name, words, folder):
    """What an example that runs scenarios prints; it draws a picture."""
    picture = folder / "p.png"
    result = run(ENV, "/usr/bin/python3", EXAMPLES / f"{name}.py", picture, *words.split(), cwd=folder)
    assert result.returncode == 0, result.stderr
    assert colours(picture) > 20
    return result.stdout


def test_repose_angles(tmp_path):
    told = told_of_sweep("repose_angles", "grains=12 diameter=6 turns=0.16 --friction 0.2 --shapes spheres", tmp_path)
    assert re.fullmatch(r"(spheres µ = 0.2: Θ[rm] [\d.]+ ± 0.0°\n){2}", told)


def test_repose_angles_of_walls(tmp_path):
    told = told_of_sweep("repose_angles", "grains=50 width=3 depth=3 --scenario repose-wall --friction 0.2 --shapes spheres", tmp_path)
    assert re.fullmatch(r"spheres µ = 0.2: Θr (nan ± nan|[\d.]+ ± 0.0)°\n", told)  # so few grains may make no heap


def test_beverloo(tmp_path):
    told = told_of_sweep("beverloo", "--openings 3.5 4.5 --seeds 1 --grains 60 --width 6 --emptied 0.7", tmp_path)
    rates = [float(rate) for rate in re.findall(r"([\d.]+) grains a second", told)]
    assert len(rates) == 2 and 0 < rates[0] < rates[1]
    assert len(re.findall(r"k = [\d.]+: exponent [\d.]+", told)) == 3


def test_clogging(tmp_path):
    told = told_of_sweep("clogging", "--openings 0.8 5 --seeds 1 --grains 20 --width 6", tmp_path)
    assert "opening 0.8 d: clogs in 100% of 1" in told
    assert "opening 5 d: clogs in 0% of 1" in told


def test_platonic_packings(tmp_path):
    words = "--shapes octahedra --grains 120 --shaken 0.2".split()
    result = run(ENV, "/usr/bin/python3", EXAMPLES / "platonic_packings.py", *words, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    (fractions,) = re.findall(r"^octahedra: poured (0\.\d+), shaken (0\.\d+)$", result.stdout, re.MULTILINE)
    poured, shaken = map(float, fractions)
    assert 0.35 < poured < shaken < 0.7  # published: 0.52 to 0.64, of many


@pytest.fixture
def screen(monkeypatch):
    with virtual_screen() as display:
        monkeypatch.setenv("DISPLAY", display)
        yield display


@pytest.mark.usefixtures("screen")
@needs_paraview
def test_render(tmp_path):
    surface = SOURCE / "data" / "meshes" / "spot.obj"
    labelled, picture = tmp_path / "l.vtp", tmp_path / "p.png"
    cloud = SOURCE / "data" / "points" / "spot_cloud.vtp"
    assert talus("classify", "--surface", surface, "--points", cloud, "--out", labelled).returncode == 0
    result = run(ENV, "pvpython", EXAMPLES / "render.py", surface, labelled, picture)
    assert result.returncode == 0 and picture.exists(), result.stderr
    smaller = tmp_path / "smaller.png"
    assert run("convert", picture, "-resize", "900x600!", smaller).returncode == 0
    assert unlike(pixels(smaller), pixels(PICTURES / "spot.png")) < 0.05


@pytest.mark.usefixtures("screen")
@needs_paraview
def test_surrogate_levels(tmp_path):
    picture = tmp_path / "p.png"
    surface = SOURCE / "data" / "meshes" / "spot.obj"
    result = run(ENV, "pvpython", EXAMPLES / "surrogate_levels.py", surface, picture)
    assert result.returncode == 0 and picture.exists(), result.stderr
    assert unlike(pixels(picture), pixels(PICTURES / "spot_surrogates.png")) < 0.05


@pytest.mark.usefixtures("screen")
@needs_paraview
def test_load_state(tmp_path):
    """The state's relative file names are found, from another folder."""
    picture = tmp_path / "p.png"
    result = run(ENV, "pvpython", EXAMPLES / "load_state.py", picture, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    cloud = coordinates_of(package.read_points(SOURCE / "data" / "points" / "spot_cloud.vtp"))
    inside = package.classify(cloud, SOURCE / "data" / "meshes" / "spot.obj").inside.sum()
    assert f"{inside} points inside" in result.stdout
    assert 0.05 < shown(pixels(picture)) < 0.6


@pytest.mark.usefixtures("screen")
@needs_paraview
def test_show_scene(tmp_path):
    """Instances turned by w x y z and scaled look as the surfaces in their places do, and the table is glass."""
    pictures = tmp_path / "instances.png", tmp_path / "surfaces.png"
    scene = SOURCE / "data" / "scenes" / "shaken_table.json"
    result = run(ENV, "pvpython", EXAMPLES / "show_scene.py", scene, *pictures)
    assert result.returncode == 0, result.stderr
    assert 0.05 < shown(pixels(pictures[1])) < 0.6
    instances, surfaces = (pixels(picture).astype(int) for picture in pictures)
    colourful = np.ptp(instances, axis=-1) > 60  # bodies, but not glass
    different = np.abs(instances - surfaces).max(axis=-1) > 8
    assert colourful.mean() > 0.02 and (different & colourful).sum() < 0.05 * colourful.sum()


@pytest.mark.usefixtures("screen")
@needs_paraview
def test_place_grains(tmp_path):
    picture = tmp_path / "p.png"
    result = run(ENV, "pvpython", EXAMPLES / "place_grains.py", picture, 3000, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("3000 grains of 5 shapes"), result.stdout
    assert 0.05 < shown(pixels(picture)) < 0.6


@pytest.mark.usefixtures("screen")
@needs_paraview
def test_contact_network(tmp_path):
    picture = tmp_path / "p.png"
    result = run(ENV, "pvpython", EXAMPLES / "contact_network.py", picture, 40, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    grains, pairs, drawn = map(int, re.findall(r"\d+", result.stdout))
    assert grains == 40 and pairs > 10 and drawn > pairs
    assert 0.05 < shown(pixels(picture)) < 0.6


@pytest.mark.usefixtures("screen")
@needs_paraview
def test_falling_grains(tmp_path):
    picture = tmp_path / "p.png"
    result = run(ENV, "pvpython", EXAMPLES / "falling_grains.py", picture, 20, 0.12, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    points, motion = re.search(r"(\d+) contact points, (\S+) J", result.stdout).groups()
    assert int(points) > 10
    assert float(motion) < 20 * 1e-3 * 9.81 * 0.1  # 20 grains of less than a gram have fallen less than that
    assert 0.05 < shown(pixels(picture)) < 0.6
