"""VTK's XML formats: what VTK writes is read as VTK reads it, what is written VTK reads, and empty data are data."""

import base64
import itertools
import re
import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from fuzz_corpus import COMPRESSORS, KINDS, MODES, composites, grid, parallel, polygons, with_words, write_vtk
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkBitArray, vtkDoubleArray, vtkIdList, vtkIndent, vtkPoints
from vtkmodules.vtkCommonDataModel import (
    VTK_POLYHEDRON,
    vtkCompositeDataSet,
    vtkImageData,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSet,
    vtkPartitionedDataSetCollection,
    vtkPolyData,
    vtkRectilinearGrid,
    vtkStructuredGrid,
    vtkUnstructuredGrid,
)
from vtkmodules.vtkFiltersCore import vtkAppendFilter
from vtkmodules.vtkIOParallelXML import vtkXMLPartitionedDataSetWriter
from vtkmodules.vtkIOXML import (
    vtkXMLGenericDataObjectReader,
    vtkXMLMultiBlockDataReader,
    vtkXMLPartitionedDataSetCollectionReader,
    vtkXMLPartitionedDataSetReader,
    vtkXMLPolyDataWriter,
)

import talus
from talus.io import xml_reader
from talus.io.geometry import add_array, point_cloud
from talus.io.outer_faces import data_sets_of
from talus.io.xml import begin_xml, fitting, read_xml, write_xml
from talus.vtkmodules.TalusFilters import vtkTalusArrayFile

_OWN_READERS = {
    ".vtm": vtkXMLMultiBlockDataReader,
    ".vtpd": vtkXMLPartitionedDataSetReader,
    ".vtpc": vtkXMLPartitionedDataSetCollectionReader,
}


def read_by_vtk(path):
    reader = _OWN_READERS.get(path.suffix, vtkXMLGenericDataObjectReader)()
    reader.SetFileName(str(path))
    reader.Update()
    return reader.GetOutputDataObject(0)


def described(data):
    """All that a data set holds, so that two can be compared."""
    whole = {"class": data.GetClassName(), "fields": arrays(data.GetFieldData())}
    if data.IsA("vtkCompositeDataSet"):
        return {**whole, "leaves": leaves(data)}
    if data.IsA("vtkTable"):
        return {**whole, "rows": arrays(data.GetRowData())}
    whole |= {"points": [data.GetPoint(i) for i in range(data.GetNumberOfPoints())], "bounds": data.GetBounds()}
    whole["cells"] = [cell(data, i) for i in range(data.GetNumberOfCells())]
    whole["arrays"] = [arrays(data.GetPointData()), arrays(data.GetCellData())]
    whole["active"] = [active(data.GetPointData()), active(data.GetCellData())]
    whole["type of points"] = data.GetPoints().GetDataType() if data.IsA("vtkPointSet") and data.GetPoints() else None
    whole["extent"] = data.GetExtent() if hasattr(data, "GetExtent") else None
    return whole


def leaves(data):
    iterator, found = data.NewIterator(), []
    while not iterator.IsDoneWithTraversal():
        meta = iterator.GetCurrentMetaData()
        name = meta.Get(vtkCompositeDataSet.NAME()) if meta else None
        found.append((iterator.GetCurrentFlatIndex(), name, described(iterator.GetCurrentDataObject())))
        iterator.GoToNextItem()
    return found


def cell(data, number):
    one, faces = data.GetCell(number), vtkIdList()
    if one.GetCellType() == VTK_POLYHEDRON:
        data.GetFaceStream(number, faces)
    ids = [one.GetPointId(i) for i in range(one.GetNumberOfPoints())]
    return one.GetCellType(), ids, [faces.GetId(i) for i in range(faces.GetNumberOfIds())]


def arrays(attributes):
    """Numbers of 64 bits have two types in VTK, which are the same."""
    found = {}
    for i in range(attributes.GetNumberOfArrays()):
        array = attributes.GetAbstractArray(i)
        values = [array.GetVariantValue(k).ToString() for k in range(array.GetNumberOfValues())]
        kind = {16: 8, 17: 9}.get(array.GetDataType(), array.GetDataType())
        names = [array.GetComponentName(k) for k in range(array.GetNumberOfComponents())]
        found[array.GetName()] = (kind, array.GetNumberOfComponents(), names, values)
    return found


