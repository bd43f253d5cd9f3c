"""bin/talus and bin/talus-env find themselves wherever they are called from."""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest
from conftest import BUILD, SOURCE, WITH_PARAVIEW, environment, needs_paraview, run

SCRIPT = """
from paraview.simple import InsideOutsideClassifier, SurfaceCheck, Sphere, Wavelet
import talus
labelled = InsideOutsideClassifier(Input=Wavelet(), Surface=Sphere(Radius=3.3))
labelled.UpdatePipeline()
print("range", labelled.PointData["Side"].GetRange(), talus.__version__)
tetrahedron = ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
print("labels", talus.classify([(0.1, 0.1, 0.1), (1, 1, 1)], tetrahedron).side.tolist())
"""


@needs_paraview
def test_pvpython_has_filters_and_package_without_loading(tmp_path):
    script = tmp_path / "x.py"
    script.write_text(SCRIPT)
    result = run(BUILD / "bin" / "talus-env", "pvpython", script, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert "range (-1.0, 1.0) 0.2.0" in result.stdout and "labels [1, -1]" in result.stdout


def test_environment_lines_can_be_evaluated(tmp_path):
    lines = run(BUILD / "bin" / "talus-env").stdout
    names = [line.split("=")[0] for line in lines.splitlines()]
    expected = ["export PYTHONPATH", "export PATH", "export HWLOC_COMPONENTS"] + ["export PV_PLUGIN_PATH"] * WITH_PARAVIEW
    switch = (BUILD / "lib" / "talus" / "libtalus_expat_promptly.so").exists()
    assert names == expected + ["export LD_LIBRARY_PATH", "export LD_PRELOAD"] * switch
    check = f"{lines}\ntalus --version && /usr/bin/python3 -c 'import talus; print(talus.classify)'"
    result = run("bash", "-c", check, cwd=tmp_path)
    assert result.returncode == 0 and "talus 0.2.0" in result.stdout and "function classify" in result.stdout


@needs_paraview
def test_environment_keeps_what_was_set():
    command = [str(BUILD / "bin" / "talus-env"), "printenv", "PYTHONPATH", "PV_PLUGIN_PATH"]
    before = {**environment(), "PYTHONPATH": "/a b", "PV_PLUGIN_PATH": "/c"}
    result = subprocess.run(command, capture_output=True, text=True, env=before, check=True)
    python, plugin = result.stdout.splitlines()
    assert python.endswith(":/a b") and plugin.endswith(":/c")


@needs_paraview
def test_no_foreign_display_is_asked():
    """Open MPI would ask each display below 10, and end with a display that ends meanwhile."""
    with socket.socket(socket.AF_UNIX) as display:
        display.bind("\0/tmp/.X11-unix/X7")
        display.listen()
        display.settimeout(0)
        before = {name: value for name, value in environment().items() if name not in ("DISPLAY", "HWLOC_COMPONENTS")}
        command = [str(BUILD / "bin" / "talus-env"), "pvpython", "-c", "import paraview.simple"]
        subprocess.run(command, env=before, check=True, timeout=60)
        with pytest.raises(BlockingIOError):
            display.accept()


def test_exit_status_passes_through():
    assert run(BUILD / "bin" / "talus-env", "sh", "-c", "exit 7").returncode == 7


def test_through_symlinks_and_from_elsewhere(tmp_path):
    os.symlink(BUILD / "bin" / "talus", tmp_path / "first")
    os.symlink("first", tmp_path / "my talus")
    assert run("./my talus", "--version", cwd=tmp_path).stdout == "talus 0.2.0\n"


def test_another_python_earlier_on_path_does_not_matter(tmp_path):
    fake = tmp_path / "python3"
    fake.write_text("#!/bin/sh\nexit 99\n")
    fake.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    command = [str(BUILD / "bin" / "talus"), "--version"]
    result = subprocess.run(
        command, capture_output=True, text=True, env={**environment(), "PATH": path}, check=False
    )
    assert result.returncode == 0


OTHER_VTK = """
class vtkVersion:
    def GetVTKMajorVersion(self):
        return 8
    def GetVTKMinorVersion(self):
        return 90
"""


def test_another_vtk_than_talus_was_built_for_is_one_error(tmp_path):
    (tmp_path / "vtkmodules").mkdir()
    (tmp_path / "vtkmodules" / "__init__.py").touch()
    (tmp_path / "vtkmodules" / "vtkCommonCore.py").write_text(OTHER_VTK)
    command = [str(BUILD / "bin" / "talus"), "--version"]
    result = subprocess.run(
        command, capture_output=True, text=True, env={**environment(), "PYTHONPATH": str(tmp_path)}, check=False
    )
    assert result.returncode != 0 and len(result.stderr.splitlines()) == 1, result.stderr
    assert result.stderr.startswith("talus: error: Talus was built for ") and "VTK is 8.90" in result.stderr


@needs_paraview
def test_another_paraview_than_talus_was_built_for_is_one_error(tmp_path):
    server = Path(shutil.which("pvserver"))
    version = re.search(rb"-pv([0-9.]*[0-9])\.so", server.read_bytes())[1]
    other = re.sub(rb"[0-9]", b"8", version)
    program = tmp_path / "pvserver"  # loads libraries of that version
    program.write_bytes(server.read_bytes().replace(b"-pv" + version, b"-pv" + other))
    program.chmod(0o755)
    result = run(BUILD / "bin" / "talus-env", program, "--version")
    assert result.returncode == 2 and len(result.stderr.splitlines()) == 1, result.stderr
    told = f"is of ParaView {other.decode()}, which cannot load a plugin built for ParaView {version.decode()}: build"
    assert told in result.stderr


APPENDED = """
import sys
from vtkmodules.vtkFiltersSources import vtkSphereSource
from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter
source = vtkSphereSource()
writer = vtkXMLPolyDataWriter()
writer.SetInputConnection(source.GetOutputPort())
writer.SetFileName(sys.argv[1])
writer.Write()
"""


def test_appended_data_is_read_whatever_expat_is_installed(tmp_path):
    """ParaView's default way to save, which VTK 9.2 cannot read with a newer expat on its own."""
    sphere = tmp_path / "sphere.vtp"
    assert run("/usr/bin/python3", "-c", APPENDED, sphere).returncode == 0
    assert b"<AppendedData" in sphere.read_bytes()
    result = run(BUILD / "bin" / "talus", "check", "--surface", sphere)
    assert result.returncode == 0, result.stderr


def test_written_files_hold_their_data_inline(tmp_path):
    """So that ParaView 5.11 can open them with every expat."""
    cloud, out = SOURCE / "data" / "points" / "spot_cloud.vtp", tmp_path / "labelled.vtp"
    surface = SOURCE / "data" / "meshes" / "spot.obj"
    result = run(BUILD / "bin" / "talus", "classify", "--surface", surface, "--points", cloud, "--out", out)
    assert result.returncode == 0, result.stderr
    assert b"<AppendedData" not in out.read_bytes() and b"<AppendedData" not in cloud.read_bytes()


def test_modules_in_the_folder_are_not_taken(tmp_path):
    (tmp_path / "json.py").write_text("raise SystemExit('the wrong json')")
    for folder in (tmp_path, SOURCE / "python"):  # where a folder talus is, too
        result = run(BUILD / "bin" / "talus", "--version", cwd=folder)
        assert result.returncode == 0 and result.stdout == "talus 0.2.0\n", result.stderr
