"""Runs a scenario for many sets of options, one core each."""

from __future__ import annotations

import multiprocessing
import os
from typing import Any, Iterator, Mapping, Sequence

#: Measured numbers by description with unit
Numbers = Mapping[str, float]


def sweep(name: str, cases: Sequence[Mapping[str, Any]], *, workers: int = 0) -> Iterator[Numbers]:
    """Runs a scenario once for each set of options, and returns the results in the order of the cases.

    A script that calls it must be importable: ``if __name__ == "__main__": main()``, because it starts new
    processes.

    >>> cases = [{"angle": angle} for angle in (20, 25, 30)]
    >>> for case, numbers in zip(cases, scenarios.sweep("slope", cases)): print(case, numbers["acceleration, m/s²"])

    :param cases: options of :func:`talus.scenarios.run`
    :param workers: number of parallel runs, each on one thread; 0: the number of cores
    :raises TalusError: as :func:`talus.scenarios.run`
    """
    workers = workers or len(os.sched_getaffinity(0))
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(_numbers, [(name, dict(case)) for case in cases])


def _numbers(task: tuple[str, dict[str, Any]]) -> Numbers:
    from . import run

    name, case = task
    return dict(run(name, threads=1, **case).numbers)
