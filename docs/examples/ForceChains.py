"""Shows which grains in a box press each other, and how hard; chains are thicker."""

from paraview.simple import *

scene = SceneReader(FileName="data/scenes/scenarios/grains-in-a-box.json")
motion = TimeStepper(Input=scene, OutputInterval=0.05, EndTime=0.15, MoveLimit=0.5)
GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
GetAnimationScene().GoToLast()

chains = ForceChains(Input=motion)
carrying = Threshold(Input=chains, Scalars=["CELLS", "Chain"], LowerThreshold=0, UpperThreshold=1e6)
for lines, radius in ((carrying, 0.0009), (chains, 0.0003)):
    surface = ExtractSurface(Input=lines)
    ColorBy(Show(Tube(Input=surface, Radius=radius)), ("CELLS", "Force"))
