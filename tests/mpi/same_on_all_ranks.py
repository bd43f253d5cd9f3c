"""Runs cases.py on one rank and on several, and compares the labels they saved, place by place."""
import pathlib
import shutil
import subprocess
import sys

from vtkmodules.vtkIOXML import vtkXMLPUnstructuredGridReader

CASES = str(pathlib.Path(__file__).with_name("cases.py"))
NAMES = ["Side", "WindingNumber", "EnclosingBody", "NestingDepth", "Distance", "ClosestBody"]
# Cells are numbered through the ranks, so that their numbers are those of one rank if one rank has the surface.
CELLS_OF_ONE_RANK = ("surface-on-first-rank", "all-on-first-rank", "after-an-error")


def labels(file):
    """Labels by place. Points on the border between ranks are in both parts, with the same labels."""
    reader = vtkXMLPUnstructuredGridReader()
    reader.SetFileName(str(file))
    reader.Update()
    data = reader.GetOutput()
    names = NAMES + (["ClosestCell"] if file.stem in CELLS_OF_ONE_RANK else [])
    arrays = [data.GetPointData().GetArray(name) for name in names]
    found = {}
    for i in range(data.GetNumberOfPoints()):
        row = tuple(array.GetTuple1(i) for array in arrays)
        place = data.GetPoint(i)
        assert found.setdefault(place, row) == row, f"{file.name}: two labels at {place}"
    return found


def run(mpirun, pvbatch, ranks, folder, options):
    """Labels of all cases on so many ranks, and what the processes said."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [mpirun, "--oversubscribe", "-np", str(ranks), pvbatch, *options, "--force-offscreen-rendering",
               CASES, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stdout + done.stderr
    return {file.stem: labels(file) for file in sorted(folder.glob("*.pvtu"))}, done.stdout + done.stderr


def compare(case, one, several):
    assert len(one) >= 50, f"{case}: only {len(one)} points"
    assert {row[0] for row in one.values()} >= {1.0, -1.0}, f"{case}: not both sides"
    assert one.keys() == several.keys(), f"{case}: {len(one)} points on one rank, {len(several)} on all"
    wrong = [place for place in one if one[place] != several[place]]
    shown = [(place, one[place], several[place]) for place in wrong[:3]]
    assert not wrong, f"{case}: {len(wrong)} labels differ: {shown}"


def main(mpirun, pvbatch, folder):
    one, _ = run(mpirun, pvbatch, 1, pathlib.Path(folder, "one"), [])
    for ranks, options in ((2, []), (3, []), (2, ["--sym"])):
        expect_same(one, ranks, *run(mpirun, pvbatch, ranks, pathlib.Path(folder, "several"), options))


def expect_same(one, ranks, several, output):
    assert len(one) == 7 and one.keys() == several.keys(), f"cases {list(one)} and {list(several)}"
    for case in one:
        compare(case, one[case], several[case])
    assert output.count("belong to only one triangle") == 1, "not one warning:\n" + output
    assert "slow them, or widen it" in output, "no error about steps that cannot be short enough:\n" + output
    assert "not a surface" in output, "no error about the points given as surface:\n" + output
    print(f"{sum(map(len, one.values()))} labels are equal on 1 and {ranks} ranks")


main(*sys.argv[1:])
