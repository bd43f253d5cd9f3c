# Run inside ParaView: classifies, shows the threshold on Side in pure red, selects the classifier.
import json
import os

from paraview import servermanager
from paraview.simple import *

folder = os.environ["TALUS_TEST_FOLDER"]
view = GetActiveViewOrCreate("RenderView")
ball = Sphere(registrationName="Ball", Radius=12, ThetaResolution=48, PhiResolution=48)
grid = Wavelet(registrationName="Grid", WholeExtent=[-20, 20, -20, 20, -20, 20])
classifier = InsideOutsideClassifier(registrationName="Classifier", Input=grid, Surface=ball)
inside = Threshold(registrationName="Inside", Input=classifier, Scalars=["POINTS", "Side"],
                   ThresholdMethod="Between", LowerThreshold=0, UpperThreshold=1)
shown = Show(inside, view)
shown.Representation = "Surface"
ColorBy(shown, None)
shown.DiffuseColor = shown.AmbientColor = [1, 0, 0]
shown.Ambient, shown.Diffuse, shown.Specular = 1, 0, 0
outline = Show(ball, view)
outline.Representation = "Surface"
outline.Opacity = 0.15
ResetCamera(view)
Render(view)
SetActiveSource(classifier)

tracker = servermanager.vtkPVPluginTracker.GetInstance()
plugins = {tracker.GetPluginName(i): bool(tracker.GetPluginLoaded(i))
           for i in range(tracker.GetNumberOfPlugins())}
with open(os.path.join(folder, "ready.part"), "w") as file:
    json.dump({"plugins": plugins, "inside": inside.GetDataInformation().GetNumberOfPoints()}, file)
os.rename(os.path.join(folder, "ready.part"), os.path.join(folder, "ready.json"))
