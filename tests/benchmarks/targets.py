"""What is to be shown, each with its target and what was measured in one run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from measurements import Measurement, Measurements

FAST, LEAN = "DiscreteFunction", "DiscreteFunction lean"
PEERS = ("Embree", "CGAL", "VTK")


@dataclass
class Target:
    """`measured` is None where a contender or method is missing."""

    what: str
    goal: float
    at_least: bool  # else at most
    measured: float | None
    note: str = ""

    @property
    def reached(self) -> bool | None:
        if self.measured is None:
            return None
        return self.measured >= self.goal if self.at_least else self.measured <= self.goal

    @property
    def ratio(self) -> float | None:
        """How far beyond the goal: above 1 it is reached."""
        if self.measured is None or self.goal == 0:
            return None
        if self.at_least:
            return self.measured / self.goal
        return self.goal / self.measured if self.measured > 0 else math.inf


def at_least(what: str, goal: float, measured: float | None, note: str = "") -> Target:
    return Target(what, goal, True, measured, note)


def at_most(what: str, goal: float, measured: float | None, note: str = "") -> Target:
    return Target(what, goal, False, measured, note)


def all_targets(run: Measurements) -> list[Target]:
    groups = (_labels, _queries, _builds, _memory, _tiny_part, _growth, _threads, _multipole, _open)
    return [target for group in groups for target in group(run)]


def _over(above: float | None, below: float | None) -> float | None:
    return above / below if above is not None and below else None


def _largest(run: Measurements, suite: str, shape: str) -> str | None:
    bodies = run.bodies(suite, shape)
    return bodies[-1] if bodies else None


def _point_sets(run: Measurements, body: str | None) -> dict[str, str]:
    """Kinds of point sets of the suite `peers`: grid, random, near."""
    return {m.points.split(" ")[0]: m.points for m in run.find("peers", body=body)}


def _query(run: Measurements, **wanted) -> Measurement | None:
    return run.one("peers", phase="query", threads=1, **wanted)


def _speedup(run: Measurements, body: str | None, points: str | None, peer: str) -> float | None:
    theirs, ours = (_query(run, body=body, points=points, contender=c) for c in (peer, FAST))
    return _over(theirs and theirs.nanoseconds_per_point, ours and ours.nanoseconds_per_point)


def _labels(run: Measurements) -> Iterator[Target]:
    exact = (LEAN, "RayCrossing tree", "RayCrossing flat", "SolidAngle", "Antipodal", "CyrusBeck", "CGAL")
    asked = [m for m in run.entries if m.contender in exact and m.phase == "query" and "wrong" in m.counters
             and m.counters["boundary_edges"] == 0]
    yield at_most("labels in which an exact method or CGAL differs from DiscreteFunction, closed bodies of this run",
                  0, sum(m.counters["wrong"] for m in asked) if asked else None,
                  f"of {sum(m.counters['asked'] for m in asked):.0f}")
    if "crosscheck" in run.context:
        check = run.context["crosscheck"]
        yield at_most("the same on the meshes of the cross-check, with points on and near the surface", 0,
                      check["differences"], f"{check['closed']} closed meshes, {check['points']} points")


def _queries(run: Measurements) -> Iterator[Target]:
    for shape, goals in (("foam", (25, 200, 10_000)), ("sphere", (28, 55, 8_000))):
        body = _largest(run, "peers", shape)
        points = _point_sets(run, body)
        for peer, goal in zip(PEERS, goals):
            yield at_least(f"DiscreteFunction query, {body}, {points.get('grid')}: times as fast as {peer}", goal,
                           _speedup(run, body, points.get("grid"), peer))
        yield at_least(f"the same, {points.get('random')}: times as fast as Embree", 10,
                       _speedup(run, body, points.get("random"), "Embree"))
        near = points.get("near")
        yield at_least(f"the same, {near} (on and within 1e-9 … 1e-4 of the surface): times as fast as CGAL", 2,
                       _speedup(run, body, near, "CGAL"))
        judge = _query(run, body=body, points=near, contender="CGAL")
        yield at_most(f"the same, {near}: labels that differ from CGAL's", 0, judge and judge.counters["wrong"])


def _builds(run: Measurements) -> Iterator[Target]:
    for shape in ("foam", "sphere"):
        body = _largest(run, "peers", shape)
        points = _point_sets(run, body).get("grid")
        built = {c: run.one("peers", body=body, contender=c, phase="build", threads=1) for c in (FAST, LEAN, "Embree")}
        embree = built["Embree"] and built["Embree"].median
        for contender, goal in ((FAST, 1.2), (LEAN, 0.7)):
            ours = built[contender] and built[contender].median
            yield at_most(f"{contender} build, {body}: of Embree's", goal, _over(ours, embree))
        totals = [run.total("peers", body=body, points=points, contender=m.contender, threads=1)
                  for m in run.find("peers", body=body, points=points, phase="query", threads=1)
                  if m.contender.startswith(PEERS)]
        ours = run.total("peers", body=body, points=points, contender=FAST, threads=1)
        yield at_least(f"build and query, {body}: times as fast as the fastest peer", 1,
                       _over(min(totals), ours) if totals else None)


def _memory(run: Measurements) -> Iterator[Target]:
    for shape in ("foam", "sphere"):
        body = _largest(run, "peers", shape)
        for contender, goal in ((FAST, 350), (LEAN, 65)):
            built = run.one("peers", body=body, contender=contender, phase="build", threads=1)
            yield at_most(f"{contender}, {body}: bytes per triangle", goal,
                          built and built.counters["bytes"] / built.triangles)


def _tiny_part(run: Measurements) -> Iterator[Target]:
    def of_sum(**wanted) -> float | None:
        times = [run.one("tiny", body=body, **wanted) for body in ("together", "big sphere", "tiny foam")]
        return times[0].median / (times[1].median + times[2].median) if all(times) else None

    what = "foam scaled by 1/1000 in the corner of a sphere's mesh"
    yield at_most(f"{what}: build, of the sum of both alone", 3, of_sum(phase="build"))
    for points in ("grid over all", "grid over part"):
        yield at_most(f"{what}: query, {points}, of the sum of both alone", 3, of_sum(points=points, phase="query"))


def _growth(run: Measurements) -> Iterator[Target]:
    for shape in ("sphere", "foam"):
        times = [run.one("growth", body=body, phase="query") for body in run.bodies("growth", shape)]
        if times:
            yield at_most(f"DiscreteFunction query, {shape}: slowest over fastest, {times[0].triangles} to "
                          f"{times[-1].triangles} triangles", 3,
                          max(m.median for m in times) / min(m.median for m in times))


def _threads(run: Measurements) -> Iterator[Target]:
    for shape in ("foam", "sphere"):
        body = _largest(run, "peers", shape)
        points = _point_sets(run, body).get("grid")
        times = {m.threads: m.median
                 for m in run.find("peers", body=body, points=points, contender=FAST, phase="query")}
        yield at_least(f"DiscreteFunction query, {body}: two threads, times as fast as one", 1.8,
                       _over(times.get(1), times.get(2)))


def _accuracy(contender: str) -> float | None:
    words = contender.split(" ")
    return float(words[1]) if words[0] == "FastMultipole" and words[1:] else None


def _multipole(run: Measurements) -> Iterator[Target]:
    for accuracy in (1e-1, 1e-3, 1e-6):
        errors = [m.counters["error"] for m in run.entries
                  if "error" in m.counters and _accuracy(m.contender) == accuracy]
        yield at_most(f"FastMultipole: largest error at accuracy {accuracy:g}", accuracy,
                      max(errors) if errors else None, f"{len(errors)} bodies and point sets, closed and open")
    yield at_most("FastMultipole: exponent of time in N, as many points as triangles", 1.15, exponent(run))
    body = _largest(run, "muth", "foam")
    finest = max((m for m in run.find("muth", body=body, phase="query")), key=lambda m: m.counters["points"], default=None)
    wanted = {"body": body, "points": finest and finest.points}
    ours = run.total("muth", contender="FastMultipole WC", **wanted)
    for flat in ("RayCrossing flat", "SolidAngle"):
        yield at_least(f"FastMultipole, setup and evaluation, {body}, {wanted['points']}: times as fast as {flat}", 100,
                       _over(run.total("muth", contender=flat, **wanted), ours))
    for shape, goal, of_igl in (("foam", 1.0, 1.0 / 1.73), ("sphere", 0.15, 0.15 / 0.36)):
        yield from _total_at_error(run, _largest(run, "peers", shape), goal, of_igl)


def _total_at_error(run: Measurements, body: str | None, goal: float, of_igl: float) -> Iterator[Target]:
    points = _point_sets(run, body).get("grid")

    def total(contender: str) -> float | None:
        return run.total("peers", body=body, points=points, contender=contender, threads=1)

    good = [m for m in run.find("peers", body=body, points=points, phase="query", threads=1)
            if _accuracy(m.contender) and m.counters["error"] <= 1e-2]
    best = min(good, key=lambda m: total(m.contender), default=None)
    seconds = best and total(best.contender) / 1000
    note = f"accuracy {_accuracy(best.contender):g}, error {best.counters['error']:.2g}" if best else ""
    yield at_most(f"FastMultipole, setup and evaluation, {body}, {points}, error ≤ 1e-2: seconds", goal, seconds, note)
    igl = _query(run, body=body, points=points, contender="libigl")
    if igl:
        theirs = total("libigl") / 1000
        yield at_most("the same: of libigl's fast winding number", of_igl, _over(seconds, theirs),
                      f"libigl {theirs:.3g} s, error {igl.counters['error']:.2g}")


def exponent(run: Measurements) -> float | None:
    """Of FastMultipole's time in N with M = N."""
    found = run.find("as many points", phase="query")
    return slope([m.triangles for m in found], [run.total("as many points", body=m.body) for m in found])


