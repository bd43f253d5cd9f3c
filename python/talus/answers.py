"""What filters answer: a sentence of the core, the same in ParaView's panels and on the command line."""

from __future__ import annotations

from vtkmodules.vtkCommonDataModel import vtkDataObject


def answer_of(output: vtkDataObject) -> str:
    """The sentence that a filter has left in the field data of its output; empty if it has left none."""
    array = output.GetFieldData().GetAbstractArray("Answer")
    return array.GetValue(0) if array is not None and array.GetNumberOfValues() else ""
