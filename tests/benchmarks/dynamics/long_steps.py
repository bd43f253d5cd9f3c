"""Times whole courses in steps as long as frames, under Barrier with its certificate, and writes a page about them.

Usage: long_steps.py PAGE.md [--quick], in Talus's environment (build/release/bin/talus-env), on a quiet machine. Each course
is run twice: by talus.simulate without files, and by the command talus simulate with all of them. With --quick: the first
frames of small scenes. Raises AssertionError if bodies meet or are not proven apart.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Iterator

import talus
from talus.run_frames import frame_statistics

sys.path.insert(0, str(Path(__file__).parents[1]))
from measurements import cpu_model  # noqa: E402
from tables import table  # noqa: E402

EVERY = 0.01  # s, of a frame and of a step
LAW = {"law": "Barrier", "integrator": "IncrementalPotential", "certify": True}


@dataclass(frozen=True)
class Course:
    name: str
    scenario: list[str]  # words after `talus scenario`
    end: float  # s
    rigid: str = "–"  # published times of a step, s
    affine: str = "–"


COURSES = [
    Course("ball on a chain of 100 rings hits a wall of 474 bricks", ["wrecking-ball", "--full"], 3, "17.6", "0.14"),
    Course("net of 8 × 8 rings, on which a ball falls", ["ring-net", "--rings", "8"], 2, "2.1", "0.06"),
    Course("net of 16 × 16 rings, on which a ball falls", ["ring-net", "--rings", "16"], 1, "804", "1.2"),
    Course("house of 155 cards", ["house-of-cards", "--storeys", "10"], 5, "8.9", "0.086"),
]
QUICK = [
    Course("ball on a chain of 3 rings beside 4 bricks", ["wrecking-ball", "--links", "3", "--bricks", "4"], 0.1),
    Course("house of 7 cards", ["house-of-cards", "--storeys", "2"], 0.1),
]
PAGE = """\
# Whole courses in steps as long as frames

Written by `bash tests/benchmarks/run.sh long-steps`: {machine}, {threads} threads, {date}. Seconds are those of the clock, for a step of 10 ms
in the mean over the course: by `talus.simulate` alone, and of the whole command `talus simulate`, which reads the scene and writes surfaces,
contacts, statistics and checkpoints of all frames. Law `Barrier`, integrator `IncrementalPotential`, every frame certified. No pairs meet in any
frame, none is unproven.

{table}

*Published*: seconds of a step of rigid bodies by the incremental potential method (Z. Ferguson et al., ACM Transactions on Graphics 40(4)
(2021) 183) and of affine bodies (L. Lan et al., ACM Transactions on Graphics 41(4) (2022) 67), on their machines, for
scenes of that kind with other meshes and other material: the chain there has 575 bodies and 13 066 triangles, the nets have 144 and
673 bodies with 63 360 and 296 960 triangles. Taken second-hand: they tell an order of magnitude, not a ratio.
"""


def main(page: Path, quick: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [row_of(course, Path(folder)) for course in (QUICK if quick else COURSES)]
    head = ["course", "bodies", "triangles", "s", "evaluations a step", "s a step", "with files", "published: rigid", "affine"]
    told = PAGE.format(machine=cpu_model(), threads=len(os.sched_getaffinity(0)), date=date.today().isoformat(), table=table(head, rows))
    page.write_text(told, encoding="utf-8")


def row_of(course: Course, folder: Path) -> list[str]:
    scene = folder / "scene.json"
    subprocess.run(["talus", "scenario", *course.scenario, "--scene", scene], check=True)
    alone, evaluations, bodies, triangles = simulated(scene, course.end)
    steps = round(course.end / EVERY)
    whole = commanded(scene, course.end, folder / "run")
    return [
        course.name, str(bodies), f"{triangles:,}".replace(",", " "), f"{course.end:g}", f"{evaluations / steps:.1f}",
        f"{alone / steps:.3f}", f"{whole / steps:.3f}", course.rigid, course.affine,
    ]


def simulated(scene: Path, end: float) -> tuple[float, int, int, int]:
    """Seconds, evaluations, bodies, and triangles of their surfaces."""
    begin = time.perf_counter()
    evaluations = 0
    for frame in talus.simulate(scene, end=end, every=EVERY, **LAW):
        require_proven(frame.statistics)
        evaluations += frame.statistics["Evaluations"]
    seconds = time.perf_counter() - begin
    return seconds, evaluations, len(frame.bodies), talus.scene.body_surfaces(frame.scene).GetNumberOfCells()


def commanded(scene: Path, end: float, run: Path) -> float:
    begin = time.perf_counter()
    subprocess.run(["talus", "simulate", scene, "--out", run, "--overwrite", *words(end)], check=True)
    seconds = time.perf_counter() - begin
    for row in frame_statistics(run):
        require_proven(row)
    return seconds


def words(end: float) -> Iterator[str]:
    yield from ("--end", str(end), "--every", str(EVERY), "--certify", "--quiet")
    yield from ("--law", LAW["law"], "--integrator", LAW["integrator"])


def require_proven(statistics) -> None:
    for name in ("MeetingPairs", "UnprovenPairs"):
        assert int(statistics[name]) == 0, f"{name}: {statistics[name]}"


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--quick" in sys.argv[2:])
