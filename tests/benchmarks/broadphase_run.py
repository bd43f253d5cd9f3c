"""What bench_broadphase measured, and what is to be shown with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from measurements import save_run
from targets import Target, at_least, at_most, slope

PEERS = ("FCL", "Bullet")
LAYOUTS = ("uniform", "clustered", "sizes 1:1000")


@dataclass
class Steps:
    """One contender in one scene; times are milliseconds a step, see broadphase.cpp."""

    layout: str
    motion: str
    boxes: int
    contender: str
    threads: int
    first: float
    step: float
    best: float
    build: float
    pairs: int
    changes: float
    swaps: float
    anew: float
    candidates: int
    bytes: int
    steps: int

    @property
    def ours(self) -> bool:
        return not self.contender.startswith(PEERS)


class Run:
    """All of one run, in its order."""

    def __init__(self, data: dict):
        self.context = data["context"]
        self.entries = [Steps(**entry) for entry in data["measurements"]]

    def find(self, **wanted) -> list[Steps]:
        wanted.setdefault("threads", 1)
        return [m for m in self.entries if all(getattr(m, key) == value for key, value in wanted.items())]

    def one(self, **wanted) -> Steps | None:
        return next(iter(self.find(**wanted)), None)

    def values(self, key: str, **wanted) -> list:
        """Different values of a field, in the order of the run."""
        return list(dict.fromkeys(getattr(m, key) for m in self.find(**wanted)))

    def scenes(self) -> Iterator[list[Steps]]:
        """Contenders of each scene with one thread."""
        for layout, motion, boxes in dict.fromkeys((m.layout, m.motion, m.boxes) for m in self.find()):
            yield self.find(layout=layout, motion=motion, boxes=boxes)

    def save(self, path: Path) -> None:
        save_run(path, self.context, [vars(m) for m in self.entries])


def growth(run: Run, contender: str, layout: str, motion: str, least: int = 1000) -> float | None:
    """Exponent of the time of a step in the number of boxes."""
    found = [m for m in run.find(layout=layout, motion=motion, contender=contender) if m.boxes >= least]
    return slope([m.boxes for m in found], [m.step for m in found])


def beside_peers(scene: list[Steps], ours: list[str] | None = None) -> float | None:
    """How many times as fast as the fastest peer the fastest of ours is."""
    mine = [m.step for m in scene if m.ours and (ours is None or m.contender in ours)]
    others = [m.step for m in scene if not m.ours]
    return min(others) / min(mine) if mine and others else None


def auto(scene: list[Steps]) -> list[str]:
    """What Auto takes, as chooseBroadPhase() does."""
    return ["SweepAndPrune" if scene[0].boxes <= 5000 else "NeighbourList"]


def all_targets(run: Run) -> list[Target]:
    return [*_ratios(run), *_growths(run), *_everywhere(run)]


def _ratios(run: Run) -> Iterator[Target]:
    sizes = run.values("boxes", layout="uniform", motion="slow")
    boxes = 100000 if 100000 in sizes else max(sizes, default=0)
    tree = run.one(layout="uniform", motion="slow", boxes=boxes, contender="FCL rebuild")
    for contender in ("SweepAndPrune", "NeighbourList"):
        mine = run.one(layout="uniform", motion="slow", boxes=boxes, contender=contender)
        if mine:
            yield at_least(f"{contender}, {boxes} slowly moving boxes: times as fast as rebuilding FCL's tree, without "
                           "its search", 3, tree and tree.build / mine.step)
            yield at_least("the same with its search", 3, tree and tree.step / mine.step)


def _growths(run: Run) -> Iterator[Target]:
    for contender in ("SweepAndPrune", "NeighbourList"):
        for layout in LAYOUTS:
            yield at_most(f"{contender}: exponent of time in n, {layout}, slowly moving, from 1 000 boxes", 1.1,
                          growth(run, contender, layout, "slow"))


def _everywhere(run: Run) -> Iterator[Target]:
    for what, ours in (("the best of ours", None), ("Auto", auto)):
        ratios = [(ratio, scene[0]) for scene in run.scenes()
                  if (ratio := beside_peers(scene, ours and ours(scene))) is not None]
        worst = min(ratios, default=None, key=lambda pair: pair[0])
        note = worst and f"there: {worst[1].boxes} boxes, {worst[1].layout}, {worst[1].motion}; {len(ratios)} scenes"
        yield at_least(f"{what}, least of all scenes: times as fast as the fastest peer", 1, worst and worst[0],
                       note or "")
