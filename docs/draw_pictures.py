"""Runs the examples of docs/examples and draws what each shows into docs/pictures, from the top folder:

    xvfb-run -a build/release/bin/talus-env pvpython docs/draw_pictures.py [NAME …]
    … docs/draw_pictures.py --out FOLDER [NAME …]
"""

import argparse
import pathlib
import runpy

from paraview.simple import (
    CreateRenderView,
    Delete,
    GetActiveView,
    GetScalarBar,
    GetColorTransferFunction,
    GetSources,
    ResetCamera,
    SaveScreenshot,
    SetActiveView,
    _DisableFirstRenderCameraReset,
)

DOCS = pathlib.Path(__file__).resolve().parent
SIZE = [900, 600]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=pathlib.Path, default=DOCS / "pictures")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    names = arguments.names or sorted(path.stem for path in (DOCS / "examples").glob("*.py"))
    for name in names:
        draw(name, arguments.out / f"{name}.png")


def draw(name, picture):
    """Runs an example and takes a picture of the active view as seen from the front, the right and above."""
    _DisableFirstRenderCameraReset()
    view = CreateRenderView()
    SetActiveView(view)
    view.ViewSize, view.UseColorPaletteForBackground, view.Background = SIZE, 0, [1, 1, 1]
    view.OrientationAxesVisibility = 0
    runpy.run_path(str(DOCS / "examples" / f"{name}.py"))
    if GetActiveView() != view:  # the example made a chart
        chart = GetActiveView()
        chart.ViewSize = SIZE
        return finish(chart, picture)
    show_legends(view)
    upright = name in UPRIGHT_ALONG_Y
    view.CameraPosition = [1.2, 0.8, 2.4] if upright else [1.2, -2.4, 1.0]
    view.CameraFocalPoint, view.CameraViewUp = [0, 0, 0], [0, 1, 0] if upright else [0, 0, 1]
    ResetCamera(view)
    view.CameraViewAngle = 24
    finish(view, picture)


def finish(view, picture):
    """Takes the picture and clears the table."""
    SaveScreenshot(str(picture), view, ImageResolution=SIZE)
    print(picture)
    for source in GetSources().values():
        Delete(source)
    Delete(view)


UPRIGHT_ALONG_Y = {"Boolean", "InsideOutsideClassifier", "SurfaceRepair", "SurrogateTreeBuilder", "Voxelize"}  # spot, the cow, stands so


def show_legends(view):
    for shown in view.Representations:
        if getattr(shown, "ColorArrayName", [None, ""])[1]:
            shown.RescaleTransferFunctionToDataRange()
            shown.SetScalarBarVisibility(view, True)
            colours = GetColorTransferFunction(shown.ColorArrayName[1])
            categories = colours.InterpretValuesAsCategories
            if not categories and same_colours(colours, GetColorTransferFunction("an array that nothing shows")):
                colours.ApplyPreset("Cool to Warm", True)  # the default until ParaView 6.1
            legend = GetScalarBar(colours, view)
            legend.TitleColor = legend.LabelColor = [0, 0, 0]


def same_colours(first, second):
    def listed(function):
        points = list(function.RGBPoints)
        return [points[i + 1 : i + 4] for i in range(0, len(points), 4)]

    return listed(first) == listed(second)


if __name__ == "__main__":
    main()
