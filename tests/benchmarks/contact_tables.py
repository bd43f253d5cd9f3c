"""Markdown tables of a run about contacts, by the name of the place in results/contact/README.md."""

from __future__ import annotations

from contact_run import Query, Run, all_targets, closest_rows, overlaps
from measurements import machine_line
from tables import number, table, targets_table
from targets import slope

#: Noble and Weinzierl, Tables 2 and 3: triangles, then seconds of a step by comparison, by hybrid, share that falls back.
NOBLE_STEPS = {"particle": {12: (6.59e-2, 4.99e-2, 0.077), 36: (5.17e-2, 2.76e-2, 0.045), 140: (0.38, 0.183, 0.012),
                            1224: (43.5, 19.9, 0.00028)},
               "plane": {12: (2.60e-2, 2.80e-2, 0.063), 36: (6.50e-2, 6.70e-2, 0.051), 140: (0.184, 0.179, 0.048),
                         1224: (1.98, 1.85, 0.036)}}
#: Table 4, 1 224 triangles: comparisons, seconds by comparison; fallbacks, iterations, seconds by hybrid.
NOBLE_COUNTS = {("particle", "single level"): (1.50e6, 3.96, 1.66e3, 1.50e6, 1.87),
                ("particle", "surrogate tree"): (8.20e3, 2.60e-2, 144, 7.64e3, 1.80e-2),
                ("plane", "single level"): (6.27e5, 1.68, 1.57e4, 6.27e5, 0.8),
                ("plane", "surrogate tree"): (5.27e3, 7.68e-2, 496, 5.03e3, 4.00e-2)}
#: Schinner, table 4.4: calls of one cycle in 100 000.
SCHINNER_CYCLES = {4: 98290, 6: 99803, 12: 99497, 42: 99164, 102: 99361, 202: 98907, 462: 97661}


def bodies_of(setup: str, triangles: int) -> str:
    return f"sphere {triangles}, " + (f"sphere {triangles}" if setup == "particle" else "plane 512")


def all_tables(run: Run) -> dict[str, str]:
    return {"machine": machine_line(run.context), "targets": targets_table(all_targets(run)), "searches": searches(run),
            "steps": steps(run), "counts": counts(run), "lost": lost(run), "kernels": kernels(run), "nested": nested(run),
            "cycles": cycles(run), "overlaps": overlap_growth(run)}


def searches(run: Run) -> str:
    """Microseconds of everyone, and ratios to ours; a peer that finds nothing is not compared."""
    rows = []
    for bodies in dict.fromkeys(m.bodies for m in run.find("search")):
        ours = {epsilon: run.one("search", bodies=bodies, detail=epsilon, contender="Talus contacts")
                for epsilon in ("1e-3", "1e-2")}
        for m in run.find("search", bodies=bodies):
            usable = m.counters.get("found", 1) > 0
            ratios = [number(m.least / o.least) if o and usable else "–" for o in ours.values()]
            what = m.contender + (f", ε = {m.detail}" if m.detail != "any" else "")
            found = {None: "", 0: "**no**", 1: "yes"}[m.counters.get("found")]
            rows.append([bodies, what, number(m.least), number(m.median), *ratios, number(m.counters["contacts"]), found])
    return table(["bodies", "", "µs", "median", "over ours at 1e-3", "over ours at 1e-2", "contacts", "finds overlaps"], rows)


def _share(part: float | None, whole: float | None) -> str:
    return "–" if part is None or not whole else f"{100 * part / whole:.3g} %"


def _noble(run: Run, setup: str, triangles: int, detail: str, contender: str) -> Query | None:
    return run.one("noble", bodies=bodies_of(setup, triangles), detail=detail, contender=contender)


def missed(m: Query | None) -> str:
    return "–" if m is None else _share(m.counters["missed"], m.counters["missed"] + m.counters["contacts"])


