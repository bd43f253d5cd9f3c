# Run inside ParaView: a scene whose second frame takes a minute.
import os

from paraview.simple import *

view = GetActiveViewOrCreate("RenderView")
scene = SceneReader(registrationName="Scene", FileName=os.environ["TALUS_TEST_SCENE"])
motion = TimeStepper(registrationName="Motion", Input=scene, OutputInterval=20, EndTime=200)
bodies = BodySurfaces(registrationName="Bodies", Input=motion)
Show(bodies, view)
SetActiveSource(motion)
GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
Render(view)
with open(os.path.join(os.environ["TALUS_TEST_FOLDER"], "ready.json"), "w") as file:
    file.write("{}")
