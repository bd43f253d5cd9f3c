"""cmake --install gives a tree that works after it was moved, with the build tree out of sight."""

import os
import re
import subprocess

import numpy as np
import pytest
from conftest import BUILD, MESHES, SOURCE, WITH_PARAVIEW, environment, needs_paraview, run

import talus as talus_package

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


@needs_paraview
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
    assert len(libraries) >= (3 if WITH_PARAVIEW else 2)  # filters, wrapping, plugin
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


def test_each_file_is_in_one_package(tree, tmp_path):
    components = re.search(r'CPACK_COMPONENTS_ALL "(.*)"', (BUILD / "CPackConfig.cmake").read_text()).group(1).split(";")
    packed = []
    for component in components:
        result = run("cmake", "--install", BUILD, "--component", component, "--prefix", tmp_path / component)
        assert result.returncode == 0, result.stderr
        packed += files_of(tmp_path / component)
    # Of no use elsewhere than where Debian's ParaView looks for it.
    packed = [path for path in packed if path.name != "paraview.conf"]
    assert sorted(packed) == sorted(files_of(tree))


def files_of(folder):
    return [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]


def built_and_run(example, tree, folder):
    """What a program of docs/examples prints that was built against the install tree."""
    result = run("cmake", "-G", "Ninja", "-S", SOURCE / "docs" / "examples" / example, "-B", folder, f"-DCMAKE_PREFIX_PATH={tree}")
    assert result.returncode == 0, result.stderr
    result = run("cmake", "--build", folder)
    assert result.returncode == 0, result.stdout + result.stderr
    result = run(folder / "example")
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_cpp_program(tree, tmp_path):
    lines = built_and_run("cpp", tree, tmp_path / "build").splitlines()
    assert lines[0] == f"Talus {talus_package.__version__}"
    assert [line.partition("side ")[2].split()[0] for line in lines if line.startswith("point")] == ["-1", "1", "-1"]
    contacts = [line for line in lines if line.startswith("contact")]
    assert len(contacts) == 4 and all(line.endswith("normal 0 0 1, gap 0.01") for line in contacts)
    heights = [float(line.partition("height ")[2].split()[0]) for line in lines if line.startswith("t =")]
    # Free fall for 0.05 s; the ball of radius 0.05 never sinks into the plate whose top lies at 0.05.
    assert heights[0] == pytest.approx(0.15 - 9.81 * 0.05**2 / 2, abs=1e-5) and len(heights) == 5
    assert min(heights) > 0.099


def test_cpp_program_with_filters(tree, tmp_path):
    inside, _, total, *_ = built_and_run("cpp_filters", tree, tmp_path / "build").split()
    grid = np.stack(np.meshgrid(*[np.arange(-10, 11)] * 3), -1).reshape(-1, 3)
    within = np.linalg.norm(grid, axis=1)
    # The sphere's facets lie between 0.85 and 1 of its radius.
    assert (within < 0.85 * 3.3).sum() <= int(inside) <= (within < 3.3).sum() and int(total) == 21**3


@pytest.mark.parametrize("package", ["Eigen3", "TBB", "hwy", "Boost", "Qhull"])
def test_a_missing_package_is_told_at_once(tree, tmp_path, package):
    """What the headers and libraries need is found with them: without it no program would compile."""
    (tmp_path / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.23)\nproject(p CXX)\nfind_package(Talus REQUIRED)\n")
    result = run("cmake", "-G", "Ninja", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={tree}", f"-DCMAKE_DISABLE_FIND_PACKAGE_{package}=ON")
    assert result.returncode != 0 and package in result.stderr


def test_unknown_component_is_refused(tree, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.23)\nproject(p CXX)\nfind_package(Talus REQUIRED COMPONENTS Nonsense)\n"
    )
    result = run("cmake", "-G", "Ninja", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={tree}")
    assert result.returncode != 0 and "Nonsense" in result.stderr
