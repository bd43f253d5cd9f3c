"""Inputs with times and extents of their own, as ParaView's readers and filters give them."""
import itertools
import json
import sys
import tempfile
from pathlib import Path

from paraview import simple
from talus.messages import captured
from talus.vtkmodules import TalusFilters  # noqa: F401 (so that its methods are known)
from vtkmodules.vtkCommonDataModel import vtkDataObject
from vtkmodules.vtkFiltersCore import vtkTriangleFilter
from vtkmodules.vtkFiltersSources import vtkCubeSource
from vtkmodules.vtkIOLegacy import vtkPolyDataWriter
from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter

FOLDER = Path(tempfile.mkdtemp())
NUMBER = itertools.count()
HALF = 1.5  # of a cube's edge


def cube(x):
    source = vtkCubeSource()
    source.SetCenter(x, 0, 0)
    for axis in "XYZ":
        getattr(source, f"Set{axis}Length")(2 * HALF)
    triangles = vtkTriangleFilter()
    triangles.SetInputConnection(source.GetOutputPort())
    triangles.Update()
    return triangles.GetOutput()


def written(data, writer, ending):
    path = FOLDER / f"{next(NUMBER)}{ending}"
    writer.SetInputData(data)
    writer.SetFileName(str(path))
    writer.Write()
    return path


def as_pvd(places):
    """A ParaView series: {time: x of the cube}."""
    rows = []
    for time, x in places.items():
        file = written(cube(x), vtkXMLPolyDataWriter(), ".vtp")
        rows.append(f'<DataSet timestep="{time}" file="{file.name}"/>')
    path = FOLDER / f"{next(NUMBER)}.pvd"
    path.write_text(f'<VTKFile type="Collection"><Collection>{"".join(rows)}</Collection></VTKFile>')
    return simple.PVDReader(FileName=str(path))


def as_series(places):
    """A JSON file that names files and their times."""
    files = [{"name": written(cube(x), vtkXMLPolyDataWriter(), ".vtp").name, "time": t} for t, x in places.items()]
    path = FOLDER / f"{next(NUMBER)}.vtp.series"
    path.write_text(json.dumps({"file-series-version": "1.0", "files": files}))
    return simple.OpenDataFile(str(path))


def as_legacy_files(places):
    """Files that are numbered: their times are 0, 1, 2 ..."""
    assert list(places) == list(range(len(places)))
    return simple.LegacyVTKReader(FileNames=[str(written(cube(x), vtkPolyDataWriter(), ".vtk"))
                                             for x in places.values()])


def grid(half):
    return simple.Wavelet(WholeExtent=[-half, half] * 3)


def labels(classifier, time=None):
    """How many points are inside, on the surface and outside."""
    classifier.UpdatePipeline(*([] if time is None else [time]))
    sides = classifier.GetClientSideObject().GetOutputDataObject(0).GetPointData().GetArray("Side")
    found = [sides.GetTuple1(i) for i in range(sides.GetNumberOfTuples())]
    return found.count(1), found.count(0), found.count(-1)


def columns_inside(x, half=4):
    """Of a grid's columns of 3 x 3 points: how many points lie in the cube about x."""
    return 9 * sum(abs(column - x) < HALF for column in range(-half, half + 1))


def data_time(source, port=0):
    data = source.GetClientSideObject().GetOutputDataObject(port)
    return data.GetInformation().Get(vtkDataObject.DATA_TIME_STEP())


def steps(source):
    source.UpdatePipelineInformation()
    algorithm = source.GetClientSideObject()
    return list(algorithm.GetOutputInformation(0).Get(algorithm.GetExecutive().TIME_STEPS()) or [])


PLACES = {0: -3.0, 1: 0.0, 2: 2.0, 3: 4.0, 4: 8.0}
INSIDE = {0: 27, 1: 27, 2: 27, 3: 18, 4: 0}


def test_the_truth():
    assert {t: columns_inside(x) for t, x in PLACES.items()} == INSIDE


def test_surfaces_that_move():
    for make in (as_pvd, as_series, as_legacy_files):
        classifier = simple.InsideOutsideClassifier(Input=grid(4), Surface=make(PLACES))
        assert steps(classifier) == list(PLACES), make
        for time in (0, 1, 2, 3, 4, 3, 1, 0, 4):
            assert labels(classifier, time)[0] == INSIDE[time], (make, time)
            assert data_time(classifier) == data_time(classifier, 1) == time


