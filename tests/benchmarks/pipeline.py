"""Adds to what bench_pipeline measured: the same points through Python and the command line, and other packages.

Usage: pipeline.py RUN.json [--quick], in Talus's environment (build/release/bin/talus-env). One thread, CPU time,
median of five calls.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable

import numpy as np
import talus
from python_peers import NOT_INSTALLED, PEERS
from vtkmodules.numpy_interface import dataset_adapter as dsa
from vtkmodules.vtkFiltersCore import vtkAppendPolyData
from vtkmodules.vtkCommonDataModel import vtkPolyData
from vtkmodules.vtkCommonTransforms import vtkTransform
from vtkmodules.vtkFiltersGeneral import vtkTransformPolyDataFilter

CALLS = 5


def six(foam: vtkPolyData) -> vtkPolyData:
    """Six copies side by side, as bench_pipeline has them."""
    low, high = np.array(foam.GetBounds()).reshape(3, 2).T
    together = vtkAppendPolyData()
    for i in range(6):
        shift = vtkTransform()
        shift.Translate(*(1.1 * (high - low) * (i % 3, i // 3, 0)))
        moved = vtkTransformPolyDataFilter()
        moved.SetInputData(foam)
        moved.SetTransform(shift)
        together.AddInputConnection(moved.GetOutputPort())
    together.Update()
    return together.GetOutput()


def bodies(quick: bool) -> dict[str, Callable[[], vtkPolyData]]:
    """By the names that bench_pipeline gives them."""
    if quick:
        return {"sphere 512": lambda: talus.grain(levels=3), "six foams 30000": lambda: six(talus.foam(cells=7, triangles=5000))}
    return {
        "sphere 131072": lambda: talus.grain(levels=7),
        "foam 494124": lambda: talus.foam(triangles=494_124),
        "six foams 494124": lambda: six(talus.foam(triangles=494_124 // 6)),
    }


def lattice(surface: vtkPolyData, per_side: int) -> np.ndarray:
    """The points of bench_pipeline's grid."""
    low, high = np.array(surface.GetBounds()).reshape(3, 2).T
    ends = zip(low - 0.05 * (high - low), high + 0.05 * (high - low))
    z, y, x = np.meshgrid(*(np.linspace(*end, per_side) for end in list(ends)[::-1]), indexing="ij")
    return np.stack([x, y, z], axis=-1).reshape(-1, 3)


def seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def through_python(surface: vtkPolyData, points: np.ndarray, calls: int, **options: bool) -> tuple[float, float]:
    """Seconds of the first call less those of later ones (the build, median of some), and of later ones."""
    builds = []
    for _ in range(min(calls, 3)):
        classifier = talus.Classifier(surface, threads=1, **options)
        first = seconds(lambda: classifier.classify(points))
        later = float(np.median([seconds(lambda: classifier.classify(points)) for _ in range(calls)]))
        builds.append(first - later)
    return float(np.median(builds)), later


def through_command_line(surface: vtkPolyData, points: np.ndarray) -> float:
    """Seconds of the processor for the whole command, files included."""
    with tempfile.TemporaryDirectory() as folder:
        body, cloud, out = (Path(folder) / name for name in ("body.vtp", "points.npy", "out.npz"))
        talus.write(surface, body)
        np.save(cloud, points)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "talus", "classify", "--surface", body, "--points", cloud, "--out", out,
                        "--threads", "1", "--quiet"], check=True)  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def through_package(peer: str, surface: vtkPolyData, points: np.ndarray, inside: np.ndarray, calls: int) -> list[dict]:
    """What python_peers.py prints, with the number of labels that differ; empty if the package is not installed."""
    shape = dsa.WrapDataObject(surface)
    with tempfile.TemporaryDirectory() as folder:
        arrays = {"points": points, "vertices": shape.Points, "triangles": shape.Polygons.reshape(-1, 4)[:, 1:]}
        for name, array in arrays.items():
            np.save(Path(folder) / f"{name}.npy", np.asarray(array))
        command = ["/usr/bin/python3", Path(__file__).with_name("python_peers.py"), peer, folder, str(calls)]
        alone = {name: value for name, value in os.environ.items() if name not in ("LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH")}
        run = subprocess.run(command, capture_output=True, text=True, env=alone)
        if run.returncode == NOT_INSTALLED:
            print(f"Without {peer}: not installed")
            return []
        run.check_returncode()
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        for number, answer in enumerate(answers):
            theirs = np.load(Path(folder) / f"labels{number}.npy")
            answer["differ"] = int(np.count_nonzero(theirs != inside[::answer["step"]]))
        return answers


def main() -> None:
    path = Path(sys.argv[1])
    quick = "--quick" in sys.argv
    run = json.loads(path.read_text())

    def add(body: str, count: int, who: str, build: float, query: float, differ: int | None = None) -> None:
        entry = {"body": body, "points": count, "who": who, "build_ms": 1e3 * build, "ns": 1e9 * query / count, "differ": differ}
        run["measurements"].append(entry)
        print(f"{body:18} {count:9} {who:28} {entry['build_ms']:9.1f} ms {entry['ns']:9.2f} ns/point", flush=True)

    for name, make in bodies(quick).items():
        surface = make()
        for per_side in [20] if quick else [80, 256]:
            points = lattice(surface, per_side)
            for kind in (np.float64, np.float32):
                build, query = through_python(surface, points.astype(kind), 1 if quick else CALLS)
                add(name, len(points), f"Python, {np.dtype(kind).name}", build, query)
            if per_side > 80:
                continue
            add(name, len(points), "command line, npy to npz", 0, through_command_line(surface, points))
            build, query = through_python(surface, points, 1 if quick else CALLS, distance=True)
            add(name, len(points), "Python, signed distance", build, query)
            inside = talus.Classifier(surface, threads=1).classify(points).inside
            for peer in PEERS:
                for answer in through_package(peer, surface, points, inside, 1 if quick else CALLS):
                    add(name, len(points), answer["name"], answer["build"], answer["per_point"] * len(points), answer["differ"])
    path.write_text(json.dumps(run))


if __name__ == "__main__":
    main()
