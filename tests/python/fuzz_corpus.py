"""Sound files of every format that is read, as other programs and VTK write them: what the fuzzer damages."""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import struct
import zipfile
from pathlib import Path

import numpy as np
from conftest import CUBE_POINTS, CUBE_TRIANGLES, ascii_stl, binary_stl
from falling_dice import falling_dice
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkBitArray, vtkIdList, vtkIdTypeArray, vtkPoints, vtkVariantArray
from vtkmodules.vtkCommonDataModel import (
    VTK_BEZIER_HEXAHEDRON,
    VTK_BEZIER_TETRAHEDRON,
    VTK_BEZIER_WEDGE,
    VTK_HEXAHEDRON,
    VTK_LAGRANGE_HEXAHEDRON,
    VTK_LAGRANGE_TETRAHEDRON,
    VTK_LAGRANGE_WEDGE,
    VTK_PENTAGONAL_PRISM,
    VTK_POLYHEDRON,
    VTK_PYRAMID,
    VTK_QUADRATIC_HEXAHEDRON,
    VTK_QUADRATIC_PYRAMID,
    VTK_QUADRATIC_TETRA,
    VTK_QUADRATIC_WEDGE,
    VTK_TETRA,
    VTK_WEDGE,
    vtkCellArray,
    vtkDataSet,
    vtkImageData,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSet,
    vtkPartitionedDataSetCollection,
    vtkPolyData,
    vtkRectilinearGrid,
    vtkStructuredGrid,
    vtkTable,
    vtkUnstructuredGrid,
)
from vtkmodules.vtkFiltersCore import vtkAppendFilter
from vtkmodules.vtkFiltersSources import vtkCellTypeSource
from vtkmodules.vtkIOLegacy import (
    vtkPolyDataWriter,
    vtkRectilinearGridWriter,
    vtkStructuredGridWriter,
    vtkStructuredPointsWriter,
    vtkUnstructuredGridWriter,
)
from vtkmodules.vtkIOParallelXML import (
    vtkXMLPartitionedDataSetCollectionWriter,
    vtkXMLPartitionedDataSetWriter,
    vtkXMLPImageDataWriter,
    vtkXMLPPolyDataWriter,
    vtkXMLPUnstructuredGridWriter,
)
from vtkmodules.vtkIOXML import (
    vtkXMLImageDataWriter,
    vtkXMLMultiBlockDataWriter,
    vtkXMLPolyDataWriter,
    vtkXMLRectilinearGridWriter,
    vtkXMLStructuredGridWriter,
    vtkXMLUnstructuredGridWriter,
)

import talus
from talus.cli import main
from talus.io.geometry import add_array, triangles, vtk_array
from talus.io.series import collection_entry, collection_text

#: Ways in which VTK's writers put data down
MODES = ("Ascii", "Binary", "Appended", "AppendedBase64")
COMPRESSORS = ("None", "ZLib", "LZ4", "LZMA")


def polygons() -> vtkPolyData:
    """A cube with all four kinds of cells and arrays."""
    data = triangles(CUBE_POINTS, CUBE_TRIANGLES)
    for kind, corners in (("Verts", [(0,), (1,)]), ("Lines", [(0, 1), (1, 2, 3)]), ("Strips", [(0, 1, 2, 3)])):
        cells = vtkCellArray()
        for cell in corners:
            cells.InsertNextCell(len(cell), cell)
        getattr(data, f"Set{kind}")(cells)
    return decorated(data)


def closed_surface() -> vtkPolyData:
    return decorated(triangles(CUBE_POINTS, CUBE_TRIANGLES))


def grid() -> vtkUnstructuredGrid:
    """Two hexahedra, a tetrahedron, two polyhedra."""
    data, points = vtkUnstructuredGrid(), vtkPoints()
    for z, y, x in itertools.product(range(3), range(2), range(2)):
        points.InsertNextPoint(x, y, z)
    data.SetPoints(points)
    data.InsertNextCell(VTK_HEXAHEDRON, 8, [0, 1, 3, 2, 4, 5, 7, 6])
    data.InsertNextCell(VTK_TETRA, 4, [0, 1, 2, 4])
    for first in (0, 4):
        faces = vtkIdList()
        faces.InsertNextId(6)
        for face in ((0, 1, 3, 2), (4, 5, 7, 6), (0, 1, 5, 4), (2, 3, 7, 6), (0, 2, 6, 4), (1, 3, 7, 5)):
            for number in (4, *(first + corner for corner in face)):
                faces.InsertNextId(number)
        data.InsertNextCell(VTK_POLYHEDRON, faces)
    data.InsertNextCell(VTK_HEXAHEDRON, 8, [4, 5, 7, 6, 8, 9, 11, 10])
    return decorated(data)


