"""A chart of the energies of a run over time."""

import subprocess
import tempfile

from paraview.simple import *

folder = tempfile.mkdtemp()
scene = "data/scenes/scenarios/grains-in-a-box.json"
subprocess.run(["talus", "simulate", scene, "--out", folder, "--end", "0.4", "--every", "0.02", "--bodies", "--quiet"], check=True)

run = OpenDataFile(folder + "/run.json")
Show(RunStatistics(Input=run), CreateView("XYChartView"))
