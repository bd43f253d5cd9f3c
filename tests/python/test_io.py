"""What is read is what stands in the file, in every format."""

import os

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, ascii_stl, binary_stl
from vtkmodules.vtkCommonDataModel import (
    VTK_HEXAHEDRON,
    VTK_TRIANGLE,
    vtkCellArray,
    vtkImageData,
    vtkMultiBlockDataSet,
    vtkPolyData,
    vtkUnstructuredGrid,
)
from vtkmodules.vtkIOGeometry import vtkSTLReader
from vtkmodules.vtkIOPLY import vtkPLYReader

import talus
from talus.io import read_surface_part
from talus.io.geometry import add_array, arrays_of, coordinates_of, corner_lists, merge_equal_points, point_cloud, triangles
from talus.io.xml_parallel_writer import ParallelWriter

# Digits that single precision cannot hold.
FINE_POINTS = CUBE_POINTS + 1.0 / 3.0


def corners(surface):
    """Coordinates of the corners of all triangles, shape (n, 3, 3)."""
    points = coordinates_of(surface)
    ids = [[surface.GetCell(c).GetPointId(k) for k in range(3)] for c in range(surface.GetNumberOfCells())]
    return points[np.array(ids)]


def test_binary_stl_merges_corners_and_keeps_triangles(tmp_path):
    path = tmp_path / "cube.stl"
    path.write_bytes(binary_stl(FINE_POINTS, CUBE_TRIANGLES))
    surface = talus.read_surface(path)
    assert surface.GetNumberOfPoints() == 8
    assert np.array_equal(corners(surface), FINE_POINTS.astype(np.float32)[CUBE_TRIANGLES])


def test_binary_stl_that_begins_with_solid(tmp_path):
    path = tmp_path / "cube.STL"
    path.write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES, b"solid made by a CAD program"))
    assert np.array_equal(corners(talus.read_surface(path)), CUBE_POINTS[CUBE_TRIANGLES])


def test_ascii_stl_keeps_double_precision(tmp_path):
    path = tmp_path / "cube.stl"
    path.write_text(ascii_stl(FINE_POINTS, CUBE_TRIANGLES))
    assert np.array_equal(corners(talus.read_surface(path)), FINE_POINTS[CUBE_TRIANGLES])


def test_ascii_stl_in_capitals_with_windows_line_ends(tmp_path):
    path = tmp_path / "cube.stl"
    path.write_bytes(ascii_stl(FINE_POINTS, CUBE_TRIANGLES).upper().replace("\n", "\r\n").encode())
    assert np.array_equal(corners(talus.read_surface(path)), FINE_POINTS[CUBE_TRIANGLES])


@pytest.mark.parametrize("parts", [1, 2, 3, 5, 20])
def test_parts_are_the_whole_in_order(parts, tmp_path):
    """Those of a binary STL differ in size, also of fewer triangles than parts."""
    path = tmp_path / "cube.stl"
    path.write_bytes(binary_stl(FINE_POINTS, CUBE_TRIANGLES))
    found = [read_surface_part(path, part, parts) for part in range(parts)]
    sizes = [part.GetNumberOfCells() for part in found if part.GetNumberOfCells()]
    assert len(set(sizes)) == len(sizes) and sum(sizes) == len(CUBE_TRIANGLES)
    whole = np.concatenate([corners(part) for part in found if part.GetNumberOfCells()])
    assert np.array_equal(whole, corners(talus.read_surface(path)))
    writer = ParallelWriter(tmp_path / "cube.pvtp", "PolyData")
    for number, some in enumerate(np.split(CUBE_TRIANGLES, [5, 9])):
        writer.add(triangles(FINE_POINTS, some), number)
    writer.finish(3)
    found = [read_surface_part(tmp_path / "cube.pvtp", part, parts) for part in range(parts)]
    whole = np.concatenate([corners(part) for part in found if part.GetNumberOfCells()])
    assert np.array_equal(whole, FINE_POINTS[CUBE_TRIANGLES])


