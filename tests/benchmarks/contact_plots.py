"""Plots of a run about contacts, in the papers' manner."""

from __future__ import annotations

from pathlib import Path

from contact_run import Run, closest_rows, overlaps
from contact_tables import NOBLE_STEPS, SCHINNER_CYCLES, bodies_of
from plots import finish, plt, save
from tables import number


def all_plots(run: Run, folder: Path) -> None:
    save(searches(run), folder / "searches.png")
    save(steps(run), folder / "noble.png")
    save(closest(run), folder / "closest_features.png")
    save(overlap(run), folder / "overlaps.png")


def searches(run: Run):
    """Everyone's time of a search. Ours are green; grey ones that find nothing are left out."""
    bodies = list(dict.fromkeys(m.bodies for m in run.find("search")))
    figure, panels = plt.subplots(2, 2, figsize=(11, 7.5), squeeze=False)
    for axes, name in zip(panels.flat, bodies):
        found = [m for m in run.find("search", bodies=name) if m.counters.get("found", 1)]
        found.sort(key=lambda m: -m.least)
        labels = [m.contender + (f", ε {m.detail}" if m.detail != "any" else "") for m in found]
        bars = axes.barh(labels, [m.least for m in found],
                         color=["tab:green" if m.contender.startswith("Talus") else "tab:gray" for m in found])
        axes.bar_label(bars, [number(m.least) for m in found], padding=2, fontsize=7)
        axes.set(xscale="log", xlabel="µs a search", title=name)
        axes.margins(x=0.15)
        axes.tick_params(axis="y", labelsize=8)
    return figure


def steps(run: Run):
    """Tables 2 and 3: time of a step against triangles; the paper's seconds are scaled to meet ours at 12 triangles."""
    figure, panels = plt.subplots(1, 2, figsize=(11, 4.5), sharey=True)
    styles = {("flat", "Comparison"): ("tab:red", "o-"), ("flat", "Hybrid"): ("tab:orange", "s-"),
              ("Functional", "Comparison"): ("tab:red", "o--"), ("Functional", "Hybrid"): ("tab:orange", "s--"),
              ("Minimax", "Certified"): ("tab:green", "D-")}
    for axes, (setup, paper) in zip(panels, NOBLE_STEPS.items()):
        for (detail, contender), (colour, style) in styles.items():
            found = {n: m for n in paper
                     if (m := run.one("noble", bodies=bodies_of(setup, n), detail=detail, contender=contender))}
            axes.plot(list(found), [m.least for m in found.values()], style, color=colour, label=f"{detail}, {contender}")
        flat = run.one("noble", bodies=bodies_of(setup, 12), detail="flat", contender="Comparison")
        if flat:
            scale = flat.least / paper[12][0]
            for column, label in enumerate(("comparison", "hybrid")):
                axes.plot(list(paper), [row[column] * scale for row in paper.values()], ":", marker="ox"[column],
                          color="black", alpha=0.6, label=f"paper, single level, {label} (scaled)")
        finish(axes, xscale="log", yscale="log", xlabel="triangles a body", ylabel="µs a step",
               title=f"Table {2 if setup == 'particle' else 3}: particle–{setup}")
        axes.legend(fontsize=7, loc="upper left")
    return figure


def closest(run: Run):
    """Schinner's table 4.4: time and cycles against vertices."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2))
    rows = closest_rows(run)
    left.plot(list(rows), [row["talus_us"] for row in rows.values()], "D-", color="tab:green", label="closestFeatures")
    peers = {n: row["bullet_us"] for n, row in rows.items() if row["bullet_us"]}
    left.plot(list(peers), list(peers.values()), "o-", color="tab:gray", label="Bullet's GJK")
    finish(left, xscale="log", yscale="log", xlabel="vertices", ylabel="µs a call", title="Closest features")
    shares = {n: 100 * row["cycles"][0] / sum(row["cycles"]) for n, row in rows.items()}
    right.plot(list(shares), list(shares.values()), "D-", color="tab:green", label="here, 1 rad/s")
    right.plot(list(SCHINNER_CYCLES), [n / 1000 for n in SCHINNER_CYCLES.values()], "kx:", label="Schinner 1995")
    finish(right, xscale="log", xlabel="vertices", ylabel="% of calls", ylim=(96, 100.2),
           title="Table 4.4: calls that end in the first cycle")
    return figure


def overlap(run: Run):
    """Time of an intersection against triangles."""
    figure, axes = plt.subplots(figsize=(6.5, 4.5))
    found = overlaps(run)
    for depth, by in found.items():
        axes.plot(list(by), [m.least for m in by.values()], "o-", label=f"depth {depth}")
    for by in list(found.values())[:1]:
        for power, style in ((0.5, "k:"), (1, "k--")):
            axes.plot(list(by), [3 * (n / min(by)) ** power for n in by], style, label=f"N^{power:g}")
    finish(axes, xscale="log", yscale="log", xlabel="triangles of each sphere", ylabel="µs",
           title="Intersection by discrete functions: two spheres of radius 1")
    return figure
