"""Reads damaged files of every format in forked processes: no crash, no hang, no traceback, little time and memory.

    python3 fuzz_readers.py --cases 100000 [--seed 1] [--only vtu]

Case i of a seed is the same in every run. ``fuzz_processes.py`` has the processes.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import tempfile
from pathlib import Path
from typing import Callable

from fuzz_corpus import write_corpus
from fuzz_mutations import mutated, mutated_within
from fuzz_processes import Fuzzer, Tally, folder_in_memory, in_a_child, options_of, report

import talus
from talus.cli import main
from talus.io import POINT_READERS, SURFACE_READERS
from talus.io.regular_file import kind_of


class Corpus:
    """Seeds in memory, and the cases that are made of them."""

    def __init__(self, folder: Path, only: str = "", seed: int = 1) -> None:
        self.seeds: dict[str, dict[str, bytes]] = {}
        for path in sorted(folder.iterdir()):
            files = {str(p.relative_to(path)): p.read_bytes() for p in sorted(path.rglob("*")) if p.is_file()}
            self.seeds[path.name] = files
        self.names = [name for name in self.seeds if name.startswith(only)]
        self._seed = seed
        self._contents = [data for files in self.seeds.values() for data in files.values()]
        self._alike: dict[str, list[bytes]] = {}
        for files in self.seeds.values():
            for name, data in files.items():
                self._alike.setdefault(Path(name).suffix, []).append(data)

    def name(self, number: int) -> str:
        return self.names[number % len(self.names)]

    def files(self, number: int) -> dict[str, bytes]:
        """Those of the case's seed, of which one is damaged."""
        rng = random.Random(self._seed * 2**40 + number)
        files = dict(self.seeds[self.name(number)])
        victim = rng.choice(sorted(files))
        others = self._alike[Path(victim).suffix] if rng.random() < 0.6 else self._contents
        damage = mutated_within if number // len(self.names) % 4 else mutated  # a quarter reaches the packing alone
        files[victim] = damage(rng, files[victim], others)
        return files

    def prepare(self, number: int, folder: Path) -> Callable[[], None]:
        for file, data in self.files(number).items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(data)
        return lambda: read(self.name(number), folder)


def read(name: str, folder: Path) -> None:
    """What users do with such files. :raises talus.TalusError: as readers do"""
    kind = name.partition("-")[0]
    if kind == "run":
        _go_on(folder)
    elif kind in ("json", "scene"):
        talus.body_surfaces(talus.read_scene(next(folder.glob("main.*"))))
    elif kind in ("pvd", "series"):
        _use_series(next(folder.glob("main.*")))
    else:
        path = next(folder.glob("main.*"))
        if kind_of(path) in SURFACE_READERS:
            with contextlib.suppress(*([talus.TalusError] if kind_of(path) in POINT_READERS else [])):
                _use_surface(path)
        if kind_of(path) in POINT_READERS:
            _use_points(path, folder)


def _go_on(folder: Path) -> None:
    told = io.StringIO()
    with contextlib.redirect_stderr(told):
        command = ["simulate", folder / "main.json", "--out", folder / "run", "--resume", "--stop-after", "1", "--quiet"]
        status = main([str(word) for word in command])
    if status:
        raise talus.TalusError(told.getvalue().strip())


def _use_series(path: Path) -> None:
    for time in talus.times(path)[:2]:
        talus.classify([(0.5, 0.5, 0.5)], path, time=time)


def _use_surface(path: Path) -> None:
    surface = talus.read_surface(path)
    talus.check(surface, threads=1)
    with contextlib.suppress(talus.TalusError):  # open surfaces are read, too
        talus.mass_properties(surface, threads=1)


def _use_points(path: Path, folder: Path) -> None:
    data = talus.read_points(path)
    if data.IsA("vtkImageData") and data.GetNumberOfPoints() > 10**6:
        return  # a large image without arrays is sound
    tetrahedron = ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    for cells in (False, True):
        labelled = talus.Classifier(tetrahedron, threads=1, cells=cells).label(data)
    if not data.IsA("vtkTable"):
        suffix = {"vtkMultiBlockDataSet": ".vtm", "vtkPartitionedDataSet": ".vtpd"}.get(data.GetClassName(), ".vtpc")
        talus.write(labelled, folder / f"out{suffix if data.IsA('vtkCompositeDataSet') else '.vtu'}")


def fuzz(cases: int, seed: int = 1, only: str = "", first: int = 0) -> dict[str, Tally]:
    """Tallies by format."""
    with tempfile.TemporaryDirectory(dir=folder_in_memory()) as place:
        in_a_child(lambda: write_corpus(Path(place) / "corpus"))
        fuzzer = Fuzzer(Corpus(Path(place) / "corpus", only, seed), Path(place))
        fuzzer.run(range(first, first + cases))
    return fuzzer.tallies


if __name__ == "__main__":
    chosen = options_of(__doc__, "seeds")
    sys.exit(report(fuzz(chosen.cases, chosen.seed, chosen.only, chosen.first)))
