"""A chart of how densely grains lie at each height of a box."""

from paraview.simple import *

scene = SceneReader(FileName="data/scenes/scenarios/grains-in-a-box.json")
motion = TimeStepper(Input=scene, OutputInterval=0.1, EndTime=0.4, MoveLimit=0.5)
layers = GranularLayers(Input=motion, Layers=12)

chart = CreateView("XYChartView")
chart.BottomAxisTitle, chart.LeftAxisTitle = "height, m", "solid fraction"
line = Show(layers, chart)
line.UseIndexForXAxis, line.XArrayName, line.SeriesVisibility = 0, "Height", ["SolidFraction"]
GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
GetAnimationScene().GoToLast()