def active(attributes):
    return [a and a.GetName() for a in (attributes.GetScalars(), attributes.GetVectors(), attributes.GetGlobalIds())]


@pytest.mark.parametrize("extension", KINDS)
def test_what_vtk_writes_is_read_as_vtk_reads_it(tmp_path, extension):
    make, writer = KINDS[extension]
    ways = itertools.product(MODES, COMPRESSORS, (("LittleEndian", 32), ("BigEndian", 64)))
    for number, (mode, compressor, (order, header)) in enumerate(ways):
        path = tmp_path / f"{mode}{compressor}{order}.{extension}"
        writing = writer()
        writing.SetBlockSize(64 if number % 3 else 32768)  # many blocks an array, or one
        write_vtk(with_words(make()), writing, path, mode, compressor, order, header)
        assert described(talus.read_points(path)) == described(read_by_vtk(path)), path.name


@pytest.mark.parametrize("extension", [*composites(), *parallel()])
def test_composites_and_parallel_files_are_read_as_vtk_reads_them(tmp_path, extension):
    data, writer = {**composites(), **parallel()}[extension]
    if extension in parallel():
        writer.SetNumberOfPieces(2)
        writer.SetStartPiece(0)
        writer.SetEndPiece(1)
    path = tmp_path / f"d.{extension}"
    write_vtk(data, writer, path, "Appended", "ZLib")
    own, vtk = described(talus.read_points(path)), described(read_by_vtk(path))
    if extension in parallel():  # VTK loses the names of components there
        own["arrays"], vtk["arrays"] = ([[{n: (a[0], a[1], a[3]) for n, a in s.items()} for s in d["arrays"]] for d in (own, vtk)])
    assert own == vtk


@pytest.mark.parametrize("extension", [*KINDS, *composites()])
def test_vtk_reads_what_is_written(tmp_path, extension):
    data = with_words(KINDS[extension][0]()) if extension in KINDS else composites()[extension][0]
    add_array(data.GetFieldData(), "told", np.array([3, 4]))
    path = tmp_path / f"d.{extension}"
    talus.write(data, path)
    assert described(read_by_vtk(path)) == described(data)
    assert described(talus.read_points(path)) == described(data)