#: Volume cells by what is special about them, each with an order
VOLUME_CELLS = {
    "volumes": [(VTK_WEDGE, 1), (VTK_PYRAMID, 1), (VTK_PENTAGONAL_PRISM, 1)],
    "quadratic": [(VTK_QUADRATIC_TETRA, 2), (VTK_QUADRATIC_HEXAHEDRON, 2), (VTK_QUADRATIC_WEDGE, 2), (VTK_QUADRATIC_PYRAMID, 2)],
    "lagrange": [(VTK_LAGRANGE_TETRAHEDRON, 3), (VTK_LAGRANGE_HEXAHEDRON, 2), (VTK_LAGRANGE_WEDGE, 2)],
    "bezier": [(VTK_BEZIER_TETRAHEDRON, 2), (VTK_BEZIER_HEXAHEDRON, 3), (VTK_BEZIER_WEDGE, 2)],
}


def volume_grid(kinds: list[tuple[int, int]]) -> vtkUnstructuredGrid:
    """Cells of types and orders, which have points of their own."""
    whole = vtkAppendFilter()
    for number, (kind, order) in enumerate(kinds):
        source = vtkCellTypeSource()
        source.SetCellType(kind)
        source.SetCellOrder(order)
        source.SetBlocksDimensions(1, 1, 1)
        source.Update()
        part = source.GetOutput()
        points = vtkPoints()
        points.SetData(vtk_array(vtk_to_numpy(part.GetPoints().GetData()) + np.array([3.0 * number, 0, 0])))
        part.SetPoints(points)
        whole.AddInputData(part)
    whole.Update()
    return whole.GetOutput()


def plain_grid() -> vtkUnstructuredGrid:
    """A hexahedron and a tetrahedron."""
    data = vtkUnstructuredGrid()
    whole = grid()
    data.SetPoints(whole.GetPoints())
    for cell in (0, 1):
        data.InsertNextCell(whole.GetCellType(cell), whole.GetCell(cell).GetPointIds())
    return decorated(data)


def image() -> vtkImageData:
    data = vtkImageData()
    data.SetExtent(-1, 2, 0, 2, 3, 4)
    data.SetSpacing(0.5, 0.25, 1)
    return decorated(data)


def rectilinear() -> vtkRectilinearGrid:
    data = vtkRectilinearGrid()
    data.SetExtent(2, 4, 0, 1, 0, 0)
    for axis, size in zip("XYZ", (3, 2, 1)):
        getattr(data, f"Set{axis}Coordinates")(vtk_array(np.arange(size) * 0.7))
    return decorated(data)


def structured() -> vtkStructuredGrid:
    data, points = vtkStructuredGrid(), vtkPoints()
    data.SetExtent(0, 2, 1, 2, 0, 1)
    for z, y, x in itertools.product(range(2), range(2), range(3)):
        points.InsertNextPoint(x, y + 0.1 * x, z)
    data.SetPoints(points)
    return decorated(data)


def decorated(data: vtkDataSet) -> vtkDataSet:
    """The data with arrays of many types on points and cells, and in the field."""
    rng = np.random.default_rng(1)
    for attributes, n in ((data.GetPointData(), data.GetNumberOfPoints()), (data.GetCellData(), data.GetNumberOfCells())):
        add_array(attributes, "single", rng.random(n).astype(np.float32))
        add_array(attributes, "vector", rng.random((n, 3)))
        add_array(attributes, "byte", rng.integers(-5, 5, n).astype(np.int8))
        add_array(attributes, "big", rng.integers(0, 2**63, n).astype(np.uint64))
        add_array(attributes, "pair", rng.integers(0, 9, (n, 2)).astype(np.int16))
        attributes.GetArray("vector").SetComponentName(0, "eks")
        attributes.SetActiveScalars("single")
        attributes.SetActiveVectors("vector")
        numbers = vtkIdTypeArray()
        numbers.SetName("number")
        for i in range(n):
            numbers.InsertNextValue(i + 3)
        attributes.SetGlobalIds(numbers)
    add_array(data.GetFieldData(), "TimeValue", np.array([2.5]))
    return data


