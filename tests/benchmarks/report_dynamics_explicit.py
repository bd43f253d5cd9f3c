"""Makes the page and the plot about explicit steps from what bench_dynamics_explicit wrote.

Usage: report_dynamics_explicit.py RUN.json [--out FOLDER]

The page (explicit.md) is written by hand but for what stands between <!-- begin NAME --> and <!-- end NAME -->.
Prints the table of targets.
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
from targets import Target, at_least, at_most, slope

RESULTS = HERE / "results" / "dynamics"


@dataclass
class Steps:
    """One contender in one bed, see bench_dynamics_explicit.cpp; times are milliseconds a step."""

    suite: str
    contender: str
    bodies: int
    threads: int
    step: float
    best: float
    dt: float
    pairs: int
    touching: int
    points: int
    overlap: float
    speed: float
    sinking: float
    same_bits: bool


class Run:
    def __init__(self, data: dict):
        self.context = data["context"]
        self.entries = [Steps(**entry) for entry in data["measurements"]]

    def find(self, suite: str) -> list[Steps]:
        return [m for m in self.entries if m.suite == suite]

    def one(self, contender: str) -> Steps | None:
        return next((m for m in self.find("peers") if m.contender == contender), None)

    def save(self, path: Path) -> None:
        save_run(path, self.context, [vars(m) for m in self.entries])


def all_targets(run: Run) -> Iterator[Target]:
    ours = run.one("HaloArea")
    for peer, goal in (("Bullet", 10), ("YADE polyhedra", 50)):
        other = run.one(peer)
        ratio = other.best / ours.best if ours and other else None
        yield at_least(f"HaloArea: steps a second over {peer}'s, fastest steps", goal, ratio)
    barrier = run.one("Barrier")
    yield at_most("Barrier: time of a step over HaloArea's, fastest steps", 1.5,
                  barrier.best / ours.best if ours and barrier else None)
    steps = run.one("Barrier, long steps")
    bullet = run.one("Bullet")
    simulated = [m.dt * 1e3 / m.step if m else None for m in (steps, bullet)]
    yield at_least("Barrier, long steps: simulated seconds in a second, mean", 0.08, simulated[0])
    if all(simulated):
        yield at_least("the same over Bullet's", 1, simulated[0] / simulated[1])
    for what, least in (("", 0), (", from a whole bed on", 1000)):
        bed = [m for m in run.find("growth") if m.bodies >= least]
        yield at_most(f"exponent of time in the number of bodies{what}", 1.1,
                      slope([m.bodies for m in bed], [m.best for m in bed]))
    two = [m for m in run.find("threads") if m.threads == 2]
    one = [m for m in run.find("threads") if m.threads == 1]
    yield at_least("two threads: efficiency", 0.9, one[0].best / two[0].best / 2 if one and two else None)
    yield at_least("two threads give the bits of one (1: yes)", 1, float(all(m.same_bits for m in two)) if two else None)


def all_tables(run: Run) -> dict[str, str]:
    return {"machine": machine(run), "targets": targets_table(list(all_targets(run))), "peers": peers(run),
            "growth": growth(run), "threads": threads(run)}


def machine(run: Run) -> str:
    load = ", ".join(f"{x:.2f}" for x in run.context["load"])
    return (f"Measured on {run.context['date']}: {run.context['cpu']}, {run.context['cores']} cores, load {load} at the "
            "start; one thread's own CPU time.")


def peers(run: Run) -> str:
    rows = [[m.contender, number(m.best), number(m.step), number(1e3 / m.best), number(m.dt * 1e6),
             number(m.dt * 1e3 / m.best), number(m.pairs), number(m.touching), number(m.points),
             number(m.overlap * 1e3), *rest(m)]
            for m in run.find("peers")]
    return table(["", "ms a step: fastest", "mean", "steps/s", "step, µs", "simulated s in a second", "pairs", "touching",
                  "points", "deepest overlap, mm", "fastest body, m/s", "sinking, µm"], rows)


def rest(m: Steps) -> list[str]:
    """What was not watched for a while has nothing to tell."""
    return ["–", "–"] if m.contender.startswith("YADE") else [number(m.speed), number(m.sinking * 1e6)]


def growth(run: Run) -> str:
    rows = [[f"{m.bodies:,}", number(m.best), number(m.step), number(m.best * 1e3 / m.bodies), number(m.touching),
             number(m.best * 1e6 / m.touching)] for m in run.find("growth")]
    return table(["bodies", "ms a step: fastest", "mean", "µs a body", "touching pairs", "ns a touching pair"], rows)


def threads(run: Run) -> str:
    found = run.find("threads")
    rows = [[m.threads, f"{m.bodies:,}", number(m.best), number(m.step),
             number(found[0].best / m.best / m.threads), "yes" if m.same_bits else "**no**"] for m in found]
    return table(["threads", "bodies", "ms a step: fastest", "mean", "efficiency", "same bits"],
                 [[str(cell) for cell in row] for row in rows])


def growth_plot(run: Run):
    bed = run.find("growth")
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot([m.bodies for m in bed], [m.best * 1e3 / m.bodies for m in bed], "o-")
    axes.set(xscale="log", xlabel="bodies", ylabel="µs a step and body", ylim=(0, None),
             title="HaloArea, velocity Verlet, one thread")
    axes.grid(True, alpha=0.3)
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=Path)
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    data = json.loads(options.json.read_text())
    data["context"].setdefault("cpu", cpu_model())
    run = Run(data)
    options.out.mkdir(parents=True, exist_ok=True)
    run.save(options.out / "explicit.json")
    save(growth_plot(run), options.out / "explicit_growth.png")
    page = (RESULTS / "explicit.md").read_text()
    (options.out / "explicit.md").write_text(fill(page, all_tables(run)))
    print(targets_table(list(all_targets(run))))


if __name__ == "__main__":
    main()
