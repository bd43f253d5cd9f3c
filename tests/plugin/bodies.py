"""Scenes and runs are first drawn as bodies, in their poses, and by the same colours again after a reload; foreign data are not."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from paraview import servermanager, simple, smstate
from paraview.selection import ClearSelection, SelectSurfaceCells, SelectSurfacePoints
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkDataObject

DATA = Path(sys.argv[1])
SIZE = [300, 200]
GLASS = [0.4, 0.52, 0.64]  # on a light ground


def picture(view):
    """Rows of RGB."""
    simple.Render(view)
    image = view.SMProxy.CaptureWindow(1)
    return vtk_to_numpy(image.GetPointData().GetScalars()).reshape(SIZE[1], SIZE[0], -1)[..., :3].astype(int)


def drawn(view):
    """The pixels that are not background."""
    seen = picture(view)
    return np.abs(seen - seen[0, 0]).max(axis=-1) > 0


def new_view():
    view = simple.CreateView("RenderView")
    view.ViewSize, view.OrientationAxesVisibility, view.CenterAxesVisibility = SIZE, 0, 0
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    return view


def looks_like_surfaces(view):
    """Bodies stand where Body Surfaces puts their triangles, and the view fits them."""
    scene = simple.SceneReader(registrationName="Scene", FileName=str(DATA / "scenes" / "shaken_table.json"))
    shown = simple.Show(scene, view)
    assert (shown.Representation, list(shown.ColorArrayName)) == ("Bodies", ["POINTS", "Shape"]), shown.Representation
    shown.WallOpacity = 1
    simple.ResetCamera(view)
    bodies, place = drawn(view), list(view.CameraPosition)
    simple.Hide(scene, view)
    surfaces = simple.BodySurfaces(Input=scene)
    simple.Show(surfaces, view)
    simple.ResetCamera(view)
    assert np.allclose(place, view.CameraPosition), (place, view.CameraPosition)
    different = (bodies != drawn(view)).sum()  # along edges of walls, which are lines
    assert bodies.sum() > 3000 and different < 0.05 * bodies.sum(), (bodies.sum(), different)
    simple.Delete(surfaces)
    simple.Show(scene, view)
    return scene, shown


def walls_are_glass(view, shown):
    shown.WallOpacity = 0
    without = drawn(view)
    shown.WallOpacity = 0.12
    through = drawn(view)
    assert through.sum() > without.sum() and not (without & ~through).any()
    shown.BodyOpacity = shown.WallOpacity = 0
    assert not drawn(view).any()
    shown.BodyOpacity, shown.WallOpacity = 1, 0.12


def opacities_are_those_of_surfaces(view, scene, shown):
    """Bodies and walls that are half opaque look as their surfaces do."""
    surfaces = simple.BodySurfaces(Input=scene)
    shown.BodyOpacity = shown.WallOpacity = 0.5
    shown.ColorArrayName = [None, ""]
    shown.DiffuseColor = shown.AmbientColor = GLASS
    instances = picture(view)
    simple.Hide(scene, view)
    plain = simple.Show(surfaces, view)
    plain.ColorArrayName = [None, ""]
    plain.DiffuseColor, plain.AmbientColor, plain.Opacity = GLASS, GLASS, 0.5
    different = np.abs(instances - picture(view)).max(axis=-1) > 8
    assert different.sum() < 0.15 * drawn(view).sum(), different.sum()  # along edges of walls, which are lines
    simple.Delete(surfaces)
    shown.BodyOpacity, shown.WallOpacity = 1, 0.12
    simple.Show(scene, view)
    simple.ColorBy(shown, ("POINTS", "Shape"))


def selected(view, scene, rectangle, select):
    """The arrays of the bodies that are selected in a part of the picture."""
    ClearSelection(scene)
    select(Rectangle=rectangle, View=view)
    chosen = servermanager._getPyProxy(scene.SMProxy.GetSelectionInput(0))
    extracted = simple.ExtractSelection(Input=scene, Selection=chosen)
    merged = simple.MergeBlocks(Input=extracted, MergePoints=0)
    arrays = servermanager.Fetch(merged).GetPointData()
    found = {name: vtk_to_numpy(arrays.GetArray(name)).tolist() for name in ("BodyId", "Motion")}
    simple.Delete(merged)
    simple.Delete(extracted)
    simple.SetActiveSource(scene)
    return found


def pink(view):
    """Where edges of selected bodies are."""
    return np.abs(picture(view) - (255, 0, 255)).max(axis=-1) < 40


def selection_names_bodies(view, scene):
    """All bodies that forces move, but no wall. They have edges of the colour of selections."""
    simple.Render(view)
    everything = [0, 0, SIZE[0] - 1, SIZE[1] - 1]
    for select in (SelectSurfacePoints, SelectSurfaceCells):
        found = selected(view, scene, everything, select)
        assert len(set(found["BodyId"])) == len(found["Motion"]) == 8 and not any(found["Motion"]), found
    all_edges = pink(view)
    assert all_edges.sum() > 500
    ClearSelection(scene)
    assert not pink(view).any()


def faces_are_picked(view):
    """A click at the middle of a face means what is seen there, and not a corner of what is behind it."""
    path = Path(tempfile.mkdtemp()) / "scene.json"
    path.write_text(json.dumps({
        "format": "talus-scene-1", "materials": [{"name": "stone"}],
        "shapes": [{"name": "box", "generator": "solid", "kind": "cuboid", "extents": [1, 1, 1]}],
        "bodies": [{"id": 7 + i, "shape": "box", "material": "stone", "position": [0.1 * i, 2 * i, 0], "scale": 1 - 0.5 * i} for i in (0, 1)],
    }))
    scene = simple.SceneReader(FileName=str(path))
    simple.Show(scene, view)
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [0, -4, 0], [0, 0, 0], [0, 0, 1]
    simple.Render(view)
    x, y = SIZE[0] // 2, SIZE[1] // 2
    assert selected(view, scene, [x - 20, y - 20, x + 20, y + 20], SelectSurfacePoints)["BodyId"] == [7]
    assert pink(view).sum() > 50
    simple.Delete(scene)


def choices_of_the_user_stay(view, scene, folder):
    """In states, and in Python files of them."""
    shown = simple.GetRepresentation(scene, view)
    shown.WallOpacity = 0.5
    pictures, states = {}, {}
    for kind in ("Bodies", "Surface"):
        shown.Representation = kind
        pictures[kind], states[kind] = picture(view), [str(Path(folder) / f"{kind}.pvsm"), smstate.get_state()]
        servermanager.SaveState(states[kind][0])
    for kind, (file, script) in states.items():
        for load in (lambda: simple.LoadState(file), lambda: exec(script, {"__name__": "state"})):
            simple.ResetSession()
            load()
            view = simple.GetActiveView()
            again = simple.GetRepresentation(simple.FindSource("Scene"), view)
            assert (again.Representation, again.WallOpacity) == (kind, 0.5), (again.Representation, again.WallOpacity)
            assert kind == "Surface" or (picture(view) == pictures[kind]).all(), load


def foreign_data_stay(view):
    """Points with arrays of such names, but without shapes; a grid; a sphere that is told to be bodies."""
    points = simple.ProgrammableSource(Script="""
