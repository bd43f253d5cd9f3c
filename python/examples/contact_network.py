"""Finds the contacts of many grains and draws them as a network: thicker lines for smaller gaps.

    xvfb-run -a build/release/bin/talus-env pvpython python/examples/contact_network.py OUT.png [COUNT]
"""

import sys

from paraview.simple import (
    BodyPlacement,
    ColorBy,
    ContactFinder,
    CreateRenderView,
    GrainSource,
    ResetCamera,
    SaveScreenshot,
    Show,
    Tube,
)

from talus.display import extract_block, show_scene


def crowd(count):
    """Randomly placed grains in a box so small that most have near neighbours."""
    grains = [GrainSource(Shape="Bumped Sphere", Seed=seed) for seed in (1, 2, 3)]
    side = 0.74 * count ** (1 / 3)
    return BodyPlacement(
        Input=grains, Count=count, AutomaticRegion=0, Region=[-side, side] * 3, Separation="Surfaces"
    )


def main(picture, count=300):
    found = ContactFinder(Input=crowd(int(count)), Halo=0.12)
    view = CreateRenderView(ViewSize=[1200, 900], UseColorPaletteForBackground=0, Background=[1, 1, 1])
    view.OrientationAxesVisibility = view.CenterAxesVisibility = 0
    show_scene(found, view, colour_by="ContactCount").BodyOpacity = 0.1
    contacts = extract_block(found, "/Scene/Contacts")
    network = Show(Tube(Input=contacts, Radius=0.05), view)
    ColorBy(network, ("CELLS", "Gap"))
    network.RescaleTransferFunctionToDataRange()
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [3, 2, 1.6], [0, 0, 0], [0, 0, 1]
    ResetCamera(view)
    view.CameraViewAngle = 25
    SaveScreenshot(picture, view, ImageResolution=[1200, 900])
    told = contacts.FieldData if "TouchingPairs" in contacts.FieldData.keys() else found.FieldData
    bodies = extract_block(found, "/Scene/Bodies")
    bodies.UpdatePipeline()
    print(f"{bodies.GetDataInformation().GetNumberOfPoints()} grains", end=", ")
    print(f"{int(told['TouchingPairs'].GetRange()[0])} pairs touch", end=", ")
    print(f"{contacts.GetDataInformation().GetNumberOfCells()} lines and points drawn")


main(*sys.argv[1:])
