"""Labels of more points than fit into memory: from one parallel VTK file to another, piece by piece."""

from __future__ import annotations

from pathlib import Path

from .classification import Classifier, method_of, sides_of
from .io.output import staged
from .io.xml_parallel_writer import ParallelWriter
from .io.xml_reader import PieceFiles
from .label_stream import StreamSummary, share_of
from .progress import Progress


def label_pieces(
    classifier: Classifier, points: Path, out: Path, progress: Progress | None = None
) -> StreamSummary:
    """Writes each piece with its labels. Needs memory for one piece.

    :param points: a PVTP or PVTU file
    :param out: a file of the same kind, with its pieces in a folder beside it; written completely or not at all
    :raises TalusError: an unusable surface, an incomplete or damaged file or piece
    """
    summary = StreamSummary()
    pieces = PieceFiles(points)
    with staged(out) as path:
        writer = ParallelWriter(path, pieces.kind)
        for number, piece in enumerate(pieces):
            labelled = classifier.label(piece, share_of(progress, number, 1, len(pieces)))
            summary.add(sides_of(labelled, classifier.cells), method_of(labelled), " ".join(classifier.warnings))
            writer.add(labelled)
        writer.finish()
    return summary