import vtk
output.Points = [[0, 0, 0], [1, 0, 0]]
for name, kind, parts in (("BodyId", vtk.vtkTypeInt64Array, 1), ("Shape", vtk.vtkIntArray, 1), ("Orientation", vtk.vtkDoubleArray, 4)):
    array = kind(); array.SetName(name); array.SetNumberOfComponents(parts); array.SetNumberOfTuples(2); array.Fill(0)
    self.GetOutput().GetPointData().AddArray(array)
""")
    for source in (points, simple.Wavelet(), simple.Sphere()):
        assert simple.Show(source, view).Representation != "Bodies"
        simple.Hide(source, view)
    ball = simple.Sphere()
    shown = simple.Show(ball, view)
    simple.ResetCamera(view)
    surface = picture(view)
    shown.Representation = "Bodies"
    assert (picture(view) == surface).all()
    simple.Delete(ball)


def simulated(folder, bodies="--bodies"):
    """A run of sixty grains that fall into a box."""
    options = ["--end", "0.1", "--every", "0.05", bodies, "--quiet"]
    scene = DATA / "scenes" / "scenarios" / "grains-in-a-box.json"
    subprocess.run(["/usr/bin/python3", "-m", "talus", "simulate", str(scene), "--out", str(folder), *options], check=True)
    return folder


def opened(file, view, on="POINTS"):
    source = simple.OpenDataFile(str(file))
    shown = simple.Show(source, view)
    assert (shown.Representation, list(shown.ColorArrayName)) == ("Bodies", [on, "Velocity"]), shown.Representation
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    return source, shown


def yellow(view):
    """The pixels with the colour of weak forces."""
    red, _, blue = np.moveaxis(picture(view), -1, 0)
    return int(((red > 120) & (red - blue > 60)).sum())


def contacts_are_picked(view):
    """As points of the block that has them, at its place in the scene."""
    scene = simple.SceneReader(FileName=str(DATA / "scenes" / "rotating_drum.json"))
    motion = simple.TimeStepper(Input=scene, OutputInterval=0.1, EndTime=0.5)
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    simple.GetAnimationScene().AnimationTime = 0.5
    shown = simple.Show(motion, view)
    shown.Contacts, shown.BodyOpacity = "Points", 0
    simple.ResetCamera(view)
    simple.Render(view)
    SelectSurfacePoints(Rectangle=[0, 0, SIZE[0] - 1, SIZE[1] - 1], View=view)
    chosen = servermanager._getPyProxy(motion.SMProxy.GetSelectionInput(0))
    extracted = simple.MergeBlocks(Input=simple.ExtractSelection(Input=motion, Selection=chosen), MergePoints=0)
    arrays = servermanager.Fetch(extracted).GetPointData()
    assert arrays.GetNumberOfTuples() > 3 and arrays.HasArray("Normal"), arrays
    ClearSelection(motion)


def runs_are_scenes(folder, view):
    """run.pvd and run.json look like the Time Stepper at that time, also after a filter; contacts are in the folder."""
    motion = simple.TimeStepper(Input=simple.OpenDataFile(str(folder / "scene.json")), OutputInterval=0.05, EndTime=0.1)
    simple.Show(motion, view)
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [1, -3, 1.2], [0, 0, 0], [0, 0, 1]
    simple.ResetCamera(view)
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.AnimationTime = 0.1
    expected = picture(view)
    simple.Hide(motion, view)
    for name in ("run.pvd", "run.json"):
        source, shown = opened(folder / name, view)
        scene.AnimationTime = 0.1
        assert (picture(view) == expected).all(), name
        full = drawn(view)
        bare = drawn(view).sum()
        shown.WallOpacity = shown.BodyOpacity = 0
        shown.AmbientColor = shown.DiffuseColor = [0, 0, 0]
        shown.Contacts = "Lines"
        assert 100 < drawn(view).sum() < bare
        assert 100 < yellow(view) < drawn(view).sum()
        shown.Contacts = "Points"
        assert yellow(view) > 100
        points = drawn(view).sum()
        shown.Contacts = "Points And Normals"
        assert drawn(view).sum() > 1.05 * points, (drawn(view).sum(), points)
        shown.ContactLookupTable = simple.GetColorTransferFunction("AnyBlue")
        shown.ContactLookupTable.RGBPoints = [0, 0, 0, 1, 1e9, 0, 0, 1]
        assert yellow(view) == 0 and drawn(view).sum() > 100
        simple.Hide(source, view)
    chosen = simple.Threshold(Input=source, Scalars=["POINTS", "BodyId"], LowerThreshold=5, UpperThreshold=20)
    shown = simple.Show(chosen, view)
    shown.Representation = "Bodies"
    assert 100 < drawn(view).sum() < 0.8 * bare
    simple.Hide(chosen, view)
    return source, full


def surfaces_look_like_bodies(folder, view, full):
    """A run that was saved as surfaces: grains coloured by speed in a box of glass. What is selected is a triangle of the data."""
    source, shown = opened(folder / "run.pvd", view, on="CELLS")
    simple.GetAnimationScene().AnimationTime = 0.1
    different = (drawn(view) != full).sum()
    assert full.sum() > 3000 and different < 0.05 * full.sum(), (full.sum(), different)
    shown.WallOpacity = 0
    assert drawn(view).sum() < full.sum()
    opaque = drawn(view).sum()
    shown.Contacts = "Lines"
    assert yellow(view) > 50, "contacts are not seen through surfaces"
    shown.BodyOpacity = 0
    assert 50 < drawn(view).sum() < 0.8 * opaque
    shown.BodyOpacity, shown.Contacts = 1, "Hidden"
    everything = [0, 0, SIZE[0] - 1, SIZE[1] - 1]
    SelectSurfaceCells(Rectangle=everything, View=view)
    extracted = simple.ExtractSelection(Input=source, Selection=servermanager._getPyProxy(source.SMProxy.GetSelectionInput(0)))
    chosen = servermanager.Fetch(extracted).GetCellData()
    assert chosen.GetNumberOfTuples() > 300 and chosen.GetArray("Motion").GetRange() == (0, 0)
    ClearSelection(source)
    simple.Delete(extracted)
    simple.Hide(source, view)


def statistics_are_a_chart(run):
    statistics = simple.RunStatistics(Input=run)
    shown = simple.Show(statistics, simple.CreateView("XYChartView"))
    assert (shown.UseIndexForXAxis, shown.XArrayName) == (0, "Time [s]")
    assert "KineticEnergy [J]" in shown.SeriesVisibility and "Steps" not in shown.SeriesVisibility
    rows = servermanager.Fetch(statistics).GetRowData()
    assert vtk_to_numpy(rows.GetArray("Time [s]")).tolist() == [0, 0.05, 0.1]
    assert rows.GetAbstractArray("StepLimit").GetValue(0) == "None"


def surfaces_without_contacts_are_plain(view):
    """The window colours by numbers of blocks where no array does, and a block has another number than 0."""
    far = [simple.Box(), simple.Box(Center=[30, 0, 0])]
    for inputs, array in (([simple.Box()], ""), (far, ""), ([simple.Box(), simple.Sphere()], "Relation")):
        finder = simple.ContactFinder(Input=inputs)
        shown = simple.Show(finder, view)
        simple.Render(view)
        blocks = shown.SMProxy.GetRepresentedDataInformation().GetArrayInformation("vtkBlockColors", vtkDataObject.FIELD)
        assert shown.ColorArrayName[1] == array, array
        assert (blocks.GetComponentRange(0)[1] > 0) == bool(array), array
        simple.Delete(finder)


def main():
    view = new_view()
    foreign_data_stay(view)
    scene, shown = looks_like_surfaces(view)
    walls_are_glass(view, shown)
    opacities_are_those_of_surfaces(view, scene, shown)
    selection_names_bodies(view, scene)
    simple.Hide(scene, view)
    faces_are_picked(view)
    simple.Show(scene, view)
    simple.SetActiveSource(scene)
    with tempfile.TemporaryDirectory() as folder:
        choices_of_the_user_stay(view, scene, folder)
        simple.ResetSession()
        view = new_view()
        contacts_are_picked(view)
        simple.ResetSession()
        view = new_view()
        run, full = runs_are_scenes(simulated(Path(folder) / "run"), view)
        surfaces_look_like_bodies(simulated(Path(folder) / "surfaces", "--surfaces"), view, full)
        statistics_are_a_chart(run)
    simple.ResetSession()
    surfaces_without_contacts_are_plain(new_view())
    print("ok")


main()
