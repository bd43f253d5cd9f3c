"""Markdown tables of a run, by the name of the place in results/README.md where each belongs."""

from __future__ import annotations

from measurements import Measurement, Measurements
from targets import Target, all_targets, slope

#: Seconds of the evaluation part with a pre-chosen depth, Muth et al., table 2: points, then 8 192, 32 768 and
#: 131 072 triangles.
MUTH_TABLE_2 = {10: ("< 1", "≈ 1", "< 1"), 20: ("≈ 1", "5", "3"), 40: ("10", "40", "24"), 80: ("83", "329", "202")}
#: From how many triangles on the multipole method wins, Muth et al., section 4.
MUTH_OVERTAKING = {10: "8192", 80: "512"}
#: Facets and speed-up of table 3, Williams and O'Connor.
WILLIAMS_TABLE_3 = {8: 2.6, 16: 4.1, 104: 22.5, 296: 62.1, 536: 120.7, 1052: 265.0, 2060: 522.8, 2312: 596.8}


def all_tables(run: Measurements) -> dict[str, str]:
    return {"machine": machine(run), "targets": targets_table(all_targets(run)), "peers": peers(run),
            "table 2": muth_table_2(run), "seconds": seconds(run), "verdicts": verdicts(run),
            "growth": growth(run), "table 3": williams_table_3(run),
            "multipole": multipole(run), "open": open_surfaces(run)}


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def number(value: float | None) -> str:
    if value is None:
        return "–"
    if value != 0 and abs(value) < 1e-3:
        return f"{value:.1e}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _spread(m: Measurement | None, unit: float = 1) -> str:
    """Median and range in units of so many milliseconds."""
    if m is None:
        return "–"
    scale = (m.counters["points"] / m.counters["asked"] if m.phase == "query" else 1) / unit
    mark = " *" if m.phase == "query" and m.extrapolated else ""
    return f"{number(m.median * scale)} ({number(m.least * scale)}–{number(m.most * scale)}){mark}"


def machine(run: Measurements) -> str:
    c = run.context
    load = ", ".join(f"{x:.2f}" for x in c["load"])
    most = max((m.repetitions for m in run.entries), default=0)
    helped = [f"{m.body}, {m.points}, {m.contender}, {m.phase}" for m in run.entries
              if m.threads == 1 and m.median > 1 and m.cpu > 1.2 * m.median]
    return (f"Measured on {c['date']}: {c['cpu']}, {c['cores']} cores, load {load} at the start; medians of {most} "
            f"repetitions. Asked for one thread but used more: {'; '.join(helped) or 'none'}.")


def targets_table(targets: list[Target]) -> str:
    words = {True: "yes", False: "**no**", None: "not measured"}
    rows = [[t.what, ("≥ " if t.at_least else "≤ ") + number(t.goal), number(t.measured), number(t.ratio),
             words[t.reached], t.note] for t in targets]
    return table(["what", "target", "measured", "ratio", "reached", ""], rows)


def peers(run: Measurements) -> str:
    """For each body, point set and thread count: times and their ratios to DiscreteFunction."""
    parts = []
    groups = dict.fromkeys((m.body, m.points, m.threads) for m in run.find("peers", phase="query"))
    for body, points, threads in groups:
        found = run.find("peers", body=body, points=points, threads=threads, phase="query")
        reference = found[0]
        built = {m.contender: m for m in run.find("peers", body=body, phase="build", threads=threads)}
        own = built.get(reference.contender)
        rows = []
        for m in found:
            build = built.get(m.contender)
            rows.append([m.contender, _spread(build), number(build.median / own.median) if build and own else "–",
                         _spread(m, m.counters["points"] / 1e6), number(m.milliseconds / reference.milliseconds),
                         f"{m.counters['wrong']:.0f} of {m.counters['asked']:.0f}", number(m.counters.get("error"))])
        title = f"**{body}, {points}, {threads} thread{'s' if threads > 1 else ''}** ({found[0].triangles} triangles)"
        head = ["", "build ms", "ratio", "query ns/point", "ratio", "labels that differ", "error"]
        parts.append(title + "\n\n" + table(head, rows))
    return "\n\n".join(parts)


def _grid_size(points: str) -> int:
    return int(points.split(" ")[1])


def muth_table_2(run: Measurements) -> str:
    found = [m for m in run.find("muth", contender="FastMultipole PC", phase="query") if m.body.startswith("sphere")]
    bodies = list(dict.fromkeys(m.body for m in found))[-3:]
    rows = []
    for points in dict.fromkeys(m.points for m in found):
        times = [run.one("muth", body=body, points=points, contender="FastMultipole PC", phase="query")
                 for body in bodies]
        paper = MUTH_TABLE_2.get(_grid_size(points), ())
        rows.append([f"{_grid_size(points)}³"] + [number(m and m.milliseconds / 1000) for m in times]
                    + [", ".join(paper)])
    return table(["points"] + [f"{body.split(' ')[1]} triangles" for body in bodies] + ["in the paper"], rows)


