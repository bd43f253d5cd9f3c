"""Runs a scenario for many sets of options, one core each."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterator, Mapping, Sequence

from ..errors import ScenarioWarning, TalusError
from ..option_tables import ScenarioOptions


class Numbers(dict[str, float]):
    """Measured numbers by description with unit. Those of a case that failed are empty; to look one up raises its error."""

    #: Why the case failed, and which it is; None if it did not
    error: TalusError | None = None

    def __missing__(self, key: str) -> float:
        raise self.error if self.error is not None else KeyError(key)


def sweep(name: str, cases: Sequence[Mapping[str, Any]], *, workers: int = 0) -> Iterator[Numbers]:
    """Runs a scenario once for each set of options, and returns the results in the order of the cases.

    A case that fails does not end the others: its result is empty and has the ``error``.

    >>> cases = [{"angle": angle} for angle in (20, 25, 30)]
    >>> for case, numbers in zip(cases, scenarios.sweep("slope", cases)): print(case, numbers["acceleration, m/s²"])

    :param cases: options of :func:`talus.scenarios.run`
    :param workers: number of parallel runs, each on one thread; 0: the number of cores
    :raises TalusError: an unknown scenario or option, or one out of its range, before anything is run
    :warns ScenarioWarning: a case failed; names it
    """
    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 0:
        raise TalusError(f"The number of workers cannot be {workers!r}", "", "Give a whole number, 0 for one a core")
    tasks = [_checked(name, case, number) for number, case in enumerate(_listed(cases))]
    return _results(name, tasks, min(workers or len(os.sched_getaffinity(0)), max(len(tasks), 1)))


def _listed(cases: Any) -> list:
    try:
        return list(cases)
    except TypeError:
        raise TalusError(f"The cases cannot be {cases!r}", "", "Give a list of options") from None


def _checked(name: str, case: Any, number: int) -> dict[str, Any]:
    """:raises TalusError: the case has options that the scenario cannot have"""
    from . import options_of

    if not isinstance(case, Mapping):
        raise TalusError(f"Case {number} is {case!r}", "", "Give the options by name")
    options = dict(case)
    known = {"full", *ScenarioOptions.__annotations__}
    unknown = next((option for option in options if option not in known), None)
    if unknown is not None:
        raise TalusError(f"There is no option '{unknown}'", _place(options, number), "Give options of the scenario")
    try:
        options_of(name, **options)
    except TalusError as error:
        raise _of_case(error, options, number) from None
    return options


def _place(case: Mapping[str, Any], number: int) -> str:
    return f"case {number}: " + ", ".join(f"{option}={value!r}" for option, value in case.items())


def _of_case(error: TalusError, case: Mapping[str, Any], number: int) -> TalusError:
    return error.at("; ".join(filter(None, (error.where, _place(case, number)))))


def _results(name: str, tasks: list[dict[str, Any]], count: int) -> Iterator[Numbers]:
    idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
    workers = [_Worker() for _ in range(count)]
    for worker in workers:
        idle.put(worker)

    def run(task: dict[str, Any]) -> Numbers | TalusError:
        worker = idle.get()
        try:
            return worker.run(name, task)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(count) as threads:
        try:
            for number, found in enumerate(threads.map(run, tasks)):
                yield _told(found, tasks[number], number)
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.end()


def _told(found: Numbers | TalusError, case: Mapping[str, Any], number: int) -> Numbers:
    if isinstance(found, Numbers):
        return found
    failed = Numbers()
    failed.error = _of_case(found, case, number)
    warnings.warn(str(failed.error), ScenarioWarning, stacklevel=3)
    return failed


class _Worker:
    """A process that runs one case after another. It imports nothing of the caller's script, as those of multiprocessing do,
    which therefore begins again in each of them.
    """

    def __init__(self) -> None:
        self._ended = False
        self._start()

    def _start(self) -> None:
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
        command = [sys.executable, "-m", "talus.scenarios.sweep_worker"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths}, **pipes)

    def run(self, name: str, case: dict[str, Any]) -> Numbers | TalusError:
        try:
            pickle.dump((name, case), self._process.stdin)
            self._process.stdin.flush()
            found = pickle.load(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError):
            return self._lost()
        return found if isinstance(found, TalusError) else Numbers(found)

    def _lost(self) -> TalusError:
        status = self._process.wait()
        if not self._ended:
            self._start()
        how = f"by signal {-status}" if status < 0 else f"with status {status}"
        return TalusError(f"Its process ended {how}", "", "Run the case by itself, or give fewer workers: memory may be short")

    def end(self) -> None:
        self._ended = True
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()
