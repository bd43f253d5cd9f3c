"""``talus scene``: checks a scene file and lists its contents."""

from __future__ import annotations

import argparse
import json
from collections import Counter

from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import vtkPartitionedDataSetCollection

from ..answers import answer_of
from ..scene_data import length_remark, mass_remarks, read_scene, shape_names
from .terminal import progress_bar, say_result, say_warning

HELP = "check a scene of rigid bodies"
DESCRIPTION = "Reads a scene file with its included files and prints a summary, or the first error."
EPILOG = """\
examples:
  talus scene check data/scenes/shaken_table.json
  talus scene check scene.json --json | jq .shapes

exit status: 0 a valid scene, 2 a mistake (told by its path in the JSON) or bad usage
"""

_MOTIONS = ("dynamic", "fixed", "prescribed")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=["check"], help="validate a scene file")
    parser.add_argument("file", metavar="FILE", help="scene file (JSON)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(options: argparse.Namespace) -> int:
    with progress_bar("reading", options.quiet) as progress:
        scene = read_scene(options.file, progress=progress)
    summary = _summary(scene)
    for remark in summary["warnings"]:
        say_warning(remark)
    say_result(options, lambda: {"scene": options.file, **summary}, lambda: _as_table(options.file, summary))
    return 0


def _summary(scene: vtkPartitionedDataSetCollection) -> dict:
    bodies = scene.GetPartition(0, 0)
    arrays = {name: vtk_to_numpy(bodies.GetPointData().GetArray(name)) for name in ("Shape", "Motion", "Mass")}
    field = (bodies if bodies.GetNumberOfPoints() else scene).GetFieldData()
    uses = Counter(arrays["Shape"].tolist())
    motions = Counter(arrays["Motion"].tolist())
    return {
        "answer": answer_of(scene),
        "bodies": bodies.GetNumberOfPoints(),
        **{motion: motions[number] for number, motion in enumerate(_MOTIONS)},
        "mass": float(arrays["Mass"][arrays["Motion"] == 0].sum()),
        "materials": [json.loads(row)["name"] for row in _rows(field, "Materials")],
        "pairs": len(_rows(field, "MaterialPairs")),
        "motions": len(_rows(field, "Motions")),
        "gravity": vtk_to_numpy(field.GetArray("Gravity"))[0].tolist(),
        "halo": float(field.GetArray("Halo").GetValue(0)),
        "shapes": [
            {
                "name": name,
                "triangles": scene.GetPartition(1 + number, 0).GetNumberOfPolys(),
                "bodies": uses[number],
            }
            for number, name in enumerate(shape_names(scene))
        ],
        "warnings": [*mass_remarks(scene), *filter(None, [length_remark(scene)])],
    }


def _rows(field, name: str) -> list[str]:
    array = field.GetAbstractArray(name)
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())]


def _as_table(name: str, summary: dict) -> str:
    moved = ", ".join(f"{summary[motion]} {motion}" for motion in _MOTIONS)
    rows = [
        ("scene", name),
        *([("answer", summary["answer"])] if summary["answer"] else []),
        ("bodies", f"{summary['bodies']} ({moved})"),
        ("mass", f"{summary['mass']:.9g} kg, of the dynamic ones"),
        ("materials", ", ".join(summary["materials"])),
        ("pairs", summary["pairs"]),
        ("motions", summary["motions"]),
        ("gravity", " ".join(f"{g:.9g}" for g in summary["gravity"]) + " m/s²"),
        ("halo", f"{summary['halo']:.9g} m" if summary["halo"] else "not chosen yet"),
        ("verdict", "valid"),
    ]
    lines = [f"{title:<12}{value}" for title, value in rows]
    lines += ["", f"{'shape':<24}{'triangles':>12}{'bodies':>12}"]
    lines += [f"{s['name']:<24}{s['triangles']:>12}{s['bodies']:>12}" for s in summary["shapes"]]
    return "\n".join(lines)
