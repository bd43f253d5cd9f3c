"""Every bad input is one line on stderr with exit status 2, and nothing is written."""

import io
import os
import signal
import subprocess
import time
import zipfile

import numpy as np
import pytest
from conftest import (
    BUILD,
    CUBE_POINTS,
    CUBE_TRIANGLES,
    MESHES,
    ascii_stl,
    binary_stl,
    environment,
    one_error,
    talus,
    talus_with_full_disk,
)

CUBE_STL = binary_stl(CUBE_POINTS, CUBE_TRIANGLES)
CUBE_TEXT = ascii_stl(CUBE_POINTS, CUBE_TRIANGLES)
ONE_TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
VTP = (
    '<VTKFile type="PolyData" version="1.0"><PolyData><Piece NumberOfPoints="2" NumberOfPolys="1"><Points>'
    '<DataArray type="Float64" NumberOfComponents="3" format="ascii">0 0 0 1 0 0</DataArray></Points><Polys>'
    '<DataArray type="Int64" Name="connectivity" format="ascii">0 1</DataArray>'
    '<DataArray type="Int64" Name="offsets" format="ascii">2</DataArray></Polys></Piece></PolyData></VTKFile>'
)


VTM = (
    '<VTKFile type="vtkMultiBlockDataSet" version="1.0"><vtkMultiBlockDataSet>{}</vtkMultiBlockDataSet></VTKFile>'
)


def ply(body=b"", *, form="binary_little_endian", vertex="3", coordinate="float", face="1", faces="list uchar int", more=""):
    """A PLY file of three points and what follows them."""
    header = (
        f"ply\nformat {form} 1.0\nelement vertex {vertex}\nproperty {coordinate} x\nproperty float y\nproperty float z\n{more}"
        f"element face {face}\nproperty {faces} vertex_indices\nend_header\n"
    )
    points = b"0 0 0\n1 0 0\n0 1 0\n" if form == "ascii" else np.eye(3, dtype="<f4").tobytes()
    return header.encode() + points + body


# What once was a traceback, or was accepted.
BAD_PLY = {
    "negative list": (ply(b"\xff" + bytes(12), faces="list char int"), "a list of element 'face' has -1 entries"),
    "endless list": (ply(b"\xff\xff\xff\x7f" + bytes(12), faces="list int int"), "ends before"),
    "list of NaN entries": (ply(b"\0\0\xc0\x7f" + bytes(12), faces="list float int"), "header line 'property list float"),
    "NaN entries in text": (ply(b"nan 0 1 2\n", form="ascii"), "is not its numbers"),
    "negative list in text": (ply(b"-1 0 1 2\n", form="ascii"), "a list of element 'face' has -1 entries"),
    "twice a property": (ply(more="property float x\n"), "property 'x' stands twice"),
    "twice an element": (ply(more="element vertex 1\nproperty float x\n"), "element 'vertex' stands twice"),
    "negative vertices": (ply(vertex="-1"), "header line 'element vertex -1'"),
    "negative faces": (ply(face="-4"), "header line 'element face -4'"),
    "a list for x": (ply(b"\x03" + bytes(99), coordinate="list uchar float"), ""),
    "corners that are no list": (ply(bytes(4), faces="int"), "no list"),
    "half a corner": (ply(b"3 0 1 1.5\n", form="ascii"), "1.5, not a whole number"),
    "NaN corner": (ply(b"3 0 1 nan\n", form="ascii"), "refers to point nan"),
    "element without properties": (ply(more="element edge 99999999999\n"), "has no properties"),
}


def with_corner(value):
    points = CUBE_POINTS.copy()
    points[0, 0] = value
    return binary_stl(points, CUBE_TRIANGLES)


