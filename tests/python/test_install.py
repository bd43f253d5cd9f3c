"""cmake --install gives a tree that works after it was moved, with the build tree out of sight."""

import os
import subprocess

import pytest
from conftest import BUILD, MESHES, environment, run

SCRIPT = """
from paraview.simple import InsideOutsideClassifier, Sphere, Wavelet
import talus
labelled = InsideOutsideClassifier(Input=Wavelet(), Surface=Sphere(Radius=3.3))
labelled.UpdatePipeline()
print("side", labelled.PointData["Side"].GetRange())
print("package", talus.__file__)
print("libraries", *{line.split()[-1] for line in open("/proc/self/maps") if "alus" in line})
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """An install tree that was renamed."""
    folder = tmp_path_factory.mktemp("install")
    prefix = folder / "first place"
    result = run("cmake", "--install", BUILD, "--prefix", prefix)
    assert result.returncode == 0, result.stderr
    moved = folder / "second place"
    os.rename(prefix, moved)
    return moved


def test_command_line(tree, tmp_path, cloud_csv, cube_stl):
    result = run(tree / "bin" / "talus", "classify", "--surface", cube_stl, "--points", cloud_csv, "--out",
                 tmp_path / "o.vtp", cwd=tmp_path)  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "1 inside, 1 on the surface, 2 outside" in result.stdout
    assert run(tree / "bin" / "talus", "check", "--surface", MESHES / "torus.stl").returncode == 0


def test_pvpython_uses_only_the_tree(tree, tmp_path):
    script = tmp_path / "x.py"
    script.write_text(SCRIPT)
    result = run(tree / "bin" / "talus-env", "pvpython", script, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "side (-1.0, 1.0)" in result.stdout
    assert f"package {tree}" in result.stdout
    assert "libTalusFilters" in result.stdout or "TalusFilters" in result.stdout
    assert str(BUILD) not in result.stdout


def test_no_file_names_the_build_tree(tree):
    libraries = [p for p in tree.rglob("*") if p.is_file() and ".so" in p.name]
    assert len(libraries) >= 3  # plugin, filters, wrapping
    for library in libraries:
        dynamic = subprocess.run(
            ["readelf", "-d", library], capture_output=True, text=True, env=environment(), check=True
        )
        assert str(BUILD) not in dynamic.stdout


def test_modules_are_all_there(tree):
    def modules(root):
        package = root / "lib" / "python3" / "dist-packages" / "talus"
        return {p.relative_to(package) for p in package.rglob("*.py")}

    assert modules(tree) == modules(BUILD)
