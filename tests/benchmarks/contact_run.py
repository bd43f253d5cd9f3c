"""What bench_contact, bench_closest_features and crosscheck_contacts found, and what is to be shown with it."""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from measurements import cpu_model, google_context, short
from targets import Target, at_least, at_most

#: Fields of Google Benchmark's entries that are no counters of ours.
GOOGLE_FIELDS = {"family_index", "per_family_instance_index", "repetitions", "repetition_index", "threads", "iterations",
                 "real_time", "cpu_time"}
SPHERES, BUMPED = "sphere 1280, sphere 1280", "bumped 1280, bumped 1280"
FINE, ON_PLANE = "bumped 20480, bumped 20480", "sphere 1280, plane 2"


@dataclass
class Query:
    """One measurement: least and median of its repetitions in microseconds. See contact_*.cpp for the names."""

    suite: str
    bodies: str
    detail: str  # ε, or how is searched
    contender: str
    least: float
    median: float
    repetitions: int
    counters: dict[str, float] = field(default_factory=dict)


class Run:
    """All of one run. What was not measured is missing."""

    def __init__(self, data: dict):
        self.context = data["context"]
        self.entries = [Query(**entry) for entry in data["measurements"]]
        self.closest = data.get("closest_features", [])
        self.crosscheck = data.get("crosscheck", {})

    def find(self, suite: str, **wanted) -> list[Query]:
        return [m for m in self.entries
                if m.suite == suite and all(getattr(m, key) == value for key, value in wanted.items())]

    def one(self, suite: str, **wanted) -> Query | None:
        return next(iter(self.find(suite, **wanted)), None)

    def counter(self, what: str, suite: str, **wanted) -> float | None:
        found = self.one(suite, **wanted)
        return found and found.counters.get(what)

    def peer(self, bodies: str, contender: str) -> Query | None:
        """A peer's query, if the peer finds contacts where there are some."""
        found = self.one("search", bodies=bodies, contender=contender)
        return found if found and found.counters["found"] else None

    def ratio(self, bodies: str, epsilon: str, contender: str) -> float | None:
        """How many times as fast as a peer ours is."""
        ours = self.one("search", bodies=bodies, detail=epsilon, contender="Talus contacts")
        theirs = self.peer(bodies, contender)
        return theirs.least / ours.least if ours and theirs else None

    def save(self, path: Path) -> None:
        def lines(entries: list[dict]) -> str:
            return ",\n".join(json.dumps(entry) for entry in entries)

        path.write_text(f'{{"context": {json.dumps(self.context)},\n"crosscheck": {json.dumps(self.crosscheck)},\n'
                        f'"measurements": [\n{lines([asdict(m) for m in self.entries])}\n],\n'
                        f'"closest_features": [\n{lines(self.closest)}\n]}}\n')


def load(path: Path) -> Run:
    """What save() wrote, or a folder with bench_contact.json, closest_features.json and crosscheck_contacts.log, of
    which the last two may be missing."""
    if path.is_file():
        return Run(json.loads(path.read_text()))
    google = json.loads((path / "bench_contact.json").read_text())
    data = {"context": {"cpu": cpu_model(), **google_context(google["context"])}, "measurements": _queries(google)}
    closest, log = path / "closest_features.json", path / "crosscheck_contacts.log"
    if closest.is_file():
        data |= json.loads(closest.read_text())
    if log.is_file():
        data["crosscheck"] = _crosscheck(log.read_text())
    return Run(data)


def _queries(google: dict) -> list[dict]:
    runs: dict[str, list[dict]] = {}
    for run in google["benchmarks"]:
        if run["run_type"] == "iteration":
            runs.setdefault(run["run_name"], []).append(run)
    return [asdict(_query(name, repeated)) for name, repeated in runs.items()]


def _query(name: str, runs: list[dict]) -> Query:
    parts = [part for part in name.split("/") if not part.startswith(("min_time:", "repeats:")) and part != "real_time"]
    middle = parts[1:-1] + ["", ""]
    times = [run["real_time" if parts[0] == "threads" else "cpu_time"] for run in runs]
    counters = {key: short(value) for key, value in runs[0].items()
                if isinstance(value, (int, float)) and key not in GOOGLE_FIELDS}
    return Query(parts[0], middle[0], middle[1], parts[-1], short(min(times)), short(statistics.median(times)), len(times),
                 counters)


def _crosscheck(log: str) -> dict:
    """The totals that crosscheck_contacts prints."""
    found = {}
    for what, poses, contacts, differences in re.findall(
            r"total of (\w+): (\d+) poses, (\d+) contacts, (\d+) differences", log):
        found[what] = {"poses": int(poses), "contacts": int(contacts), "differences": int(differences)}
    nearest = re.search(r"(\d+) poses of (\d+) meshes: largest error (\S+) of the diameter", log)
    if nearest:
        found["nearest"] = {"poses": int(nearest[1]), "meshes": int(nearest[2]), "error": float(nearest[3])}
    return found


