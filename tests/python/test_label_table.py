"""Labels of CSV files of any size, a portion at a time."""

import csv
import subprocess
import sys

import numpy as np
import pytest

import talus
from conftest import CUBE_POINTS, CUBE_TRIANGLES, one_error
from conftest import talus as command
from talus import label_table
from talus.label_table import label_table as stream

CUBE = (CUBE_POINTS, CUBE_TRIANGLES)
TEXT = 'id;X [mm];Y [mm];Z [mm];note\n7;0.50;.5;5e-1;"a;b"\n8;1;0.5;0.5;\n\n9;2;+2;2.0;"say ""x"""\n'


def labelled(tmp_path, text, **options):
    (tmp_path / "in.csv").write_text(text, newline="")
    found = stream(talus.Classifier(CUBE, **options), tmp_path / "in.csv", tmp_path / "out.csv")
    return found, (tmp_path / "out.csv").read_text()


@pytest.mark.parametrize("portion", [1, 2, 3, 100])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_rows_stay_as_they_are(portion, line_end, tmp_path, monkeypatch):
    monkeypatch.setattr(label_table, "_ROWS_AT_A_TIME", portion)
    found, text = labelled(tmp_path, TEXT.replace("\n", line_end))
    assert text == ('id;X [mm];Y [mm];Z [mm];note;Side\n7;0.50;.5;5e-1;"a;b";1\n8;1;0.5;0.5;;0\n'
                    '9;2;+2;2.0;"say ""x""";-1\n')  # fmt: skip
    assert found.counts == [1, 1, 1] and found.method and found.reason


def test_labels_are_those_of_classify(tmp_path, monkeypatch):
    monkeypatch.setattr(label_table, "_ROWS_AT_A_TIME", 77)
    points = np.random.default_rng(3).uniform(-0.5, 1.5, (1000, 3))
    np.savetxt(tmp_path / "in.csv", points, fmt="%.17g", delimiter=",", header="x,y,z", comments="")
    wanted = {"distance": True, "winding_number": True, "enclosing_body": True, "nesting_depth": True}
    told = []
    stream(talus.Classifier(CUBE, **wanted), tmp_path / "in.csv", tmp_path / "out.csv", progress=told.append)
    expected = talus.classify(points, CUBE, **wanted)
    with (tmp_path / "out.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(expected.arrays) == 7
    for name, values in expected.arrays.items():
        assert np.array_equal(np.array([row[name] for row in rows], values.dtype), values), name
    assert told == sorted(told) and told[-1] == 1


def test_other_doors(tmp_path):
    for text, expected in [
        ("0.5,0.5,0.5\n2,2,2\n", "x,y,z,Side\n0.5,0.5,0.5,1\n2,2,2,-1\n"),  # no names
        ("x,y,z\n", "x,y,z,Side\n"),  # no points
        ("x,Side,y,z\n2,1,2,2\n", "x,y,z,Side\n2,2,2,-1\n"),  # labelled before
        ("# x\ty\tz\nnan\t0\t0\n", "x\ty\tz\tSide\nnan\t0\t0\t-1\n"),
    ]:
        assert labelled(tmp_path, text)[1] == expected
    assert labelled(tmp_path, "# x\ty\tz\nnan\t0\t0\n")[0].warnings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x,y,z\n0,0,0\n1,1\n", "Point 1 has 2 values"),
        ("x,y,z\n0,0,0\n1,1,one\n", "Point 1 is not three numbers: '1, 1, one'"),
        ("a,b,c\n0,0,0\n", "No points: there are 'a', 'b', 'c'"),
        ("x,x,z\n0,0,0\n", "Two columns have the name 'x'"),
        ("\n\n", "no line of names"),
        ("", "The file is empty"),
        ("x,y,z\n0,0,\udcff\n", "Not a text file"),
        ("x,y,z\n0,0," + 200_000 * "1" + "\n", "Not a CSV file"),
    ],
)
def test_damaged_files_are_one_error_and_no_output(text, told, tmp_path, monkeypatch):
    monkeypatch.setattr(label_table, "_ROWS_AT_A_TIME", 1)
    (tmp_path / "in.csv").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(talus.TalusError) as caught:
        stream(talus.Classifier(CUBE), tmp_path / "in.csv", tmp_path / "out.csv")
    assert told in str(caught.value) and "in.csv" in str(caught.value)
    assert [p.name for p in tmp_path.iterdir()] == ["in.csv"]


def test_command_line(tmp_path, cube_stl):
    (tmp_path / "in.csv").write_text(TEXT)
    classify = ("classify", "--surface", cube_stl, "--points", tmp_path / "in.csv", "--out", tmp_path / "out.csv")
    done = command(*classify, "--columns", "Y [mm]", "X [mm]", "Z [mm]", "--distance")
    assert done.returncode == 0 and not done.stderr and "1 inside, 1 on the surface, 1 outside" in done.stdout
    assert (tmp_path / "out.csv").read_text().startswith("id;X [mm];Y [mm];Z [mm];note;Side;Distance")
    assert "There is no column 'u'" in one_error(command(*classify, "--columns", "u", "v", "w"))


MEMORY = """
import sys, talus
from pathlib import Path
from talus.label_table import label_table
label_table(talus.Classifier(talus.grain("Icosahedron"), threads=1), Path(sys.argv[1]), Path(sys.argv[2]))
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def test_memory_does_not_grow_with_the_file(tmp_path):
    used = []
    for count in (150_000, 900_000):
        (tmp_path / "in.csv").write_text("x,y,z\n" + count * "0.123456789,0.234567891,0.345678912\n")
        done = subprocess.run([sys.executable, "-c", MEMORY, tmp_path / "in.csv", tmp_path / "out.csv"], capture_output=True,
                              text=True, check=True)  # fmt: skip
        used.append(int(done.stdout))
    assert used[1] < used[0] + 20_000, "kB: the files differ by 27 MB, their rows in memory by 200 MB"
