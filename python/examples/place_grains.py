"""Places 20 000 convex grains at random without overlap, and shows them as instances of five shapes.

    xvfb-run -a build/release/bin/talus-env pvpython python/examples/place_grains.py OUT.png [COUNT]
"""

import sys
import time

from paraview.simple import BodyPlacement, CreateRenderView, GrainSource, ResetCamera, SaveScreenshot

from talus.display import extract_block, show_scene


def grains(kinds):
    """Different convex grains of 62 vertices."""
    return [GrainSource(Shape="Convex Grain", Vertices=62, Seed=seed) for seed in range(1, kinds + 1)]


def look_at(scene):
    """A view from a corner, without ParaView's decorations, and the number of grains in it."""
    view = CreateRenderView(ViewSize=[1200, 900], UseColorPaletteForBackground=0, Background=[1, 1, 1])
    view.OrientationAxesVisibility = view.CenterAxesVisibility = 0
    show_scene(scene, view, colour_by="Scale")
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [3, 2, 1.6], [0, 0, 0], [0, 0, 1]
    ResetCamera(view)
    view.CameraParallelScale = 1
    bodies = extract_block(scene, "/Scene/Bodies")
    bodies.UpdatePipeline()
    return view, bodies.GetDataInformation().GetNumberOfPoints()


def peak_memory():
    """Peak memory of this process, MB."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1000 for line in status if line.startswith("VmHWM"))


def main(picture, count=20_000):
    start = time.perf_counter()
    scene = BodyPlacement(
        Input=grains(5), Count=int(count), SizeLaw="Log Normal", SizeDeviation=0.3, SmallestSize=0.4, LargestSize=2.5
    )
    scene.UpdatePipeline()
    placed = time.perf_counter() - start
    view, number = look_at(scene)
    SaveScreenshot(picture, view, ImageResolution=[1200, 900])
    shown = time.perf_counter() - start
    print(f"{number} grains of 5 shapes: placed after {placed:.1f} s, shown after {shown:.1f} s")
    print(f"{time.process_time():.1f} s of processor time in all, {peak_memory():.0f} MB of memory at most")


main(*sys.argv[1:])
