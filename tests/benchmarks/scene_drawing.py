"""Processor time of a picture, and memory, of a scene drawn as Bodies or as 3D Glyphs of the same shapes.

    LP_NUM_THREADS=0 xvfb-run -a build/release/bin/talus-env pvpython tests/benchmarks/scene_drawing.py Bodies|Glyphs COUNT [PICTURES]

Without LP_NUM_THREADS=0 most of the memory is that of the threads of Mesa's software renderer. The bodies fill a cube, so that their number is the third power next to COUNT. Prints it, seconds of the first picture, of one that stands (median) and of one while the view turns, MB more than before.
"""

import sys
import time

from paraview import simple

from talus.display import extract_block


def memory():
    """Of this process, MB."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def warm_view():
    """A view that has drawn something, so that loading OpenGL does not count."""
    view = simple.CreateView("RenderView")
    view.ViewSize, view.OrientationAxesVisibility = [800, 600], 0
    ball = simple.Sphere()
    simple.Show(ball, view)
    simple.Render(view)
    simple.Delete(ball)
    return view


def seconds(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def show_glyphs(scene, view):
    """By ParaView's own representation of instances, with the shapes as its table."""
    assembly = scene.GetDataInformation().DataInformation.GetDataAssembly()
    parent = assembly.GetFirstNodeByPath("/Scene/Shapes")
    names = [assembly.GetNodeName(assembly.GetChild(parent, i)) for i in range(assembly.GetNumberOfChildren(parent))]
    shown = simple.Show(extract_block(scene, "/Scene/Bodies"), view)
    shown.SetRepresentationType("3D Glyphs")
    shown.GlyphType = "Pipeline Connection"
    shown.GlyphType.Input = simple.GroupDatasets(Input=[extract_block(scene, f"/Scene/Shapes/{name}") for name in names])
    shown.UseGlyphTable, shown.UseCompositeGlyphTable, shown.GlyphTableIndexArray = 1, 1, "Shape"
    shown.Orient, shown.OrientationMode, shown.SelectOrientationVectors = 1, "Quaternion", "Orientation"
    shown.Scaling, shown.ScaleMode, shown.SelectScaleArray, shown.ScaleFactor = 1, "Magnitude", "Scale", 1.0
    simple.ColorBy(shown, ("POINTS", "BodyId"))
    shown.RescaleTransferFunctionToDataRange()


def show(kind, scene, view):
    if kind == "Glyphs":
        show_glyphs(scene, view)
    else:
        simple.ColorBy(simple.Show(scene, view), ("POINTS", "BodyId"))
    simple.ResetCamera(view)
    simple.Render(view)


def main(kind, count, pictures=5):
    side = round(float(count) ** (1 / 3))
    grains = [simple.GrainSource(Shape="Convex Grain", Vertices=42, Seed=seed) for seed in (1, 2, 3)]
    scene = simple.BodyPlacement(Input=grains, Arrangement="Grid", Cells=[side] * 3)
    scene.UpdatePipeline()
    view = warm_view()
    before = memory()
    first = seconds(lambda: show(kind, scene, view))
    more = memory() - before
    still, turning = [], []
    for _ in range(int(pictures)):
        view.GetActiveCamera().Azimuth(7)
        still.append(seconds(view.SMProxy.StillRender))
        turning.append(seconds(view.SMProxy.InteractiveRender))
    middle = int(pictures) // 2
    print(f"{kind} {side ** 3} first {first:.2f} still {sorted(still)[middle]:.3f} turning {sorted(turning)[middle]:.3f} +{more:.0f} MB")


main(*sys.argv[1:])