def seconds(run: Measurements) -> str:
    """Times of the figures 7 to 15 at the largest bodies."""
    contenders = list(dict.fromkeys(m.contender for m in run.find("muth")))
    rows = []
    for shape in ("sphere", "foam"):
        bodies = run.bodies("muth", shape)
        for body in bodies[-1:]:
            for points in dict.fromkeys(m.points for m in run.find("muth", body=body)):
                totals = [run.total("muth", body=body, points=points, contender=c) for c in contenders]
                rows.append([body, f"{_grid_size(points)}³"] + [number(t and t / 1000) for t in totals])
    return table(["body", "points"] + contenders, rows)


def verdicts(run: Measurements) -> str:
    """From how many triangles on the multipole method is faster than ray crossing, for the sphere."""
    rows = []
    for points in dict.fromkeys(m.points for m in run.find("muth")):
        row = [f"{_grid_size(points)}³"]
        for rays in ("RayCrossing flat", "RayCrossing tree"):
            for multipole_ in ("FastMultipole WC", "FastMultipole PC"):
                row.append(_overtaking(run, points, multipole_, rays))
        rows.append(row + [MUTH_OVERTAKING.get(_grid_size(points), "")])
    return table(["points", "WC over flat", "PC over flat", "WC over tree", "PC over tree", "over flat in the paper"], rows)


def _overtaking(run: Measurements, points: str, faster: str, slower: str) -> str:
    """The smallest sphere from which on one contender is faster than another."""
    first = "never"
    for body in run.bodies("muth", "sphere"):
        times = [run.total("muth", body=body, points=points, contender=c) for c in (faster, slower)]
        if None in times:
            return "–"
        if times[0] >= times[1]:
            first = "never"
        elif first == "never":
            first = body.split(" ")[1]
    return first


def growth(run: Measurements) -> str:
    """Exponents of time, build and query, in the number of triangles from 512 on."""
    rows = []
    for contender in dict.fromkeys(m.contender for m in run.find("muth")):
        for shape in ("sphere", "foam"):
            row = [contender, shape]
            for points in dict.fromkeys(m.points for m in run.find("muth")):
                found = [m for m in run.find("muth", contender=contender, points=points, phase="query")
                         if m.body.startswith(shape) and m.triangles >= 512]
                exponent = slope([m.triangles for m in found],
                                 [run.total("muth", body=m.body, contender=contender, points=points) for m in found])
                row.append(number(exponent))
            rows.append(row)
    grids = dict.fromkeys(m.points for m in run.find("muth"))
    return table(["", "body"] + [f"{_grid_size(points)}³ points" for points in grids], rows)


def williams_table_3(run: Measurements) -> str:
    rows = []
    for cyrus in run.find("williams", contender="CyrusBeck", phase="query"):
        cells, single = (run.one("williams", body=cyrus.body, contender=c, phase="query")
                         for c in ("DiscreteFunction", "DiscreteFunction one by one"))
        paper = WILLIAMS_TABLE_3.get(cyrus.triangles)
        times = [cyrus.nanoseconds_per_point, single.nanoseconds_per_point, cells.nanoseconds_per_point]
        rows.append([f"{cyrus.triangles}"] + [number(t) for t in times]
                    + [number(times[0] / times[1]), number(times[0] / times[2]), number(paper)])
    return table(["facets", "Cyrus–Beck ns", "DFR ns, one point at a time", "DFR ns, in batches", "speed-up, one at a time",
                  "speed-up, in batches", "speed-up in the paper"], rows)


def multipole(run: Measurements) -> str:
    """Accuracy asked for, error, setup and evaluation, beside libigl."""
    rows = []
    for query in run.find("peers", phase="query", threads=1) + run.find("accuracy", phase="query"):
        if not query.contender.startswith(("FastMultipole", "libigl")):
            continue
        build = run.one(query.suite, body=query.body, contender=query.contender, phase="build", threads=1)
        rows.append([query.body, query.points, query.contender, number(query.counters["error"]), _spread(build, 1000),
                     _spread(query, 1000)])
    return table(["body", "points", "", "error", "setup s", "evaluation s"], rows)


def open_surfaces(run: Measurements) -> str:
    contenders = list(dict.fromkeys(m.contender for m in run.find("open")))
    rows = []
    for body in dict.fromkeys(m.body for m in run.find("open")):
        found = {c: run.one("open", body=body, contender=c, phase="query") for c in contenders}
        some = next(m for m in found.values() if m)
        row = [body, str(some.triangles), f"{some.counters['boundary_edges'] / max(1, some.counters['edges']):.1%}"]
        antipodal = found.get("Antipodal")
        row.append(number(antipodal and antipodal.counters["error"]))
        rows.append(row + [number(m and m.nanoseconds_per_point) for m in found.values()])
    return table(["mesh", "triangles", "boundary edges", "Antipodal − SolidAngle"]
                 + [f"{c} ns/point" for c in contenders], rows)
