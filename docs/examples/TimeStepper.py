"""Command line: talus simulate scene.vtpc --out run --end 0.02"""

from paraview.simple import *

scene = SceneReader(FileName="data/scenes/shaken_table.json")
motion = TimeStepper(Input=scene, OutputInterval=0.02, EndTime=0.26)
ColorBy(Show(motion), ("POINTS", "KineticEnergy"))

GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
GetAnimationScene().GoToLast()
