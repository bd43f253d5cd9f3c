"""Shows the last frame of a run: bodies coloured by speed, and lines of force between those that touch."""

import subprocess
import tempfile

from paraview.simple import *

folder = tempfile.mkdtemp()
scene = "data/scenes/scenarios/grains-in-a-box.json"
subprocess.run(["talus", "simulate", scene, "--out", folder, "--end", "0.2", "--every", "0.1", "--bodies", "--quiet"], check=True)

run = OpenDataFile(folder + "/run.json")
shown = Show(run)
shown.Contacts = "Lines"

GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
GetAnimationScene().GoToLast()
