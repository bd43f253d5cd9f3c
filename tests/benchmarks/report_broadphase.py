"""Makes the page, the plots and the short JSON about the broad phase from what bench_broadphase wrote.

Usage: report_broadphase.py RUN.json... [--out FOLDER]

Several files are joined. The page (README.md) is written by hand but for what stands between <!-- begin NAME --> and
<!-- end NAME -->. Prints the table of targets.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import broadphase_tables
from broadphase_run import LAYOUTS, Run, all_targets
from measurements import cpu_model
from plots import plt, save
from report import HERE, fill
from tables import targets_table

STYLES = {"SweepAndPrune": ("tab:blue", "o-"), "NeighbourList": ("tab:green", "D-"),
          "SpatialHeapsort": ("tab:cyan", "s-"), "UniformGrid": ("tab:orange", "^-"),
          "AdaptiveGrid": ("tab:olive", "v-"), "Octree": ("tab:purple", "P-"), "AllPairs": ("tab:brown", "x-"),
          "FCL refit": ("tab:red", "o--"), "FCL rebuild": ("tab:pink", "s--"), "Bullet dbvt": ("black", "^--"),
          "Bullet sweep": ("tab:gray", "v--")}
MOTIONS = ("rest", "slow", "wild")


def growth_plot(run: Run):
    """Time of a step and box against the number of boxes, a row a motion, a column a layout."""
    figure, panels = plt.subplots(len(MOTIONS), len(LAYOUTS), figsize=(12, 10), sharex=True, sharey="row")
    for row, motion in zip(panels, MOTIONS):
        for axes, layout in zip(row, LAYOUTS):
            for name, (colour, style) in STYLES.items():
                found = run.find(layout=layout, motion=motion, contender=name)
                axes.plot([m.boxes for m in found], [m.step * 1e6 / m.boxes for m in found], style, color=colour,
                          label=name, markersize=4, linewidth=1)
            axes.set(xscale="log", yscale="log", title=f"{layout}, {motion}")
            axes.grid(True, which="major", alpha=0.3)
        row[0].set_ylabel("ns a step and box")
    for axes in panels[-1]:
        axes.set_xlabel("boxes")
    figure.legend(*panels[0][0].get_legend_handles_labels(), loc="lower center", ncol=6, fontsize=8)
    figure.subplots_adjust(bottom=0.1)
    return figure


def swaps_plot(run: Run):
    """Schinner's O(n + c)."""
    figure, axes = plt.subplots(figsize=(6, 4.5))
    found = [m for m in run.find(contender="SweepAndPrune") if m.anew == 0]
    for layout, marker in zip(LAYOUTS, "osD"):
        some = [m for m in found if m.layout == layout]
        axes.plot([6 * m.boxes + m.swaps for m in some], [m.step for m in some], marker, label=layout)
    ends = [6 * m.boxes + m.swaps for m in found]
    if ends:
        line = [min(ends), max(ends)]
        axes.plot(line, [x * 1e-5 for x in line], "k:", label="10 ns each")
        axes.set(xscale="log", yscale="log")
    axes.set(xlabel="6 n + c", ylabel="ms a step", title="SweepAndPrune: time against ends and swaps")
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize=8)
    return figure


def load(paths: list[Path]) -> Run:
    runs = [json.loads(path.read_text()) for path in paths]
    context = {"cpu": cpu_model(), **runs[0]["context"]}
    return Run({"context": context, "measurements": [m for run in runs for m in run["measurements"]]})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, default=HERE / "results" / "broadphase")
    options = parser.parse_args()
    run = load(options.json)
    options.out.mkdir(parents=True, exist_ok=True)
    run.save(options.out / "broadphase.json")
    figure = growth_plot(run)
    figure.savefig(options.out / "growth.png", dpi=90)
    plt.close(figure)
    save(swaps_plot(run), options.out / "swaps.png")
    page = (HERE / "results" / "broadphase" / "README.md").read_text()
    (options.out / "README.md").write_text(fill(page, broadphase_tables.all_tables(run)))
    print(targets_table(all_targets(run)))


if __name__ == "__main__":
    main()
