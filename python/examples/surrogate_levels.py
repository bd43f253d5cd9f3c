"""Draws the surrogates of a surface, coarse to fine, and the surface itself, side by side.

    xvfb-run -a build/release/bin/talus-env pvpython python/examples/surrogate_levels.py SURFACE OUT.png
"""

import sys

from paraview.simple import (
    CreateRenderView,
    OpenDataFile,
    OutputPort,
    Render,
    SaveScreenshot,
    Show,
    SurrogateTreeBuilder,
    Threshold,
    Transform,
    _DisableFirstRenderCameraReset,
)

COLOURS = [[0.55, 0.20, 0.17], [0.82, 0.36, 0.16], [0.93, 0.60, 0.22], [0.86, 0.76, 0.45], [0.55, 0.68, 0.62]]


def show(source, view, shift, colour):
    moved = Transform(Input=source)
    moved.Transform.Translate = [shift, 0, 0]
    display = Show(moved, view)
    display.Representation = "Surface With Edges"
    display.ColorArrayName = [None, ""]
    display.DiffuseColor = display.AmbientColor = colour
    display.EdgeColor = [0.15, 0.15, 0.2]
    display.Ambient = 0.3


def main(surface_file, picture):
    _DisableFirstRenderCameraReset()
    surface = OpenDataFile(surface_file)
    builder = SurrogateTreeBuilder(Input=surface)
    surrogates = OutputPort(builder, 1)
    surrogates.UpdatePipeline()
    low, high, bottom, top, _, _ = surface.GetDataInformation().GetBounds()
    step = 1.25 * (high - low)
    levels = int(surrogates.CellData["Level"].GetRange()[1]) + 1

    view = CreateRenderView()
    view.ViewSize = [260 * (levels + 1), 460]
    view.UseColorPaletteForBackground = 0
    view.Background = [1, 1, 1]
    view.OrientationAxesVisibility = 0
    view.CenterAxesVisibility = 0
    for level in range(levels):
        mine = Threshold(
            Input=surrogates, Scalars=["CELLS", "Level"], LowerThreshold=level - 0.5, UpperThreshold=level + 0.5
        )
        show(mine, view, -level * step, COLOURS[level % len(COLOURS)])
    show(surface, view, -levels * step, [0.62, 0.70, 0.82])

    middle, height = (low + high) / 2 - levels * step / 2, (bottom + top) / 2
    size = (levels + 1) * step
    view.CameraParallelProjection = 1
    view.CameraFocalPoint = [middle, height, 0]
    view.CameraPosition = [middle + 0.35 * size, height + 0.25 * size, -size]
    view.CameraViewUp = [0, 1, 0]
    view.CameraParallelScale = 0.78 * (top - bottom)
    Render(view)
    SaveScreenshot(picture, view, ImageResolution=view.ViewSize)


if __name__ == "__main__":
    main(*sys.argv[1:])