def test_files_without_parts(tmp_path):
    text, cut = tmp_path / "text.stl", tmp_path / "cut.stl"
    text.write_text(ascii_stl(CUBE_POINTS, CUBE_TRIANGLES))
    cut.write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES)[:-1])
    for path in (text, cut, MESHES / "spot.obj"):
        assert read_surface_part(path, 0, 2) is None
    with pytest.raises(talus.TalusError, match="No such file"):
        read_surface_part(tmp_path / "none.stl", 0, 2)


def test_stl_keeps_degenerate_triangles(tmp_path):
    path = tmp_path / "needle.stl"
    path.write_bytes(binary_stl(CUBE_POINTS, np.array([(0, 1, 1), (0, 1, 2)])))
    assert talus.read_surface(path).GetNumberOfCells() == 2


def test_obj_double_precision_polygons_negative_numbers_and_slashes(tmp_path):
    path = tmp_path / "cube.obj"
    lines = ["# comment", "mtllib none.mtl", "vt 0 0", "vn 0 0 1"]
    lines += [f"v {x!r} {y!r} {z!r}" for x, y, z in FINE_POINTS.tolist()]
    lines += ["g side", "f 1/1/1 3/1/1 4/1/1 2/1/1", "f -4 -3 -1//1 -2 # end", "l 1 2", "f 1 2 \\", "5"]
    path.write_text("\n".join(lines).replace(" # end", "") + "\n")
    surface = talus.read_surface(path)
    assert np.array_equal(coordinates_of(surface), FINE_POINTS)
    cells = [
        [surface.GetCell(c).GetPointId(k) for k in range(surface.GetCell(c).GetNumberOfPoints())]
        for c in range(3)
    ]
    assert cells == [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 4]]


PLY_HEADER = """ply
format {format} 1.0
comment made by a test
element vertex 8
property double x
property double y
property double z
property uchar red
element face {faces}
property list uchar int vertex_indices
property float quality
end_header
"""


def ply(order, polygons):
    head = {"": "ascii", "<": "binary_little_endian", ">": "binary_big_endian"}[order]
    header = PLY_HEADER.format(format=head, faces=len(polygons)).encode()
    if order == "":
        rows = [f"{x!r} {y!r} {z!r} 255" for x, y, z in FINE_POINTS.tolist()]
        rows += [f"{len(p)} {' '.join(map(str, p))} 0.5" for p in polygons]
        return header + "\n".join(rows).encode()
    vertex = np.zeros(8, np.dtype([("p", order + "f8", 3), ("red", "u1")]))
    vertex["p"] = FINE_POINTS
    faces = b"".join(
        bytes([len(p)]) + np.array(p, order + "i4").tobytes() + np.array(0.5, order + "f4").tobytes()
        for p in polygons
    )
    return header + vertex.tobytes() + faces


@pytest.mark.parametrize("order", ["", "<", ">"])
@pytest.mark.parametrize("mixed", [False, True])
def test_ply(tmp_path, order, mixed):
    polygons = [list(map(int, t)) for t in CUBE_TRIANGLES] + ([[0, 2, 3, 1]] if mixed else [])
    path = tmp_path / "cube.ply"
    path.write_bytes(ply(order, polygons))
    surface = talus.read_surface(path)
    assert np.array_equal(coordinates_of(surface), FINE_POINTS)
    assert np.array_equal(corners(surface)[:12], FINE_POINTS[CUBE_TRIANGLES])
    if mixed:
        assert surface.GetCell(12).GetNumberOfPoints() == 4


@pytest.mark.parametrize("order", ["", "<", ">"])
@pytest.mark.parametrize("with_faces", [False, True])
def test_points_of_ply(tmp_path, order, with_faces):
    """With or without faces; another property of vertices is an array of the declared type."""
    data = ply(order, [[0, 1, 2]] if with_faces else [])
    if not with_faces:
        header, _, rest = data.partition(b"element face")
        data = header + b"end_header\n" + rest.partition(b"end_header\n")[2]
    path = tmp_path / "cloud.ply"
    path.write_bytes(data)
    cloud = talus.read_points(path)
    assert np.array_equal(coordinates_of(cloud), FINE_POINTS) and coordinates_of(cloud).dtype == np.float64
    red = arrays_of(cloud.GetPointData())["red"]
    assert red.dtype == np.uint8 and (red == (255 if order == "" else 0)).all()
    assert (talus.classify(path, (FINE_POINTS, CUBE_TRIANGLES)).side == 0).all()


