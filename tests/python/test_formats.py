"""Formats of meshes, scenes, scans and tables besides STL, OBJ, PLY and VTK's XML: what stands there is read, damage is told."""

import base64
import gzip
import io
import json
import zipfile

import fuzz_corpus as corpus
import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, binary_stl, one_error
from conftest import talus as command
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet
from vtkmodules.vtkIOXML import vtkXMLMultiBlockDataWriter, vtkXMLUnstructuredGridWriter

import talus
from talus.io.geometry import arrays_of, coordinates_of
from talus.io.words import floats, floats_in, integers, integers_in

POINTS = np.random.default_rng(1).uniform(-5, 5, (10, 3)).round(3)


def volume(path):
    return talus.mass_properties(path).volume


def boxes(path):
    return [tuple(np.round(body.GetBounds(), 12)) for body in talus.read_bodies(path)]


def written(path, content):
    path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content)
    return path


# ---- Surfaces ----


@pytest.mark.parametrize("kind, more", [("OFF", ""), ("COFF", "9 9 9 1"), ("NOFF", "0 0 1"), ("STOFF", "0.5 0.5")])
def test_off(tmp_path, kind, more):
    path = written(tmp_path / "a.off", corpus.off(kind=kind, more=more))
    surface = talus.read_surface(path)
    assert np.array_equal(coordinates_of(surface), CUBE_POINTS) and volume(path) == 1


def test_off_with_polygons_and_counts_beside_the_name(tmp_path):
    quads = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    path = written(tmp_path / "a.off", corpus.off(CUBE_POINTS + 1 / 3, quads).replace("OFF\n# a cube\n", "OFF "))
    assert volume(path) == pytest.approx(1) and talus.read_surface(path).GetNumberOfPolys() == 6


@pytest.mark.parametrize("name", corpus.LEGACY)
@pytest.mark.parametrize("binary", (False, True))
@pytest.mark.parametrize("version", (42, 51))
def test_legacy_vtk_holds_what_was_written(tmp_path, name, binary, version):
    make, writer = corpus.LEGACY[name]
    data, path = make(), tmp_path / "a.vtk"
    corpus.write_legacy(data, writer(), path, binary, version)
    found = talus.read_points(path)
    assert found.GetClassName() == data.GetClassName() and np.array_equal(coordinates_of(found), coordinates_of(data))
    for mine, theirs in ((found.GetPointData(), data.GetPointData()), (found.GetCellData(), data.GetCellData())):
        arrays = arrays_of(mine)
        for array, values in arrays_of(theirs).items():
            exact = binary or values.dtype.kind != "f"  # VTK writes six or eleven digits as text
            assert np.array_equal(arrays[array], values) if exact else np.allclose(arrays[array], values, 1e-5), array
    for cell in range(data.GetNumberOfCells()):
        ids, others = found.GetCell(cell).GetPointIds(), data.GetCell(cell).GetPointIds()
        assert [ids.GetId(i) for i in range(ids.GetNumberOfIds())] == [others.GetId(i) for i in range(others.GetNumberOfIds())]


def test_a_gltf_scene_is_a_body_a_node(tmp_path):
    path = written(tmp_path / "a.glb", corpus.glb(corpus.TWO_NODES))
    # The second: scaled by -1 along x, turned by half a turn about z, moved by 3
    assert boxes(path) == [(0, 1, 0, 1, 0, 1), (3, 4, -1, 0, 0, 1)]
    for body in talus.read_bodies(path):
        mass = talus.mass_properties(body)
        assert mass.volume == pytest.approx(1) and not mass.warning  # also the mirrored one faces outwards
    assert volume(path) == pytest.approx(2)
    assert list(talus.classify([(0.5, 0.5, 0.5), (3.5, -0.5, 0.5), (2, 0, 0)], path, enclosing_body=True).enclosing_body) == [0, 1, -1]


