"""Makes the page about what users wait for from what bench_pipeline and pipeline.py wrote.

Usage: report_pipeline.py WIDEST.json AVX2.json [--out FOLDER]

The page (README.md) is written by hand but for what stands between <!-- begin NAME --> and <!-- end NAME -->. Prints
the table of targets.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from measurements import cpu_model, save_run
from report import HERE, fill
from tables import number, table, targets_table
from targets import Target, at_least, at_most

FILTER = ("filter, doubles", "filter, floats", "filter, columns of doubles")
LATTICE = ("filter, image", "filter, rectilinear")
PYTHON = ("Python, float64",)


class Run:
    """Nanoseconds a point and milliseconds of building, by body, number of points, and who."""

    def __init__(self, data: dict):
        self.context = data["context"]
        self.entries = data["measurements"]

    def cases(self) -> list[tuple[str, int]]:
        return list(dict.fromkeys((entry["body"], entry["points"]) for entry in self.entries))

    def of(self, body: str, points: int) -> dict[str, dict]:
        return {entry["who"]: entry for entry in self.entries if (entry["body"], entry["points"]) == (body, points)}

    def ratio(self, body: str, points: int, who: str, to: str) -> float | None:
        found = self.of(body, points)
        return found[who]["ns"] / found[to]["ns"] if who in found and to in found else None


def targets(run: Run, simd: str, times_embree: float) -> Iterator[Target]:
    for body, points in run.cases():
        where = f"{simd}, {body}, {points:,} points"
        for who in FILTER[:1]:
            yield at_most(f"{where}: {who} / kernel", 1.5, run.ratio(body, points, who, "kernel"))
        for who in LATTICE[:1]:
            yield at_least(f"{where}: {FILTER[0]} / {who}", 3, run.ratio(body, points, FILTER[0], who))
        for who in PYTHON:
            yield at_most(f"{where}: {who} / kernel", 1.6, run.ratio(body, points, who, "kernel"))
        found = run.of(body, points)
        if "Embree" in found:
            yield at_least(f"{where}: Embree / filter, doubles", times_embree, run.ratio(body, points, "Embree", FILTER[0]))
        if "Embree robust" in found and PYTHON[0] in found:
            yield at_most(f"{where}: first call's build through Python / Embree's robust one", 2,
                          found[PYTHON[0]]["build_ms"] / found["Embree robust"]["build_ms"])


def figures(run: Run) -> str:
    parts = []
    for body, points in run.cases():
        found = run.of(body, points)
        kernel = found["kernel"]["ns"] if "kernel" in found else None
        rows = [[who, number(entry["build_ms"]), number(entry["ns"]), number(entry["ns"] / kernel) if kernel else "–",
                 "–" if entry["differ"] is None else str(entry["differ"])] for who, entry in found.items()]
        parts += [f"**{body}, {points:,} points**", "", table(["", "build ms", "ns/point", "of the kernel", "labels that differ"], rows), ""]
    return "\n".join(parts).rstrip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("widest", type=Path)
    parser.add_argument("avx2", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "pipeline")
    options = parser.parse_args()
    widest, avx2 = (Run(json.loads(path.read_text())) for path in (options.widest, options.avx2))
    options.out.mkdir(parents=True, exist_ok=True)
    for name, run in (("widest", widest), ("avx2", avx2)):
        run.context["cpu"] = cpu_model()
        save_run(options.out / f"{name}.json", run.context, run.entries)
    load = ", ".join(f"{x:.2f}" for x in widest.context["load"])
    machine = (f"Measured on {widest.context['date']}: {widest.context['cpu']}, {widest.context['cores']} cores, load {load} at the "
               "start; one thread's own CPU time, medians of five calls.")
    goals = targets_table([*targets(widest, "widest", 20), *targets(avx2, "AVX2", 15)])
    page = (HERE / "results" / "pipeline" / "README.md").read_text()
    parts = {"machine": machine, "targets": goals, "widest": figures(widest), "avx2": figures(avx2)}
    (options.out / "README.md").write_text(fill(page, parts))
    print(goals)


if __name__ == "__main__":
    main()
