"""Python: talus.Scene.from_run("run", frame=5). Goes on from the state of a simulation after 0.1 s."""

from paraview.simple import *

scene = SceneReader(FileName="data/scenes/shaken_table.json")
motion = TimeStepper(Input=scene, OutputInterval=0.02, EndTime=0.1)
later = RunContinuation(Input=scene, Frame=motion, FrameTime=0.1, ContactLaw="HaloArea")
ColorBy(Show(BodySurfaces(Input=TimeStepper(Input=later, OutputInterval=0.01, EndTime=0.05))), ("CELLS", "Velocity"))
