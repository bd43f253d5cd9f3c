"""Plots of a run like the papers' figures."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the choice of a backend without a window)

plt.rcParams["axes.titlesize"] = 10

from measurements import SHAPES, Measurements  # noqa: E402
from tables import WILLIAMS_TABLE_3, number  # noqa: E402

STYLES = {"FastMultipole WC": ("tab:blue", "o-"), "FastMultipole PC": ("tab:cyan", "s--"),
          "RayCrossing flat": ("tab:red", "^-"), "RayCrossing tree": ("tab:orange", "v--"),
          "SolidAngle": ("tab:gray", "x-"), "DiscreteFunction": ("tab:green", "D-")}
PEERS = ("Embree", "CGAL", "VTK", "libigl")
#: The papers' figure numbers: multipole well chosen and pre-chosen, ray crossing, comparison.
FIGURES = {"sphere": (7, 8, 9, 10), "foam": (12, 13, 14, 15)}


def all_plots(run: Measurements, folder: Path) -> None:
    for shape in SHAPES:
        save(muth(run, shape), folder / f"muth_{shape}.png")
    save(williams(run), folder / "williams.png")
    save(peers(run), folder / "peers.png")
    save(growth(run), folder / "growth.png")
    save(accuracy(run), folder / "accuracy.png")


def save(figure, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=90)
    plt.close(figure)


def _line(run: Measurements, shape: str, contender: str, points: str) -> tuple[list[int], list[float]]:
    """Triangles and seconds of build and query."""
    totals = [(run.find("muth", body=body)[0].triangles,
               run.total("muth", body=body, contender=contender, points=points))
              for body in run.bodies("muth", shape)]
    return [n for n, t in totals if t is not None], [t / 1000 for _, t in totals if t is not None]


def finish(axes, **settings) -> None:
    """Scales and labels; an empty plot says so, as it has no scale."""
    if not any(len(line.get_xdata()) for line in axes.lines):
        settings = {"title": settings["title"] + " (not measured)"}
    axes.set(**settings)
    axes.grid(True, which="major", alpha=0.3)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(fontsize=7)


def _finish_muth(axes, title: str) -> None:
    finish(axes, xscale="log", yscale="log", xlabel="triangles", ylabel="seconds", title=title)


def muth(run: Measurements, shape: str):
    """Four panels for a body: its figures in the paper."""
    figure, panels = plt.subplots(2, 2, figsize=(11, 8.5))
    numbers = FIGURES[shape]
    grids = list(dict.fromkeys(m.points for m in run.find("muth")))
    names = ("FastMultipole WC", "FastMultipole PC", "RayCrossing flat")
    titles = ("fast multipole, well chosen depth", "fast multipole, pre-chosen depth", "ray crossing over all faces")
    for axes, contender, title, figure in zip(panels.flat, names, titles, numbers):
        for points in grids:
            axes.plot(*_line(run, shape, contender, points), "o-", label=f"{points.split(' ')[1]}³ points")
        _finish_muth(axes, f"Figure {figure}: {shape}, {title}")
    axes = panels[1, 1]
    for points, faint in ((grids[0], 0.45), (grids[-1], 1.0)) if grids else ():
        for contender, (colour, style) in STYLES.items():
            n, t = _line(run, shape, contender, points)
            if n:
                axes.plot(n, t, style, color=colour, alpha=faint, label=f"{contender}, {points.split(' ')[1]}³")
    _finish_muth(axes, f"Figure {numbers[3]}: {shape}, comparison, and today's methods")
    axes.legend(fontsize=6, ncol=2, loc="upper left")
    axes.set_ylim(top=axes.get_ylim()[1] * 100)  # room for the legend
    return figure


def williams(run: Measurements):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2))
    names = {"CyrusBeck": "tab:red", "DiscreteFunction one by one": "tab:green", "DiscreteFunction": "tab:olive"}
    times = {c: {m.triangles: m.nanoseconds_per_point for m in run.find("williams", contender=c, phase="query")}
             for c in names}
    for contender, colour in names.items():
        left.plot(times[contender].keys(), times[contender].values(), "o-", color=colour, label=contender)
    finish(left, xscale="log", yscale="log", xlabel="facets", ylabel="ns per point",
            title="Table 3: point classification")
    for contender in list(names)[1:]:
        speedup = {n: times["CyrusBeck"][n] / t for n, t in times[contender].items() if n in times["CyrusBeck"]}
        right.plot(speedup.keys(), speedup.values(), "o-", color=names[contender], label=f"by {contender}")
    right.plot(WILLIAMS_TABLE_3.keys(), WILLIAMS_TABLE_3.values(), "kx:", label="in the paper")
    finish(right, xscale="log", yscale="log", xlabel="facets", ylabel="speed-up",
            title="Figure 17: speed-up over Cyrus–Beck")
    return figure


def peers(run: Measurements):
    """Query times of everyone on the largest bodies' grids, one thread. Ours are green."""
    bodies = list(dict.fromkeys(m.body for m in run.find("peers")))
    figure, panels = plt.subplots(1, max(1, len(bodies)), figsize=(11, 5), sharex=True, squeeze=False)
    for axes, body in zip(panels.flat, bodies):
        found = [m for m in run.find("peers", body=body, phase="query", threads=1) if m.points.startswith("grid")]
        found.sort(key=lambda m: -m.nanoseconds_per_point)
        bars = axes.barh([m.contender for m in found], [m.nanoseconds_per_point for m in found],
                         color=["tab:gray" if m.contender.startswith(PEERS) else "tab:green" for m in found])
        axes.bar_label(bars, [number(m.nanoseconds_per_point) for m in found], padding=2, fontsize=7)
        axes.set(xscale="log", xlabel="ns per point", title=f"{body}, {found[0].points if found else ''}, one thread")
        axes.margins(x=0.15)
        axes.tick_params(axis="y", labelsize=8)
    return figure


def growth(run: Measurements):
    figure, axes = plt.subplots(figsize=(6, 4.2))
    for shape in SHAPES:
        found = [run.one("growth", body=body, phase="query") for body in run.bodies("growth", shape)]
        axes.plot([m.triangles for m in found], [m.nanoseconds_per_point for m in found], "o-",
                  label=f"DiscreteFunction, {shape}")
    finish(axes, xscale="log", xlabel="triangles", ylabel="ns per point", ylim=(0, None),
            title="Query time against triangles")
    return figure


def accuracy(run: Measurements):
    """The error that the multipole method made against the accuracy that it was asked for, on open surfaces."""
    figure, axes = plt.subplots(figsize=(6, 4.2))
    asked = []
    for body in dict.fromkeys(m.body for m in run.find("open")):
        found = [m for m in run.find("open", body=body, phase="query") if m.contender.startswith("FastMultipole")]
        asked = [float(m.contender.split()[1]) for m in found]
        axes.plot(asked, [m.counters["error"] for m in found], "o-", label=body)
    axes.plot(asked, asked, "k:", label="accuracy")
    finish(axes, xscale="log", yscale="log", xlabel="accuracy", ylabel="largest error",
            title="FastMultipole on open surfaces")
    return figure