def with_words(data: vtkDataSet) -> vtkDataSet:
    """The data with strings, at some of which VTK's parallel writers crash."""
    for attributes, n in ((data.GetPointData(), data.GetNumberOfPoints()), (data.GetCellData(), data.GetNumberOfCells())):
        add_array(attributes, "word", np.array([f"né{i}" for i in range(n)], dtype=object))
    add_array(data.GetFieldData(), "words", np.array(["hello", ""], dtype=object))
    return data


def words_and_bits() -> vtkPolyData:
    """Polygons with strings, among them long and empty ones, and bits."""
    data = polygons()
    for attributes, n in ((data.GetPointData(), data.GetNumberOfPoints()), (data.GetCellData(), data.GetNumberOfCells())):
        words = [f"né {i} %" * (i % 3) * 20**i for i in range(3)] + [f"{i}" for i in range(3, n)]
        add_array(attributes, "word", np.array(words, dtype=object))
        bits = vtkBitArray()
        bits.SetName("bit")
        for i in range(n):
            bits.InsertNextValue(i % 3 == 1)
        attributes.AddArray(bits)
    variants = vtkVariantArray()
    variants.SetName("variant")
    for value in (1, 0.5, "a b"):
        variants.InsertNextValue(value)
    data.GetFieldData().AddArray(variants)
    return data


#: Extension: what makes the data, VTK's writer
KINDS = {
    "vtp": (polygons, vtkXMLPolyDataWriter),
    "vtu": (grid, vtkXMLUnstructuredGridWriter),
    "vti": (image, vtkXMLImageDataWriter),
    "vtr": (rectilinear, vtkXMLRectilinearGridWriter),
    "vts": (structured, vtkXMLStructuredGridWriter),
}


def write_vtk(data, writer, path: Path, mode: str, compressor: str, order: str = "LittleEndian", header: int = 32) -> None:
    """Writes by one of VTK's writers in one of its ways."""
    writer.SetFileName(str(path))
    writer.SetInputDataObject(data)
    getattr(writer, "SetDataModeTo" + mode.removesuffix("Base64"))()
    writer.SetEncodeAppendedData(mode.endswith("Base64"))
    getattr(writer, f"SetCompressorTypeTo{compressor}")()
    getattr(writer, f"SetByteOrderTo{order}")()
    getattr(writer, f"SetHeaderTypeToUInt{header}")()
    assert writer.Write() == 1


def table() -> vtkTable:
    """A table such as stands beside the meshes of an Exodus file."""
    data = vtkTable()
    add_array(data.GetRowData(), "time", np.arange(3.0))
    return data


def composites() -> dict[str, tuple]:
    """Extension: data and VTK's writer."""
    blocks, inner = vtkMultiBlockDataSet(), vtkMultiBlockDataSet()
    inner.SetBlock(1, grid())
    blocks.SetBlock(0, polygons())
    blocks.SetBlock(2, inner)
    blocks.SetBlock(3, image())
    blocks.SetBlock(4, table())
    pieces = vtkPartitionedDataSet()
    pieces.SetPartition(0, polygons())
    pieces.SetPartition(1, polygons())
    collection = vtkPartitionedDataSetCollection()
    collection.SetPartition(0, 0, polygons())
    collection.SetPartition(1, 0, grid())
    return {
        "vtm": (blocks, vtkXMLMultiBlockDataWriter()),
        "vtpd": (pieces, vtkXMLPartitionedDataSetWriter()),
        "vtpc": (collection, vtkXMLPartitionedDataSetCollectionWriter()),
    }


def parallel() -> dict[str, tuple]:
    """Extension: data and VTK's writer."""
    return {
        "pvtp": (polygons(), vtkXMLPPolyDataWriter()),
        "pvtu": (grid(), vtkXMLPUnstructuredGridWriter()),
        "pvti": (image(), vtkXMLPImageDataWriter()),
    }


