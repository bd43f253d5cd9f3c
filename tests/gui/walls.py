# Run inside ParaView: grains, and a container that becomes their walls later, as by Change Input.
import json
import os

from paraview.simple import *

folder = os.environ["TALUS_TEST_FOLDER"]
view = GetActiveViewOrCreate("RenderView")
container, grain = ContainerSource(registrationName="Container"), GrainSource(registrationName="Grain")
shown = Show(container, view)
placed = BodyPlacement(registrationName="Placed", Input=grain)
Show(placed, view)
Render(view)
before = shown.Visibility
placed.Walls = container
placed.UpdatePipeline()
hidden = shown.Visibility
Delete(placed)

result = {"visible": [before, hidden, shown.Visibility]}
with open(os.path.join(folder, "ready.part"), "w") as file:
    json.dump(result, file)
os.rename(os.path.join(folder, "ready.part"), os.path.join(folder, "ready.json"))