# name: (file, content, what the message must tell)
BAD_SURFACES = {
    "empty": ("s.stl", b"", "empty"),
    "unknown extension": ("s.xyz", b"1 2 3", "'.xyz' is not the extension of a surface file"),
    "STEP": ("s.step", b"ISO-10303-21;", "truncated: it has no 'END-ISO-10303-21'"),
    "IGES, packed": ("s.IGS.gz", b"", "IGES files are not read"),
    "truncated binary STL": (
        "s.stl",
        CUBE_STL[:-30],
        "truncated: the header promises 12 triangles (684 bytes)",
    ),
    "truncated in the header": ("s.stl", CUBE_STL[:40], "too few"),
    "longer than its header says": ("s.stl", CUBE_STL[:80] + bytes(4) + CUBE_STL[84:], "does not fit its header"),
    "truncated ASCII STL": ("s.stl", CUBE_TEXT[: len(CUBE_TEXT) // 2].encode(), "truncated"),
    "garbage in ASCII STL": ("s.stl", CUBE_TEXT.replace("vertex 1.0", "vertex one", 1).encode(), "line 6"),
    "garbage line in ASCII STL": (
        "s.stl",
        CUBE_TEXT.replace(" endloop", "rubbish\n endloop", 1).encode(),
        "line 7",
    ),
    "garbage late in ASCII STL": (
        "s.stl",
        CUBE_TEXT.replace("endsolid", "%$&\nendsolid").encode(),
        "line 86",
    ),
    "text that is no STL": ("s.stl", b"hello " * 100, "STL"),
    "NaN vertex": ("s.stl", with_corner(np.nan), "NaN or infinite"),
    "infinite vertex": ("s.stl", with_corner(np.inf), "NaN or infinite"),
    "NaN vertex in ASCII": (
        "s.stl",
        CUBE_TEXT.replace("vertex 1.0", "vertex nan", 1).encode(),
        "NaN or infinite",
    ),
    "zero triangles": ("s.stl", binary_stl(CUBE_POINTS, CUBE_TRIANGLES[:0]), "no triangles"),
    "zero triangles in ASCII": ("s.stl", b"solid\nendsolid\n", "no triangles"),
    "all degenerate": ("s.stl", binary_stl(CUBE_POINTS, np.array([(0, 0, 1), (0, 1, 1)])), "zero area"),
    "old Mac's line ends, cut off": ("s.stl", CUBE_TEXT[:400].replace("\n", "\r").encode(), "'ou' does not belong here"),
    "damaged first word of ASCII STL": ("s.stl", b"s\x01" + CUBE_TEXT[2:].encode(), "does not begin with 'solid'"),
    "zero byte in ASCII STL": ("s.stl", (CUBE_TEXT[:300] + "\0" + CUBE_TEXT[301:]).encode(), "line 18"),
    "long number in ASCII STL": ("s.stl", CUBE_TEXT.replace("1.0", "1" * 10**6 + "x", 1).encode(), "line 5"),
    "large corner in OBJ": ("s.obj", (ONE_TRIANGLE + f"f 1 2 {'9' * 23}\n").encode(), "line 4"),
    "slashes in OBJ": ("s.obj", (ONE_TRIANGLE + "f / / /\n").encode(), "line 4"),
    "underscore in OBJ": ("s.obj", (ONE_TRIANGLE + "f 1 2 0_3\n").encode(), "line 4"),
    "two-corner face in OBJ": ("s.obj", (ONE_TRIANGLE + "f 1 2\n").encode(), "2 corners"),
    "two-corner polygon in VTP": ("s.vtp", VTP.encode(), "fewer than three"),
    "face names no point": ("s.obj", (ONE_TRIANGLE + "f 1 2 9\n").encode(), "line 4"),
    "face refers to point 0": ("s.obj", (ONE_TRIANGLE + "f 0 1 2\n").encode(), "point 0 of 3"),
    "word in OBJ": ("s.obj", (ONE_TRIANGLE + "f 1 x 2\n").encode(), "not a whole number"),
    "bad point in OBJ": ("s.obj", b"v 0 0\nf 1 2 3\n", "line 1"),
    "text that is no OBJ": ("s.obj", b"hello world\n", "'hello' is not a keyword"),
    "OBJ of points only": ("s.obj", b"v 0 0 0\nv 1 1 1\n", ""),
    "text that is no PLY": ("s.ply", b"hello world\n", "PLY is broken"),
    "PLY of points only": (
        "s.ply",
        b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
        b"end_header\n0 0 0\n",
        "point cloud",
    ),
    **{f"PLY: {name}": ("s.ply", content, words) for name, (content, words) in BAD_PLY.items()},
    "broken XML": ("s.vtp", VTP[:200].encode(), "Not a whole VTK XML file"),
    "not XML": ("s.vtp", b"\x00\x01\x02", "Not a whole VTK XML file"),
    "not a surface": (
        "s.vtp",
        b'<VTKFile type="ImageData" version="1.0"><ImageData WholeExtent="0 1 0 1 0 1"><Piece Extent="0 1 0 1 0 1"/>'
        b"</ImageData></VTKFile>",
        "Not a surface but image data",
    ),
}


@pytest.mark.parametrize("case", BAD_SURFACES)
def test_bad_surface(case, tmp_path, cloud_csv):
    name, content, words = BAD_SURFACES[case]
    surface, out = tmp_path / name, tmp_path / "out.vtp"
    surface.write_bytes(content)
    error = one_error(talus("classify", "--surface", surface, "--points", cloud_csv, "--out", out))
    assert words in error
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([name, "cloud.csv"])


# What the check can name is its result (status 1); what is no surface at all is an error (status 2).
RESULTS = {
    "NaN vertex",
    "infinite vertex",
    "NaN vertex in ASCII",
    "all degenerate",
    "two-corner polygon in VTP",
}


@pytest.mark.parametrize("case", BAD_SURFACES)
def test_check_of_bad_surface(case, tmp_path):
    name, content, words = BAD_SURFACES[case]
    surface = tmp_path / name
    surface.write_bytes(content)
    result = talus("check", "--surface", surface)
    if case in RESULTS:
        assert result.returncode == 1 and not result.stderr
    else:
        assert words in one_error(result)


def npy(header, body=bytes(96)):
    text = header.encode() + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + body


def npy_of(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def npz_of(*, packed=False, **arrays):
    file = io.BytesIO()
    (np.savez_compressed if packed else np.savez)(file, **arrays)
    return file.getvalue()


def with_flag(archive, flag):
    """An archive whose members say that they are encrypted."""
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = archive.index(mark) + place
        archive = archive[:at] + bytes([archive[at] | flag]) + archive[at + 1 :]
    return archive


def damaged(archive):
    """An archive whose first packed byte is no code."""
    at = archive.index(b"PK\x03\x04")
    begin = at + 30 + archive[at + 26] + archive[at + 28]
    return archive[:begin] + b"\xff\xff\xff" + archive[begin + 3 :]


def zipped(name, data, claim):
    """An archive of one member, packed by bzip2, that claims to have another size."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr(name, data)
    archive = file.getvalue()
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = archive.rindex(mark) + place
        archive = archive[:at] + claim.to_bytes(4, "little") + archive[at + 4 :]
    return archive


POINTS = np.arange(12.0).reshape(4, 3)

BAD_POINTS = {
    "only comments": ("p.csv", b"#\n# \n\n", "no line of names"),
    "only blank lines": ("p.csv", b"\n \r\n\t\n", "no line of names"),
    "a long cell": ("p.csv", b"x,y,z\n1,2," + b"3" * 200_000 + b"\n", "larger than field limit"),
    "twice a column": ("p.csv", b"x,y,z,a,a\n1,2,3,4,5\n", "Two columns have the name 'a'"),
    "an unclosed header": ("p.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4, 3"), "header"),
    "a program for a header": ("p.npy", npy("__import__('os').abort()"), "header"),
    "rows without end": ("p.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (100000000000, 3), }"), "300000000000"),
    "negative rows": ("p.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 3), }"), "header"),
    "complex numbers": ("p.npy", npy_of(POINTS * 1j), "complex numbers"),
    "dates": ("p.npy", npy_of(POINTS.astype("M8[s]")), "dates"),
    "dates beside points": ("p.npz", npz_of(points=POINTS, when=POINTS[:, 0].astype("M8[s]")), "in 'when' it holds dates"),
    "damaged NPZ": ("p.npz", damaged(npz_of(points=POINTS, packed=True)), "Not a whole NPZ"),
    "encrypted NPZ": ("p.npz", with_flag(npz_of(points=POINTS), 1), "encrypted"),
    "a bomb": ("p.npz", npz_of(points=np.zeros((70_000_000, 3)), packed=True), "unpack to 1680000"),
    "a bomb that claims little": ("p.npz", zipped("points.npy", bytes(300 << 20), 1000), "another method than deflate"),
    "no rows of too many": ("p.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2199023255552, 2199023255552, 0), }", b""), "more values"),
    "a time of 401 digits": ("p.series", b'{"files":[{"name":"x.vtp","time":1' + b"0" * 400 + b"}]}", "Not a series"),
    "empty": ("p.csv", b"", "empty"),
    "no x, y, z": ("p.csv", b"a,b,c\n1,2,3\n", "no x, y and z"),
    "word for a number": ("p.csv", b"x,y,z\n1,2,3\n1,two,3\n", "Point 1 is not three numbers: '1, two, 3'"),
    "short line": ("p.csv", b"x,y,z\n1,2,3\n1,2\n", "Point 1 has 2 values"),
    "not text": ("p.csv", b"\xff\xfd\x00x,y,z\n", "Not a text file"),
    "not NPZ": ("p.npz", b"hello", "Not a whole NPZ"),
    "truncated NPZ": ("p.npz", b"PK\x03\x04" + bytes(40), "Not a whole NPZ"),
    "not NPY": ("p.npy", b"\x93NUMPY\x01\x00", "Not a whole NPY"),
    "broken XML": ("p.vtu", b"<VTKFile type='UnstructuredGrid'>", "Not a whole VTK XML file"),
    "unknown extension": ("p.e57", b"ASTM", "'.e57' is not the extension"),
}


@pytest.mark.parametrize("case", BAD_POINTS)
def test_bad_points(case, tmp_path, cube_stl):
    name, content, words = BAD_POINTS[case]
    points, out = tmp_path / name, tmp_path / "out.vtp"
    points.write_bytes(content)
    assert words in one_error(
        talus("classify", "--quiet", "--surface", cube_stl, "--points", points, "--out", out)
    )
    assert not out.exists()


def test_numpy_of_other_shape(tmp_path, cube_stl):
    np.save(tmp_path / "p.npy", np.zeros((4, 2)))
    result = talus(
        "classify",
        "--quiet",
        "--surface",
        cube_stl,
        "--points",
        tmp_path / "p.npy",
        "--out",
        tmp_path / "o.vtp",
    )
    assert "shape (4, 2)" in one_error(result)


def test_bytes_after_the_last_triangle_of_an_stl_are_ignored(tmp_path):
    import talus as package

    file = tmp_path / "long.stl"
    file.write_bytes(CUBE_STL + b"a trailer")
    told = "Binary STL has 9 bytes after its 12 triangles, which are ignored"
    with pytest.warns(package.SurfaceWarning, match=told):
        assert package.check(file).sound
    result = talus("check", file)
    assert result.returncode == 0 and result.stderr.startswith(f"talus: warning: {told} ({file}).") and result.stderr.count("\n") == 1
    scene = package.Scene()
    scene.material("stone", density=2500)
    with pytest.warns(package.SurfaceWarning, match=told):
        scene.shape("cube", str(file))
        scene.body("cube", "stone")
        scene.write(tmp_path / "scene.json")
    with pytest.warns(package.SurfaceWarning, match=told):
        package.read_scene(tmp_path / "scene.json")


def test_missing_files_and_folders(tmp_path, cube_stl, cloud_csv):
    out = tmp_path / "o.vtp"
    for surface, words in [(tmp_path / "none.stl", "No such file"), (tmp_path, "A folder")]:
        assert words in one_error(
            talus("classify", "--surface", surface, "--points", cloud_csv, "--out", out)
        )
        assert words in one_error(talus("check", "--surface", surface))
    result = talus(
        "classify", "--quiet", "--surface", cube_stl, "--points", tmp_path / "none.csv", "--out", out
    )
    assert "No such file" in one_error(result)


def test_unwritable_output_is_told_before_the_work(tmp_path, cube_stl, cloud_csv):
    for out, words in [
        (tmp_path / "none" / "o.vtp", "Cannot write here"),
        (cloud_csv / "o.vtp", "Cannot write here"),
        (tmp_path, "is not the extension"),
        (tmp_path / "o.txt", "'.txt' is not the extension of a written file"),
        (tmp_path / "o.vti", "cannot be written as .vti"),
    ]:
        result = talus("classify", "--quiet", "--surface", cube_stl, "--points", cloud_csv, "--out", out)
        assert words in one_error(result)
    assert "Cannot make this folder" in one_error(
        talus("classify", "--surface", cube_stl, "--points", cloud_csv, "--out-dir", cloud_csv / "d")
    )


@pytest.mark.parametrize("name", ["o.vtp", "o.stl", "o.vtpc"])
@pytest.mark.parametrize("room", [100, 1000, 4000])
def test_full_disk_leaves_nothing(tmp_path, cube_stl, name, room):
    out = tmp_path / name
    work = ("place", cube_stl, "--count", 300) if name == "o.vtpc" else ("foam", "--cells", 4, "--triangles", 4000)
    assert f"({out})" in one_error(talus_with_full_disk(room, *work, "--out", out, "--quiet"))
    assert [file.name for file in tmp_path.iterdir()] == ["cube.stl"]


def test_points_with_nan_are_labelled_outside_and_counted(tmp_path, cube_stl):
    points, out = tmp_path / "p.csv", tmp_path / "o.csv"
    points.write_text("x,y,z\n0.5,0.5,0.5\nnan,0,0\n0,inf,0\n")
    result = talus("classify", "--quiet", "--surface", cube_stl, "--points", points, "--out", out)
    assert result.returncode == 0 and not result.stdout
    assert (
        result.stderr.startswith("talus: warning: 2 points have NaN") and len(result.stderr.splitlines()) == 1
    )
    assert [line.split(",")[3] for line in out.read_text().splitlines()] == ["Side", "1", "-1", "-1"]


def test_open_surface_is_answered_with_one_warning(tmp_path):
    points, out = tmp_path / "p.csv", tmp_path / "o.vtp"
    points.write_text("x,y,z\n0,0,5\n100,0,0\n")
    surface = MESHES / "dem_hourglass_open.obj"
    result = talus("classify", "--quiet", "--surface", surface, "--points", points, "--out", out)
    assert result.returncode == 0 and out.exists()
    assert result.stderr.startswith("talus: warning: ") and "200 edges" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["s.stl", "s.vtp", "p.csv", "s.json"])
def test_pipes_and_devices_are_refused_at_once(tmp_path, cube_stl, cloud_csv, name):
    pipe, link = tmp_path / name, tmp_path / f"zero{name[1:]}"
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    for path, words in ((pipe, "This is a pipe"), (link, "This is a device")):
        if name == "p.csv":
            command = ("classify", "--surface", cube_stl, "--points", path, "--out", tmp_path / "o.vtp")
        else:
            command = ("check", "--surface", path) if name != "s.json" else ("contacts", "--scene", path)
        begin = time.monotonic()
        assert words in one_error(talus(*command, "--quiet"))
        assert time.monotonic() - begin < 20


@pytest.mark.parametrize("name", ["o.stl", "o.vtp", "o.vtm", "o.json"])
def test_no_file_replaces_a_pipe_or_a_device(tmp_path, cube_stl, name):
    out, link = tmp_path / name, tmp_path / f"zero{name[1:]}"
    os.mkfifo(out)
    link.symlink_to("/dev/zero")
    for path in (out, link):
        command = ("grain",) if name != "o.json" else ("scenario", "collide")
        option = "--out" if name != "o.json" else "--scene"
        if name == "o.vtm":
            command = ("classify", "--surface", cube_stl, "--points", cube_stl.with_suffix(".vtm"))
            (tmp_path / "cube.vtm").write_text(VTM.format(""))
        assert "which no file replaces" in one_error(talus(*command, option, path, "--quiet"))
    assert out.is_fifo() and link.is_symlink()
    assert {path.name for path in tmp_path.iterdir()} <= {name, link.name, "cube.stl", "cube.vtm"}


def test_pipes_in_scenes_are_refused(tmp_path):
    os.mkfifo(tmp_path / "p.stl")
    os.mkfifo(tmp_path / "p.json")
    (tmp_path / "a.json").write_text('{"format": "talus-scene-1", "shapes": [{"name": "s", "file": "p.stl"}]}')
    (tmp_path / "b.json").write_text('{"format": "talus-scene-1", "include": ["p.json"]}')
    for name in ("a.json", "b.json"):
        assert "This is a pipe" in one_error(talus("contacts", "--scene", tmp_path / name))


def test_files_beyond_the_limit_are_refused(tmp_path):
    path = tmp_path / "s.stl"
    with path.open("wb") as file:
        file.truncate((16 << 30) + 1)  # without a byte on the disk
    assert "the limit is 17179869184" in one_error(talus("check", "--surface", path))


LONG_LINES = {
    "digits in STL": ("s.stl", CUBE_TEXT.replace("1.0", "1" * 4_000_000 + "x", 1)),
    "blanks in STL": ("s.stl", CUBE_TEXT.replace("vertex", " " * 4_000_000 + "verteks", 1)),
    "a title of STL": ("s.stl", " " * 4_000_000 + CUBE_TEXT),
    "slashes in OBJ": ("s.obj", ONE_TRIANGLE + "f 1" + "/" * 4_000_000 + " 2 x\n"),
    "corners in OBJ": ("s.obj", ONE_TRIANGLE + "f" + " 1" * 1_000_000 + " x\n"),
    "numbers in VTP": ("s.vtp", VTP.replace("0 0 0 1", "0 0 " + "9" * 4_000_000 + " 1")),
    "a header of PLY": ("s.ply", "ply\n" + "comment " + "a" * 4_000_000 + "\nend_header\n"),
}


@pytest.mark.parametrize("case", LONG_LINES)
def test_lines_of_megabytes_take_no_time(tmp_path, case):
    import talus as package

    name, text = LONG_LINES[case]
    (tmp_path / name).write_text(text)
    begin = time.process_time()
    try:
        package.read_surface(tmp_path / name)
    except package.TalusError as error:
        assert len(str(error)) < 500
    assert time.process_time() - begin < 5  # by regular expressions it was 40 s and more


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_lines_may_end_as_on_any_system(tmp_path, end):
    import talus as package

    cube = "".join(f"v {x} {y} {z}\n" for x, y, z in CUBE_POINTS.tolist()) + "".join(
        f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in CUBE_TRIANGLES.tolist()
    )
    for name, text in {"s.stl": CUBE_TEXT, "s.obj": cube, "s.ply": ply(b"3 0 1 2\n", form="ascii").decode()}.items():
        (tmp_path / name).write_bytes(text.replace("\n", end).encode())
        surface = package.read_surface(tmp_path / name)
        assert surface.GetNumberOfCells() == (1 if name == "s.ply" else 12)
    (tmp_path / "p.csv").write_bytes("x,y,z\n1,2,3\n4,5,6\n".replace("\n", end).encode())
    assert package.read_points(tmp_path / "p.csv").GetNumberOfPoints() == 2


def test_commands_name_the_file(tmp_path, cube_stl):
    none, nan = tmp_path / "none.stl", tmp_path / "nan.stl"
    none.write_bytes(binary_stl(CUBE_POINTS, CUBE_TRIANGLES[:0]))
    nan.write_bytes(with_corner(np.nan))
    for command in (
        ("check", "--surface", none),
        ("mass", none),
        ("surrogate", "--surface", none),
        ("place", cube_stl, none, "--out", tmp_path / "o.vtpc"),
    ):
        assert str(none) in one_error(talus(*command))
    for command in (("contacts", "--surfaces", cube_stl, nan), ("place", cube_stl, nan, "--out", tmp_path / "o.vtpc")):
        assert f"({nan}" in one_error(talus(*command))


def test_an_empty_file_of_vtk_is_an_empty_surface(tmp_path, cube_stl):
    path = tmp_path / "e.vtp"
    path.write_text('<VTKFile type="PolyData"><PolyData/></VTKFile>')
    assert "has no triangles" in one_error(talus("check", "--surface", path))
    out = tmp_path / "o.vtu"
    assert talus("classify", "--quiet", "--surface", cube_stl, "--points", path, "--out", out).returncode == 0


def test_no_points_are_labelled(tmp_path, cube_stl):
    points = tmp_path / "p.csv"
    points.write_text("x,y,z\n")
    for name in ("o.vtp", "o.vtu", "o.csv", "o.npz"):
        command = ("classify", "--quiet", "--surface", cube_stl, "--points", points, "--out", tmp_path / name)
        result = talus(*command)
        assert result.returncode == 0 and not result.stderr, result
        assert (tmp_path / name).exists()


def test_names_with_zero_bytes_are_refused():
    import talus as package

    for call in (package.read_surface, package.read_points, package.read_scene):
        with pytest.raises(package.TalusError, match=r"zero byte \(a\\0b.stl\)"):
            call("a\0b.stl")


def test_scenes_that_are_no_text_are_one_line(tmp_path):
    for content, words in [
        (b'{"format": "\xff\xfe"}', "not JSON"),
        (b'{"format": "talus-scene-1", "a\\u0000b": 1}', "a\\x00b"),
        (b'{"format": "talus-scene-1", "a\\nb": 1}', "a\\x0ab"),
        (b"[" * 100_000, "not JSON"),
    ]:
        (tmp_path / "s.json").write_bytes(content)
        assert words in one_error(talus("contacts", "--scene", tmp_path / "s.json"))


def test_reading_ends_at_sigterm(tmp_path, cube_stl):
    """A long file in text: the signal must not wait for the end of it. It comes as soon as the file is open."""
    path = tmp_path / "long.csv"
    path.write_text("x,y,z\n" + "0,1,2\n" * 5_000_000)
    command = [BUILD / "bin" / "talus", "classify", "--surface", cube_stl, "--points", path, "--out", tmp_path / "out.vtp"]
    program = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE)
    while not has_open(program, path):
        time.sleep(0.01)
    program.send_signal(signal.SIGTERM)
    assert "interrupted" in program.communicate(timeout=20)[1].decode()
    assert program.returncode == 130


def has_open(program, path):
    assert program.poll() is None, "it ended before it opened the file"
    opened = f"/proc/{program.pid}/fd"
    return any(os.path.realpath(os.path.join(opened, name)) == str(path) for name in os.listdir(opened))
