# Run inside ParaView: grains that lie in a box, in motion; the motion is selected.
import os

from paraview.simple import *

scene = SceneReader(registrationName="Scene", FileName=os.environ["TALUS_TEST_GRAINS"])
motion = TimeStepper(registrationName="Motion", Input=scene, OutputInterval=0.05, EndTime=0.15, MoveLimit=0.5)
player = GetAnimationScene()
player.UpdateAnimationUsingDataTimeSteps()
GetActiveViewOrCreate("RenderView")
player.GoToLast()
SetActiveSource(motion)
