"""Labels of more points than fit into memory: from one CSV file to another, in chunks."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Iterator, Sequence

from .classification import Classifier
from .io.csv_rows import CsvFile
from .io.output import staged
from .io.tables import Columns, points_in, shortest
from .label_stream import StreamSummary
from .progress import Progress

_PORTION = 1 << 16  # rows in memory at once


def label_table(
    classifier: Classifier,
    points: Path,
    out: Path,
    columns: Columns | None = None,
    progress: Progress | None = None,
) -> StreamSummary:
    """Writes each row unchanged, followed by its labels. Needs memory for 65 536 rows, whatever their number.

    Existing columns with the name of a label are omitted.
    :param columns: names of the columns x, y and z, if they have other names
    :param out: the CSV file; written completely or not at all
    :raises TalusError: an unusable surface or file
    """
    summary = StreamSummary()
    with CsvFile(points) as source, staged(out) as path, path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=source.delimiter, lineterminator="\n")
        kept: Sequence[int] | None = None
        for rows in _portions(source):
            found = classifier.classify(points_in(rows, source.names, points, columns, sum(summary.counts)))
            summary.add_found(found)
            labels = found.arrays
            if kept is None:
                kept = [i for i, name in enumerate(source.names) if name not in labels]
                writer.writerow([*(source.names[i] for i in kept), *labels])
            added = zip(*(shortest(values) for values in labels.values()))
            writer.writerows([*(row[i] for i in kept), *more] for row, more in zip(rows, added))
            if progress is not None:
                progress(source.fraction)
    if progress is not None:
        progress(1.0)
    return summary


def _portions(source: CsvFile) -> Iterator[list[list[str]]]:
    """The rows in chunks; a single empty chunk if there are none."""
    yield source.next(_PORTION)
    while rows := source.next(_PORTION):
        yield rows
