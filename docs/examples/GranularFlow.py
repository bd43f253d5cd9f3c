"""Arrows show how grains go up with a drum that turns, and down along their slope."""

from paraview.simple import *

scene = SceneReader(FileName="data/scenes/scenarios/repose-drum.json")
motion = TimeStepper(Input=scene, OutputInterval=0.1, EndTime=0.7, MoveLimit=0.5)
flow = GranularFlow(Input=motion, Columns=10, Rows=8)
shown = Show(flow)
shown.SetRepresentationType("Surface")
ColorBy(shown, ("CELLS", "Mass"))

arrows = Glyph(Input=CellCenters(Input=flow), GlyphType="Arrow", OrientationArray=["POINTS", "Velocity"])
arrows.ScaleArray, arrows.ScaleFactor, arrows.GlyphMode = ["POINTS", "Velocity"], 0.16, "All Points"
Show(arrows)

GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
GetAnimationScene().GoToLast()
