"""A virtual screen, ParaView on it, and pictures of it."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import time

from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkIOImage import vtkPNGReader

from talus.cli.screen import virtual_screen  # noqa: F401

HERE = pathlib.Path(__file__).parent


def fresh_folder(path):
    shutil.rmtree(path, ignore_errors=True)
    path = pathlib.Path(path)
    (path / "home").mkdir(mode=0o700, parents=True)
    return path


def environment(display, folder):
    home = str(folder / "home")
    return {**os.environ, "DISPLAY": display, "HOME": home, "XDG_RUNTIME_DIR": home,
            "TALUS_TEST_FOLDER": str(folder)}


@contextlib.contextmanager
def paraview(display, folder, *options):
    """ParaView with a clean home; its words go to the file log."""
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(["paraview", "--dr", *options], env=environment(display, folder),
                                   stdout=log, stderr=subprocess.STDOUT)
        try:
            yield process
        finally:
            process.kill()
            process.wait(timeout=20)


def wait_for(path, process, seconds=90):
    """Waits for a file that a script in ParaView writes when it is done."""
    end = time.monotonic() + seconds
    while not path.exists():
        assert process.poll() is None, f"ParaView ended: {process.returncode}"
        log = (path.parent / "log").read_text()
        assert "Traceback" not in log, log[:3000]
        assert time.monotonic() < end, f"{path.name} did not appear in {seconds} s"
        time.sleep(0.2)


def xdotool(display, folder, *words):
    """Moves the pointer and presses keys."""
    subprocess.run(["xdotool", *words], env=environment(display, folder), check=True, timeout=20)


def picture(display, file):
    """The whole screen as rows of RGB, saved as PNG."""
    subprocess.run(["import", "-display", display, "-window", "root", str(file)], check=True, timeout=30)
    return read(file)


def snapshot(display, file):
    """A picture of the screen once it stands still."""
    last = None
    for _ in range(30):
        now = picture(display, file)
        if last is not None and (now == last).all():
            return now
        last = now
        time.sleep(1)
    raise AssertionError("the screen never stands still")


def read(file):
    reader = vtkPNGReader()
    reader.SetFileName(str(file))
    reader.Update()
    image = reader.GetOutput()
    width, height, _ = image.GetDimensions()
    return vtk_to_numpy(image.GetPointData().GetScalars()).reshape(height, width, -1)[::-1, :, :3]
