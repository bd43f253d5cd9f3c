"""Labels of more points than fit into memory: from one NPY file to another, in chunks."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

import numpy as np

from .classification import Classification, Classifier
from .io.numpy_files import PointFile, header_of
from .io.output import staged, writing
from .progress import Progress
from .ranks import Ranks

_POINTS_AT_A_TIME = 1 << 20  # points in memory at once


@dataclass
class StreamSummary:
    """Summary of the labels of all points."""

    #: numbers of points inside, on the surface and outside
    counts: list[int] = field(default_factory=lambda: [0, 0, 0])
    method: str = ""
    reason: str = ""
    #: warnings of the chunks
    warnings: list[str] = field(default_factory=list)

    def add(self, sides: np.ndarray, used: tuple[str, str], warning: str) -> None:
        """Adds a chunk. :param used: method and reason"""
        for i, side in enumerate((1, 0, -1)):
            self.counts[i] += int(np.count_nonzero(sides == side))
        self.method, self.reason = used
        if warning:
            self.warnings.append(warning)

    def add_found(self, found: Classification) -> None:
        """Adds the labels of a chunk."""
        self.add(found.side, (found.method, found.reason), found.warning)


def label_stream(
    classifier: Classifier, points: Path, out: Path, progress: Progress | None = None, ranks: Ranks = Ranks()
) -> StreamSummary:
    """Writes `Side` of each point: int8, shape (n,). Needs memory for a million points, whatever their number.

    :param points: an NPY file of numbers (n, 3), in row-major order
    :param out: the NPY file; written completely or not at all
    :param ranks: that call this together, with a classifier of all of them: they take turns
    :return: of the points of all ranks
    :raises TalusError: an unusable surface or file
    """
    summary = StreamSummary()
    with ExitStack() as opened:
        source = ranks.agreed(lambda: opened.enter_context(PointFile(points)))
        path = opened.enter_context(staged_by_all(out, ranks))
        ranks.on_first(lambda: append(header_of(np.dtype(np.int8), (source.count,)), path))
        length = min(_POINTS_AT_A_TIME, max(1, -(-source.count // ranks.size)))  # few points, too, are shared by all

        def label(portion: tuple[int, np.ndarray]) -> np.ndarray:
            begin, places = portion
            found = classifier.classify(places, share_of(progress, begin, len(places), source.count))
            summary.add_found(found)
            return found.side

        begins = ranks.own(range(0, max(source.count, 1), length))
        portions = ((begin, source.read(begin, length)) for begin in begins)
        ranks.in_turns(portions, label, lambda sides: append(sides.tobytes(), path), (0, np.empty((0, 3))))
    summary.counts = ranks.sum(summary.counts)
    return summary


@contextmanager
def staged_by_all(path: Path, ranks: Ranks) -> Iterator[Path]:
    """As staged(), for ranks that write together: all get the same temporary path, and the first replaces ``path``."""
    with ExitStack() as on_first:
        yield Path(ranks.shared(lambda: str(on_first.enter_context(staged(path)))))
        ranks.on_first(on_first.close)


def append(content: bytes, path: Path) -> None:
    """Writes at the end of a file. :raises TalusError: the disk is full"""
    with writing(path), path.open("ab") as file:
        file.write(content)


def share_of(progress: Progress | None, begin: int, count: int, total: int) -> Progress | None:
    """Converts the progress of a chunk to that of the whole file."""
    if progress is None:
        return None
    return lambda fraction: progress((begin + fraction * count) / max(total, 1))
