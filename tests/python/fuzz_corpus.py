"""Sound files of every format that is read, as other programs and VTK write them: what the fuzzer damages."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
from conftest import CUBE_POINTS, CUBE_TRIANGLES, ascii_stl, binary_stl
from falling_dice import falling_dice
from vtkmodules.vtkCommonCore import vtkIdList, vtkIdTypeArray, vtkPoints
from vtkmodules.vtkCommonDataModel import (
    VTK_HEXAHEDRON,
    VTK_POLYHEDRON,
    VTK_TETRA,
    vtkCellArray,
    vtkDataSet,
    vtkImageData,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSet,
    vtkPartitionedDataSetCollection,
    vtkPolyData,
    vtkRectilinearGrid,
    vtkStructuredGrid,
    vtkUnstructuredGrid,
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


def composites() -> dict[str, tuple]:
    """Extension: data and VTK's writer."""
    blocks, inner = vtkMultiBlockDataSet(), vtkMultiBlockDataSet()
    inner.SetBlock(1, grid())
    blocks.SetBlock(0, polygons())
    blocks.SetBlock(2, inner)
    blocks.SetBlock(3, image())
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
    _meshes(folder)
    for extension, (make, writer) in KINDS.items():
        for mode, compressor in itertools.product(MODES, COMPRESSORS):
            if (mode == "Ascii") == (compressor == "None"):
                data = with_words(make()) if mode == "Binary" else make()
                write_vtk(data, writer(), _main(folder, f"{extension}-{mode}{compressor}", extension), mode, compressor)
        write_vtk(make(), writer(), _main(folder, f"{extension}-raw", extension), "Appended", "None", "BigEndian", 64)
        write_vtk(make(), writer(), _main(folder, f"{extension}-inline", extension), "Binary", "None")
    write_vtk(closed_surface(), vtkXMLPolyDataWriter(), _main(folder, "vtp-closed", "vtp"), "Ascii", "None")
    write_vtk(closed_surface(), vtkXMLPolyDataWriter(), _main(folder, "vtp-closedraw", "vtp"), "Appended", "None")
    for extension, (data, writer) in {**composites(), **parallel()}.items():
        path = _main(folder, f"{extension}-all", extension)
        if extension in parallel():
            writer.SetNumberOfPieces(2)
            writer.SetStartPiece(0)
            writer.SetEndPiece(1)
        write_vtk(data, writer, path, "Ascii", "None")
    _scenes(folder)


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
    _main(folder, "csv-plain", "csv").write_text("# x;y;z\n" + "".join(f"{x};{y};{z}\n" for x, y, z in points))
    np.save(_main(folder, "npy-double", "npy"), points)
    np.save(_main(folder, "npy-columns", "npy"), np.asfortranarray(points.astype(">f4")))
    arrays = {"points": points, "id": np.arange(10), "word": np.array(["a", "bc"] * 5), "b": np.array([b"x"] * 10)}
    np.savez(_main(folder, "npz-stored", "npz"), **arrays)
    np.savez_compressed(_main(folder, "npz-packed", "npz"), **arrays)


def _scenes(folder: Path) -> None:
    falling_dice(_main(folder, "json-dice", "json"))
    scene = {
        "format": "talus-scene-1",
        "gravity": [0, 0, -9.81],
        "include": ["part.json"],
        "shapes": [{"name": name.replace(".", "_"), "file": name, "scale": 0.5} for name in ("a.stl", "b.obj", "c.ply", "d.vtp")],
        "bodies": [{"id": i, "shape": s, "material": "m", "position": [3 * i, 0, 0]} for i, s in enumerate(("a_stl", "b_obj"))],
    }
    part = {"format": "talus-scene-1", "materials": [{"name": "m", "density": 1000, "contact": {"friction": 0.5}}]}
    main_file = _main(folder, "json-files", "json")
    main_file.write_text(json.dumps(scene, indent=1))
    (main_file.parent / "part.json").write_text(json.dumps(part))
    for name, seed in (("a.stl", "stl-ascii"), ("b.obj", "obj-slashes"), ("c.ply", "ply-ascii"), ("d.vtp", "vtp-closed")):
        (main_file.parent / name).write_bytes((folder / seed / f"main{Path(name).suffix}").read_bytes())
    dice = falling_dice(_main(folder, "scene-vtpc", "json"))
    talus.write(talus.read_scene(dice), dice.with_suffix(".vtpc"))
    dice.unlink()
    run = falling_dice(_main(folder, "run-folder", "json"), count=1)
    command = ["simulate", run, "--out", run.parent / "run", "--end", "0.03", "--stop-after", "2", "--threads", "1", "--quiet"]
    assert main([str(word) for word in command]) == 0