# ---- Targets ----


def all_targets(run: Run) -> list[Target]:
    groups = (_exactness, _comparisons, _fast, _all_pairs, _closest, _nested, _threads)
    return [target for group in groups for target in group(run)]


def _exactness(run: Run) -> Iterator[Target]:
    for what, name in (("random", "random poses"), ("ties", "poses tied at the threshold")):
        found = run.crosscheck.get(what)
        yield at_most(f"contacts that differ from those of all pairs in double, {name}", 0, found and found["differences"],
                      f"{found['poses']} poses, {found['contacts']} contacts" if found else "")
    found = run.crosscheck.get("nearest")
    yield at_most("least distance: error, of the diameter", 1e-12, found and found["error"],
                  f"{found['poses']} poses of {found['meshes']} meshes, gaps 1e-9 … 10 diameters" if found else "")


def _comparisons(run: Run) -> Iterator[Target]:
    for bodies, goal in (("sphere 1224, sphere 1224", 5e3), ("sphere 1224, plane 512", 5.3e3)):
        flat = run.counter("comparisons", "noble", bodies=bodies, detail="flat", contender="Comparison")
        yield at_most(f"triangles compared, {bodies}", goal,
                      run.counter("comparisons", "noble", bodies=bodies, detail="Minimax", contender="Certified"),
                      f"all pairs: {flat:.3g}" if flat else "")


def _fast(run: Run) -> Iterator[Target]:
    for bodies, microseconds in ((BUMPED, 7), (FINE, 12), (ON_PLANE, 1.3)):
        ours = run.one("search", bodies=bodies, detail="1e-3", contender="Talus contacts")
        yield at_most(f"ε = 1e-3, {bodies}: µs (prototype)", microseconds, ours and ours.least)
        for peer, goal in (("ODE", 3.5), ("FCL collide", 2.7), ("Bullet GImpact", 9)):
            yield at_least(f"ε = 1e-3, {bodies}: times as fast as {peer}", goal, run.ratio(bodies, "1e-3", peer))


def _all_pairs(run: Run) -> Iterator[Target]:
    for bodies, peer, goal in ((SPHERES, "ODE", 2.5), (SPHERES, "FCL distance", 14), (FINE, "FCL distance", 6)):
        contacts = run.counter("contacts", "search", bodies=bodies, detail="1e-2", contender="Talus contacts")
        yield at_least(f"ε = 1e-2, {bodies}: times as fast as {peer}", goal, run.ratio(bodies, "1e-2", peer),
                       f"{contacts:.0f} contacts" if contacts else "")


def overlaps(run: Run) -> dict[str, dict[int, Query]]:
    """By depth and number of triangles."""
    found: dict[str, dict[int, Query]] = {}
    for m in run.find("overlap"):
        found.setdefault(m.detail, {})[int(m.contender)] = m
    return found


def closest_rows(run: Run) -> dict[int, dict]:
    """Rows of Schinner's table by vertices: 1 rad/s, bodies apart."""
    return {row["vertices"]: row for row in run.closest if row["rad_per_s"] == 1 and row["distance"] == 2.5}


def _closest(run: Run) -> Iterator[Target]:
    rows = closest_rows(run)
    shares = [row["cycles"][0] / sum(row["cycles"]) for row in rows.values()]
    yield at_least("closest features: share of calls of one cycle, least of all sizes", 0.97, min(shares, default=None))
    if 12 not in rows or 462 not in rows:
        return
    yield at_most("closest features: time at 462 vertices over that at 12", 1.5,
                  rows[462]["talus_us"] / rows[12]["talus_us"])
    for vertices, goal in ((12, 3), (462, 50)):
        row = rows[vertices]
        yield at_least(f"closest features, {vertices} vertices: times as fast as Bullet's GJK", goal,
                       row["bullet_us"] / row["talus_us"] if row["bullet_us"] else None)


def _nested(run: Run) -> Iterator[Target]:
    others = [m for m in run.find("nested") if m.contender != "Talus"]
    note = ", ".join(f"{m.contender} {m.counters['contacts']:.0f}" for m in others)
    gap = run.counter("gap", "nested", contender="Talus")
    yield at_least("a ball in the tube of a ring is a containment with depth", 1,
                   run.counter("contained", "nested", contender="Talus"),
                   f"gap {gap:.3g}; contacts of others: {note}" if gap else note)


def _threads(run: Run) -> Iterator[Target]:
    one, two = (run.one("threads", contender=count) for count in ("1", "2"))
    yield at_least("5 000 pairs, two threads: same bits", 1, two and two.counters["same"])
    yield at_least("5 000 pairs: two threads, times as fast as one", 1.8, one.least / two.least if one and two else None)