def test_gltf_by_matrix_with_its_data_within(tmp_path):
    document, data = corpus.gltf("", [{"mesh": 0, "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]}])
    document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    path = written(tmp_path / "a.gltf", json.dumps(document))
    assert boxes(path) == [(1, 3, 2, 4, 3, 5)] and volume(path) == pytest.approx(8)


def test_a_3mf_build_is_a_body_an_item(tmp_path):
    corpus.threemf(tmp_path / "a.3mf", corpus.TWO_ITEMS, corpus.A_PAIR)
    assert boxes(tmp_path / "a.3mf") == [(0, 1, 0, 1, 0, 1), (3, 5, 0, 2, 0, 2)]
    assert volume(tmp_path / "a.3mf") == pytest.approx(9)


def test_parts_that_touch_are_found_in_one_file(tmp_path):
    corpus.threemf(tmp_path / "a.3mf", '<item objectid="1"/><item objectid="1" transform="1 0 0 0 1 0 0 0 1 0.9 0 0"/>')
    assert talus.contacts(str(tmp_path / "a.3mf"), halo=0.01).gap.min() == pytest.approx(-0.1)
    result = command("contacts", "--surfaces", tmp_path / "a.3mf", "--halo", 0.01, "--json")
    assert json.loads(result.stdout)["bodies"] == 2


def test_packed_files(tmp_path):
    stl = binary_stl(CUBE_POINTS, CUBE_TRIANGLES)
    whole = written(tmp_path / "a.stl.gz", gzip.compress(stl))
    parts = written(tmp_path / "b.STL.GZ", gzip.compress(stl[:300]) + gzip.compress(stl[300:]))
    assert volume(whole) == volume(parts) == 1
    table = written(tmp_path / "a.csv.gz", gzip.compress(b"x,y,z\n0.5,0.5,0.5\n"))
    assert list(talus.classify(table, whole).side) == [1]


def test_outer_faces_of_a_volume_mesh(tmp_path):
    corpus.write_vtk(corpus.plain_grid(), vtkXMLUnstructuredGridWriter(), tmp_path / "a.vtu", "Ascii", "None")
    assert talus.check(tmp_path / "a.vtu").counts["Triangles"] == 12 + 4  # a cube's, a tetrahedron's


def test_polygons_that_mark_the_boundary_of_a_volume_mesh_do_not_count(tmp_path):
    """As Gmsh writes them: the triangles of the boundary beside the tetrahedra, which must not count twice."""
    lines = ["# vtk DataFile Version 2.0", "", "ASCII", "DATASET UNSTRUCTURED_GRID", "POINTS 4 double"]
    lines += ["0 0 0 1 0 0 0 1 0 0 0 1", "CELLS 4 14", "1 0", "2 0 1", "3 0 2 1", "4 0 1 2 3", "CELL_TYPES 4", "1 3 5 10", ""]
    tetrahedron = written(tmp_path / "a.vtk", "\n".join(lines).encode())
    assert volume(tetrahedron) == pytest.approx(1 / 6)
    assert list(talus.classify([(0.1, 0.1, 0.1), (1, 1, 1)], tetrahedron).side) == [1, -1]


def test_blocks_of_a_vtm_are_bodies(tmp_path):
    blocks = vtkMultiBlockDataSet()
    for number, shift in enumerate((0, 3)):
        blocks.SetBlock(2 * number, corpus.triangles(CUBE_POINTS + shift, CUBE_TRIANGLES))
    corpus.write_vtk(blocks, vtkXMLMultiBlockDataWriter(), tmp_path / "a.vtm", "Ascii", "None")
    assert boxes(tmp_path / "a.vtm") == [(0, 1) * 3, (3, 4) * 3]
    assert volume(tmp_path / "a.vtm") == pytest.approx(2)


# ---- Points ----


@pytest.mark.parametrize("end", ("\n", "\r\n", "\r"))
@pytest.mark.parametrize("between", (" ", "\t", ", ", ";"))
def test_text(tmp_path, between, end):
    rows = end.join(between.join(map(repr, [*point, 7.0])) for point in POINTS.tolist())
    for head in ("", f"# a scan{end}", f"10{end}a comment{end}", f"x{between}y{between}z{between}Column3{end}"):
        cloud = talus.read_points(written(tmp_path / "a.xyz", head + rows + end))
        assert np.array_equal(coordinates_of(cloud), POINTS), head
        assert np.array_equal(arrays_of(cloud.GetPointData())["Column3"], np.full(10, 7.0))


@pytest.mark.parametrize("form", ("ascii", "binary"))
def test_pcd(tmp_path, form):
    cloud = talus.read_points(written(tmp_path / "a.pcd", corpus.pcd(POINTS, form)))
    assert np.allclose(coordinates_of(cloud), POINTS, rtol=1e-6)
    assert list(arrays_of(cloud.GetPointData())["id"]) == list(range(10))


@pytest.mark.parametrize("minor, kind", ((2, 1), (4, 6)))
def test_las(tmp_path, minor, kind):
    cloud = talus.read_points(written(tmp_path / "a.las", corpus.las(POINTS, minor, kind)))
    assert np.allclose(coordinates_of(cloud), POINTS, atol=1e-9)
    arrays = arrays_of(cloud.GetPointData())
    assert list(arrays["Intensity"]) == list(range(7, 17)) and set(arrays["Classification"]) == {2}


def test_units_and_names_of_columns(tmp_path, cube_stl):
    path = written(tmp_path / "a.csv", "X [mm],Y [mm],Z [mm],T (K)\n0.5,0.5,0.5,300\n")
    assert list(talus.classify(path, cube_stl).side) == [1]
    path = written(tmp_path / "b.csv", "id,east (m),north (m),up (m)\n7,0.5,0.5,2\n")
    columns = ("east (m)", "north (m)", "up (m)")
    assert np.array_equal(coordinates_of(talus.read_points(path, columns)), [(0.5, 0.5, 2)])
    arguments = ["classify", "--surface", cube_stl, "--points", path, "--out", tmp_path / "o.csv", "--columns", *columns]
    assert command(*arguments).returncode == 0
    assert (tmp_path / "o.csv").read_text().splitlines()[1] == "7,0.5,0.5,2,-1"


# ---- Damage ----


def a_package(model):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("3D/3dmodel.model", model)
    return target.getvalue()


def a_gltf(**changes):
    document, _ = corpus.gltf("a.bin", corpus.TWO_NODES)
    return json.dumps({**document, **changes}).encode()


LOOP = '<model><resources><object id="1"><components><component objectid="1"/></components></object></resources></model>'
DOUBLING = "".join(
    f'<object id="{i}"><components><component objectid="{i + 1}"/><component objectid="{i + 1}"/></components></object>'
    for i in range(1, 45)
)
VTK = b"# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\n"
SURFACES = {
    "OFF: fewer points": ("a.off", b"OFF\n8 12 0\n0 0 0\n", "8 points and 12 faces are promised, 1 lines follow"),
    "OFF: huge counts": ("a.off", b"OFF\n99999999999 12 0\n0 0 0\n", "are promised"),
    "OFF: no point": ("a.off", corpus.off(faces=[(0, 1, 8)]).encode(), "a face refers to point 8 of 8"),
    "OFF: binary": ("a.off", b"OFF BINARY\n\0\0\0\x08", "'OFF BINARY' is not read"),
    "OFF: of four": ("a.off", b"4OFF\n0 0 0\n", "kind"),
    "glTF: no JSON": ("a.gltf", b"{", "its JSON is damaged"),
    "glTF: version 1": ("a.gltf", b'{"asset": {"version": "1.0"}}', "not of version 2"),
    "glTF: buffer beside it is missing": ("a.gltf", a_gltf(), "No such file"),
    "glTF: a ring of nodes": ("a.gltf", a_gltf(nodes=[{"children": [1]}, {"children": [0]}]), "has two parents"),
    "glTF: from the net": ("a.gltf", a_gltf(buffers=[{"uri": "http://a/b"}]), "is no file beside it"),
    "GLB: cut": ("a.glb", corpus.glb(corpus.TWO_NODES)[:-9], "does not promise version 2"),
    "3MF: no archive": ("a.3mf", b"PK", "it is no ZIP archive"),
    "3MF: an object within itself": ("a.3mf", a_package(LOOP + ""), "it has no triangles"),
    "3MF: a ring": ("a.3mf", a_package(LOOP.replace("</model>", '<build><item objectid="1"/></build></model>')), "deep"),
    "3MF: doubling": (
        "a.3mf",
        a_package(f'<model><resources>{DOUBLING}<object id="45"/></resources><build><item objectid="1"/></build></model>'),
        "more than is allowed",
    ),
    "3MF: entities": ("a.3mf", a_package('<!DOCTYPE m [<!ENTITY a "b">]><model/>'), "declares a document type"),
    "VTK: huge": ("a.vtk", VTK + b"POINTS 2000000000 float\n0 0 0\n", "numbers are promised"),
    "VTK: no point": ("a.vtk", VTK + b"POINTS 3 float\n0 0 0 1 0 0 0 1 0\nPOLYGONS 1 4\n3 0 1 3\n", "refers to point 3 of 3"),
    "VTK: negative": ("a.vtk", VTK + b"POINTS 1 float\n0 0 0\nPOLYGONS 1 4\n-3 0 1 3\n", "fewer than promised"),
    "VTK: many cells": ("a.vtk", VTK + b"POINTS 1 float\n0 0 0\nPOLYGONS 2147483647 4\n3 0 0 0\n", "fewer than promised"),
    "gz: cut": ("a.stl.gz", gzip.compress(binary_stl(CUBE_POINTS, CUBE_TRIANGLES))[:-5], "ends too early"),
    "gz: much": ("a.stl.gz", gzip.compress(bytes(300 << 20), 1), "bytes unpack to at least"),
    "unknown": ("a.blend", b"BLENDER", "Choose from: stl obj ply off gltf glb 3mf step stp vtk vtp vtu"),
}
POINT_SETS = {
    "XYZ: uneven": ("a.xyz", b"1 2 3\n1 2\n", "point 1 has 2 numbers, the first one has 3"),
    "XYZ: words": ("a.xyz", b"1 2 3\n1 b 3\n", "something else than numbers"),
    "XYZ: two": ("a.txt", b"1 2\n", "the first point has 2 numbers"),
    "PCD: packed": ("a.pcd", corpus.pcd(POINTS, "binary").replace(b"DATA binary", b"DATA binary_compressed"), "are not read"),
    "PCD: cut": ("a.pcd", corpus.pcd(POINTS, "binary")[:-5], "10 points of 14 bytes are promised, 135 bytes follow"),
    "LAS: packed": ("a.las", corpus.las(POINTS)[:104] + b"\x81" + corpus.las(POINTS)[105:], "are packed (LAZ)"),
    "LAS: cut": ("a.las", corpus.las(POINTS)[:-5], "10 points of 28 bytes are promised, 275 bytes follow"),
    "CSV: commas": ("a.csv", b"x;y;z\n0,1;0,2;0,3\n", "a decimal point instead of a comma"),
    "CSV: units": ("a.csv", b"x [m],y [mm],z [m]\n1,2,3\n", "have different units"),
    "unknown": ("a.e57", b"ASTM", "Choose from: vtp vtu"),
}


@pytest.mark.parametrize("case", SURFACES)
def test_bad_surface(tmp_path, case):
    name, content, words = SURFACES[case]
    with pytest.raises(talus.TalusError) as error:
        talus.read_surface(written(tmp_path / name, content))
    assert words in str(error.value) and len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("case", POINT_SETS)
def test_bad_points(tmp_path, case):
    name, content, words = POINT_SETS[case]
    with pytest.raises(talus.TalusError) as error:
        talus.read_points(written(tmp_path / name, content))
    assert words in str(error.value) and len(str(error.value).splitlines()) == 1


def test_columns_that_are_not_there(tmp_path, cube_stl):
    path = written(tmp_path / "a.csv", "a,b,c\n1,2,3\n")
    arguments = ["classify", "--surface", cube_stl, "--points", path, "--out", tmp_path / "o.csv", "--columns", "a", "b", "d"]
    assert "There is no column 'd'" in one_error(command(*arguments))


# ---- Numbers of a text ----


@pytest.mark.parametrize(
    "text",
    ["1 2\n3\t4", "", " \n", "1-2", "1 2 x", "1.5.5", "1e400 -0 1e-320", "1_0", "nan inf", "0x10", "+5 -.5 5.", "1e", "- 1",
     str(2**63 - 1), str(2**63), str(-(2**63)), str(-(2**63) - 1), "9" * 300, "1.0", "0.1 " * 1000],
)  # fmt: skip
@pytest.mark.parametrize("words, whole", ((floats, floats_in), (integers, integers_in)))
def test_a_text_at_once_is_as_word_by_word(text, words, whole):
    def told(function, argument):
        try:
            return function(argument).tobytes()
        except ValueError:
            return None

    assert told(whole, text.encode()) == told(words, text.encode().split())
