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
from vtkmodules.vtkCommonDataModel import vtkMultiBlockDataSet, vtkPartitionedDataSetCollection
from vtkmodules.vtkIOXML import vtkXMLMultiBlockDataWriter, vtkXMLUnstructuredGridWriter

import talus
from talus.io.geometry import arrays_of, coordinates_of
from talus.io.outer_faces import data_sets_of
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


@pytest.mark.parametrize("begin", ("OFF ", "OFF", "OFF # 8 9\n# 7\n"))
def test_off_with_polygons_and_counts_beside_the_name(tmp_path, begin):
    path = written(tmp_path / "a.off", corpus.off(CUBE_POINTS + 1 / 3, corpus.CUBE_QUADS).replace("OFF\n# a cube\n", begin))
    assert volume(path) == pytest.approx(1) and talus.read_surface(path).GetNumberOfPolys() == 6


@pytest.mark.parametrize("order", ("ascii", "binary_little_endian", "binary_big_endian"))
def test_triangle_strips_of_ply(tmp_path, order):
    path = written(tmp_path / "a.ply", corpus.ply_strips(order))
    surface = talus.read_surface(path)
    assert surface.GetNumberOfPolys() == 12 and talus.check(surface).closed and volume(path) == 1
    assert corpus.ply_strips(order) != corpus.ply_strips("ascii") or np.array_equal(coordinates_of(surface), CUBE_POINTS)


def test_strips_beside_faces_and_triangles_that_only_lead_on(tmp_path):
    head = b"ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n"
    head += b"element face 4\nproperty list uchar int vertex_indices\nelement tristrips 2\nproperty list int int vertex_index\nend_header\n"
    points = "".join(f"{x} {y} {z}\n" for x, y, z in CUBE_POINTS).encode()
    faces = "".join(f"4 {a} {b} {c} {d}\n" for a, b, c, d in corpus.CUBE_QUADS[:4]).encode()
    path = written(tmp_path / "a.ply", head + points + faces + b"7 -1 0 4 2 6 -1 7\n7 1 3 5 5 5 3 7\n")
    assert talus.check(path).closed and volume(path) == 1
    assert talus.read_surface(path).GetNumberOfPolys() == 4 + 2 + 2