def write_corpus(folder: Path) -> None:
    """One folder a seed, named as <format>-<variant>; in each the file `main.<extension>` and what it names."""
    _tables(folder)
    _scans(folder)
    _meshes(folder)
    _assemblies(folder)
    _legacy(folder)
    for extension, (make, writer) in KINDS.items():
        for mode, compressor in itertools.product(MODES, COMPRESSORS):
            if (mode == "Ascii") == (compressor == "None"):
                data = with_words(make()) if mode == "Binary" else make()
                write_vtk(data, writer(), _main(folder, f"{extension}-{mode}{compressor}", extension), mode, compressor)
        write_vtk(make(), writer(), _main(folder, f"{extension}-raw", extension), "Appended", "None", "BigEndian", 64)
        write_vtk(make(), writer(), _main(folder, f"{extension}-inline", extension), "Binary", "None")
    write_vtk(closed_surface(), vtkXMLPolyDataWriter(), _main(folder, "vtp-closed", "vtp"), "Ascii", "None")
    write_vtk(closed_surface(), vtkXMLPolyDataWriter(), _main(folder, "vtp-closedraw", "vtp"), "Appended", "None")
    for compressor in COMPRESSORS[1:]:
        write_vtk(closed_surface(), vtkXMLPolyDataWriter(), _main(folder, f"vtp-closed{compressor}", "vtp"), "Appended", compressor)
    for extension, (data, writer) in {**composites(), **parallel()}.items():
        path = _main(folder, f"{extension}-all", extension)
        if extension in parallel():
            writer.SetNumberOfPieces(2)
            writer.SetStartPiece(0)
            writer.SetEndPiece(1)
        write_vtk(data, writer, path, "Ascii", "None")
    _volumes(folder)
    _references(folder)
    _scenes(folder)


def _volumes(folder: Path) -> None:
    for name, kinds in VOLUME_CELLS.items():
        write_vtk(volume_grid(kinds), vtkXMLUnstructuredGridWriter(), _main(folder, f"vtu-{name}", "vtu"), "Ascii", "None")
    cells = volume_grid(VOLUME_CELLS["quadratic"])
    write_legacy(cells, vtkUnstructuredGridWriter(), _main(folder, "vtk-quadratic", "vtk"), True, 51)


def _references(folder: Path) -> None:
    """Files that name others, and arrays that share their data."""
    block = '<VTKFile type="vtkMultiBlockDataSet"><vtkMultiBlockDataSet>{}</vtkMultiBlockDataSet></VTKFile>'
    twice = "".join(f'<DataSet index="{index}" file="a.vtp"/>' for index in (0, 1, 1))
    listed = {
        "vtm-twice": ("vtm", block.format(twice)),
        "pvd-times": ("pvd", collection_text(collection_entry(time, f"{name}.vtp") for time, name in ((0, "a"), (0.5, "b")))),
        "series-times": ("vtp.series", json.dumps({"files": [{"name": f"{name}.vtp", "time": time} for name, time in (("a", 0), ("b", 0.5))]})),
    }
    for name, (extension, text) in listed.items():
        path = _main(folder, name, extension)
        path.write_text(text)
        for beside in ("a.vtp", "b.vtp"):
            write_vtk(closed_surface(), vtkXMLPolyDataWriter(), path.with_name(beside), "Ascii", "None")
    arrays = "".join(f'<DataArray type="Float64" Name="{name}" NumberOfComponents="3" format="appended" offset="0"/>' for name in "abc")
    _main(folder, "vtp-shared", "vtp").write_bytes(
        '<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian"><PolyData><Piece NumberOfPoints="8"><PointData>'
        f'{arrays}</PointData><Points>{arrays.partition("/>")[0]}/></Points></Piece></PolyData><AppendedData encoding="raw">_'.encode()
        + struct.pack("<I", CUBE_POINTS.nbytes) + CUBE_POINTS.tobytes() + b"</AppendedData></VTKFile>"
    )  # fmt: skip


def _main(folder: Path, name: str, extension: str) -> Path:
    (folder / name).mkdir(parents=True)
    return folder / name / f"main.{extension}"


def _meshes(folder: Path) -> None:
    corners, faces = CUBE_POINTS, CUBE_TRIANGLES
    _main(folder, "stl-binary", "stl").write_bytes(binary_stl(corners, faces))
    ball = talus.grain("RefinedSphere", levels=2)
    write_vtk(ball, vtkXMLPolyDataWriter(), _main(folder, "vtp-ball", "vtp"), "Appended", "None")
    talus.write_surface(ball, _main(folder, "stl-ball", "stl"))
    _main(folder, "stl-ascii", "stl").write_text(ascii_stl(corners, faces))
    lines = ["# cube", "mtllib a.mtl", "vt 0 0", "vn 0 0 1", *(f"v {x} {y} {z}" for x, y, z in corners)]
    lines += [f"f {a + 1}/1/1 {b + 1}/1/1 {c - 8}/1/1" for a, b, c in faces] + ["l 1 2", "g a"]
    _main(folder, "obj-slashes", "obj").write_text("\n".join(lines) + "\n")
    for order, name in (("ascii", "ascii"), ("binary_little_endian", "little"), ("binary_big_endian", "big")):
        for mixed in (False, True):
            _main(folder, f"ply-{name}{'mixed' if mixed else ''}", "ply").write_bytes(_ply(order, mixed))
    for order, name in (("ascii", "ascii"), ("binary_little_endian", "little"), ("binary_big_endian", "big")):
        _main(folder, f"ply-{name}strips", "ply").write_bytes(ply_strips(order))
    _main(folder, "stl-foreign", "stl").write_bytes(FOREIGN_STL)
    _main(folder, "obj-foreign", "obj").write_bytes(FOREIGN_OBJ)
    cloud, _, rest = _ply("binary_big_endian", False).partition(b"element face")
    _main(folder, "ply-cloud", "ply").write_bytes(cloud + b"end_header\n" + rest.partition(b"end_header\n")[2])


