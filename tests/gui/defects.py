# Run inside ParaView: an open mesh from data/, checked; its boundary edges in pure red.
import json
import os

from paraview.simple import *

folder = os.environ["TALUS_TEST_FOLDER"]
view = GetActiveViewOrCreate("RenderView")
mesh = WavefrontOBJReader(registrationName="Hourglass", FileName=os.environ["TALUS_TEST_MESH"])
check = SurfaceCheck(registrationName="Check", Input=mesh)
shown = Show(check, view)
ColorBy(shown, ("CELLS", "Defect"))
edges = Show(OutputPort(check, 1), view)
edges.DiffuseColor = edges.AmbientColor = [1, 0, 0]
edges.Ambient, edges.Diffuse, edges.LineWidth = 1, 0, 6
view.CameraPosition, view.CameraViewUp = [60, 60, 70], [0, 0, 1]
ResetCamera(view)
Render(view)
SetActiveSource(check)

result = {"open": check.FieldData["Closed"].GetRange() == (0, 0),
          "edges": OutputPort(check, 1).GetDataInformation().GetNumberOfCells()}
with open(os.path.join(folder, "ready.part"), "w") as file:
    json.dump(result, file)
os.rename(os.path.join(folder, "ready.part"), os.path.join(folder, "ready.json"))
