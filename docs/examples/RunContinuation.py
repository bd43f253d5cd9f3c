"""Python: talus.Scene.from_run("run", frame=2). Goes on from the state of a simulation after 0.02 s."""

from paraview.simple import *

scene = SceneReader(FileName="data/scenes/scenarios/collide.json")
motion = TimeStepper(Input=scene, OutputInterval=0.01, EndTime=0.02)
later = RunContinuation(Input=scene, Frame=motion, FrameTime=0.02, ContactLaw="HaloArea")
surfaces = BodySurfaces(Input=TimeStepper(Input=later, OutputInterval=0.01, EndTime=0.03))
shown = Show(surfaces)
shown.SetRepresentationType("Surface With Edges")
ColorBy(shown, ("CELLS", "BodyId"))

GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
GetAnimationScene().GoToLast()
