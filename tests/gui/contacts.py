# Run inside ParaView: two linked rings, halos that are refused and that are not; normals as arrows, the network as tubes.
import json
import os

from paraview.simple import *

folder = os.environ["TALUS_TEST_FOLDER"]
view = GetActiveViewOrCreate("RenderView")
mesh = os.environ["TALUS_TEST_STL"]
ring = OpenDataFile(mesh)
RenameSource("Ring", ring)
ring.UpdatePipeline()
bounds = ring.GetDataInformation().GetBounds()
size = bounds[1] - bounds[0]
other = OpenDataFile(mesh)
RenameSource("Other ring", other)
moved = Transform(registrationName="Moved ring", Input=other)
moved.Transform.Translate = [0.5 * size, 0, 0]
moved.Transform.Rotate = [90, 0, 0]
finder = ContactFinder(registrationName="Contacts", Input=[ring, moved])


def found(halo):
    """How many contacts there are; none where the halo was refused."""
    finder.Halo = halo
    finder.UpdatePipeline()
    information = finder.GetFieldDataInformation()
    pairs = information.GetArray("TouchingPairs")
    return finder.GetDataInformation().GetNumberOfPoints(), pairs.GetRange()[0] if pairs else -1


result = {"usual": found(0), "negative": found(-1), "huge": found(1e6 * size), "small": found(0.01 * size)}
SetActiveSource(finder)
for source in (ring, moved):
    surface = Show(source, view)
    surface.Representation, surface.Opacity = "Surface", 0.05
contacts = ExtractBlock(registrationName="Network", Input=finder, Selectors=["//Contacts"])
points = Threshold(registrationName="Points", Input=contacts, Scalars=["POINTS", "Kind"], ThresholdMethod="Between",
                   LowerThreshold=0, UpperThreshold=3)  # lines end in the bodies' middles, where no normal is
arrows = Glyph(registrationName="Normals", Input=points, GlyphType="Arrow", OrientationArray=["POINTS", "Normal"],
               ScaleArray=["POINTS", "No scale array"], ScaleFactor=0.5 * size, GlyphMode="All Points")
tubes = Tube(registrationName="Lines", Input=contacts, Radius=0.02 * size)
for source, colour in ((arrows, [1, 0, 0]), (tubes, [0, 0, 1])):
    shown = Show(source, view)
    shown.ColorArrayName = [None, ""]
    shown.DiffuseColor = shown.AmbientColor = colour
    shown.Ambient, shown.Diffuse, shown.Specular = 1, 0, 0
result["points"] = points.GetDataInformation().GetNumberOfPoints()
result["arrows"] = arrows.GetDataInformation().GetNumberOfCells()
result["tubes"] = tubes.GetDataInformation().GetNumberOfCells()
ResetCamera(view)
Render(view)
SetActiveSource(finder)
with open(os.path.join(folder, "ready.part"), "w") as file:
    json.dump(result, file)
os.rename(os.path.join(folder, "ready.part"), os.path.join(folder, "ready.json"))
