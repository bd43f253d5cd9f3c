"""Loads the stored ParaView state with the files of data/, and saves what it shows.

    xvfb-run -a build/release/bin/talus-env pvpython python/examples/load_state.py OUT.png
"""

import sys
from pathlib import Path

from paraview.simple import FindSource, GetActiveView, LoadState, Render, SaveScreenshot

data = Path(__file__).resolve().parents[2] / "data"
LoadState(str(data / "states" / "spot_inside.pvsm"), data_directory=str(data))

inside = FindSource("inside")
inside.UpdatePipeline()
print(f"{inside.GetDataInformation().GetNumberOfPoints()} points inside")
Render()
SaveScreenshot(sys.argv[1], GetActiveView())
