"""Labels of more points than fit into memory: from one CSV file to another, in chunks."""

from __future__ import annotations

import csv
import io
from contextlib import ExitStack
from pathlib import Path
from typing import Iterator

import numpy as np

from .classification import Classifier
from .io.csv_rows import CsvFile
from .io.tables import Columns, points_in, shortest
from .label_stream import StreamSummary, append, staged_by_all
from .progress import Progress
from .ranks import Ranks

_ROWS_AT_A_TIME = 1 << 16  # rows in memory at once

_Rows = list[list[str]]


def label_table(
    classifier: Classifier,
    points: Path,
    out: Path,
    columns: Columns | None = None,
    progress: Progress | None = None,
    ranks: Ranks = Ranks(),
) -> StreamSummary:
    """Writes each row unchanged, followed by its labels. Needs memory for 65 536 rows, whatever their number.

    Existing columns with the name of a label are omitted.
    :param columns: names of the columns x, y and z, if they have other names
    :param out: the CSV file; written completely or not at all
    :param ranks: that call this together, with a classifier of all of them: each reads all rows, and they take turns at
        labelling them
    :return: of the points of all ranks
    :raises TalusError: an unusable surface or file
    """
    summary = StreamSummary()
    with ExitStack() as opened:
        source = ranks.agreed(lambda: opened.enter_context(CsvFile(points)))
        path = opened.enter_context(staged_by_all(out, ranks))

        def label(portion: tuple[int | None, _Rows, np.ndarray]) -> np.ndarray:
            begin, rows, places = portion
            found = classifier.classify(places)
            summary.add_found(found)
            if progress is not None:
                progress(source.fraction)
            return np.frombuffer(_text(source, begin == 0, rows, found.arrays), np.uint8)

        own = (
            (begin, rows, points_in(rows, source.names, points, columns, begin))
            for begin, rows in ranks.own(_portions(source))
        )
        ranks.in_turns(own, label, lambda text: append(text.tobytes(), path), (None, [], np.empty((0, 3))))
    if progress is not None:
        progress(1.0)
    summary.counts = ranks.sum(summary.counts)
    return summary


def _portions(source: CsvFile) -> Iterator[tuple[int, _Rows]]:
    """The rows in chunks, with the number of the first of each; a single empty chunk if there are none."""
    begin, rows = 0, source.next(_ROWS_AT_A_TIME)
    while rows or begin == 0:
        yield begin, rows
        begin += max(len(rows), 1)
        rows = source.next(_ROWS_AT_A_TIME)


def _text(source: CsvFile, with_names: bool, rows: _Rows, labels: dict[str, np.ndarray]) -> bytes:
    """The rows with their labels, as lines."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=source.delimiter, lineterminator="\n")
    kept = [i for i, name in enumerate(source.names) if name not in labels]
    if with_names:
        writer.writerow([*(source.names[i] for i in kept), *labels])
    added = zip(*(shortest(values) for values in labels.values()))
    writer.writerows([*(row[i] for i in kept), *more] for row, more in zip(rows, added))
    return text.getvalue().encode()