def test_what_hardly_shrinks_is_stored_and_what_shrinks_is_compressed(tmp_path):
    count = 300_000  # more than a block of bytes
    noise, steps = np.random.default_rng(1).random(count), np.repeat(np.arange(count // 100.0), 100)
    for name, values, most in (("noise", noise, 1.01), ("steps", steps, 0.2)):
        data = vtkPolyData()
        add_array(data.GetFieldData(), "values", values)
        path = tmp_path / f"{name}.vtp"
        talus.write(data, path)
        assert path.stat().st_size < most * values.nbytes * 4 / 3 + 1000  # base64
        read = read_by_vtk(path).GetFieldData().GetArray("values")
        assert (vtk_to_numpy(read) == values).all()
    assert (tmp_path / "noise.vtp").stat().st_size > noise.nbytes * 4 / 3  # compression would make it 6 % smaller


@pytest.mark.parametrize("extension", [".vtp", ".npz"])
def test_bits_are_written_as_bytes(tmp_path, extension):
    flags = vtkBitArray()
    flags.SetName("flag")
    for bit in (1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0):
        flags.InsertNextValue(bit)
    cloud = point_cloud(np.arange(33.0).reshape(11, 3))
    cloud.GetPointData().AddArray(flags)
    path = tmp_path / f"cloud{extension}"
    talus.write(cloud, path)
    found = talus.read_points(path).GetPointData().GetArray("flag")
    assert vtk_to_numpy(found).tolist() == [flags.GetValue(i) for i in range(11)]


def test_assembly_of_a_collection_stays(tmp_path):
    scene = talus.Scene()
    scene.material("stone")
    scene.shape("ball", talus.shapes.Sphere(size=1.0))
    scene.body("ball", "stone")
    talus.write(scene.read(), tmp_path / "s.vtpc")
    for back in (talus.read_points(tmp_path / "s.vtpc"), read_by_vtk(tmp_path / "s.vtpc")):
        assert back.GetDataAssembly().SerializeToXML(vtkIndent()) == scene.read().GetDataAssembly().SerializeToXML(vtkIndent())


def appended_nothing():
    append = vtkAppendFilter()
    append.AddInputData(vtkPolyData())
    append.Update()
    return append.GetOutput()


def with_leaves(whole, set_leaf):
    for i, leaf in enumerate((vtkUnstructuredGrid(), vtkPolyData(), appended_nothing())):
        set_leaf(whole, i, leaf)
    return whole


def grid_without_cells():
    data, points = vtkUnstructuredGrid(), vtkPoints()
    points.InsertNextPoint(0, 0, 0)
    data.SetPoints(points)
    return data


def with_empty_arrays(data):
    for attributes in (data.GetPointData(), data.GetCellData(), data.GetFieldData()):
        array = vtkDoubleArray()
        array.SetName("a")
        attributes.AddArray(array)
    return data


# name: data, extension. VTK's writers crash at some grids without cells, and write no file of blocks without points.
EMPTY = {
    "polygons": (vtkPolyData, ".vtp .vtu .csv .npz .stl"),
    "polygons with arrays": (lambda: with_empty_arrays(vtkPolyData()), ".vtp .vtu .csv .npz"),
    "points": (lambda: point_cloud(np.empty((0, 3))), ".vtp .vtu .csv .npz"),
    "grid": (vtkUnstructuredGrid, ".vtu .csv .npz"),
    "grid of a filter": (appended_nothing, ".vtu .csv .npz"),
    "grid with arrays": (lambda: with_empty_arrays(appended_nothing()), ".vtu .csv .npz"),
    "grid without cells": (grid_without_cells, ".vtu .csv .npz"),
    "image": (vtkImageData, ".vti .vtu .csv .npz"),
    "rectilinear grid": (vtkRectilinearGrid, ".vtr .vtu .csv .npz"),
    "structured grid": (vtkStructuredGrid, ".vts .vtu .csv .npz"),
    "no blocks": (vtkMultiBlockDataSet, ".vtm"),
    "blocks": (lambda: with_leaves(vtkMultiBlockDataSet(), lambda w, i, d: w.SetBlock(i, d)), ".vtm"),
    "no partitions": (vtkPartitionedDataSet, ".vtpd"),
    "partitions": (lambda: with_leaves(vtkPartitionedDataSet(), lambda w, i, d: w.SetPartition(i, d)), ".vtpd"),
    "no collection": (vtkPartitionedDataSetCollection, ".vtpc"),
    "collection": (lambda: with_leaves(vtkPartitionedDataSetCollection(), lambda w, i, d: w.SetPartition(i, 0, d)), ".vtpc"),
}


@pytest.mark.parametrize("case", EMPTY)
def test_empty_data_are_written_and_read(tmp_path, case):
    make, extensions = EMPTY[case]
    for extension in extensions.split():
        path = tmp_path / f"e{extension}"
        for cells in (False, True):
            talus.write_surface(make(), path) if extension == ".stl" else talus.write(make(), path, cells=cells)
            back = talus.read_surface(path) if extension == ".stl" else talus.read_points(path)
            assert back.GetNumberOfPoints() == (make().GetNumberOfPoints() if not cells or "t" in extension else 0)
        if extension.startswith(".v"):
            assert read_by_vtk(path).GetNumberOfPoints() == make().GetNumberOfPoints()
        labelled = talus.Classifier(([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])).label(back)
        if extension.startswith(".v"):
            talus.write(labelled, path)


def edited(tmp_path, data, *changes):
    """A file in which texts are replaced."""
    path = tmp_path / "d.vtp"
    write_vtk(data, vtkXMLPolyDataWriter() if data.IsA("vtkPolyData") else KINDS["vtu"][1](), path, "Ascii", "None")
    text = path.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text)
    return path


# At three of these VTK 9.2's reader ends the program by a signal, at one it hangs, at one it reads on.
DAMAGE = {
    "negative components": ([('NumberOfComponents="3"', 'NumberOfComponents="-1"')], "NumberOfComponents of 'DataArray' is '-1'"),
    "endless components": (
        [('NumberOfComponents="3"', 'NumberOfComponents="18446744073709551615"')],
        "NumberOfComponents is 18446744073709551615",
    ),
    "endless lines": ([('NumberOfLines="2"', 'NumberOfLines="99999999999"')], "not 99999999999"),
    "negative points": ([('NumberOfPoints="8"', 'NumberOfPoints="-8"')], "'-8', not a count"),
    "many points": ([('NumberOfPoints="8"', 'NumberOfPoints="4611686018427387904"')], "not 13835058055282163712"),
    "another type": ([('type="Float64" Name="Points"', 'type="Float65" Name="Points"')], "type is 'Float65'"),
    "no points": ([("<Points>", "<Pointz>"), ("</Points>", "</Pointz>")], "there are no Points"),
    "a document type": ([("<VTKFile", "<!DOCTYPE a [<!ENTITY b 'c'>]><VTKFile")], "document type"),
    "another file": ([('type="PolyData"', 'type="Collection"')], "files of the type 'Collection' are not read"),
    "an entity": ([("<PolyData>", "<PolyData>&lol;")], "undefined entity"),
    "no end": ([("</VTKFile>", "")], "no element found"),
}


@pytest.mark.parametrize("case", DAMAGE)
def test_damage_is_told_in_one_line_and_at_once(tmp_path, case):
    changes, words = DAMAGE[case]
    path = edited(tmp_path, polygons(), *changes)
    begin = time.perf_counter()
    with pytest.raises(talus.TalusError, match="Not a whole VTK XML file: ") as caught:
        talus.read_points(path)
    assert words in str(caught.value) and str(path) in str(caught.value)
    assert time.perf_counter() - begin < 2


#: The faces of the polyhedra of grid() as VTK writes them up to 9.4, and since then: each face, and the numbers of those of
#: each polyhedron.
FACES = {
    "faces": "6 4 0 1 3 2 4 4 5 7 6 4 0 1 5 4 4 2 3 7 6 4 0 2 6 4 4 1 3 7 5 "
    "6 4 4 5 7 6 4 8 9 11 10 4 4 5 9 8 4 6 7 11 10 4 4 6 10 8 4 5 7 11 9 ",
    "faceoffsets": "-1 -1 31 62 -1 ",
}
NUMBERED_FACES = {
    "face_connectivity": "0 1 3 2 4 5 7 6 0 1 5 4 2 3 7 6 0 2 6 4 1 3 7 5 8 9 11 10 4 5 9 8 6 7 11 10 4 6 10 8 5 7 11 9 ",
    "face_offsets": "4 8 12 16 20 24 28 32 36 40 44 ",
    "polyhedron_to_faces": "0 1 2 3 4 5 1 6 7 8 9 10 ",
    "polyhedron_offsets": "0 0 6 12 12 ",
}


def with_faces(path, faces):
    """A file of grid() in which the faces are told in one of the two ways."""
    text = path.read_text()
    known = "|".join([*FACES, *NUMBERED_FACES])
    text = re.sub(rf'<DataArray [^>]*Name="({known})".*?</DataArray>', "", text, flags=re.DOTALL)
    arrays = [f'<DataArray type="Int64" Name="{name}" format="ascii">{faces[name]}</DataArray>' for name in faces]
    path.write_text(text.replace("</Cells>", "".join(arrays) + "</Cells>"))


@pytest.mark.parametrize("faces", [FACES, NUMBERED_FACES])
def test_faces_of_polyhedra_in_old_and_new_files(tmp_path, faces):
    path = edited(tmp_path, grid()).rename(tmp_path / "d.vtu")
    with_faces(path, faces)
    assert described(talus.read_points(path))["cells"] == described(grid())["cells"]


@pytest.mark.parametrize("faces", [FACES, NUMBERED_FACES])
def test_cells_that_lead_out_of_their_arrays_are_refused(tmp_path, faces):
    words = {
        "connectivity": ("1000", "a cell refers to point"),
        "offsets": ("-4", "the offsets of cells go back"),
        "types": ("99", "there is no cell type 99"),
        "faces": ("1000", "the faces of a polyhedron are not whole"),
        "faceoffsets": ("5", "the faces of polyhedron"),
        "face_connectivity": ("1000", "a cell refers to point"),
        "face_offsets": ("-4", "the offsets of cells go back"),
        "polyhedron_to_faces": ("11", "a polyhedron has a face that is not one of 11"),
        "polyhedron_offsets": ("-4", "the offsets of cells go back"),
    }
    words = {name: words[name] for name in words if name in faces or "face" not in name and "poly" not in name}
    for name, (value, told) in words.items():
        path = edited(tmp_path, grid()).rename(tmp_path / "d.vtu")
        with_faces(path, faces)
        head, tag, tail = path.read_text().partition(f'Name="{name}"')
        begin = tail.index(">") + 1
        first = len(tail[begin:]) - len(tail[begin:].lstrip()) + begin
        end = tail.index(" ", first)
        if name == "faceoffsets":  # that of the first polyhedron
            begin = end
            tail = tail[:first] + tail[first:].replace(" 31 ", f" {value} ", 1)
        else:
            tail = tail[:first] + value + tail[end:]
        path.write_text(head + tag + tail)
        with pytest.raises(talus.TalusError, match=told):
            talus.read_points(path)


def test_a_file_that_is_named_often_is_read_once(tmp_path, monkeypatch):
    """Thirty files of which each names the next one twice stand for 2^29."""
    read = []
    monkeypatch.setattr(xml_reader, "content_of", lambda path: read.append(path.name) or path.read_bytes())
    leaf = polygons()
    talus.write(leaf, tmp_path / "leaf.vtp")
    vtm = '<VTKFile type="vtkMultiBlockDataSet"><vtkMultiBlockDataSet>{}</vtkMultiBlockDataSet></VTKFile>'
    for depth, refused in ((5, False), (30, True)):
        for i in range(depth):
            name = f"x{i + 1}.vtm" if i + 1 < depth else "leaf.vtp"
            blocks = "".join(f'<DataSet index="{index}" file="{name}"/>' for index in (0, 1))
            (tmp_path / f"x{i}.vtm").write_text(vtm.format(blocks))
        read.clear()
        if refused:
            with pytest.raises(talus.TalusError, match="more than once"):
                talus.read_points(tmp_path / "x0.vtm")
        else:
            data = talus.read_points(tmp_path / "x0.vtm")
            assert len(data_sets_of(data)) == 2**depth
            assert data.GetNumberOfPoints() == 2**depth * leaf.GetNumberOfPoints()
        assert len(read) == len(set(read)) == depth + 1


def test_arrays_that_share_much_data_are_refused(tmp_path):
    """Appended data, uncompressed: the number of bytes, then the bytes."""
    values = np.zeros(1 << 20)

    def file(arrays, offset):
        told = "".join(
            f'<DataArray type="Float64" Name="a{i}" format="appended" offset="{i * offset}"/>' for i in range(arrays)
        )
        body = (values.nbytes.to_bytes(8, "little") + values.tobytes()) * (arrays if offset else 1)
        head = f'<VTKFile type="Table" version="1.0" header_type="UInt64"><Table><Piece NumberOfRows="{len(values)}"><RowData>{told}'
        text = f'{head}</RowData></Piece></Table><AppendedData encoding="raw">_'.encode()
        path = tmp_path / "t.vtt"
        path.write_bytes(text + body + b"</AppendedData></VTKFile>")
        return path

    assert read_xml(file(3, 0)).GetNumberOfColumns() == 3
    assert read_xml(file(40, values.nbytes + 8)).GetNumberOfColumns() == 40
    with pytest.raises(talus.TalusError, match="more than once"):
        read_xml(file(40, 0))


def test_a_composite_that_names_itself_is_refused(tmp_path):
    (tmp_path / "a.vtm").write_text(
        '<VTKFile type="vtkMultiBlockDataSet"><vtkMultiBlockDataSet><DataSet index="0" file="a.vtm"/>'
        "</vtkMultiBlockDataSet></VTKFile>"
    )
    with pytest.raises(talus.TalusError, match="includes itself"):
        talus.read_points(tmp_path / "a.vtm")


@pytest.mark.parametrize("last", [1100, 300_000])
def test_blocks_without_data_are_omitted_or_refused_at_once(tmp_path, last):
    """One changed byte may make very many of them."""
    talus.write(talus.grain(levels=1), tmp_path / "a.vtp")
    parts = "".join(f'<Partitions index="{i}"><DataSet index="0" file="a.vtp"/></Partitions>' for i in (0, last))
    kind = "vtkPartitionedDataSetCollection"
    (tmp_path / "b.vtpc").write_text(f'<VTKFile type="{kind}" version="1.0"><{kind}>{parts}</{kind}></VTKFile>')
    begin = time.process_time()
    if last < 1200:
        assert len(talus.read_bodies(tmp_path / "b.vtpc")) == 2
    else:
        with pytest.raises(talus.TalusError, match="block 300000; the limit is 1200"):
            talus.read_bodies(tmp_path / "b.vtpc")
    assert time.process_time() - begin < 5  # it took 40 s


def test_what_unpacks_to_very_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("talus.io.unpacking.ALWAYS_ALLOWED", 1 << 20)
    zeros = point_cloud(np.zeros((100_000, 3)))
    path = tmp_path / "z.vtp"
    write_vtk(zeros, vtkXMLPolyDataWriter(), path, "Appended", "ZLib")
    with pytest.raises(talus.TalusError, match="unpack to 2400000"):
        talus.read_points(path)


def test_room_is_not_given_for_what_lz4_cannot_hold(tmp_path):
    """A file of two kilobytes that tells of blocks of 200 MiB."""
    path = tmp_path / "l.vtp"
    array = base64.b64encode(np.array([1, 200 << 20, 200 << 20, 10], "<u4").tobytes()) + base64.b64encode(bytes(10))
    path.write_text(
        '<VTKFile type="PolyData" compressor="vtkLZ4DataCompressor"><PolyData><FieldData><DataArray type="Int8" Name="a"'
        f' format="binary">{array.decode()}</DataArray></FieldData></PolyData></VTKFile>'
    )
    tracemalloc.start()
    with pytest.raises(talus.TalusError, match="packed data are damaged"):
        talus.read_points(path)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_partitions_of_another_type_are_refused(tmp_path):
    pieces = vtkPartitionedDataSet()
    pieces.SetPartition(0, polygons())
    write_vtk(pieces, vtkXMLPartitionedDataSetWriter(), tmp_path / "p.vtpd", "Ascii", "None")
    talus.write(vtkMultiBlockDataSet(), tmp_path / "m.vtm")
    text = (tmp_path / "p.vtpd").read_text()
    (tmp_path / "p.vtpd").write_text(text.replace("p/p_0.vtp", "m.vtm"))
    with pytest.raises(talus.TalusError, match="a partition is no data set"):
        talus.read_points(tmp_path / "p.vtpd")


@pytest.mark.parametrize("kind", ["vtp", "vtu"])
def test_files_written_in_the_background_are_the_same(tmp_path, kind):
    """Also of arrays that nothing but the file keeps: their memory is not used for others meanwhile."""
    write_xml(many_points(kind), tmp_path / f"at_once.{kind}")
    finish = begin_xml(many_points(kind), tmp_path / f"background.{kind}", vtkTalusArrayFile(), background=True)
    others = [np.full(200_000, i, float) for i in range(100)]
    finish()
    finish()  # nothing is left to do
    assert len(others) == 100
    assert (tmp_path / f"at_once.{kind}").read_bytes() == (tmp_path / f"background.{kind}").read_bytes()


def many_points(kind):
    random = np.random.default_rng(1)
    cloud = point_cloud(random.random((100_000, 3)))
    add_array(cloud.GetPointData(), "label", np.arange(100_000) // 1000)
    add_array(cloud.GetPointData(), "noise", random.random((100_000, 3)))
    add_array(cloud.GetFieldData(), "word", np.array(["one", "two"]))
    return fitting(cloud, Path(f"a.{kind}"))


@pytest.mark.parametrize("background", [False, True])
def test_a_file_that_cannot_be_written_is_told_at_the_end(tmp_path, background):
    finish = begin_xml(many_points("vtp"), tmp_path / "none" / "a.vtp", vtkTalusArrayFile(), background)
    with pytest.raises(talus.TalusError, match="Cannot write: no such file or directory"):
        finish()
    finish()
