"""Makes the page and the plot about contact by discrete functions from what bench_intersections wrote.

Usage: report_intersections.py RUN.json [--out FOLDER]

The page (README.md) is written by hand but for what stands between <!-- begin NAME --> and <!-- end NAME -->. Prints
the table of targets.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measurements import cpu_model, save_run
from plots import plt, save
from report import HERE, fill
from tables import number, table, targets_table
from targets import Target, at_most, slope

BODIES = ("sphere", "bumped", "foam", "uneven")
#: Depth over the diameter, as bench_intersections names it, and how it is drawn.
OVERLAPS = {"0.001": ("tab:green", "D-"), "0.01": ("tab:blue", "o-"), "0.25": ("tab:orange", "s-"),
            "concentric": ("tab:red", "^-")}
#: Fields of a measurement and what they are called.
FIELDS = {"microseconds": "time", "zone": "triangles in the zone", "edges": "edges walked", "facets": "facets met",
          "tests": "edge–facet tests", "piercings": "points of the curves"}
LEAST = 2000  # triangles from which on exponents are fitted: below, the zone is a few triangles or all


@dataclass
class Hit:
    """One body against itself; means over some poses, see intersections.cpp. `build` is in milliseconds."""

    body: str
    overlap: str
    triangles: int
    build: float
    microseconds: float
    zone: float
    edges: float
    facets: float
    tests: float
    piercings: float
    regions: float


class Run:
    def __init__(self, data: dict):
        self.context = data["context"]
        self.hits = [Hit(**entry) for entry in data["measurements"]]

    def series(self, body: str, overlap: str) -> list[Hit]:
        return [hit for hit in self.hits if (hit.body, hit.overlap) == (body, overlap)]

    def exponent(self, body: str, overlap: str, field: str) -> float | None:
        found = [hit for hit in self.series(body, overlap) if hit.triangles >= LEAST]
        return slope([hit.triangles for hit in found], [getattr(hit, field) for hit in found])

    def save(self, path: Path) -> None:
        save_run(path, self.context, [vars(hit) for hit in self.hits])


def all_targets(run: Run) -> Iterator[Target]:
    for body in BODIES:
        yield at_most(f"{body}, at worst (concentric): exponent of time in N", 1.1,
                      run.exponent(body, "concentric", "microseconds"))
    for body in BODIES[:3]:
        for overlap in ("0.001", "0.01"):
            yield at_most(f"{body}, depth {overlap}: exponent of time in N", 0.6,
                          run.exponent(body, overlap, "microseconds"))


def all_tables(run: Run) -> dict[str, str]:
    return {"machine": machine(run), "targets": targets_table(list(all_targets(run))), "exponents": exponents(run),
            **{body: counts(run, body) for body in BODIES}}


def machine(run: Run) -> str:
    load = ", ".join(f"{x:.2f}" for x in run.context["load"])
    return (f"Measured on {run.context['date']}: {run.context['cpu']}, {run.context['cores']} cores, load {load} at the "
            "start; one thread's own CPU time.")


def exponents(run: Run) -> str:
    rows = [[body, overlap, *(number(run.exponent(body, overlap, field)) for field in FIELDS)]
            for body in BODIES for overlap in OVERLAPS if run.series(body, overlap)]
    return table(["", "depth", *FIELDS.values()], rows)


def counts(run: Run, body: str) -> str:
    rows = [[f"{hit.triangles:,}", overlap, number(hit.build), *(number(getattr(hit, field)) for field in FIELDS),
             number(hit.regions)]
            for overlap in OVERLAPS for hit in run.series(body, overlap)]
    return table(["N", "depth", "build ms", "µs", *list(FIELDS.values())[1:], "regions"], rows)


def _guide(axes, run: Run, body: str, overlap: str, power: float) -> None:
    """A dotted line of a power of N through the largest body's measurement."""
    found = run.series(body, overlap)
    if not found:
        return
    last = found[-1]
    ends = [max(found[0].triangles, last.triangles / 3000), last.triangles]
    axes.plot(ends, [last.microseconds * (n / last.triangles) ** power for n in ends], "k:", linewidth=1,
              label={0.5: "√N, N"}.get(power))


def growth_plot(run: Run):
    """Time, and tests of an edge against a facet, against triangles."""
    figure, panels = plt.subplots(2, len(BODIES), figsize=(14, 8), sharex="col", sharey="row")
    for column, body in zip(panels.T, BODIES):
        for axes, field in zip(column, ("microseconds", "tests")):
            for overlap, (colour, style) in OVERLAPS.items():
                found = run.series(body, overlap)
                if not found:
                    continue
                power = run.exponent(body, overlap, field)
                axes.plot([hit.triangles for hit in found], [getattr(hit, field) for hit in found], style,
                          color=colour, markersize=4, linewidth=1,
                          label=f"{overlap}: N^{power:.2f}" if power is not None else overlap)
            if field == "microseconds":
                _guide(axes, run, body, "0.01", 0.5)
                _guide(axes, run, body, "concentric", 1)
            axes.set(xscale="log", yscale="log", title=f"{body}: {FIELDS[field]}")
            axes.grid(True, which="major", alpha=0.3)
            axes.legend(fontsize=7, title="depth / diameter", title_fontsize=7,
                        loc="lower right" if field == "microseconds" else "upper left")
        column[-1].set_xlabel("triangles of each body")
    panels[0, 0].set_ylabel("µs")
    panels[1, 0].set_ylabel("tests")
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "intersections")
    options = parser.parse_args()
    data = json.loads(options.json.read_text())
    data["context"].setdefault("cpu", cpu_model())
    run = Run(data)
    options.out.mkdir(parents=True, exist_ok=True)
    run.save(options.out / "intersections.json")
    save(growth_plot(run), options.out / "growth.png")
    page = (HERE / "results" / "intersections" / "README.md").read_text()
    (options.out / "README.md").write_text(fill(page, all_tables(run)))
    print(targets_table(list(all_targets(run))))


if __name__ == "__main__":
    main()
