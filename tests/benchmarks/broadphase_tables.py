"""Markdown tables of a run of bench_broadphase, by the name of the place in results/broadphase/README.md."""

from __future__ import annotations

from broadphase_run import LAYOUTS, Run, Steps, all_targets, growth
from measurements import machine_line
from tables import number, table, targets_table

#: One contender a column.
SHORT = {"SweepAndPrune": "Sweep And Prune", "SpatialHeapsort": "Spatial Heapsort", "UniformGrid": "Uniform Grid",
         "AdaptiveGrid": "Adaptive Grid", "NeighbourList": "Neighbour List", "AllPairs": "All Pairs"}


def all_tables(run: Run) -> dict[str, str]:
    return {"machine": machine_line(run.context), "targets": targets_table(all_targets(run)),
            **{layout: steps(run, layout) for layout in LAYOUTS}, "memory": memory(run), "swaps": swaps(run),
            "spread": spread(run), "growth": growths(run), "threads": threads(run)}


def _contenders(run: Run) -> list[str]:
    return run.values("contender")


def steps(run: Run, layout: str) -> str:
    """Milliseconds a step; the least in bold."""
    names = _contenders(run)
    rows = []
    for scene in run.scenes():
        if scene[0].layout != layout:
            continue
        times = {m.contender: m.step for m in scene}
        least = min(times[name] for name in names if name in times)
        cells = [f"**{number(times[name])}**" if times.get(name) == least else number(times.get(name)) for name in names]
        rows.append([f"{scene[0].boxes:,}", scene[0].motion, f"{scene[0].pairs / scene[0].boxes:.1f}", *cells])
    return table(["boxes", "motion", "pairs a box", *(SHORT.get(name, name) for name in names)], rows)


def memory(run: Run) -> str:
    boxes = [n for n in run.values("boxes", motion="slow") if n >= 1000]
    rows = []
    for name in _contenders(run):
        cells = []
        for layout in LAYOUTS:
            for n in boxes:
                m = run.one(layout=layout, motion="slow", boxes=n, contender=name)
                cells.append(number(m.bytes / n) if m else "–")
        rows.append([name, *cells])
    return table(["bytes a box", *(f"{layout} {n:,}" for layout in LAYOUTS for n in boxes)], rows)


def swaps(run: Run) -> str:
    """Schinner's O(n + c): the time of a step over what is to be done."""
    rows = []
    for layout in LAYOUTS:
        for m in run.find(layout=layout, contender="SweepAndPrune"):
            if m.motion != "wild" and m.anew == 0:
                rows.append([layout, m.motion, f"{m.boxes:,}", number(m.swaps / m.boxes), number(m.changes / m.boxes),
                             number(m.step), number(m.step * 1e6 / (6 * m.boxes + m.swaps))])
    return table(["boxes lie", "motion", "n", "c / n", "changes of overlap / n", "ms a step", "ns / (6 n + c)"], rows)


def _over(a: Steps | None, b: Steps | None) -> str:
    return number(a.step / b.step) if a and b else "–"


def spread(run: Run) -> str:
    """How much slower than with evenly spread boxes, per box and pair."""
    rows = []
    for name in ("SpatialHeapsort", "Octree", "UniformGrid", "AdaptiveGrid"):
        for n in (n for n in run.values("boxes") if n >= 1000):
            scenes = {layout: run.one(layout=layout, motion="slow", boxes=n, contender=name) for layout in LAYOUTS}
            rows.append([name, f"{n:,}", *(_over(scenes[layout], scenes["uniform"]) for layout in LAYOUTS[1:]),
                         *(number(m.bytes / n) if m else "–" for m in scenes.values())])
    return table(["", "boxes", "time clustered : uniform", "time 1:1000 : uniform",
                  *(f"bytes a box, {layout}" for layout in LAYOUTS)], rows)


def growths(run: Run) -> str:
    rows = [[name, *(number(growth(run, name, layout, motion)) for layout in LAYOUTS for motion in ("rest", "slow"))]
            for name in _contenders(run)]
    return table(["exponent", *(f"{layout}, {motion}" for layout in LAYOUTS for motion in ("rest", "slow"))], rows)


def threads(run: Run) -> str:
    rows = []
    for m in run.entries:
        if m.threads > 1 and m.ours:
            alone = run.one(layout=m.layout, motion=m.motion, boxes=m.boxes, contender=m.contender)
            rows.append([m.contender, m.motion, number(alone.step) if alone else "–", number(m.step), _over(alone, m)])
    count = max((m.threads for m in run.entries), default=1)
    return table(["uniform, 100,000 boxes", "motion", "ms a step, 1 thread", f"ms, {count} threads", "ratio"], rows)
