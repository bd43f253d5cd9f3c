"""What filters answer: a sentence of the core, the same in ParaView's panels and on the command line."""

from __future__ import annotations

from typing import Any


def answer_of(output: Any) -> str:
    """The sentence that a filter has left in the field data of its output, a vtkDataObject; empty if it has left none."""
    array = output.GetFieldData().GetAbstractArray("Answer")
    return array.GetValue(0) if array is not None and array.GetNumberOfValues() else ""


def put_answer(output: Any, *parts: str) -> None:
    """Leaves the answer of a filter that is written in Python, where ParaView's panels read it. Its parts, as those of the core,
    have a dot between them.
    """
    from vtkmodules.vtkCommonCore import vtkStringArray

    array = vtkStringArray()
    array.SetName("Answer")
    array.InsertNextValue(" · ".join(parts))
    output.GetFieldData().AddArray(array)


def grouped(count: int) -> str:
    """A count with its digits in groups of three, as in the core's answers: 1 965."""
    return f"{count:,}".replace(",", " ")
