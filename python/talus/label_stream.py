"""Labels of more points than fit into memory: from one NPY file to another, in chunks."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterator

import numpy as np

from .classification import Classification, Classifier
from .io.numpy_files import PointFile, write_header
from .io.output import staged
from .progress import Progress

_PORTION = 1 << 20  # points in memory at once


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
    classifier: Classifier, points: Path, out: Path, progress: Progress | None = None
) -> StreamSummary:
    """Writes `Side` of each point: int8, shape (n,). Needs memory for a million points, whatever their number.

    :param points: an NPY file of numbers (n, 3), in row-major order
    :param out: the NPY file; written completely or not at all
    :raises TalusError: an unusable surface or file
    """
    summary = StreamSummary()
    with PointFile(points) as source, staged(out) as path, path.open("wb") as target:
        write_header(target, np.dtype(np.int8), (source.count,))
        for begin, portion in _portions(source):
            share = share_of(progress, begin, len(portion), source.count)
            found = classifier.classify(portion, share)
            summary.add_found(found)
            target.write(found.side.tobytes())
    return summary


def _portions(source: PointFile) -> Iterator[tuple[int, np.ndarray]]:
    """The index of the first point and the points of each chunk; a single empty chunk if there are no points."""
    for begin in range(0, max(source.count, 1), _PORTION):
        yield begin, source.read(min(_PORTION, source.count - begin))


def share_of(progress: Progress | None, begin: int, count: int, total: int) -> Progress | None:
    """Converts the progress of a chunk to that of the whole file."""
    if progress is None:
        return None
    return lambda fraction: progress((begin + fraction * count) / max(total, 1))
