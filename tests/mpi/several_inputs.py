"""Run by pvbatch on several ranks: inputs with times and extents of their own. Cells are counted over all ranks."""
import sys
from pathlib import Path

from all_ranks import run
from paraview import servermanager, simple
from talus.messages import captured
from vtkmodules.vtkFiltersSources import vtkCubeSource
from vtkmodules.vtkIOXML import vtkXMLPolyDataWriter
from rank_range import rank_range

FOLDER = Path(sys.argv[1])
RANKS = int(sys.argv[2])
PLACES = {0: -3.0, 1: 0.0, 2: 2.0, 3: 4.5, 4: 8.0}


def moving_cube():
    """A cube of edge 3 over time, on the first rank."""
    rows = []
    for time, x in PLACES.items():
        cube = vtkCubeSource()
        cube.SetCenter(x, 0, 0)
        for axis in "XYZ":
            getattr(cube, f"Set{axis}Length")(3)
        writer = vtkXMLPolyDataWriter()
        writer.SetInputConnection(cube.GetOutputPort())
        writer.SetFileName(str(FOLDER / f"cube{time}.vtp"))
        writer.Write()
        rows.append(f'<DataSet timestep="{time}" file="cube{time}.vtp"/>')
    path = FOLDER / "cube.pvd"
    path.write_text(f'<VTKFile type="Collection"><Collection>{"".join(rows)}</Collection></VTKFile>')
    return simple.PVDReader(FileName=str(path))


def grid(half):
    """Cells with their centres at -half + 0.5, ..., half - 0.5; on all ranks."""
    image = simple.Wavelet(WholeExtent=[-half, half] * 3)
    assert rank_range(image) == (0, RANKS - 1), "the image is not on all ranks"
    return image


def cells_inside(points, surface):
    classifier = simple.InsideOutsideClassifier(Input=points, Surface=surface, Association="Cells")
    return simple.Threshold(Input=classifier, Scalars=["CELLS", "Side"], LowerThreshold=1, UpperThreshold=1)


def count(cells, time=0):
    cells.UpdatePipeline(time)
    return cells.GetDataInformation().GetNumberOfCells()


def test_a_surface_that_moves():
    inside = cells_inside(grid(4), moving_cube())
    for time in (0, 3, 4, 1, 3, 0):
        columns = sum(abs(x + 0.5 - PLACES[time]) < 1.5 for x in range(-4, 4))
        along = sum(abs(y + 0.5) < 1.5 for y in range(-4, 4))
        assert count(inside, time) == columns * along**2, time


def test_contacts_of_a_body_that_moves():
    still, cube = simple.Box(XLength=3, YLength=3, ZLength=3, Center=[-6.25, 0, 0]), moving_cube()
    for inputs in ([still, cube], [cube, still]):
        finder = simple.ContactFinder(Input=inputs, Halo=0.5)
        network = simple.ExtractBlock(Input=finder, Selectors=["//Contacts"])
        found = [count(network, time) > 0 for time in (0, 1, 0)]
        assert found == [True, False, True], found


def test_surfaces_from_images_of_another_size():
    def ball(half, radius):
        squares = simple.Calculator(Input=grid(half), ResultArrayName="r2", Function="coordsX^2+coordsY^2+coordsZ^2")
        return simple.Contour(Input=squares, ContourBy=["POINTS", "r2"], Isosurfaces=[radius**2])

    for number, surface in enumerate((simple.Tetrahedralize(Input=grid(10)),
                                      simple.ExtractSurface(Input=simple.Tetrahedralize(Input=grid(10))),
                                      simple.ExtractSurface(Input=grid(10)), ball(10, 8.3))):
        assert count(cells_inside(grid(3), surface)) == 216, number
        classifier = simple.InsideOutsideClassifier(Input=grid(3), Surface=surface)
        classifier.UpdatePipeline()
        assert classifier.PointData["Side"].GetRange() == (1, 1), f"{number}: points at the cut between the ranks"
    for number, surface in enumerate((simple.Tetrahedralize(Input=grid(3)), simple.ExtractSurface(Input=grid(3)))):
        assert count(cells_inside(grid(10), surface)) == 216, number
    assert count(cells_inside(grid(10), ball(3, 1.8))) == 8


def test_pieces_of_a_grid_without_ghost_cells():
    volume = simple.Tetrahedralize(Input=grid(10))
    for given, warned in ((simple.RemoveGhostInformation(Input=volume), True), (volume, False)):
        classifier = simple.InsideOutsideClassifier(Input=grid(3), Surface=given)
        with captured() as messages:
            classifier.UpdatePipeline()
        told = [text for text in messages.warnings if "on 2 ranks without ghost cells" in text]
        assert len(told) == warned, messages.warnings
        assert classifier.PointData["Side"].GetRange() == (0 if warned else 1, 1)


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(name, "passed", flush=True)


assert servermanager.vtkProcessModule.GetProcessModule().GetNumberOfLocalPartitions() == RANKS
run(main)
