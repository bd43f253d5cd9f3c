"""Reads damaged files of every format in forked processes: no crash, no hang, no traceback, little time and memory.

    python3 fuzz_readers.py --cases 100000 [--seed 1] [--only vtu]

Case i of a seed is the same in every run. A process reads many cases, and a new one goes on behind a case that ended it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import random
import resource
import select
import shutil
import signal
import struct
import sys
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from fuzz_corpus import write_corpus
from fuzz_mutations import mutated, mutated_within

import talus
from talus.cli import main
from talus.io import POINT_READERS, SURFACE_READERS
from talus.io.regular_file import kind_of

LONGEST = 10.0  # s for a case
MEMORY = 1 << 30  # bytes that a case may ask for
_BATCH = 500
_RECORD = struct.Struct("<QBdQ")  # number of the case, state, seconds, bytes of the process
_BEGUN, _ACCEPTED, _REFUSED, _TRACE = range(4)


@dataclass
class Tally:
    """What became of the cases of one format."""

    cases: int = 0
    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0
    memory: int = 0
    failures: list[str] = field(default_factory=list)


class Corpus:
    """Seeds in memory."""

    def __init__(self, folder: Path, only: str = "") -> None:
        self.seeds: dict[str, dict[str, bytes]] = {}
        for seed in sorted(folder.iterdir()):
            files = {str(p.relative_to(seed)): p.read_bytes() for p in sorted(seed.rglob("*")) if p.is_file()}
            self.seeds[seed.name] = files
        self.names = [name for name in self.seeds if name.startswith(only)]
        self._contents = [data for files in self.seeds.values() for data in files.values()]
        self._alike: dict[str, list[bytes]] = {}
        for files in self.seeds.values():
            for name, data in files.items():
                self._alike.setdefault(Path(name).suffix, []).append(data)

    def case(self, seed: int, number: int) -> tuple[str, dict[str, bytes]]:
        """The seed's name, and its files of which one is damaged."""
        rng = random.Random(seed * 2**40 + number)
        name = self.names[number % len(self.names)]
        files = dict(self.seeds[name])
        victim = rng.choice(sorted(files))
        others = self._alike[Path(victim).suffix] if rng.random() < 0.6 else self._contents
        damage = mutated_within if number // len(self.names) % 4 else mutated  # a quarter reaches the packing alone
        files[victim] = damage(rng, files[victim], others)
        return name, files


def read(name: str, folder: Path) -> None:
    """What users do with such files. :raises talus.TalusError: as readers do"""
    kind = name.partition("-")[0]
    if kind == "run":
        _go_on(folder)
    elif kind in ("json", "scene"):
        talus.body_surfaces(talus.read_scene(next(folder.glob("main.*"))))
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


def _work(corpus: Corpus, seed: int, numbers: range, pipe: int, folder: Path) -> None:
    """Runs cases in this process, and tells of each when it begins and when it ends."""
    _limit_memory()
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", talus.SurfaceWarning)
    for number in numbers:
        os.write(pipe, _RECORD.pack(number, _BEGUN, 0, 0))
        name, files = corpus.case(seed, number)
        shutil.rmtree(folder, ignore_errors=True)
        for file, data in files.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_bytes(data)
        begin, state = time.perf_counter(), _ACCEPTED
        try:
            read(name, folder)
        except talus.TalusError as error:
            state = _REFUSED if len(str(error).splitlines()) == 1 else _TRACE
            if state == _TRACE:
                traceback.print_exc()
        except BaseException:  # MemoryError and KeyboardInterrupt, too: nothing but TalusError may come
            state = _TRACE
            traceback.print_exc()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        os.write(pipe, _RECORD.pack(number, state, time.perf_counter() - begin, peak))


