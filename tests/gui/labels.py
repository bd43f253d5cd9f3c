# Run inside ParaView: shows labels of several kinds of grids as ParaView shows them by itself, and takes pictures.
import json
import os

from paraview.simple import *

folder = os.environ["TALUS_TEST_FOLDER"]
view = GetActiveViewOrCreate("RenderView")
ball = Sphere(Radius=12, ThetaResolution=48, PhiResolution=48)
image = Wavelet(WholeExtent=[-20, 20, -20, 20, -20, 20])
cloud = PointSource(NumberOfPoints=5000, Radius=20)
kinds = {"points": (image, "Points"), "cells": (image, "Cells"), "group": (GroupDatasets(Input=[image]), "Points"),
         "cloud": (cloud, "Points")}
shown = {}
for kind, (grid, association) in kinds.items():
    classifier = InsideOutsideClassifier(Input=grid, Surface=ball, Association=association)
    display = Show(classifier, view)
    shown[kind] = [str(display.Representation).strip("'"), *display.ColorArrayName]
    ResetCamera(view)
    SaveScreenshot(os.path.join(folder, kind + ".png"), view, ImageResolution=[400, 300])
    Hide(classifier, view)
with open(os.path.join(folder, "ready.part"), "w") as file:
    json.dump(shown, file)
os.rename(os.path.join(folder, "ready.part"), os.path.join(folder, "ready.json"))
