"""Simulates grains that fall into a box and draws the contact forces: dark red for the largest.

    xvfb-run -a build/release/bin/talus-env pvpython python/examples/falling_grains.py OUT.png [COUNT [SECONDS]]
"""

import os
import sys
import tempfile
import time

from paraview.simple import (
    Calculator,
    ColorBy,
    CreateRenderView,
    ExtractSurface,
    GetAnimationScene,
    GetColorTransferFunction,
    ResetCamera,
    SaveScreenshot,
    SceneReader,
    Show,
    Threshold,
    TimeStepper,
    Tube,
)

import talus
from talus.display import extract_block, show_scene


def grains_above_a_box(count, path):
    """About five layers of grains of three shapes, and a box below them with the id 0."""
    scene = talus.Scene(halo=2e-4)
    scene.material("stone", density=2600, young=5e5, restitution=0.3, friction=0.5)
    grains = [
        scene.shape(f"grain{seed}", talus.shapes.ConvexGrain(size=0.01, vertices=24, seed=seed)) for seed in (1, 2, 3)
    ]
    side = max(2, round((count / 5) ** 0.5))
    step = 0.0135
    scene.shape("box", talus.shapes.Container(kind="openBox", size=side * step, height=1.5))
    scene.wall("box", "stone", origin=(0, 0, 0))
    for i in range(count):
        column, layer = i % (side * side), i // (side * side)
        place = [(column % side - (side - 1) / 2) * step, (column // side - (side - 1) / 2) * step, layer * step]
        turn = talus.quaternion((1 + i % 3, 2 - i % 5, 3), 67 * i)
        scene.body(grains[i % 3], "stone", position=place, orientation=turn)
    scene.write(path)


def force_network(motion):
    """The lines between grains in the block Contacts as tubes, with the force as the array Newton."""
    grains = Threshold(Input=extract_block(motion, "/Scene/Contacts"), Scalars=["CELLS", "BodyB"], UpperThreshold=1)
    grains.ThresholdMethod = "Above Upper Threshold"  # 0 is the box
    strength = Calculator(Input=grains, AttributeType="Cell Data", ResultArrayName="Newton", Function="mag(Force)")
    return Tube(Input=ExtractSurface(Input=strength), Radius=0.0006)


def play_to_the_end(motion):
    """Plays all frames, as the buttons of the window do."""
    scene = GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.GoToLast()
    motion.UpdatePipeline(scene.EndTime)


def draw(motion, picture):
    view = CreateRenderView(ViewSize=[1200, 900], UseColorPaletteForBackground=0, Background=[1, 1, 1])
    view.OrientationAxesVisibility = 0
    show_scene(motion, view, colour_by="ContactCount").BodyOpacity = 0.12
    tubes = Show(force_network(motion), view)
    ColorBy(tubes, ("CELLS", "Newton"))
    tubes.RescaleTransferFunctionToDataRange()
    GetColorTransferFunction("Newton").ApplyPreset("Cool to Warm (Extended)", True)
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [1.4, -2.4, 1.2], [0, 0, 0], [0, 0, 1]
    ResetCamera(view)
    view.CameraViewAngle = 30
    SaveScreenshot(picture, view, ImageResolution=[1200, 900])


def main(picture, count=60, seconds=0.3):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "grains.json")
        grains_above_a_box(int(count), path)
        motion = TimeStepper(Input=SceneReader(FileName=path), OutputInterval=0.02, EndTime=float(seconds))
        start = time.perf_counter()
        play_to_the_end(motion)
        told = {name: motion.FieldData[name].GetRange()[0] for name in ("Steps", "ContactPoints", "KineticEnergy")}
        print(f"{count} grains after {seconds} s: {told['ContactPoints']:.0f} contact points,", end=" ")
        print(f"{told['KineticEnergy']:.3g} J of motion, {time.perf_counter() - start:.1f} s of work")
        draw(motion, picture)


main(*sys.argv[1:])