def test_a_surface_that_moves_behind_filters():
    moved = simple.Transform(Input=as_pvd(PLACES))
    moved.Transform.Translate = [1, 0, 0]
    classifier = simple.InsideOutsideClassifier(Input=grid(4), Surface=simple.SurfaceCheck(Input=moved))
    for time in (3, 0, 2):
        assert labels(classifier, time)[0] == columns_inside(PLACES[time] + 1), time
    behind = simple.Threshold(Input=classifier, Scalars=["POINTS", "Side"], LowerThreshold=1, UpperThreshold=1,
                              AllScalars=0)
    behind.UpdatePipeline(1)
    first = behind.GetDataInformation().GetNumberOfPoints()
    behind.UpdatePipeline(4)
    assert first > 0 == behind.GetDataInformation().GetNumberOfPoints()


def test_between_steps_the_reader_decides():
    reader = as_pvd(PLACES)
    classifier = simple.InsideOutsideClassifier(Input=grid(4), Surface=reader)
    for time in (0.4, 2.6, 1.5, -7, 99):
        found = labels(classifier, time)[0]
        reader.UpdatePipeline(time)
        bounds = reader.GetDataInformation().GetBounds()
        assert found == columns_inside((bounds[0] + bounds[1]) / 2), time
    interpolated = simple.TemporalInterpolator(Input=as_pvd(PLACES))
    classifier = simple.InsideOutsideClassifier(Input=grid(4), Surface=interpolated)
    for time, x in ((0.25, -2.25), (2.25, 2.5), (1, 0)):
        assert labels(classifier, time)[0] == columns_inside(x), time


def test_points_and_surface_move():
    points = as_pvd({0: 0.0, 2: 1.0})  # the corners of a cube, three points at each
    classifier = simple.InsideOutsideClassifier(Input=points, Surface=as_pvd({0: -0.5, 1: 0.5, 2: 9.0}))
    assert steps(classifier) == [0, 1, 2]
    for time, wanted in ((0, (0, 12, 12)), (2, (0, 0, 24)), (0, (0, 12, 12))):
        assert labels(classifier, time) == wanted, time
    still = simple.InsideOutsideClassifier(Input=points, Surface=simple.Box(XLength=1.5, YLength=9, ZLength=9,
                                                                             Center=[1.25, 0, 0]))
    for time, wanted in ((0, (12, 0, 12)), (2, (0, 0, 24)), (0, (12, 0, 12))):
        assert labels(still, time) == wanted, time
    assert still.GetClientSideObject().GetNumberOfBuilds() == 1


def test_a_group_of_bodies_some_of_which_move():
    # Group Datasets knows the times of its first input alone.
    bodies = simple.GroupDatasets(Input=[as_pvd({0: 0.0, 1: 9.0}),
                                         simple.Box(XLength=3, YLength=3, ZLength=3, Center=[-3, 0, 0])])
    classifier = simple.InsideOutsideClassifier(Input=grid(4), Surface=bodies)
    for time, wanted in ((0, 54), (1, 27), (0, 54)):
        assert labels(classifier, time)[0] == wanted, time


def test_contacts_of_bodies_that_move():
    still = simple.Box(XLength=3, YLength=3, ZLength=3)
    moving = as_pvd({0: 3.25, 1: 3.0, 2: 9.0})
    for inputs in ([moving, still], [still, moving]):
        finder = simple.ContactFinder(Input=inputs, Halo=0.5)
        assert steps(finder) == [0, 1, 2]
        found = {}
        for time in (0, 2, 1, 0):
            finder.UpdatePipeline(time)
            network = simple.ExtractBlock(Input=finder, Selectors=["//Contacts"])
            network.UpdatePipeline(time)
            gaps = network.CellData["Gap"]
            touching = network.GetDataInformation().GetNumberOfCells() > 0
            found[time] = round(gaps.GetRange()[0], 12) if touching else None
            assert data_time(finder) == time
        assert found == {0: 0.25, 1: 0.0, 2: None}, found


def test_bodies_at_points_that_move():
    placed = simple.BodyPlacement(Input=simple.Box(), Points=as_pvd({0: 0.0, 1: 20.0}), Arrangement="At Points",
                                  TypicalSize=0.1)
    assert steps(placed) == [0, 1]
    for time, middle in ((0, 0.0), (1, 20.0), (0, 0.0)):
        surfaces = simple.BodySurfaces(Input=placed)
        with captured():  # the corners have three points each: bodies overlap
            surfaces.UpdatePipeline(time)
        bounds = surfaces.GetDataInformation().GetBounds()
        assert middle - 3 < bounds[0] < bounds[1] < middle + 3, (time, bounds)