#: The sides of a cube, counter-clockwise seen from outside
CUBE_QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
MARK = b"\xef\xbb\xbf"  # the byte order mark of UTF-8
#: As programs on Windows write: marks at begin and end, normals that are no numbers, comments
FOREIGN_STL = MARK + (
    ascii_stl(CUBE_POINTS, CUBE_TRIANGLES).replace("normal 0 0 0", "normal -nan(ind) 1.#QNAN -1.#IND").replace("endsolid", "end solid")
).encode()
FOREIGN_OBJ = MARK + (
    "# a cube\n"
    + "".join(f"v {x} {y} {z} # {i + 1}\n" for i, (x, y, z) in enumerate(CUBE_POINTS))
    + "".join(f"f {a + 1} {b + 1} {c + 1} {d + 1}# side\n" for a, b, c, d in CUBE_QUADS)
    + "\x1a"
).encode()


def ply_strips(order: str, points: np.ndarray = CUBE_POINTS) -> bytes:
    """A cube of triangle strips, one for each side: all of them in one list, or in the second of two."""
    strips = [number for a, b, c, d in CUBE_QUADS for number in (a, b, d, c, -1)]
    lists = [strips] if order == "ascii" else [strips[:5], strips[5:]]
    header = (
        f"ply\nformat {order} 1.0\nelement vertex {len(points)}\nproperty double x\nproperty double y\nproperty double z\n"
        f"element tristrips {len(lists)}\nproperty list int int vertex_indices\nend_header\n"
    ).encode()
    if order == "ascii":
        rows = [" ".join(map(repr, row)) for row in points.tolist()] + [" ".join(map(str, [len(one), *one])) for one in lists]
        return header + ("\n".join(rows) + "\n").encode()
    end = "<" if "little" in order else ">"
    return header + points.astype(end + "f8").tobytes() + b"".join(np.array([len(one), *one], end + "i4").tobytes() for one in lists)


def off(points=CUBE_POINTS, faces=CUBE_TRIANGLES, kind: str = "OFF", more: str = "") -> str:
    """A surface as OFF. :param more: stands behind the coordinates of each point"""
    lines = [kind, "# a cube", f"{len(points)} {len(faces)} 0", *(f"{x} {y} {z} {more}" for x, y, z in points), ""]
    return "\n".join(lines + [f"{len(face)} {' '.join(map(str, face))} 255 0 0" for face in faces]) + "\n"


def gltf(buffer: str | None, nodes: list[dict]) -> tuple[dict, bytes]:
    """A scene of cubes: its JSON, and the bytes of its buffer. :param buffer: address of the buffer, None in a GLB"""
    faces, points = CUBE_TRIANGLES.astype("<u2").tobytes(), CUBE_POINTS.astype("<f4").tobytes()
    data = faces + points
    place = {} if buffer is None else {"uri": buffer}
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": list(range(len(nodes)))}],
        "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5123, "count": CUBE_TRIANGLES.size, "type": "SCALAR"},
            {"bufferView": 1, "componentType": 5126, "count": len(CUBE_POINTS), "type": "VEC3"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": len(faces)},
            {"buffer": 0, "byteOffset": len(faces), "byteLength": len(points)},
        ],
        "buffers": [{"byteLength": len(data), **place}],
    }, data


