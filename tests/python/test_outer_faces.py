"""Surfaces of volume grids from files and memory: curved cells, cells with points of their own, broken ones."""

import numpy as np
import pytest
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid

import talus

TETRA, QUADRATIC_TRIANGLE, QUADRATIC_TETRA, HEXAHEDRON = 10, 22, 24, 12
PROBES = [(0.5, 0.5, 0.5), (0.3, 0.4, 0.6), (0.9, 0.05, 0.2), (1, 0.3, 0.3), (1.2, 0.5, 0.5)]
SIDES, DISTANCES = [1, 1, 1, 0, -1], [-0.5, -0.3, -0.05, 0, 0.2]
PATHS = [(0, 1, 3, 7), (0, 1, 5, 7), (0, 2, 3, 7), (0, 2, 6, 7), (0, 4, 5, 7), (0, 4, 6, 7)]


class Mesh:
    """Points by their coordinates, and cells."""

    def __init__(self, shared=True):
        self.points, self.cells, self.numbers, self.shared = [], [], {}, shared

    def number(self, point):
        key = tuple(map(float, point))
        if not self.shared or key not in self.numbers:
            self.numbers[key] = len(self.points)
            self.points.append(key)
        return self.numbers[key]

    def add(self, kind, corners):
        self.cells.append((kind, [self.number(corner) for corner in corners]))

    def write(self, path):
        def array(kind, name, values, more=""):
            text = " ".join(map(str, values))
            return f'<DataArray type="{kind}" Name="{name}" {more} format="ascii">{text}</DataArray>'

        ids, types = [i for _, cell in self.cells for i in cell], [kind for kind, _ in self.cells]
        path.write_text(
            '<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian"><UnstructuredGrid>'
            f'<Piece NumberOfPoints="{len(self.points)}" NumberOfCells="{len(self.cells)}"><Points>'
            + array("Float64", "Points", np.ravel(self.points).tolist(), 'NumberOfComponents="3"')
            + "</Points><Cells>" + array("Int64", "connectivity", ids)
            + array("Int64", "offsets", np.cumsum([len(cell) for _, cell in self.cells]).tolist())
            + array("UInt8", "types", types) + "</Cells></Piece></UnstructuredGrid></VTKFile>"
        )  # fmt: skip
        return path


def middles(corners, pairs):
    return [*corners, *((corners[i] + corners[j]) / 2 for i, j in pairs)]


def unit_cube(kinds, shared=True):
    """The unit cube as six tetrahedra, linear or quadratic by turns of `kinds`, with boundary triangles for 22."""
    mesh = Mesh(shared)
    for number, path in enumerate(PATHS):
        corners = [np.array([b & 1, b >> 1 & 1, b >> 2 & 1], float) for b in path]
        if np.linalg.det(np.subtract(corners[1:], corners[0])) < 0:
            corners[1], corners[2] = corners[2], corners[1]
        kind = kinds[number % len(kinds)]
        pairs = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)] if kind == QUADRATIC_TETRA else []
        mesh.add(kind, middles(corners, pairs))
    return mesh


@pytest.mark.parametrize("shared", (True, False))
@pytest.mark.parametrize("kinds", ([TETRA], [QUADRATIC_TETRA], [TETRA, QUADRATIC_TETRA], [QUADRATIC_TETRA] + 5 * [TETRA]))
def test_curved_cells(tmp_path, kinds, shared):
    file = unit_cube(kinds, shared).write(tmp_path / "a.vtu")
    result = talus.classify(PROBES, file, distance=True)
    assert result.side.tolist() == SIDES and np.allclose(result.distance, DISTANCES, atol=1e-15)
    report = talus.check(file)
    assert report.closed and report.oriented
    assert report.area == pytest.approx(6) and report.volume == pytest.approx(1)


def test_curved_triangles_at_the_boundary_do_not_count(tmp_path):
    mesh = unit_cube([QUADRATIC_TETRA])
    corners = [np.array(p, float) for p in ((0, 0, 0), (1, 0, 0), (1, 1, 0))]
    mesh.add(QUADRATIC_TRIANGLE, middles(corners, [(0, 1), (1, 2), (2, 0)]))
    assert talus.check(mesh.write(tmp_path / "a.vtu")).area == pytest.approx(6)
    mesh.cells = mesh.cells[-1:]
    assert talus.check(mesh.write(tmp_path / "b.vtu")).counts["Triangles"] == 4


CORNERS = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]


def block(columns, shared, size=4):
    mesh = Mesh(shared)
    for k in range(size):
        for j in range(size):
            for i in columns:
                mesh.add(HEXAHEDRON, [np.add((i, j, k), corner) / size for corner in CORNERS])
    return mesh


def test_cells_and_pieces_with_points_of_their_own(tmp_path):
    block(range(2), True).write(tmp_path / "left.vtu")
    block(range(2, 4), True).write(tmp_path / "right.vtu")
    (tmp_path / "pieces.pvtu").write_text(
        '<VTKFile type="PUnstructuredGrid" version="0.1" byte_order="LittleEndian"><PUnstructuredGrid GhostLevel="0">'
        '<PPoints><PDataArray type="Float64" Name="Points" NumberOfComponents="3"/></PPoints>'
        '<Piece Source="left.vtu"/><Piece Source="right.vtu"/></PUnstructuredGrid></VTKFile>'
    )
    files = [tmp_path / "pieces.pvtu"]
    files += [block(range(4), shared).write(tmp_path / f"{shared}.vtu") for shared in (True, False)]
    for file in files:
        result = talus.classify(PROBES, file, distance=True, nesting_depth=True)
        assert result.side.tolist() == SIDES and np.allclose(result.distance, DISTANCES, atol=1e-15), file
        assert result.nesting_depth.tolist() == [1, 1, 1, 0, 0]
        report = talus.check(file)
        assert report.closed and report.area == pytest.approx(6)


def test_the_closest_cell_is_that_of_the_grid(tmp_path):
    surface = talus.read_surface(block(range(4), False).write(tmp_path / "a.vtu"))
    assert not surface.GetCellData().HasArray("vtkOriginalCellIds")


def test_broken_cells_in_memory_are_an_error():
    grid, points = vtkUnstructuredGrid(), vtkPoints()
    points.SetData(numpy_to_vtk(np.array(CORNERS, float), deep=True))
    grid.SetPoints(points)
    grid.Allocate(1)
    grid.InsertNextCell(QUADRATIC_TETRA, 4, [0, 1, 2, 4])
    calls = (
        lambda: talus.classify([(0, 0, 0)], grid),
        lambda: talus.check(grid),
        lambda: talus.mass_properties(grid),
        lambda: talus.contacts([grid, grid], halo=0.1),
    )
    for call in calls:
        with pytest.raises(talus.TalusError, match="cell 0 of type 24 has 4 points"):
            call()
