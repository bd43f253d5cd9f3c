"""Renders a labelled point cloud with its surface: points inside are bright, half of the surface is cut away.

    xvfb-run -a build/release/bin/talus-env pvpython python/examples/render.py SURFACE LABELLED OUT.png
"""

import sys

from paraview.simple import (
    Clip,
    CreateRenderView,
    Glyph,
    OpenDataFile,
    Render,
    SaveScreenshot,
    Show,
    Threshold,
    _DisableFirstRenderCameraReset,
)


def points_of_side(labelled, side, size):
    """The points with one label, as small spheres."""
    chosen = Threshold(Input=labelled, Scalars=["POINTS", "Side"], LowerThreshold=side, UpperThreshold=side)
    return Glyph(
        Input=chosen,
        GlyphType="Sphere",
        GlyphMode="All Points",
        ScaleArray=["POINTS", "No scale array"],
        OrientationArray=["POINTS", "No orientation array"],
        ScaleFactor=size,
    )


def show_plain(source, view, colour, opacity=1.0):
    display = Show(source, view)
    display.ColorArrayName = [None, ""]
    display.DiffuseColor = display.AmbientColor = colour
    display.Opacity = opacity
    display.Ambient = 0.25
    display.Diffuse = 0.85
    return display


def main(surface_file, labelled_file, picture):
    _DisableFirstRenderCameraReset()
    surface, labelled = OpenDataFile(surface_file), OpenDataFile(labelled_file)
    surface.UpdatePipeline()
    bounds = surface.GetDataInformation().GetBounds()
    size = max(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4])
    centre = [(bounds[i] + bounds[i + 1]) / 2 for i in (0, 2, 4)]

    view = CreateRenderView()
    view.ViewSize = [1200, 800]
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesVisibility = 0
    view.CenterAxesVisibility = 0

    far_half = Clip(Input=surface, ClipType="Plane", Invert=1)
    far_half.ClipType.Origin = centre
    far_half.ClipType.Normal = [1, 0, 0]
    show_plain(far_half, view, [0.90, 0.92, 0.95])
    show_plain(surface, view, [0.55, 0.65, 0.80], 0.14)
    show_plain(points_of_side(labelled, 1, 0.014 * size), view, [1.0, 0.50, 0.12])
    show_plain(points_of_side(labelled, -1, 0.004 * size), view, [0.60, 0.70, 0.85])

    view.CameraFocalPoint = centre
    view.CameraPosition = [centre[0] + 1.9 * size, centre[1] + 0.50 * size, centre[2] - 1.1 * size]
    view.CameraViewUp = [0, 1, 0]
    view.CameraViewAngle = 33
    Render(view)
    SaveScreenshot(picture, view, ImageResolution=[1200, 800])


if __name__ == "__main__":
    main(*sys.argv[1:])