def instances(**required: list[str]) -> dict:
    """A scene of one node whose cube is at three places: moved; also turned by half a turn about z and twice as large."""
    document, data = gltf("", [{"mesh": 0, "translation": [1, 0, 0]}])
    columns = [
        ("TRANSLATION", "VEC3", [(0, 0, 0), (10, 0, 0), (20, 0, 0)]),
        ("ROTATION", "VEC4", [(0, 0, 0, 1), (0, 0, 0, 1), (0, 0, 1, 0)]),
        ("SCALE", "VEC3", [(1, 1, 1), (1, 1, 1), (2, 2, 2)]),
    ]
    for name, kind, rows in columns:
        part = np.array(rows, "<f4").tobytes()
        document["accessors"].append({"bufferView": len(document["bufferViews"]), "componentType": 5126, "count": 3, "type": kind})
        document["bufferViews"].append({"buffer": 0, "byteOffset": len(data), "byteLength": len(part)})
        data += part
    attributes = {name: number for number, (name, *_) in enumerate(columns, 2)}
    document["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": attributes}}
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return {**document, "buffers": [{"byteLength": len(data), "uri": uri}], **required}


def glb(nodes: list[dict]) -> bytes:
    document, data = gltf(None, nodes)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(body)) + body


def threemf(path: Path, items: str, more: str = "", required: str = "") -> None:
    """A package whose object 1 is a cube.

    :param more: further objects
    :param required: prefixes of extensions: s slices, m materials, bo booleans
    """
    vertices = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in CUBE_POINTS)
    corners = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in CUBE_TRIANGLES)
    mesh = f"<mesh><vertices>{vertices}</vertices><triangles>{corners}</triangles></mesh>"
    model = (
        '<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"'
        ' xmlns:s="http://schemas.microsoft.com/3dmanufacturing/slice/2015/07"'
        ' xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"'
        ' xmlns:bo="http://schemas.3mf.io/3dmanufacturing/booleanoperations/2023/07"'
        f' requiredextensions="{required}"><resources><object id="1" type="model">{mesh}</object>{more}</resources><build>{items}</build></model>'
    )
    relations = (
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/a.model"/>'
        "</Relationships>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", relations)
        archive.writestr("3D/a.model", model)


#: Two cubes side by side, the second one mirrored
TWO_NODES = [{"mesh": 0}, {"mesh": 0, "translation": [3, 0, 0], "scale": [-1, 1, 1], "rotation": [0, 0, 1, 0]}]
TWO_ITEMS = '<item objectid="1"/><item objectid="2" transform="-1 0 0 0 1 0 0 0 1 5 0 0"/>'
#: A cube that is to be printed, one that is not, a support, slices; the prefix s is declared by threemf()
FOREIGN_ITEMS = (
    '<item objectid="1"/><item objectid="1" printable="0" transform="1 0 0 0 1 0 0 0 1 9 0 0"/>'
    '<item objectid="3" transform="1 0 0 0 1 0 0 0 1 5 0 0"/>'
)
FOREIGN_OBJECTS = (
    '<object id="3" type="support"><components><component objectid="1"/></components></object>'
    '<s:slicestack id="9"><s:slice ztop="1"><s:vertices><s:vertex x="0" y="0"/></s:vertices>'
    '<s:polygon startv="0"><s:segment v2="0"/></s:polygon></s:slice></s:slicestack>'
)
A_PAIR = '<object id="2"><components><component objectid="1" transform="2 0 0 0 2 0 0 0 2 0 0 0"/></components></object>'


def _assemblies(folder: Path) -> None:
    _main(folder, "off-plain", "off").write_text(off())
    _main(folder, "off-foreign", "off").write_bytes(MARK + off(kind="OFF").replace("OFF\n# a cube\n", "OFF").encode())
    _main(folder, "off-beside", "off").write_text(off(kind="OFF").replace("OFF\n# a cube\n", "OFF "))
    _main(folder, "off-normals", "off").write_text(off(kind="NOFF", more="0 0 1"))
    _main(folder, "off-texture", "off").write_text(off(kind="STOFF", more="0.5 0.5"))
    _main(folder, "off-colours", "off").write_text(off(kind="COFF", more="0.5 0.5 0.5 1"))
    _main(folder, "gz-stl", "stl.gz").write_bytes(gzip.compress(binary_stl(CUBE_POINTS, CUBE_TRIANGLES)))
    _main(folder, "gz-csv", "csv.gz").write_bytes(gzip.compress(b"x,y,z\n" + b"0.5,0.25,1\n" * 40))
    _main(folder, "glb-two", "glb").write_bytes(glb(TWO_NODES))
    beside = _main(folder, "gltf-beside", "gltf")
    document, data = gltf("a.bin", TWO_NODES)
    beside.write_text(json.dumps(document))
    (beside.parent / "a.bin").write_bytes(data)
    document, data = gltf("", [{"mesh": 0, "matrix": [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]}])
    document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    _main(folder, "gltf-within", "gltf").write_text(json.dumps(document))
    _main(folder, "gltf-instances", "gltf").write_text(json.dumps(instances()))
    threemf(_main(folder, "3mf-two", "3mf"), TWO_ITEMS, A_PAIR)
    threemf(_main(folder, "3mf-foreign", "3mf"), FOREIGN_ITEMS, FOREIGN_OBJECTS, "m")


