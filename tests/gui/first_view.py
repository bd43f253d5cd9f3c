# Run inside ParaView: scenes in views that show nothing yet, and in others.
import json
import os

from paraview.simple import *

folder = os.environ["TALUS_TEST_FOLDER"]


def up(view):
    return [round(part) for part in view.CameraViewUp]


scene = OpenDataFile(os.environ["TALUS_TEST_SCENE"])
view = GetActiveViewOrCreate("RenderView")
Show(scene, view)
Render(view)
first = up(view)

beside = CreateView("RenderView")
SetActiveView(beside)
Show(Sphere(), beside)
Show(scene, beside)
second = up(beside)

turned = CreateView("RenderView")
SetActiveView(turned)
turned.CameraViewUp = [1, 0, 0]
Show(scene, turned)
third = up(turned)

with open(os.path.join(folder, "ready.part"), "w") as file:
    json.dump({"up": [first, second, third]}, file)
os.rename(os.path.join(folder, "ready.part"), os.path.join(folder, "ready.json"))