def contour(half, radius):
    distance = simple.Calculator(Input=grid(half), ResultArrayName="r", Function="sqrt(coordsX^2+coordsY^2+coordsZ^2)")
    return simple.Contour(Input=distance, ContourBy=["POINTS", "r"], Isosurfaces=[radius])


def test_surfaces_from_images_of_another_size():
    cases = [
        (grid(3), simple.Tetrahedralize(Input=grid(10)), (343, 0, 0)),
        (grid(3), simple.ExtractSurface(Input=simple.Tetrahedralize(Input=grid(10))), (343, 0, 0)),
        (grid(3), simple.ExtractSurface(Input=grid(10)), (343, 0, 0)),
        (grid(3), contour(10, 8.3), (343, 0, 0)),
        (grid(10), simple.Tetrahedralize(Input=grid(3)), (125, 343 - 125, 9261 - 343)),
        (grid(10), simple.ExtractSurface(Input=grid(3)), (125, 343 - 125, 9261 - 343)),
        (grid(10), contour(3, 0.9), (1, 0, 9260)),
        (simple.Tetrahedralize(Input=grid(10)), simple.ExtractSurface(Input=grid(3)), (125, 218, 9261 - 343)),
        (simple.ExtractSubset(Input=grid(10), VOI=[-2, 2] * 3), simple.ExtractSurface(Input=grid(10)), (125, 0, 0)),
        (grid(3), simple.GroupDatasets(Input=[contour(10, 8.3), contour(2, 0.9)]), (343, 0, 0)),
    ]
    for number, (points, surface, wanted) in enumerate(cases):
        with captured() as messages:
            found = labels(simple.InsideOutsideClassifier(Input=points, Surface=surface))
        assert found == wanted and not messages.errors, (number, found, messages.errors)


def test_bodies_from_images_of_different_sizes():
    sizes = {}
    for first, second in ((10, 3), (3, 10)):
        with captured() as messages:
            finder = simple.ContactFinder(Input=[simple.ExtractSurface(Input=grid(n)) for n in (first, second)])
            finder.UpdatePipeline()
        data = finder.GetClientSideObject().GetOutputDataObject(0)
        sizes[first, second] = [data.GetPartitionAsDataObject(i, 0).GetBounds()[1] for i in (0, 1)]
        assert not messages.errors, messages.errors
    assert sizes == {(10, 3): [10, 3], (3, 10): [3, 10]}, sizes


def test_a_surface_that_is_not_chosen():
    with captured() as messages:
        classifier = simple.InsideOutsideClassifier(Input=grid(3))
        classifier.UpdatePipeline()
    told = [text for text in messages.errors if text.startswith("No surface")]
    assert told == ["No surface is chosen. Choose a mesh of triangles or polygons as Surface."], messages.errors
    assert "optional" not in " ".join(messages.errors), messages.errors
    classifier.Surface = simple.ExtractSurface(Input=grid(2))
    assert labels(classifier) == (27, 98, 343 - 125)


def answer(filter):
    filter.UpdatePipeline()
    return simple.servermanager.Fetch(filter).GetFieldData().GetAbstractArray("Answer").GetValue(0)


def test_answers_name_inputs_as_the_pipeline_does():
    parts = [simple.Sphere(registrationName=name, Center=[x, 0, 0]) for name, x in (("gear.stl", 0), ("shaft.stl", 0.7))]
    contacts = simple.ContactFinder(registrationName="contacts", Input=parts)
    assert "between gear.stl and shaft.stl" in answer(contacts), answer(contacts)
    contacts.Input = [parts[1], simple.Box(registrationName="plate")]
    assert "between shaft.stl and plate" in answer(contacts), answer(contacts)
    check = simple.AssemblyCheck(registrationName="check", Input=parts)
    assert "between gear.stl and shaft.stl" in answer(check), answer(check)
    simple.SaveState(str(FOLDER / "named.pvsm"))
    simple.ResetSession()
    simple.LoadState(str(FOLDER / "named.pvsm"))
    for name in ("contacts", "check"):
        assert "shaft.stl" in answer(simple.FindSource(name))


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(name, "passed")
            sys.stdout.flush()


main()
