"""Installs, moves the install tree, and classifies with it; nothing may come from the build tree."""
import os
import pathlib
import shutil
import subprocess
import sys

SHOW_LIBRARIES = """
import classify_in_process
import talus.vtkmodules.TalusFilters
for line in open("/proc/self/maps"):
    if "Talus" in line and ".so" in line:
        print("loaded", line.split()[-1])
"""


def main(cmake, build, pvpython, plugin, folder):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([cmake, "--install", build, "--prefix", str(folder / "first")], check=True, timeout=100,
                   stdout=subprocess.DEVNULL)
    tree = folder / "moved"
    os.rename(folder / "first", tree)
    here = os.path.dirname(__file__)
    environment = {**os.environ, "PYTHONPATH": f"{tree}/lib/python3/dist-packages:{here}",
                   "PV_PLUGIN_PATH": f"{tree}/{plugin}"}
    done = subprocess.run([pvpython, "--force-offscreen-rendering", "-"], input=SHOW_LIBRARIES,
                          env=environment, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0 and "ok" in done.stdout, done.stdout + done.stderr
    loaded = {line.split()[1] for line in done.stdout.splitlines() if line.startswith("loaded")}
    assert len(loaded) >= 3, loaded
    assert all(file.startswith(str(tree)) for file in loaded), loaded
    print("\n".join(sorted(loaded)))


main(*sys.argv[1:])
