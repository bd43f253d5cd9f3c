# Run inside ParaView: bodies of a ball, selected.
from paraview.simple import *

ball = Sphere(registrationName="Ball")
bodies = BodyPlacement(registrationName="Bodies", Input=ball)
GetActiveViewOrCreate("RenderView")
SetActiveSource(bodies)