FOREIGN = {
    "a.stl": corpus.FOREIGN_STL,
    "a.obj": corpus.FOREIGN_OBJ,
    "a.off": corpus.MARK + corpus.off().encode() + b"\x1a",
    "a.ply": corpus.MARK + corpus.ply_strips("ascii") + b"\x1a",
    "b.ply": corpus.MARK + corpus.ply_strips("binary_big_endian"),
    "b.stl": binary_stl(CUBE_POINTS, CUBE_TRIANGLES, b"solid of facet and vertex"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_files_as_other_programs_write_them(tmp_path, name):
    path = written(tmp_path / name, FOREIGN[name])
    assert volume(path) == 1 and list(talus.classify([(0.5, 0.5, 0.5), (1, 0.5, 0.5), (2, 2, 2)], path).side) == [1, 0, -1]


def test_bytes_behind_a_binary_stl_whose_header_has_words_of_text(tmp_path):
    path = written(tmp_path / "a.stl", FOREIGN["b.stl"] + bytes(80))
    with pytest.warns(talus.SurfaceWarning, match="80 bytes after its 12 triangles"):
        assert volume(path) == 1
    with pytest.raises(talus.TalusError, match="Binary STL is truncated"):
        talus.read_surface(written(tmp_path / "b.stl", FOREIGN["b.stl"][:600]))


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
    if name == "words":
        assert list(arrays_of(found.GetFieldData())["variant"]) == ["1", "0.5", "a b"]
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


def test_instances_of_a_gltf_node_are_bodies(tmp_path):
    path = written(tmp_path / "a.gltf", json.dumps(corpus.instances(extensionsRequired=["EXT_mesh_gpu_instancing"])))
    assert boxes(path) == [(1, 2, 0, 1, 0, 1), (11, 12, 0, 1, 0, 1), (19, 21, -2, 0, 0, 2)]


@pytest.mark.parametrize("name", ("KHR_mesh_quantization", "KHR_materials_unlit", "KHR_texture_transform", "KHR_lights_punctual"))
def test_required_extensions_that_leave_the_geometry_as_it_is(tmp_path, name):
    document, data = corpus.gltf("a.bin", corpus.TWO_NODES)
    written(tmp_path / "a.bin", data)
    assert volume(written(tmp_path / "a.gltf", json.dumps({**document, "extensionsRequired": [name]}))) == pytest.approx(2)


def test_what_a_3mf_does_not_print_is_no_body(tmp_path):
    corpus.threemf(tmp_path / "a.3mf", corpus.FOREIGN_ITEMS, corpus.FOREIGN_OBJECTS, "m")
    assert boxes(tmp_path / "a.3mf") == [(0, 1, 0, 1, 0, 1)]
    parts = '<component objectid="1"/><component objectid="3" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>'
    both = f'{corpus.FOREIGN_OBJECTS}<object id="4"><components>{parts}</components></object>'
    corpus.threemf(tmp_path / "b.3mf", '<item objectid="4"/>', both)
    assert boxes(tmp_path / "b.3mf") == [(0, 1, 0, 1, 0, 1)]


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


def cube_and_table(kind):
    """As Exodus files have them: a history beside a mesh."""
    data, mesh = kind(), corpus.triangles(CUBE_POINTS, CUBE_TRIANGLES)
    if kind is vtkMultiBlockDataSet:
        data.SetBlock(0, mesh)
        data.SetBlock(1, corpus.table())
    else:
        data.SetPartition(0, 0, mesh)
        data.SetPartition(1, 0, corpus.table())
    return data


@pytest.mark.parametrize("kind, suffix", ((vtkMultiBlockDataSet, ".vtm"), (vtkPartitionedDataSetCollection, ".vtpc")))
def test_tables_beside_meshes_are_left(tmp_path, cube_stl, kind, suffix):
    data, path, out = cube_and_table(kind), tmp_path / f"a{suffix}", tmp_path / f"o{suffix}"
    talus.write(data, path)
    assert boxes(path) == [(0, 1) * 3]
    for surface in (path, data):  # as a file, and in memory
        assert list(talus.classify(data, [surface]).side) == list(talus.classify(path, [surface]).side) == [0] * 8
    arguments = ["classify", "--surface", cube_stl, "--points", path, "--out", out]
    assert command(*arguments).returncode == 0
    labelled, rows = data_sets_of(talus.read_points(out)), (tmp_path / "o").glob("*.vtt")
    assert len(labelled) == 1 and labelled[0].GetPointData().HasArray("Side") and len(list(rows)) == 1


# ---- Points ----


@pytest.mark.parametrize("end", ("\n", "\r\n", "\r"))
@pytest.mark.parametrize("between", (" ", "\t", ", ", ";"))
def test_text(tmp_path, between, end):
    rows = end.join(between.join(map(repr, [*point, 7.0])) for point in POINTS.tolist())
    for head in ("", f"# a scan{end}", f"10{end}a comment{end}", f"x{between}y{between}z{between}Column3{end}"):
        cloud = talus.read_points(written(tmp_path / "a.xyz", head + rows + end))
        assert np.array_equal(coordinates_of(cloud), POINTS), head
        assert np.array_equal(arrays_of(cloud.GetPointData())["Column3"], np.full(10, 7.0))


TEXTS = {
    "a.csv": "x,y,z\n0.5,0.25,0.75\n1,2,3\n",
    "b.csv": "0.5\t0.25\t0.75\r\n1\t2\t3\r\n",
    "a.xyz": "0.5 0.25 0.75\n1 2 3\n",
    "a.txt": "x;y;z\n0.5;0.25;0.75\n1;2;3\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts_with_marks(tmp_path, cube_stl, name):
    path = written(tmp_path / name, corpus.MARK + TEXTS[name].encode() + b"\x1a")
    assert coordinates_of(talus.read_points(path)).tolist() == [[0.5, 0.25, 0.75], [1, 2, 3]]
    out = tmp_path / "o.csv"  # from CSV to CSV the file is read in portions
    assert command("classify", "--surface", cube_stl, "--points", path, "--out", out).returncode == 0
    assert [line.split("\t" if name == "b.csv" else ",")[-1] for line in out.read_text().splitlines()] == ["Side", "1", "-1"]


@pytest.mark.parametrize("name", (*TEXTS, "a.obj", "a.off", "a.stl", "a.ply", "a.vtk", "a.pcd"))
@pytest.mark.parametrize("encoding, told", (("utf-16", "UTF-16"), ("utf-16-le", "UTF-16"), ("utf-16-be", "UTF-16"), ("utf-32", "UTF-32")))
def test_wide_texts_are_told(tmp_path, cube_stl, name, encoding, told):
    text = TEXTS.get(name) or (FOREIGN.get(name) or b"# vtk DataFile Version 3.0\nt\nASCII\n").decode("utf-8-sig")
    path = written(tmp_path / name, text.encode(encoding))
    arguments = ["--surface", cube_stl, "--points", path] if name in TEXTS or name == "a.pcd" else ["--surface", path, "--points", cube_stl]
    assert f"The text is in {told}" in one_error(command("classify", *arguments, "--out", tmp_path / "o.csv"))


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


def a_foreign_package(*arguments):
    target = io.BytesIO()
    corpus.threemf(target, *arguments)
    return target.getvalue()


def many_instances():
    """Many nodes that share a buffer of many places."""
    document, _ = corpus.gltf("", [])
    count = 10_000
    data = bytes(12 * count)
    document["buffers"].append({"byteLength": len(data), "uri": "data:;base64," + base64.b64encode(data).decode()})
    document["bufferViews"].append({"buffer": 1, "byteLength": len(data)})
    document["accessors"].append({"bufferView": 2, "componentType": 5126, "count": count, "type": "VEC3"})
    node = {"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 2}}}}
    return json.dumps({**document, "nodes": [node] * 1000, "scenes": [{"nodes": list(range(1000))}]}).encode()


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
    "OFF: fewer points": ("a.off", b"OFF\n8 12 0\n0 0 0\n", "8 points and 12 faces are promised, fewer lines follow"),
    "OFF: huge counts": ("a.off", b"OFF\n99999999999 12 0\n0 0 0\n", "are promised"),
    "OFF: no point": ("a.off", corpus.off(faces=[(0, 1, 8)]).encode(), "a face refers to point 8 of 8"),
    "OFF: binary": ("a.off", b"OFF BINARY\n\0\0\0\x08", "'OFF' is not read, or it is binary"),
    "OFF: of four": ("a.off", b"4OFF\n0 0 0\n", "kind"),
    "OFF: decimal commas": ("a.off", corpus.off().replace("0.0", "0,0").encode(), "three numbers; it has decimal commas"),
    "OBJ: decimal commas": ("a.obj", corpus.FOREIGN_OBJ.replace(b"1.0", b"1,0"), "three numbers; it has decimal commas"),
    "PLY: decimal commas": ("a.ply", corpus.ply_strips("ascii").replace(b"1.0 1.0", b"1,0 1,0"), "not its numbers; it has decimal commas"),
    "STL: decimal commas": ("a.stl", corpus.FOREIGN_STL.replace(b"1.0", b"1,0"), "with numbers; it has decimal commas"),
    "PLY: strips that name no point": ("a.ply", corpus.ply_strips("ascii").replace(b"30 0 2", b"30 0 8"), "refers to point 8 of 8"),
    "PLY: a strip below -1": ("a.ply", corpus.ply_strips("ascii").replace(b"30 0 2", b"30 0 -2"), "refers to point -2 of 8"),
    "glTF: no JSON": ("a.gltf", b"{", "its JSON is damaged"),
    "glTF: version 1": ("a.gltf", b'{"asset": {"version": "1.0"}}', "not of version 2"),
    "glTF: buffer beside it is missing": ("a.gltf", a_gltf(), "No such file"),
    "glTF: a ring of nodes": ("a.gltf", a_gltf(nodes=[{"children": [1]}, {"children": [0]}]), "has two parents"),
    "glTF: from the net": ("a.gltf", a_gltf(buffers=[{"uri": "http://a/b"}]), "is no file beside it"),
    "glTF: an extension that is required": ("a.gltf", a_gltf(extensionsRequired=["KHR_some"]), "requires the extension KHR_some"),
    "glTF: instances without places": (
        "a.gltf",
        a_gltf(nodes=[{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"_ID": 0}}}}]),
        "have no places",
    ),
    "glTF: very many instances": ("a.gltf", many_instances(), "bytes unpack to"),
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
    "3MF: slices that are required": ("a.3mf", a_foreign_package(corpus.TWO_ITEMS, corpus.A_PAIR, "s"), "slice/2015/07', which is not read"),
    "3MF: an undeclared extension": ("a.3mf", a_foreign_package(corpus.TWO_ITEMS, corpus.A_PAIR, "q"), "the extension 'q'"),
    "3MF: a boolean shape": (
        "a.3mf",
        a_foreign_package('<item objectid="2"/>', '<object id="2"><bo:booleanshape objectid="1"/></object>'),
        "object '2' consists of 'booleanshape', which is not read",
    ),
    "3MF: supports only": ("a.3mf", a_foreign_package('<item objectid="3"/>', corpus.FOREIGN_OBJECTS), "no triangles that are to be printed"),
    "VTK: decimal commas": ("a.vtk", VTK + b"POINTS 1 float\n0,5 0 0\n", "numbers; it has decimal commas"),
    "VTK: strings without end": ("a.vtk", VTK + b"FIELD a 1\nb 1 2000000000 string\na\nb", "ends within an array of strings"),
    "VTK: points of strings": ("a.vtk", VTK + b"POINTS 1 string\na\nb\nc\n", "does not tell a type"),
    "VTK: bits without end": ("a.vtk", VTK.replace(b"ASCII", b"BINARY") + b"FIELD a 1\nb 1 2000000000 bit\na", "bytes too early"),
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
    "PCD: decimal commas": ("a.pcd", corpus.pcd(POINTS, "ascii").replace(b"0.", b"0,"), "numbers; it has decimal commas"),
    "LAS: packed": ("a.las", corpus.las(POINTS)[:104] + b"\x81" + corpus.las(POINTS)[105:], "are packed (LAZ)"),
    "LAS: cut": ("a.las", corpus.las(POINTS)[:-5], "10 points of 28 bytes are promised, 275 bytes follow"),
    "CSV: commas": ("a.csv", b"x;y;z\n0,1;0,2;0,3\n", "a decimal point instead of a comma"),
    "CSV: commas in tabs": ("a.csv", b"0,1\t0,2\t0,3\n", "a decimal point instead of a comma"),
    "CSV: commas in blanks": ("a.csv", b"0,1 2 0,3\n", "A row has decimal commas: '0,1 2 0,3'"),
    "CSV: commas in semicolons": ("a.csv", b"0,1;0,2;0,3;4\n", "a decimal point instead of a comma"),
    "CSV: commas in commas": ("a.csv", b"x,y,z\n0,1,0,2,0,3\n", "numbers with a decimal point"),
    "CSV: no names": ("a.csv", b"1,2,3,1\n4,5,6,1\n", "which of 4 columns are x, y and z"),
    "XYZ: commas in blanks": ("a.xyz", b"0 0 0\n0,5 0,25 0\n", "it has decimal commas"),
    "XYZ: commas in tabs": ("a.txt", b"0,5\t0,25\t-0,75\n", "it has decimal commas"),
    "XYZ: commas in semicolons": ("a.txt", b"x;y;z\n0,5;0,25;,75\n", "it has decimal commas"),
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