def steps(run: Run) -> str:
    """Tables 2 and 3: all pairs."""
    rows = []
    for setup, paper in NOBLE_STEPS.items():
        for triangles, (comparison, hybrid, fallback) in paper.items():
            ours = [_noble(run, setup, triangles, "flat", c) for c in ("Comparison", "Hybrid", "Certified")]
            if None in ours:
                continue
            counters = ours[1].counters
            rows.append([f"particle–{setup}", str(triangles), number(comparison), number(hybrid),
                         number(comparison / hybrid), f"{100 * fallback:.3g} %", *(number(m.least) for m in ours[:2]),
                         number(ours[0].least / ours[1].least), _share(counters["fallbacks"], counters["iterated"]),
                         missed(ours[1]), number(ours[2].least)])
    return table(["", "triangles", "paper: comparison s", "hybrid s", "ratio", "fallback", "here: Comparison µs", "Hybrid µs",
                  "ratio", "fallback", "contacts lost by Hybrid", "Certified µs"], rows)


def counts(run: Run) -> str:
    """Table 4 and what stands beside it."""
    rows = []
    for (setup, level), (n, t, fallbacks, iterations, hybrid) in NOBLE_COUNTS.items():
        rows.append([f"particle–{setup}", level, "paper, comparison", number(n), "", number(t * 1e6), ""])
        rows.append([f"particle–{setup}", level, "paper, hybrid", number(iterations), number(fallbacks),
                     number(hybrid * 1e6), "not told"])
        for m in run.find("noble", bodies=bodies_of(setup, 1224)):
            if (m.detail == "flat") != (level == "single level"):
                continue
            name = m.contender if m.detail == "flat" else f"{m.detail}, {m.contender}"
            rows.append([f"particle–{setup}", level, name, number(m.counters["comparisons"]),
                         number(m.counters["fallbacks"]) if m.contender == "Hybrid" else "", number(m.least), missed(m)])
    return table(["", "", "", "triangles compared", "fallbacks", "µs", "contacts lost"], rows)


def lost(run: Run) -> str:
    """What the published rules lose, all pairs: spheres of Table 4 first."""
    found = [m for m in run.find("noble", detail="flat") if "1224" in m.bodies] + run.find("lost")
    rows = []
    for bodies in dict.fromkeys(m.bodies for m in found):
        by = {m.contender: m for m in found if m.bodies == bodies}
        hybrid = by.get("Hybrid")
        if hybrid:
            rows.append([bodies, number(hybrid.counters["contacts"] + hybrid.counters["missed"]),
                         missed(by.get("Iterative")), missed(hybrid),
                         _share(hybrid.counters["fallbacks"], hybrid.counters["iterated"])])
    return table(["bodies", "contacts", "lost by Iterative", "lost by Hybrid", "fallback"], rows)


def kernels(run: Run) -> str:
    return table(["kernel", "ns a pair"], [[m.contender, number(m.counters["pair"])] for m in run.find("kernel")])


def nested(run: Run) -> str:
    rows = [[m.contender, number(m.counters["contacts"]), number(m.counters.get("gap")), number(m.least)]
            for m in run.find("nested")]
    return table(["", "contacts", "gap", "µs"], rows)


def cycles(run: Run) -> str:
    rows = [[str(n), number(SCHINNER_CYCLES.get(n)), number(row["cycles"][0] * 100_000 / sum(row["cycles"])),
             number(row["talus_us"]), number(row["bullet_us"]) if row["bullet_us"] else "–"]
            for n, row in closest_rows(run).items()]
    return table(["vertices", "one cycle, of 100 000: thesis", "here", "µs", "Bullet's GJK µs"], rows)


def overlap_growth(run: Run) -> str:
    """Time and points of the curves against triangles, and the exponents of the last three sizes."""
    found = overlaps(run)
    sizes = list(next(iter(found.values()), {}))
    rows = []
    for depth, by in found.items():
        for what, values in (("µs", [m.least for m in by.values()]),
                             ("points", [m.counters["points"] for m in by.values()])):
            some = [(n, value) for n, value in zip(by, values) if value > 0][-3:]
            exponent = slope([n for n, _ in some], [value for _, value in some])
            rows.append([depth, what, *(number(value) for value in values), number(exponent)])
    return table(["depth", "", *(f"{n:,} triangles" for n in sizes), "exponent"], rows)
