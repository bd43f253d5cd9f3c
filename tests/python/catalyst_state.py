"""Usage: pvpython catalyst_state.py SOURCE SCRIPT EXTRACTS. What a user does in ParaView before a simulation: opens a run (run.pvd) or
puts a Time Stepper on a scene, chooses what to see and to keep of it, and saves a Catalyst state."""

import sys
from pathlib import Path

from paraview import catalyst
from paraview.detail.catalyst_export import save_catalyst_state
from paraview.simple import *

source, script, extracts = sys.argv[1:]
if Path(source).suffix == ".pvd":
    bodies = PVDReader(registrationName=Path(source).name, FileName=source)
else:
    motion = TimeStepper(Input=SceneReader(FileName=source), OutputInterval=0.01, EndTime=0.01)
    bodies = BodySurfaces(Input=motion)
dice = Threshold(registrationName="dice", Input=bodies, Scalars=["CELLS", "BodyId"], LowerThreshold=0, UpperThreshold=1)
dice.UpdatePipeline()
view = GetActiveViewOrCreate("RenderView")
display = Show(bodies, view)
display.Representation = "Surface"  # of runs it is Bodies, whose walls are of glass
ColorBy(display, ("CELLS", "BodyId"))
x0, x1, y0, y1, z0, z1 = dice.GetDataInformation().GetBounds()
centre, size = [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2], x1 - x0
view.ViewSize, view.CameraFocalPoint, view.CameraViewUp = [300, 200], centre, [0, 0, 1]
view.CameraPosition = [centre[0] + size, centre[1] - 2 * size, centre[2] + size]
CreateExtractor("PNG", view, registrationName="picture").Writer.FileName = "picture_{timestep:06d}.png"
CreateExtractor("VTU", dice, registrationName="data").Writer.FileName = "dice_{timestep:06d}.pvtu"
options = catalyst.Options()
options.ExtractsOutputDirectory = extracts
save_catalyst_state(script, options)
