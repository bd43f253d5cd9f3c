"""The processes that ``mpirun`` has started together: ranks 0, 1, … of one computation.

MPI is that of VTK, so no other package is needed. All ranks make the same calls in the same order.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import sys
import time
from contextlib import contextmanager, nullcontext, suppress
from itertools import islice
from typing import Any, Callable, ContextManager, Iterable, Iterator, Sequence, TypeVar

import numpy as np

from .errors import TalusError
from .launcher import of_several
from .progress import interrupt_noticed

_T = TypeVar("_T")
_Item = TypeVar("_Item")

#: Of messages between these objects
_TAG = 7303


class Ranks:
    """One process alone. :class:`_SeveralRanks` are several."""

    rank = 0
    size = 1

    @property
    def first(self) -> bool:
        """Whether this is rank 0, which reads, writes and prints what there is only once."""
        return self.rank == 0

    def filters_shared(self) -> ContextManager[object]:
        """Filters that are made in the block run on all ranks together; others on each rank for itself."""
        return nullcontext()

    def interrupt_noticed(self) -> ContextManager[object]:
        """Of several ranks Ctrl-C is noticed in the block, not raised (:func:`talus.progress.interrupt_noticed`): one alone
        must not leave the others.
        """
        return nullcontext()

    def agreed(self, work: Callable[[], _T]) -> _T:
        """What ``work`` returns on this rank. If it fails on any rank, all raise the error of the first such one.

        :param work: sends no messages
        :raises TalusError: that of any rank
        :raises KeyboardInterrupt: one of any rank
        """
        return work()

    def interruptible(self, work: Callable[[], _T]) -> _T:
        """As :meth:`agreed`. Ctrl-C until ``work`` has ended, on any rank, is raised on all."""
        return work()

    def dealt(self, items: Sequence[_Item], work: Callable[[_Item], _T]) -> Iterator[_T]:
        """What ``work`` returns for each item, in their order, on all ranks: any JSON value. Ranks take turns, one item each,
        and go on to the next ones together. Fails as :meth:`interruptible`, with the error of the first item that failed.
        """
        return map(work, items)

    def own(self, items: Iterable[_Item]) -> Iterator[_Item]:
        """Those of this rank, if all take turns."""
        return islice(items, self.rank, None, self.size)

    def in_turns(
        self, own: Iterable[_Item], work: Callable[[_Item], np.ndarray], take: Callable[[np.ndarray], None], idle: _Item
    ) -> None:
        """Calls ``take`` on rank 0 with what ``work`` returns for the items of all ranks, in the order of :meth:`own`: rows,
        of several items at once. Memory for one item of each rank. Fails as :meth:`interruptible`.

        :param own: of this rank; to get the next one may fail
        :param work: may be a filter of all ranks: they work at the same time
        :param idle: for ranks that have no more items than others
        """
        for item in own:
            take(work(item))

    def on_first(self, work: Callable[[], _T]) -> _T | None:
        """What ``work`` returns on rank 0, which alone does it; None on others. Fails as :meth:`agreed`."""
        return self.agreed(work if self.first else lambda: None)

    def shared(self, work: Callable[[], _T]) -> _T:
        """What ``work`` returns on rank 0, on all ranks: any JSON value. Fails as :meth:`agreed`."""
        return work()

    def any(self, here: bool) -> bool:
        """Whether this is so on any rank."""
        return here

    def gathered(self, rows: np.ndarray) -> np.ndarray:
        """The rows of all ranks, one rank after the other, on each of them. The type and the length of a row are the
        same on all ranks.
        """
        return rows

    def brought(self, rows: np.ndarray) -> np.ndarray:
        """As :meth:`gathered`, on rank 0; no rows on others."""
        return rows

    def sum(self, numbers: Sequence[int]) -> list[int]:
        """Each number, summed over all ranks."""
        return self.gathered(np.array([numbers], np.int64)).sum(axis=0).tolist()


class _SeveralRanks(Ranks):
    def __init__(self, controller: Any) -> None:
        self._controller = controller
        self.rank = controller.GetLocalProcessId()
        self.size = controller.GetNumberOfProcesses()

    @contextmanager
    def filters_shared(self) -> Iterator[None]:
        self._controller.SetGlobalController(self._controller)
        try:
            yield
        finally:
            self._controller.SetGlobalController(None)

    def interrupt_noticed(self) -> ContextManager[object]:
        return interrupt_noticed()

    def agreed(self, work: Callable[[], _T]) -> _T:
        error, result = "", None
        try:
            result = work()
        except MemoryError:
            error = json.dumps(["Not enough memory", f"rank {self.rank}", "Use fewer processes on this machine"])
        except TalusError as failure:
            error = json.dumps(failure.parts())
        except KeyboardInterrupt:
            error = "[]"
        failed = self._least(self.rank if error else self.size)
        if failed < self.size:
            told = json.loads(self._broadcast(error, failed))
            raise TalusError(*told) if told else KeyboardInterrupt
        return result

    def interruptible(self, work: Callable[[], _T]) -> _T:
        with interrupt_noticed() as interrupted:

            def watched() -> _T:
                try:
                    return work()
                finally:
                    if interrupted.is_set():
                        raise KeyboardInterrupt

            return self.agreed(watched)

    def dealt(self, items: Sequence[_Item], work: Callable[[_Item], _T]) -> Iterator[_T]:
        for begin in range(0, len(items), self.size):
            turn = items[begin : begin + self.size]
            done = self.interruptible(lambda: work(turn[self.rank]) if self.rank < len(turn) else None)
            told = self.gathered(np.frombuffer((json.dumps(done) + "\n").encode(), np.uint8))
            yield from map(json.loads, bytes(told).decode().splitlines()[: len(turn)])

    def in_turns(
        self, own: Iterable[_Item], work: Callable[[_Item], np.ndarray], take: Callable[[np.ndarray], None], idle: _Item
    ) -> None:
        own = iter(own)
        while True:
            item = self.interruptible(lambda: next(own, None))
            if not self.any(item is not None):
                return
            rows = self.interruptible(lambda: work(idle if item is None else item))
            rows = self.brought(rows)
            self.on_first(lambda: take(rows))

    def shared(self, work: Callable[[], _T]) -> _T:
        value = self.on_first(work)
        return json.loads(self._broadcast(json.dumps(value) if self.first else "", 0))

    def any(self, here: bool) -> bool:
        return self._least(0 if here else 1) == 0

    def gathered(self, rows: np.ndarray) -> np.ndarray:
        from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy

        own = numpy_to_vtk(np.ascontiguousarray(rows).ravel(), deep=True)
        every = own.NewInstance()
        self._controller.AllGatherV(own, every)
        return vtk_to_numpy(every).reshape(-1, *rows.shape[1:])

    def brought(self, rows: np.ndarray) -> np.ndarray:
        from vtkmodules.util.numpy_support import numpy_to_vtk, vtk_to_numpy

        own = numpy_to_vtk(np.ascontiguousarray(rows).ravel(), deep=True)
        every = own.NewInstance()
        self._controller.GatherV(own, every, 0)
        return vtk_to_numpy(every).reshape(-1, *rows.shape[1:])

    def _least(self, number: int) -> int:
        """Of all ranks, by a binomial tree to rank 0 and back. Ranks come here at different times: they sleep, where a
        reduction of MPI would keep a core busy."""
        parent = self.rank & (self.rank - 1)  # without its last bit
        lowest = self.rank ^ parent if self.rank else self.size
        steps = [1 << bit for bit in range(self.size.bit_length())]
        children = [self.rank + step for step in steps if step < lowest and self.rank + step < self.size]
        for child in children:
            number = min(number, self._receive(child))
        if self.rank:
            self._send(number, parent)
            number = self._receive(parent)
        for child in reversed(children):
            self._send(number, child)
        return number

    def _send(self, number: int, rank: int) -> None:
        from vtkmodules.vtkCommonCore import vtkIntArray

        own = vtkIntArray()
        own.InsertNextValue(number)
        self._controller.Send(own, rank, _TAG)

    def _receive(self, rank: int) -> int:
        from vtkmodules.vtkCommonCore import vtkIntArray

        has_come, sender, pause = [0], [0], 1e-5
        probe = getattr(self._controller, "Iprobe", lambda *_: False)  # that of pvbatch may be known as any controller
        while probe(rank, _TAG, has_come, sender) and not has_come[0]:
            time.sleep(pause)
            pause = min(2 * pause, 1e-3)
        other = vtkIntArray()
        self._controller.Receive(other, rank, _TAG)
        return other.GetValue(0)

    def _broadcast(self, text: str, source: int) -> str:
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkCommonCore import vtkIntArray, vtkUnsignedCharArray

        content = text.encode()
        length = vtkIntArray()
        length.InsertNextValue(len(content))
        self._controller.Broadcast(length, source)
        array = vtkUnsignedCharArray()
        array.SetNumberOfValues(length.GetValue(0))
        if self.rank == source and content:
            vtk_to_numpy(array)[:] = list(content)
        if length.GetValue(0):
            self._controller.Broadcast(array, source)
        return bytes(vtk_to_numpy(array)).decode() if length.GetValue(0) else ""


def together() -> Ranks:
    """The processes of ``pvserver`` or ``pvbatch`` that run this code together; in other programs this one alone."""
    from vtkmodules.vtkParallelCore import vtkMultiProcessController

    with suppress(ImportError):
        importlib.import_module("vtkmodules.vtkParallelMPI")  # so that Python knows the controller's class
    controller = vtkMultiProcessController.GetGlobalController()
    return _SeveralRanks(controller) if controller and controller.GetNumberOfProcesses() > 1 else Ranks()


@contextmanager
def joined(task: Any = None) -> Iterator[Ranks]:
    """The processes that were started together with this one, for the same task; this one alone, if there are no others.

    An error, or a program's early end, ends all: one that they have agreed on, or that a filter reports, is raised on rank 0,
    and the others exit; any other ends its process, so that ``mpirun`` ends the others.

    :param task: any JSON value. Processes that were not all given the same one work each for itself.
    :raises TalusError: several processes, but VTK was built without MPI
    """
    if not of_several():
        yield Ranks()
        return
    controller = _controller()
    ranks: Ranks = _SeveralRanks(controller) if controller.GetNumberOfProcesses() > 1 else Ranks()
    if ranks.any(task != ranks.shared(lambda: task)):
        ranks = Ranks()
    try:
        yield ranks
    except (TalusError, KeyboardInterrupt, MemoryError, SystemExit):
        _end_with_python()
        if ranks.first:
            raise
        sys.exit(0)  # another status would end rank 0 before it has printed the error
    _end_with_python()


def _end_with_python() -> None:
    """MPI ends when all else has: ParaView's objects, if there are any, use it until then."""
    at_exit = ctypes.pythonapi.Py_AtExit
    at_exit.argtypes = [ctypes.c_void_p]
    at_exit(ctypes.cast(_mpi().MPI_Finalize, ctypes.c_void_p))


def _mpi() -> ctypes.CDLL:
    """The library with which VTK was built, or what loads it."""
    return ctypes.CDLL(importlib.import_module("vtkmodules.vtkParallelMPI").__file__, mode=ctypes.RTLD_GLOBAL)


def _controller() -> Any:
    """VTK's MPI, initialised. VTK does not do that in Python, so its library does."""
    try:
        module = importlib.import_module("vtkmodules.vtkParallelMPI")
        mpi = _mpi()
        initialised = ctypes.c_int()
        mpi.MPI_Initialized(ctypes.byref(initialised))
        if not initialised.value:
            mpi.MPI_Init(None, None)
    except (ImportError, AttributeError):
        raise TalusError("This VTK has no MPI, so several processes cannot work together", "", "Start one process") from None
    controller = module.vtkMPIController()
    controller.Initialize()
    return controller