def test_numbers_of_ply_points_are_not_rounded(tmp_path):
    path = tmp_path / "cloud.ply"
    more = "property char level\nproperty float gray\nproperty uchar odd\n"
    head = f"ply\nformat ascii 1.0\nelement vertex 2\nproperty float y\nproperty float x\nproperty int z\n{more}end_header\n"
    path.write_text(f"{head}0.1 2 3 -7 0.3 300\n4 5 6 7 nan 1.5\n")
    cloud = talus.read_points(path)
    assert coordinates_of(cloud).tolist() == [[2, 0.1, 3], [5, 4, 6]]
    arrays = arrays_of(cloud.GetPointData())
    assert arrays["level"].dtype == np.int8 and arrays["level"].tolist() == [-7, 7]
    assert arrays["gray"][0] == 0.3 and arrays["odd"].tolist() == [300, 1.5]  # which is not what the header declares


def test_ply_points_that_are_none(tmp_path):
    path = tmp_path / "cloud.ply"
    path.write_text("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nend_header\n1 2\n3 4\n")
    with pytest.raises(talus.TalusError, match="PLY is broken: it has no element 'vertex' with x, y and z"):
        talus.read_points(path)
    path.write_text("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n")
    with pytest.raises(talus.TalusError, match="PLY is broken: the file ends before the 2 entries"):
        talus.read_points(path)


@pytest.mark.parametrize("order", ["", "<", ">"])
def test_truncated_ply(tmp_path, order):
    data = ply(order, [[0, 1, 2], [1, 2, 3, 4]])
    path = tmp_path / "cube.ply"
    path.write_bytes(data[: len(data) - 12])
    with pytest.raises(talus.TalusError, match="PLY is broken"):
        talus.read_surface(path)


@pytest.mark.parametrize("name, reader", [("torus.stl", vtkSTLReader), ("bob_small.ply", vtkPLYReader)])
def test_same_as_vtk(name, reader):
    theirs = reader()
    theirs.SetFileName(str(MESHES / name))
    theirs.Update()
    ours = talus.read_surface(MESHES / name)
    assert ours.GetNumberOfPoints() == theirs.GetOutput().GetNumberOfPoints()
    assert np.array_equal(corners(ours), corners(theirs.GetOutput()))


def test_vtp_surface(tmp_path):
    talus.write(triangles(FINE_POINTS, CUBE_TRIANGLES), tmp_path / "cube.vtp")
    assert np.array_equal(corners(talus.read_surface(tmp_path / "cube.vtp")), FINE_POINTS[CUBE_TRIANGLES])


def cloud_with_arrays():
    cloud = point_cloud(FINE_POINTS)
    add_array(cloud.GetPointData(), "id", np.arange(8))
    add_array(cloud.GetPointData(), "speed", np.linspace(0, 1, 8))
    add_array(cloud.GetPointData(), "name", np.array(list("abcdefgh")))
    return cloud


@pytest.mark.parametrize("extension", ["vtp", "vtu", "csv", "npz"])
def test_points_round_trip(tmp_path, extension):
    path = tmp_path / f"cloud.{extension}"
    talus.write(cloud_with_arrays(), path)
    back = talus.read_points(path)
    assert np.array_equal(coordinates_of(back), FINE_POINTS)
    arrays = arrays_of(back.GetPointData())
    assert np.array_equal(arrays["id"], np.arange(8)) and arrays["id"].dtype.kind == "i"
    assert np.array_equal(arrays["speed"], np.linspace(0, 1, 8))
    assert list(arrays["name"]) == list("abcdefgh")
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_single_precision_stays_single(tmp_path):
    for extension in ("vtp", "npz"):
        talus.write(point_cloud(FINE_POINTS.astype(np.float32)), tmp_path / f"c.{extension}")
        assert coordinates_of(talus.read_points(tmp_path / f"c.{extension}")).dtype == np.float32


