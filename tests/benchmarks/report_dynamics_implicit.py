"""Makes the page about implicit steps from what bench_dynamics_implicit wrote.

Usage: report_dynamics_implicit.py RUN.json [--out FOLDER]

The page (implicit.md) is written by hand but for what stands between <!-- begin NAME --> and <!-- end NAME -->. Prints the
table of targets.
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

SCENES = ("particle, particle", "particle, plane")
METHODS = ("single level", "search within Picard", "multiscale, lists", "multiscale, no coarse force",
           "multiscale, as published")
DEPTH = 5  # levels of the surrogate tree of 1 224 triangles
#: Noble and Weinzierl, table 5: iterations of single level (and search within Picard), and of multiscale Picard.
PAPER_ITERATIONS = {"particle, particle": ("4.6–4.9", "6.2"), "particle, plane": ("7.1", "13.0")}
#: Table 6, comparison-based: comparisons of single level, search within Picard, multiscale Picard.
PAPER_COMPARISONS = {"particle, particle": (6.89e8, 3.97e6, 1.82e6), "particle, plane": (4.43e8, 3.59e6, 3.50e6)}
#: Tables 7 and 8: seconds a step at scales 1, 2, 4, 8.
PAPER_SECONDS = {"scale": (8.72e-2, 6.80e-2, 1.00e-1, 6.82e-2), "resolution": (8.72e-2, 2.25e-1, 2.60e-1, 2.40e-1)}


class Run:
    def __init__(self, data: dict):
        self.context = data["context"]
        self.entries = data["measurements"]

    def find(self, suite: str, **wanted) -> list[dict]:
        return [e for e in self.entries if e["suite"] == suite and all(e[k] == v for k, v in wanted.items())]

    def one(self, suite: str, field: str, **wanted) -> float | None:
        found = self.find(suite, **wanted)
        return found[0][field] if found else None


def over(above: float | None, below: float | None) -> float | None:
    return above / below if above is not None and below else None


def growth(run: Run, suite: str, method: str) -> float | None:
    """The slowest of a series over its first."""
    times = [e["fastest"] for e in run.find(suite, method=method)]
    return max(times) / times[0] if times else None


def all_targets(run: Run) -> Iterator[Target]:
    for scene in SCENES:
        of = {m: run.one("noble", "iterations", scene=scene, method=m, pairs="Comparison") for m in METHODS}
        more = of["multiscale, lists"] - of["single level"]
        yield at_most(f"{scene}: iterations of the default beyond those of single level", DEPTH, more,
                      f"{number(of['single level'])}; at most the depth")
    for scene in SCENES:
        compared = [run.one("noble", "comparisons", scene=scene, method=m, pairs="Comparison") for m in METHODS[:3]]
        yield at_least(f"{scene}: comparisons of single level over those of the search within Picard", 100,
                       over(compared[0], compared[1]))
        yield at_least(f"{scene}: of the search within Picard over those of the default", 1,
                       over(compared[1], compared[2]))
    yield at_most("80 triangles, scales 1 to 8: slowest over first", 4, growth(run, "scale", "multiscale, lists"))
    yield at_most("80 to 5 120 triangles: slowest over first", 4, growth(run, "resolution", "multiscale, lists"))
    for entry in run.find("grid", method="multiscale, lists"):
        share = entry["seconds"] / entry["threads"]
        yield at_most(f"grid of {entry['bodies']:,} bodies: seconds a step, CPU time over {entry['threads']} threads", 2,
                      share, f"paper 213; clock {number(entry['wall'])} beside that load")
        yield at_most("the same: megabytes", 1000, entry["megabytes"])


def all_tables(run: Run) -> dict[str, str]:
    return {"machine": machine(run), "targets": targets_table(list(all_targets(run))), "table 5": table_5(run),
            "table 6": table_6(run), "table 7": series(run, "scale"), "table 8": series(run, "resolution"),
            "table 9": table_9(run)}


def machine(run: Run) -> str:
    load = ", ".join(f"{x:.2f}" for x in run.context["load"])
    return (f"Measured on {run.context['date']}: {run.context['cpu']}, {run.context['cores']} cores, load {load} at the "
            "end; CPU time of the process, tables 5 to 8 with one thread.")


def table_5(run: Run) -> str:
    rows = []
    for scene in SCENES:
        rows.append([scene, *(number(run.one("noble", "iterations", scene=scene, method=m, pairs="Comparison"))
                              for m in METHODS), *PAPER_ITERATIONS[scene]])
    return table(["", *METHODS, "paper: single level", "paper: multiscale"], rows)


def table_6(run: Run) -> str:
    rows = []
    for scene in SCENES:
        reference = run.one("noble", "comparisons", scene=scene, method=METHODS[0], pairs="Comparison")
        for i, method in enumerate(METHODS):
            row = [scene, method]
            for pairs in ("Comparison", "Hybrid", "Certified"):
                for entry in run.find("noble", scene=scene, method=method, pairs=pairs):
                    row += [number(entry["comparisons"])]
                    row += [number(entry["fallbacks"])] if pairs == "Hybrid" else []
                    row += [number(1e6 * entry["seconds"]) + (" (a step failed)" if entry["failed"] else "")]
            mine = run.one("noble", "comparisons", scene=scene, method=method, pairs="Comparison")
            k = {0: 0, 1: 1, 4: 2}.get(i)
            paper = PAPER_COMPARISONS[scene]
            rows.append([*row, number(over(reference, mine)), number(paper[0] / paper[k]) if k is not None else "–"])
    return table(["", "", "Comparison", "µs", "Hybrid", "fallbacks", "µs", "Certified", "µs",
                  "single level over this", "paper"], rows)


def series(run: Run, suite: str) -> str:
    rows = []
    for i, entry in enumerate(run.find(suite, method="multiscale, lists")):
        row = [str(entry["scale"]), f"{entry['triangles']:,}"]
        for method in ("search within Picard", "multiscale, lists", "multiscale, as published"):
            for found in run.find(suite, method=method, scale=entry["scale"]):
                row += [number(found["iterations"]), number(found["comparisons"]), number(1e6 * found["fastest"])]
        times = PAPER_SECONDS[suite]
        rows.append([*row, number(times[i] / times[0])])
    names = ("within: iterations", "comparisons", "µs", "lists: iterations", "comparisons", "µs",
             "published: iterations", "comparisons", "µs")
    return table(["scale", "triangles", *names, "paper: time over first"], rows)


def table_9(run: Run) -> str:
    rows = [[e["method"], f"{e['bodies']:,}", f"{e['touching']:,}", number(e["iterations"]), number(e["comparisons"]),
             number(e["seconds"]), number(e["wall"]), number(1e6 * e["seconds"] / e["touching"]), number(e["megabytes"])]
            for e in run.find("grid")]
    return table(["", "bodies", "pairs in contact", "iterations", "comparisons a step", "CPU s a step", "clock s a step",
                  "µs a pair", "MB"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=Path)
    parser.add_argument("--out", type=Path, default=HERE / "results" / "dynamics")
    options = parser.parse_args()
    data = json.loads(options.json.read_text())
    data["context"].setdefault("cpu", cpu_model())
    run = Run(data)
    options.out.mkdir(parents=True, exist_ok=True)
    save_run(options.out / "implicit.json", run.context, run.entries)
    page = (HERE / "results" / "dynamics" / "implicit.md").read_text()
    (options.out / "implicit.md").write_text(fill(page, all_tables(run)))
    print(targets_table(list(all_targets(run))))


if __name__ == "__main__":
    main()
