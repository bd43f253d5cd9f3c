"""Draws a scene twice: as ParaView's window does, by instances of shapes, and its bodies as surfaces in their poses.

    xvfb-run -a build/release/bin/talus-env pvpython python/examples/show_scene.py \
        data/scenes/shaken_table.json INSTANCES.png SURFACES.png
"""

import sys

from paraview.simple import (
    BodySurfaces,
    ColorBy,
    CreateView,
    Hide,
    OpenDataFile,
    Render,
    ResetCamera,
    SaveScreenshot,
    Show,
)

import talus


def render_view():
    view = CreateView("RenderView", ViewSize=[720, 480], OrientationAxesVisibility=0)
    view.UseColorPaletteForBackground = 0
    view.Background = [1.0, 1.0, 1.0]
    return view


def look_from(view, direction, zoom):
    """Looks along a direction, so that the scene fills the picture."""
    ResetCamera(view)
    distance = sum((p - f) ** 2 for p, f in zip(view.CameraPosition, view.CameraFocalPoint)) ** 0.5
    view.CameraPosition = [f + distance / zoom * d for f, d in zip(view.CameraFocalPoint, direction)]
    view.CameraViewUp = [0, 0, 1]


def main(scene_file, instances, surfaces):
    view = render_view()
    scene = OpenDataFile(scene_file)

    bodies = BodySurfaces(Input=scene)
    shown = Show(bodies, view)
    ColorBy(shown, ("CELLS", "Shape"))
    shown.RescaleTransferFunctionToDataRange()
    look_from(view, (0.33, -0.83, 0.44), zoom=1.2)
    Render(view)
    SaveScreenshot(surfaces, view)
    Hide(bodies, view)

    talus.show_scene(scene, view, colour_by="Shape")
    Render(view)
    SaveScreenshot(instances, view)


main(*sys.argv[1:])
