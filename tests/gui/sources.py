# Run inside ParaView: a ball and a grid in the pipeline, the grid selected.
from paraview.simple import *

ball = Sphere(registrationName="Ball", Radius=3, ThetaResolution=48, PhiResolution=48)
grid = Wavelet(registrationName="Grid", WholeExtent=[-5, 5, -5, 5, -5, 5])
Show(grid, GetActiveViewOrCreate("RenderView"))
SetActiveSource(grid)
