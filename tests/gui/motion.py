# Run inside ParaView: things above a shaken table, played to the end, back, and to the end again; or, live, left to itself.
import json
import os

from paraview.simple import *

folder = os.environ["TALUS_TEST_FOLDER"]
live = os.environ["TALUS_TEST_LIVE"] == "1"
view = GetActiveViewOrCreate("RenderView")
scene = SceneReader(registrationName="Scene", FileName=os.environ["TALUS_TEST_SCENE"])
motion = TimeStepper(registrationName="Motion", Input=scene, OutputInterval=0.02, EndTime=0.3)
bodies = BodySurfaces(registrationName="Bodies", Input=motion)
shown = Show(bodies, view)
ColorBy(shown, ("CELLS", "BodyId"))
view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [0.7, -0.7, 0.5], [0.25, 0.15, 0.05], [0, 0, 1]
SetActiveSource(motion)


def fastest():
    """The most kinetic energy of a body at the time that the view shows."""
    Render(view)
    return bodies.CellData["KineticEnergy"].GetRange()[1]


result = {}
if live:
    Show(motion, view)  # as Apply does: the window renders views that know the source
    Hide(motion, view)
    motion.Live = 1
    Render(view)
else:
    player = GetAnimationScene()
    player.UpdateAnimationUsingDataTimeSteps()
    result["frames"] = len(player.TimeKeeper.TimestepValues)
    energies = [fastest()]
    player.Play()
    for step in (player.GoToFirst, player.GoToLast):
        energies.append(fastest())
        step()
    energies.append(fastest())
    result["energies"] = energies
with open(os.path.join(folder, "ready.part"), "w") as file:
    json.dump(result, file)
os.rename(os.path.join(folder, "ready.part"), os.path.join(folder, "ready.json"))
