"""Runs the cases of a fuzzer in forked processes: no crash, no hang, no traceback, little time and memory.

A process runs many cases, and a new one goes on behind a case that ended it. What a case is, tells a class like
:class:`Cases`.
"""

from __future__ import annotations

import argparse
import os
import resource
import select
import shutil
import signal
import struct
import sys
import time
import traceback
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, NoReturn, Protocol

import talus

LONGEST = 10.0  # s of the processor for a case
_PATIENCE = 6  # times as long may it take where others use the processor, too
MEMORY = 1 << 30  # bytes that a case may ask for
_BATCH = 500
_RECORD = struct.Struct("<QBdQ")  # number of the case, state, seconds, bytes of the process
_BEGUN, _ACCEPTED, _REFUSED, _TRACE = range(4)


class Cases(Protocol):
    """What is tried. Case i is the same in every run."""

    def name(self, number: int) -> str:
        """What a case is made of: its kind, ``-`` and more. Cases are counted by kind."""

    def prepare(self, number: int, folder: Path) -> Callable[[], None]:
        """Writes the files of a case into an empty folder.

        :return: what is tried; it raises a TalusError if it refuses the files, nothing if it accepts them, and
            whatever else is a failure
        """


@dataclass
class Tally:
    """What became of the cases of one kind."""

    cases: int = 0
    accepted: int = 0
    refused: int = 0
    slowest: float = 0.0
    memory: int = 0
    failures: list[str] = field(default_factory=list)


def _work(cases: Cases, numbers: range, pipe: int, folder: Path) -> None:
    """Runs cases in this process, and tells of each when it begins and when it ends."""
    _limit_memory()
    warnings.simplefilter("error")
    warnings.simplefilter("ignore", talus.SurfaceWarning)
    for number in numbers:
        os.write(pipe, _RECORD.pack(number, _BEGUN, 0, 0))
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        attempt = cases.prepare(number, folder)
        begin, state = time.process_time(), _ACCEPTED
        try:
            attempt()
        except talus.TalusError as error:
            state = _REFUSED if len(str(error).splitlines()) == 1 else _TRACE
            if state == _TRACE:
                traceback.print_exc()
        except BaseException:  # MemoryError and KeyboardInterrupt, too: nothing but TalusError may come
            state = _TRACE
            traceback.print_exc()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        os.write(pipe, _RECORD.pack(number, state, time.process_time() - begin, peak))


def _limit_memory() -> None:
    """What is there already counts, too; address space that is only reserved does not."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    here = int(next(line for line in status.splitlines() if line.startswith("VmData")).split()[1]) * 1024
    resource.setrlimit(resource.RLIMIT_DATA, (here + MEMORY, here + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Fuzzer:
    """Runs cases in processes of their own and keeps the tallies."""

    def __init__(self, cases: Cases, folder: Path) -> None:
        self.tallies: dict[str, Tally] = {}
        self._cases, self._folder = cases, folder
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
            _end_after(lambda: _work(self._cases, numbers, writer, self._folder / "case"))
        os.close(writer)
        try:
            return self._watch(child, reader, numbers)
        finally:
            os.close(reader)

    def _watch(self, child: int, pipe: int, numbers: range) -> int:
        number, open_case = numbers.start, False
        while record := self._record(child, pipe):
            number, state, seconds, memory = _RECORD.unpack(record)
            open_case = state == _BEGUN
            if not open_case:
                self._note(number, state, seconds, memory)
        if record is None:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            self._fail(number, f"no answer within {LONGEST} s")
            return number + 1
        status = os.waitpid(child, 0)[1]
        if open_case or status:
            self._fail(number, f"the process ended with the status {status}: {self._said()}")
        return number + 1

    @staticmethod
    def _record(child: int, pipe: int) -> bytes | None:
        """The next one, empty at the end; None: it takes too long."""
        begin, used = time.monotonic(), _seconds_of(child)
        while not select.select([pipe], [], [], LONGEST / 4)[0]:
            waited = time.monotonic() - begin
            if waited > _PATIENCE * LONGEST or _seconds_of(child) - used > LONGEST:
                return None
        return os.read(pipe, _RECORD.size)

    def _tally(self, number: int) -> Tally:
        return self.tallies.setdefault(self._cases.name(number).partition("-")[0], Tally())

    def _note(self, number: int, state: int, seconds: float, memory: int) -> None:
        tally = self._tally(number)
        tally.cases += 1
        tally.accepted += state == _ACCEPTED
        tally.refused += state == _REFUSED
        tally.slowest = max(tally.slowest, seconds)
        tally.memory = max(tally.memory, memory)
        if state == _TRACE:
            tally.failures.append(f"case {number} ({self._cases.name(number)}): {self._said()}")
            self._log.write_bytes(b"")

    def _fail(self, number: int, what: str) -> None:
        tally = self._tally(number)
        tally.cases += 1
        tally.failures.append(f"case {number} ({self._cases.name(number)}): {what}")

    def _said(self) -> str:
        return self._log.read_text(errors="replace")[-1500:]


def _seconds_of(process: int) -> float:
    """What a process has used of the processors."""
    words = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _end_after(work: Callable[[], object]) -> NoReturn:
    """Does work and ends this process: what its parent would do at its own end is not done here."""
    status = 1
    try:
        work()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def in_a_child(work: Callable[[], object]) -> None:
    """Does work in a process of its own: what VTK's writers and the filters start there, threads among it, does not
    reach cases that fork later.

    :raises AssertionError: it failed; the traceback is printed
    """
    child = os.fork()
    if child == 0:
        _end_after(work)
    assert os.waitpid(child, 0)[1] == 0


def folder_in_memory() -> str | None:
    """Where many small files are written fast: for ``tempfile``."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def table(tallies: dict[str, Tally]) -> str:
    """One line a kind, and one for all."""
    total = Tally(
        sum(t.cases for t in tallies.values()),
        sum(t.accepted for t in tallies.values()),
        sum(t.refused for t in tallies.values()),
        max(t.slowest for t in tallies.values()),
        max(t.memory for t in tallies.values()),
        [failure for t in tallies.values() for failure in t.failures],
    )
    head = f"{'kind':<16}{'cases':>9}{'accepted':>10}{'refused':>9}{'failed':>8}{'slowest':>10}{'memory':>10}"
    return "\n".join([head, *(_row(*item) for item in [*sorted(tallies.items()), ("all", total)])])


def _row(name: str, tally: Tally) -> str:
    return (
        f"{name:<16}{tally.cases:>9}{tally.accepted:>10}{tally.refused:>9}{len(tally.failures):>8}"
        f"{tally.slowest:>8.2f} s{tally.memory / 2**20:>6.0f} MiB"
    )


def report(tallies: dict[str, Tally]) -> int:
    """Prints failures and figures. :return: the exit status"""
    for tally in tallies.values():
        for failure in tally.failures[:20]:
            print(failure, "\n")
    print(table(tallies))
    return int(any(tally.failures for tally in tallies.values()))


def options_of(about: str, only: str) -> argparse.Namespace:
    """The options of a fuzzer's command line. :param only: what it chooses by its option of that name"""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--only", default="", help=f"beginning of the names of {only}")
    return parser.parse_args()