def slope(x: list[float], y: list[float]) -> float | None:
    """Of log y over log x, by least squares."""
    if len(x) < 2:
        return None
    a, b = ([math.log(value) for value in values] for values in (x, y))
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    return sum((p - mean_a) * (q - mean_b) for p, q in zip(a, b)) / sum((p - mean_a) ** 2 for p in a)


def _open(run: Measurements) -> Iterator[Target]:
    found = run.find("open", contender="Antipodal", phase="query")
    yield at_most("Antipodal: largest difference from SolidAngle, open meshes", 1e-10,
                  max((m.counters["error"] for m in found), default=None), f"{len(found)} meshes")
    for m in found:
        share = m.counters["boundary_edges"] / m.counters["edges"]
        if share > 0.05:
            continue
        yield _against_multipole(run, m, "query", _query_time)
        yield _against_multipole(run, m, "build and query", Measurements.total)


def _query_time(run: Measurements, suite: str, **wanted) -> float | None:
    query = run.one(suite, phase="query", **wanted)
    return query and query.milliseconds


def _against_multipole(run: Measurements, antipodal: Measurement, phases: str, time: Callable) -> Target:
    body, points, counters = antipodal.body, antipodal.points, antipodal.counters
    ours, at_1e3, at_1e6 = (time(run, "open", body=body, points=points, contender=contender)
                            for contender in ("Antipodal", "FastMultipole 0.001", "FastMultipole 1e-06"))
    finer = _over(at_1e6, ours)
    return at_least(f"Antipodal, {body} ({antipodal.triangles} triangles, "
                    f"{counters['boundary_edges'] / counters['edges']:.1%} boundary edges), {phases}: "
                    "times as fast as FastMultipole at 1e-3", 10, _over(at_1e3, ours),
                    f"at 1e-6: {finer:.3g}" if finer else "")
