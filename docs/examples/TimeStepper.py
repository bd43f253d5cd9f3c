"""Command line: talus simulate data/scenes/shaken_table.json --out run --end 0.1"""

from paraview.simple import *
from talus.display import show_scene

scene = SceneReader(FileName="data/scenes/shaken_table.json")
moved = TimeStepper(Input=scene, EndTime=0.5, OutputInterval=0.02)
show_scene(moved, colour_by="KineticEnergy")

player = GetAnimationScene()
player.UpdateAnimationUsingDataTimeSteps()
player.GoToLast()