#: What makes the data of VTK's legacy format, and VTK's writer
LEGACY = {
    "polygons": (polygons, vtkPolyDataWriter),
    "grid": (plain_grid, vtkUnstructuredGridWriter),
    "image": (image, vtkStructuredPointsWriter),
    "rectilinear": (rectilinear, vtkRectilinearGridWriter),
    "structured": (structured, vtkStructuredGridWriter),
    "words": (words_and_bits, vtkPolyDataWriter),
}


def write_legacy(data, writer, path: Path, binary: bool, version: int) -> None:
    writer.SetFileName(str(path))
    writer.SetInputData(data)
    writer.SetFileType(2 if binary else 1)
    writer.SetFileVersion(version)
    assert writer.Write() == 1


def _legacy(folder: Path) -> None:
    for (name, (make, writer)), binary, version in itertools.product(LEGACY.items(), (False, True), (42, 51)):
        path = _main(folder, f"vtk-{name}{version}{'binary' if binary else ''}", "vtk")
        write_legacy(make(), writer(), path, binary, version)


def pcd(points: np.ndarray, form: str) -> bytes:
    """Points of x, y, z in single and an id of two bytes."""
    head = (
        f"# .PCD v0.7\nVERSION 0.7\nFIELDS x y z id\nSIZE 4 4 4 2\nTYPE F F F U\nCOUNT 1 1 1 1\nWIDTH {len(points)}\nHEIGHT 1\n"
        f"VIEWPOINT 0 0 0 1 0 0 0\nPOINTS {len(points)}\nDATA {form}\n"
    ).encode()
    if form == "ascii":
        return head + "".join(f"{x} {y} {z} {i}\n" for i, (x, y, z) in enumerate(points)).encode()
    rows = np.zeros(len(points), [("xyz", "<f4", 3), ("id", "<u2")])
    rows["xyz"], rows["id"] = points, np.arange(len(points))
    return head + rows.tobytes()


def las(points: np.ndarray, minor: int = 2, kind: int = 1) -> bytes:
    """Points in steps of a thousandth from (100, 200, 300), with intensities 7, 8 … and the class 2."""
    size, header = {1: (28, 227), 6: (30, 375)}[kind]
    head = bytearray(header)
    head[:4], head[24:26] = b"LASF", bytes([1, minor])
    struct.pack_into("<HIIBHI", head, 94, header, header, 0, kind, size, 0 if minor == 4 else len(points))
    struct.pack_into("<6d", head, 131, *(0.001,) * 3, 100, 200, 300)
    if minor == 4:
        struct.pack_into("<Q", head, 247, len(points))
    offsets = {"names": ["xyz", "i", "c"], "formats": [("<i4", 3), "<u2", "u1"], "offsets": [0, 12, 16 if kind == 6 else 15]}
    rows = np.zeros(len(points), np.dtype({**offsets, "itemsize": size}))
    rows["xyz"] = np.round((points - (100, 200, 300)) / 0.001)
    rows["i"], rows["c"] = np.arange(len(points)) + 7, 2
    return bytes(head) + rows.tobytes()


def _scans(folder: Path) -> None:
    points = np.arange(30, dtype=float).reshape(10, 3)
    rows = "".join(f"{x} {y}\t{z} {i}\n" for i, (x, y, z) in enumerate(points))
    _main(folder, "xyz-plain", "xyz").write_text("# scan\n" + rows)
    _main(folder, "xyz-foreign", "xyz").write_bytes(MARK + rows.encode() + b"\x1a")
    _main(folder, "xyz-counted", "xyz").write_text("10\na comment\n" + rows)
    _main(folder, "txt-named", "txt").write_text("x y z id\n" + rows)
    for form in ("ascii", "binary"):
        _main(folder, f"pcd-{form}", "pcd").write_bytes(pcd(points, form))
    _main(folder, "las-old", "las").write_bytes(las(points))
    _main(folder, "las-new", "las").write_bytes(las(points, 4, 6))