def _limit_memory() -> None:
    """What is there already counts, too; address space that is only reserved does not."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    here = int(next(line for line in status.splitlines() if line.startswith("VmData")).split()[1]) * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (here + MEMORY, here + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Fuzzer:
    """Runs cases in processes of their own and keeps the tallies."""

    def __init__(self, corpus: Corpus, seed: int, folder: Path) -> None:
        self.tallies: dict[str, Tally] = {}
        self._corpus, self._seed, self._folder = corpus, seed, folder
        self._log = folder / "log"

    def run(self, numbers: range) -> None:
        """Runs all cases, behind one that ends its process in a new one."""
        while numbers:
            done = self._batch(numbers[:_BATCH])
            numbers = range(done, numbers.stop)

    def _batch(self, numbers: range) -> int:
        """:return: the number of the next case"""
        reader, writer = os.pipe()
        self._log.write_bytes(b"")
        child = os.fork()
        if child == 0:
            os.close(reader)
            log = os.open(self._log, os.O_WRONLY | os.O_APPEND)
            os.dup2(log, 1)
            os.dup2(log, 2)
            sys.stderr = open(2, "w", buffering=1, closefd=False)  # pytest has one of its own
            _work(self._corpus, self._seed, numbers, writer, self._folder / "case")
            os._exit(0)
        os.close(writer)
        try:
            return self._watch(child, reader, numbers)
        finally:
            os.close(reader)

    def _watch(self, child: int, pipe: int, numbers: range) -> int:
        number, open_case = numbers.start, False
        while select.select([pipe], [], [], LONGEST)[0]:
            record = os.read(pipe, _RECORD.size)
            if not record:
                break
            number, state, seconds, memory = _RECORD.unpack(record)
            open_case = state == _BEGUN
            if not open_case:
                self._note(number, state, seconds, memory)
        else:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            self._fail(number, f"no answer within {LONGEST} s")
            return number + 1
        status = os.waitpid(child, 0)[1]
        if open_case or status:
            self._fail(number, f"the process ended with the status {status}: {self._said()}")
        return number + 1

    def _tally(self, number: int) -> Tally:
        name = self._corpus.names[number % len(self._corpus.names)]
        return self.tallies.setdefault(name.partition("-")[0], Tally())

    def _note(self, number: int, state: int, seconds: float, memory: int) -> None:
        tally = self._tally(number)
        tally.cases += 1
        tally.accepted += state == _ACCEPTED
        tally.refused += state == _REFUSED
        tally.slowest = max(tally.slowest, seconds)
        tally.memory = max(tally.memory, memory)
        if state == _TRACE:
            tally.failures.append(f"case {number} ({self._corpus.names[number % len(self._corpus.names)]}): {self._said()}")
            self._log.write_bytes(b"")

    def _fail(self, number: int, what: str) -> None:
        tally = self._tally(number)
        tally.cases += 1
        tally.failures.append(f"case {number} ({self._corpus.names[number % len(self._corpus.names)]}): {what}")

    def _said(self) -> str:
        return self._log.read_text(errors="replace")[-1500:]


def fuzz(cases: int, seed: int = 1, only: str = "", first: int = 0, keep: Path | None = None) -> dict[str, Tally]:
    """Tallies by format. :param keep: a folder for the files of cases that failed"""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as place:
        child = os.fork()  # what VTK's writers and the filters start, threads among it, does not reach the cases
        if child == 0:
            status = 1
            try:
                write_corpus(Path(place) / "corpus")
                status = 0
            except BaseException:
                traceback.print_exc()
            os._exit(status)
        assert os.waitpid(child, 0)[1] == 0, "the corpus could not be written"
        corpus = Corpus(Path(place) / "corpus", only)
        fuzzer = Fuzzer(corpus, seed, Path(place))
        fuzzer.run(range(first, first + cases))
    return fuzzer.tallies


def table(tallies: dict[str, Tally]) -> str:
    """One line a format, and one for all."""
    lines = [f"{'format':<8}{'cases':>9}{'accepted':>10}{'refused':>9}{'failed':>8}{'slowest':>10}{'memory':>10}"]
    for name, tally in sorted(tallies.items()):
        lines.append(_row(name, tally))
    total = Tally(
        sum(t.cases for t in tallies.values()),
        sum(t.accepted for t in tallies.values()),
        sum(t.refused for t in tallies.values()),
        max(t.slowest for t in tallies.values()),
        max(t.memory for t in tallies.values()),
        [failure for t in tallies.values() for failure in t.failures],
    )
    return "\n".join([*lines, _row("all", total)])


def _row(name: str, tally: Tally) -> str:
    return (
        f"{name:<8}{tally.cases:>9}{tally.accepted:>10}{tally.refused:>9}{len(tally.failures):>8}"
        f"{tally.slowest:>8.2f} s{tally.memory / 2**20:>6.0f} MiB"
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--only", default="", help="beginning of the names of seeds")
    return parser.parse_args()


if __name__ == "__main__":
    chosen = _options()
    found = fuzz(chosen.cases, chosen.seed, chosen.only, chosen.first)
    for tally_ in found.values():
        for failure_ in tally_.failures[:20]:
            print(failure_, "\n")
    print(table(found))
    sys.exit(any(tally_.failures for tally_ in found.values()))
