"""Every bad input is one line on stderr with exit status 2, and nothing is written."""

import numpy as np
import pytest
from conftest import CUBE_POINTS, CUBE_TRIANGLES, MESHES, ascii_stl, binary_stl, one_error, talus, talus_with_full_disk

CUBE_STL = binary_stl(CUBE_POINTS, CUBE_TRIANGLES)
CUBE_TEXT = ascii_stl(CUBE_POINTS, CUBE_TRIANGLES)
ONE_TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
VTP = (
    '<VTKFile type="PolyData" version="1.0"><PolyData><Piece NumberOfPoints="2" NumberOfPolys="1"><Points>'
    '<DataArray type="Float64" NumberOfComponents="3" format="ascii">0 0 0 1 0 0</DataArray></Points><Polys>'
    '<DataArray type="Int64" Name="connectivity" format="ascii">0 1</DataArray>'
    '<DataArray type="Int64" Name="offsets" format="ascii">2</DataArray></Polys></Piece></PolyData></VTKFile>'
)


def with_corner(value):
    points = CUBE_POINTS.copy()
    points[0, 0] = value
    return binary_stl(points, CUBE_TRIANGLES)


# name: (file, content, what the message must tell)
BAD_SURFACES = {
    "empty": ("s.stl", b"", "empty"),
    "unknown extension": ("s.xyz", b"1 2 3", "'.xyz' is not the extension of a surface file"),
    "truncated binary STL": (
        "s.stl",
        CUBE_STL[:-30],
        "truncated: the header promises 12 triangles (684 bytes)",
    ),
    "truncated in the header": ("s.stl", CUBE_STL[:40], "too few"),
    "longer than its header says": ("s.stl", CUBE_STL + b"123", "does not fit its header"),
    "truncated ASCII STL": ("s.stl", CUBE_TEXT[: len(CUBE_TEXT) // 2].encode(), "truncated"),
    "garbage in ASCII STL": ("s.stl", CUBE_TEXT.replace("vertex 1.0", "vertex one", 1).encode(), "line 2"),
    "garbage line in ASCII STL": (
        "s.stl",
        CUBE_TEXT.replace(" endloop", "rubbish\n endloop", 1).encode(),
        "line 2",
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
    "two-corner face in OBJ": ("s.obj", (ONE_TRIANGLE + "f 1 2\n").encode(), "2 corners"),
    "two-corner polygon in VTP": ("s.vtp", VTP.encode(), "fewer than three"),
    "face names no point": ("s.obj", (ONE_TRIANGLE + "f 1 2 9\n").encode(), "line 4"),
    "face names point 0": ("s.obj", (ONE_TRIANGLE + "f 0 1 2\n").encode(), "point 0 of 3"),
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


BAD_POINTS = {
    "empty": ("p.csv", b"", "empty"),
    "no x, y, z": ("p.csv", b"a,b,c\n1,2,3\n", "no x, y and z"),
    "word for a number": ("p.csv", b"x,y,z\n1,2,3\n1,two,3\n", "Point 1 is not three numbers: '1, two, 3'"),
    "short line": ("p.csv", b"x,y,z\n1,2,3\n1,2\n", "Point 1 has 2 values"),
    "not text": ("p.csv", b"\xff\xfe\x00x,y,z\n", "Not a text file"),
    "not NPZ": ("p.npz", b"hello", "Not a whole NPZ"),
    "truncated NPZ": ("p.npz", b"PK\x03\x04" + bytes(40), "Not a whole NPZ"),
    "not NPY": ("p.npy", b"\x93NUMPY\x01\x00", "Not a whole NPY"),
    "broken XML": ("p.vtu", b"<VTKFile type='UnstructuredGrid'>", "Not a whole VTK XML file"),
    "unknown extension": ("p.las", b"LASF", "'.las' is not the extension"),
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