def test_npy(tmp_path):
    np.save(tmp_path / "points.npy", FINE_POINTS)
    assert np.array_equal(coordinates_of(talus.read_points(tmp_path / "points.npy")), FINE_POINTS)


@pytest.mark.parametrize(
    "text",
    [
        "X;Y;Z\n1;2;3\n",
        "# x,y,z\n1,2,3\n",
        "# made by a scanner, 2024\n# x,y,z\n1,2,3\n",
        "# made by a scanner\n\nX (m),Y (m),Z (m)\n1,2,3\n",
        "# one, two, three\nx,y,z\n1,2,3\n",
        "# label,x,y,z\na,1,2,3\n",
        "# made by a scanner\n1,2,3\n",
        "1\t2\t3\n",
        "\ufeffx, y, z\n1, 2, 3\n",
        'name,Points:0,Points:1,Points:2\n"a,b",1,2,3\n',
    ],
)
def test_csv_dialects(tmp_path, text):
    (tmp_path / "c.csv").write_text(text, encoding="utf-8")
    assert np.array_equal(coordinates_of(talus.read_points(tmp_path / "c.csv")), [(1, 2, 3)])


def test_csv_without_points(tmp_path):
    (tmp_path / "c.csv").write_text("x,y,z\n")
    assert talus.read_points(tmp_path / "c.csv").GetNumberOfPoints() == 0


def test_vectors_become_columns(tmp_path):
    cloud = point_cloud(FINE_POINTS)
    add_array(cloud.GetPointData(), "v", FINE_POINTS)
    talus.write(cloud, tmp_path / "c.csv")
    assert (tmp_path / "c.csv").read_text().startswith("x,y,z,v:0,v:1,v:2\n")


def test_image_data_and_its_cells_as_table(tmp_path):
    image = vtkImageData()
    image.SetDimensions(3, 2, 2)
    add_array(image.GetCellData(), "number", np.arange(2))
    talus.write(image, tmp_path / "i.vti")
    back = talus.read_points(tmp_path / "i.vti")
    assert back.IsA("vtkImageData") and back.GetNumberOfPoints() == 12
    talus.write(image, tmp_path / "i.csv", cells=True)
    assert (tmp_path / "i.csv").read_text() == "x,y,z,number\n0.5,0.5,0.5,0\n1.5,0.5,0.5,1\n"
    talus.write(image, tmp_path / "i.vtu")
    assert talus.read_points(tmp_path / "i.vtu").GetNumberOfCells() == 2


def test_composite_moves_its_pieces_along(tmp_path):
    blocks = vtkMultiBlockDataSet()
    blocks.SetBlock(0, point_cloud(FINE_POINTS))
    for _ in range(2):  # the second time the pieces replace the first ones
        talus.write(blocks, tmp_path / "b.vtm")
    back = talus.read_points(tmp_path / "b.vtm")
    assert back.GetBlock(0).GetNumberOfPoints() == 8
    assert sorted(p.name for p in tmp_path.iterdir()) == ["b", "b.vtm"]


def test_pieces_go_into_a_folder_that_is_there(tmp_path, cube_stl):
    """Its other files stay, but not pieces of an earlier file."""
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "thesis.txt").write_text("mine")
    surfaces = [talus.read_surface(cube_stl)] * 3
    for count in (3, 1):
        blocks = vtkMultiBlockDataSet()
        for number, surface in enumerate(surfaces[:count]):
            blocks.SetBlock(number, surface)
        talus.write(blocks, tmp_path / "all.vtm")
        pieces = [f"all_{number}.vtp" for number in range(count)]
        assert sorted(file.name for file in folder.iterdir()) == [*pieces, "thesis.txt"]
    assert talus.read_surface(tmp_path / "all.vtm").GetNumberOfCells() == 12


def test_merge_equal_points_is_exact():
    points = np.array([(0.0, 0, 0), (-0.0, 0, 0), (1e-300, 0, 0), (0, 0, 1), (0, 0, 1)])
    merged, number = merge_equal_points(points)
    assert len(merged) == 3
    assert np.array_equal(merged[number], points)


