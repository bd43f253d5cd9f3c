"""What bench_enclosure measured: reads Google Benchmark's JSON, and keeps it short as JSON of our own."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path

#: Counters of the benchmarks, see race.h.
COUNTERS = ("triangles", "edges", "boundary_edges", "points", "asked", "wrong", "error", "bytes")
#: What the papers' figures call the bodies of the suite `muth`.
SHAPES = ("sphere", "foam")


@dataclass
class Measurement:
    """One phase of one contender: median and extremes of its repetitions in milliseconds, and its counters.

    `cpu` is the median of all threads' time together.
    """

    suite: str
    body: str
    points: str
    contender: str
    phase: str
    threads: int
    median: float
    least: float
    most: float
    cpu: float
    repetitions: int
    counters: dict[str, float] = field(default_factory=dict)

    @property
    def triangles(self) -> int:
        return int(self.counters["triangles"])

    @property
    def extrapolated(self) -> bool:
        return self.counters.get("asked", 0) < self.counters.get("points", 0)

    @property
    def milliseconds(self) -> float:
        """Median for all points, also where only some were asked about."""
        if self.phase == "build":
            return self.median
        return self.median * self.counters["points"] / self.counters["asked"]

    @property
    def nanoseconds_per_point(self) -> float:
        return self.median * 1e6 / self.counters["asked"]


class Measurements:
    """All of one run. Each query returns None where nothing was measured."""

    def __init__(self, context: dict, entries: list[Measurement]):
        self.context = context
        self.entries = entries

    def find(self, suite: str, **wanted) -> list[Measurement]:
        """Those of a suite whose fields equal the wanted ones, in the order of the run."""
        return [m for m in self.entries
                if m.suite == suite and all(getattr(m, key) == value for key, value in wanted.items())]

    def one(self, suite: str, **wanted) -> Measurement | None:
        found = self.find(suite, **wanted)
        return found[0] if found else None

    def bodies(self, suite: str, shape: str) -> list[str]:
        """Bodies of a suite whose name begins with a shape's, small ones first."""
        sizes = {m.body: m.triangles for m in self.find(suite) if m.body.split(" ")[0] == shape}
        return sorted(sizes, key=sizes.get)

    def total(self, suite: str, **wanted) -> float | None:
        """Milliseconds of build and query together. No build depends on the points."""
        build = self.one(suite, phase="build", **{key: value for key, value in wanted.items() if key != "points"})
        query = self.one(suite, phase="query", **wanted)
        return build.milliseconds + query.milliseconds if build and query else None

    def save(self, path: Path) -> None:
        save_run(path, self.context, [asdict(m) for m in self.entries])


def save_run(path: Path, context: dict, entries: list[dict]) -> None:
    """One measurement a line, so that runs can be compared line by line."""
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    path.write_text(f'{{"context": {json.dumps(context)},\n"measurements": [\n{lines}\n]}}\n')


def load(path: Path) -> Measurements:
    """What save() wrote."""
    data = json.loads(path.read_text())
    return Measurements(data["context"], [Measurement(**m) for m in data["measurements"]])


def load_google(path: Path) -> Measurements:
    """What bench_enclosure wrote."""
    data = json.loads(path.read_text())
    runs: dict[str, list[dict]] = {}
    for run in data["benchmarks"]:
        if run["run_type"] == "iteration" and not run.get("error_occurred"):
            runs.setdefault(run["run_name"], []).append(run)
    return Measurements(google_context(data["context"]), [_measurement(name, runs[name]) for name in runs])


def _measurement(name: str, runs: list[dict]) -> Measurement:
    suite, body, points, contender, phase, threads = name.split("/")[:6]
    times = [run["real_time"] for run in runs]
    return Measurement(suite, body, points, contender, phase, int(threads.split()[1]), short(statistics.median(times)),
                       short(min(times)), short(max(times)), short(statistics.median(run["cpu_time"] for run in runs)),
                       len(times),
                       {key: short(runs[0][key]) for key in COUNTERS if key in runs[0]})


def short(value: float) -> float:
    """To five digits."""
    return round(value) if abs(value) >= 1e5 or value == round(value) else float(f"{value:.5g}")


def google_context(context: dict) -> dict:
    return {"date": context["date"][:10], "cpu": cpu_model(), "cores": context["num_cpus"],
            "load": context.get("load_avg", [])}


def cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return "unknown"


def machine_line(context: dict) -> str:
    """Where and when; for runs whose times are those of one thread."""
    load = ", ".join(f"{x:.2f}" for x in context["load"])
    return (f"Measured on {context['date']}: {context.get('cpu') or cpu_model()}, {context['cores']} cores, load {load} at "
            "the start. Times of one thread are its own CPU time.")