def _ply(order: str, mixed: bool) -> bytes:
    """A cube, with triangles or with triangles and a quadrilateral."""
    polygons_ = [list(face) for face in CUBE_TRIANGLES[2:]] + ([[0, 2, 3, 1]] if mixed else [[0, 2, 1], [1, 2, 3]])
    header = (
        f"ply\nformat {order} 1.0\ncomment test\nelement vertex 8\nproperty double x\nproperty double y\nproperty float z\n"
        f"property uchar red\nelement face {len(polygons_)}\nproperty list uchar int vertex_indices\nend_header\n"
    ).encode()
    if order == "ascii":
        rows = [f"{x} {y} {z} 9" for x, y, z in CUBE_POINTS] + [" ".join(map(str, [len(p), *p])) for p in polygons_]
        return header + ("\n".join(rows) + "\n").encode()
    end = "<" if "little" in order else ">"
    vertices = np.zeros(8, [("x", end + "f8"), ("y", end + "f8"), ("z", end + "f4"), ("r", "u1")])
    vertices["x"], vertices["y"], vertices["z"] = CUBE_POINTS.T
    return header + vertices.tobytes() + b"".join(bytes([len(p)]) + np.array(p, end + "i4").tobytes() for p in polygons_)


def _tables(folder: Path) -> None:
    points = np.arange(30, dtype=float).reshape(10, 3)
    rows = "".join(f"{x},{y},{z},{i},w{i}\n" for i, (x, y, z) in enumerate(points))
    _main(folder, "csv-named", "csv").write_text("x,y,z,id,word\n" + rows)
    _main(folder, "csv-foreign", "csv").write_bytes(MARK + b"x;y;z\r\n" + b"0.5;0.25;1\r\n" * 5 + b"\x1a")
    _main(folder, "csv-plain", "csv").write_text("# x;y;z\n" + "".join(f"{x};{y};{z}\n" for x, y, z in points))
    np.save(_main(folder, "npy-double", "npy"), points)
    np.save(_main(folder, "npy-columns", "npy"), np.asfortranarray(points.astype(">f4")))
    arrays = {"points": points, "id": np.arange(10), "word": np.array(["a", "bc"] * 5), "b": np.array([b"x"] * 10)}
    np.savez(_main(folder, "npz-stored", "npz"), **arrays)
    np.savez_compressed(_main(folder, "npz-packed", "npz"), **arrays)


#: Meshes that scenes name: files of that name in these folders
SCENE_MESHES = {
    "files": ("stl-ascii", "obj-slashes", "ply-ascii", "vtp-closed", "off-plain"),
    "packed": ("stl-binary", "ply-bigmixed", "ply-littlestrips", "vtp-closedraw", *(f"vtp-closed{name}" for name in COMPRESSORS[1:])),
    "foreign": ("stl-foreign", "obj-foreign", "off-foreign", "ply-asciistrips"),
}


def _scene_of(folder: Path, name: str, meshes: tuple[str, ...]) -> None:
    """A scene of these shapes, with its materials in another file."""
    main_file = _main(folder, name, "json")
    files = {mesh: next((folder / mesh).glob("main.*")) for mesh in meshes}
    scene = {
        "format": "talus-scene-1",
        "gravity": [0, 0, -9.81],
        "include": ["part.json"],
        "shapes": [{"name": mesh, "file": mesh + file.suffix, "scale": 0.5} for mesh, file in files.items()],
        "bodies": [{"id": i, "shape": s, "material": "m", "position": [3 * i, 0, 0]} for i, s in enumerate(meshes)],
    }
    part = {"format": "talus-scene-1", "materials": [{"name": "m", "density": 1000, "contact": {"friction": 0.5}}]}
    main_file.write_text(json.dumps(scene, indent=1))
    (main_file.parent / "part.json").write_text(json.dumps(part))
    for mesh, file in files.items():
        (main_file.parent / (mesh + file.suffix)).write_bytes(file.read_bytes())


def _scenes(folder: Path) -> None:
    falling_dice(_main(folder, "json-dice", "json"))
    marked = falling_dice(_main(folder, "json-marked", "json"))
    marked.write_bytes(MARK + marked.read_bytes().replace(b"\n", b"\r\n"))
    for name, meshes in SCENE_MESHES.items():
        _scene_of(folder, f"json-{name}", meshes)
    dice = falling_dice(_main(folder, "scene-vtpc", "json"))
    talus.write(talus.read_scene(dice), dice.with_suffix(".vtpc"))
    dice.unlink()
    run = falling_dice(_main(folder, "run-folder", "json"), count=1)
    command = ["simulate", run, "--out", run.parent / "run", "--end", "0.03", "--stop-after", "2", "--threads", "1", "--quiet"]
    assert main([str(word) for word in command]) == 0