def test_a_grid_without_faces_is_read_as_an_empty_surface(tmp_path):
    grid = vtkUnstructuredGrid()
    grid.SetPoints(point_cloud(FINE_POINTS).GetPoints())
    talus.write(grid, tmp_path / "g.vtu")
    assert talus.read_surface(tmp_path / "g.vtu").GetNumberOfPolys() == 0


def grid_of_cubes():
    """Eight hexahedra that fill the unit cube."""
    places = np.array(np.meshgrid(*[(0, 0.5, 1)] * 3, indexing="ij")).reshape(3, -1).T
    numbers = np.arange(27).reshape(3, 3, 3)
    grid = vtkUnstructuredGrid()
    grid.SetPoints(point_cloud(places).GetPoints())
    for x, y, z in np.ndindex(2, 2, 2):
        corners = [numbers[x + i, y + j, z + k] for k in (0, 1) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
        grid.InsertNextCell(VTK_HEXAHEDRON, 8, corners)
    return grid


def shape_in_a_scene(surface):
    scene = talus.Scene()
    scene.material("m", density=1)
    scene.shape("a", surface)
    scene.body("a", "m")
    return talus.body_surfaces(scene).GetNumberOfCells()


BESIDE = CUBE_POINTS + (1.001, 0, 0), CUBE_TRIANGLES
CALLS = {
    "classify": lambda s: talus.classify([(0.5, 0.5, 0.5), (1, 0.5, 0.5), (2, 0, 0)], s).side.tolist(),
    "check": lambda s: talus.check(s).closed,
    "mass_properties": lambda s: talus.mass_properties(s).volume,
    "repair": lambda s: talus.repair(s).volume,
    "boolean": lambda s: talus.boolean([s, BESIDE]).volume,
    "walls": lambda s: talus.walls(s).thinnest.length,
    "check_assembly": lambda s: talus.check_assembly([s, BESIDE]).pairs[0].clearance,
    "voxelize": lambda s: talus.voxelize(s, count=5).volume,
    "contacts": lambda s: talus.contacts([s, BESIDE], halo=0.01).gap.tolist(),
    "ContactScene": lambda s: len(talus.ContactScene([s, BESIDE], halo=0.01).contacts()),
    "place": lambda s: talus.place([s], count=2).GetNumberOfPartitionedDataSets(),
    "place between walls": lambda s: talus.place([BESIDE], walls=s, points=[(5, 5, 5)]).GetNumberOfPartitionedDataSets(),
    "surrogates": lambda s: len(talus.surrogates(s).corners),
    "Scene.shape": shape_in_a_scene,
}


@pytest.mark.parametrize("call", CALLS)
def test_grids_in_memory_are_taken_as_those_of_files(tmp_path, call):
    grid, blocks = grid_of_cubes(), vtkMultiBlockDataSet()
    blocks.SetBlock(1, grid)
    talus.write(grid, tmp_path / "g.vtu")
    wanted = CALLS[call](tmp_path / "g.vtu")
    assert CALLS[call](grid) == CALLS[call](blocks) == wanted


def test_blocks_of_grids_are_bodies(tmp_path):
    blocks = vtkMultiBlockDataSet()
    for number, shift in enumerate((0, 1.001)):
        grid = grid_of_cubes()
        grid.GetPoints().SetData(point_cloud(coordinates_of(grid) + (shift, 0, 0)).GetPoints().GetData())
        blocks.SetBlock(number, grid)
    talus.write(blocks, tmp_path / "b.vtm")
    gaps = [talus.contacts(given, halo=0.01).gap.tolist() for given in (blocks, str(tmp_path / "b.vtm"))]
    assert gaps[0] == gaps[1] and np.allclose(gaps[0], 0.001) and len(gaps[0]) == 4


def test_a_cell_without_points_has_no_centre():
    data, cells = point_cloud(FINE_POINTS), vtkCellArray()
    for size in (1, 0):
        cells.InsertNextCell(size)
        for _ in range(size):
            cells.InsertCellPoint(0)
    data.SetVerts(cells)
    classifier = talus.Classifier((CUBE_POINTS, CUBE_TRIANGLES), cells=True)
    with pytest.raises(talus.TalusError, match="no points, so it has no centre .cell 1."):
        classifier.label(data)


@pytest.mark.parametrize("point", [-1, 3, 10**12])
def test_cells_of_missing_points_are_not_written(tmp_path, point):
    surface, grid, cells = vtkPolyData(), vtkUnstructuredGrid(), vtkCellArray()
    cells.InsertNextCell(3, [0, 1, point])
    for data in (surface, grid):
        data.SetPoints(point_cloud(np.eye(3)).GetPoints())
    surface.SetPolys(cells)
    grid.SetCells(VTK_TRIANGLE, cells)
    blocks = vtkMultiBlockDataSet()
    blocks.SetBlock(0, surface)
    for data, name in ((surface, "a.vtp"), (surface, "a.vtu"), (surface, "a.csv"), (grid, "a.vtu"), (blocks, "a.vtm")):
        with pytest.raises(talus.TalusError, match=f"refers to point {point} of 3"):
            talus.write(data, tmp_path / name, cells=name == "a.csv")
    with pytest.raises(talus.TalusError, match=f"refers to point {point} of 3"):
        talus.write_surface(surface, tmp_path / "a.stl")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [".vtp", ".ply", ".obj", ".off"])
