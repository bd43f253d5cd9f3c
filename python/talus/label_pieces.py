"""Labels of more points than fit into memory: from one parallel VTK file to another, piece by piece."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkPolyData

from .classification import Classifier, method_of, sides_of
from .io.xml_parallel_writer import ParallelWriter
from .io.xml_reader import PieceFiles
from .label_stream import StreamSummary, share_of, staged_by_all
from .progress import Progress
from .ranks import Ranks


def label_pieces(
    classifier: Classifier, points: Path, out: Path, progress: Progress | None = None, ranks: Ranks = Ranks()
) -> StreamSummary:
    """Writes each piece with its labels. Needs memory for one piece.

    :param points: a PVTP or PVTU file
    :param out: a file of the same kind, with its pieces in a folder beside it; written completely or not at all
    :param ranks: that call this together, with a classifier of all of them: they take turns
    :return: of the points of all ranks
    :raises TalusError: an unusable surface, an incomplete or damaged file or piece
    """
    summary = StreamSummary()
    pieces = ranks.agreed(lambda: PieceFiles(points))
    with staged_by_all(out, ranks) as path:
        writer = ParallelWriter(path, pieces.kind)

        def label(piece: tuple[int | None, vtkDataObject]) -> np.ndarray:
            number, data = piece
            share = None if number is None else share_of(progress, number, 1, len(pieces))
            labelled = classifier.label(data, share)
            summary.add(sides_of(labelled, classifier.cells), method_of(labelled), " ".join(classifier.warnings))
            labelled.GetFieldData().RemoveArray("Answer")  # of the pieces that other ranks had at the same time, too
            if number is not None:
                writer.add(labelled, number)
            return np.empty(0)

        own = ((number, pieces[number]) for number in ranks.own(range(len(pieces))))
        ranks.in_turns(own, label, lambda _: None, (None, vtkPolyData()))
        ranks.on_first(lambda: writer.finish(len(pieces)))
    summary.counts = ranks.sum(summary.counts)
    return summary