@pytest.mark.parametrize("single", [False, True])
def test_written_surfaces_keep_their_points_and_polygons(tmp_path, suffix, single):
    points = np.array([[1 / 3, 1e-300, -0.0], [1e200, 2, 3], [0.1, 7, 1e-17], [4, 5, 6], [9, 9, 9]])
    if single:
        points = points.clip(-1e30, 1e30).astype(np.float32)
    surface = talus.surfaces.as_polygons((points, [[0, 1, 2], [3, 2, 1, 0], [4, 3, 2, 1, 0]]))
    talus.write_surface(surface, tmp_path / f"a{suffix}")
    read = talus.read_surface(tmp_path / f"a{suffix}")
    np.testing.assert_array_equal(coordinates_of(read), coordinates_of(surface))
    assert corner_lists(read) == [[0, 1, 2], [3, 2, 1, 0], [4, 3, 2, 1, 0]]


def test_polygons_of_many_corners_are_written(tmp_path):
    ring = np.array([[np.cos(t), np.sin(t), 0] for t in np.linspace(0, 6, 300)])
    surface = talus.surfaces.as_polygons((ring, [list(range(300)), [0, 1, 2]]))
    for suffix in (".ply", ".obj", ".off"):
        talus.write_surface(surface, tmp_path / f"ring{suffix}")
        assert [len(corners) for corners in corner_lists(talus.read_surface(tmp_path / f"ring{suffix}"))] == [300, 3]


@pytest.mark.parametrize("stem", ["a" * 242, "b" * 251, os.fsdecode(b"a\xffb"), "a\x1b[31mb", "a\nb"])
def test_names_of_any_letters_and_length(tmp_path, stem):
    for suffix in (".stl", ".vtp", ".ply", ".obj", ".off"):
        talus.write_surface(triangles(CUBE_POINTS, CUBE_TRIANGLES), tmp_path / f"{stem}{suffix}")
        assert talus.read_surface(tmp_path / f"{stem}{suffix}").GetNumberOfPoints() == 8
    assert len(list(tmp_path.iterdir())) == 5


@pytest.mark.parametrize("stem", [os.fsdecode(b"a\xffb"), "a\x01b"])
def test_names_that_no_xml_file_can_hold_are_refused(tmp_path, stem):
    blocks = vtkMultiBlockDataSet()
    blocks.SetBlock(0, triangles(CUBE_POINTS, CUBE_TRIANGLES))
    with pytest.raises(talus.TalusError, match="cannot hold this name"):
        talus.write(blocks, tmp_path / f"{stem}.vtm")
    assert not list(tmp_path.iterdir())
