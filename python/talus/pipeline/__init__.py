"""The filters *Granular Layers*, *Granular Flow* and *Force Chains* in ParaView's pipeline: they apply
:mod:`talus.measure` to their inputs.

The filters are ParaView's programmable filter, each described in ``plugin/Talus/measure``; its script calls
:func:`fill`. One file per filter: a function that takes a :class:`Sample` and the properties by name, and fills an
output.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Sequence

from vtkmodules.vtkCommonCore import vtkOutputWindow

from ..answers import put_answer
from ..errors import TalusError
from ..ranks import together
from .force_chains import force_chains
from .granular_flow import granular_flow
from .granular_layers import granular_layers
from .sample import Sample, sample
from .times import merge_times, set_data_time


_told: deque[tuple] = deque(maxlen=100)


def fill(measured: Callable[..., None], inputs: Sequence[Any], output: Any, **properties: Any) -> None:
    """Runs a filter, on all processes of ParaView's server together. Invalid input gives one error message in ParaView and an empty output.

    :param inputs, output: the variables of a programmable filter's script
    """
    output, inputs, ranks = output.VTKObject, [data.VTKObject for data in inputs], together()
    try:
        given = sample(inputs, ranks)
        ranks.agreed(lambda: measured(given, output, **properties))
    except TalusError as error:
        output.Initialize()  # ParaView has put the input's points into it
        put_answer(output, f"No result: {error}")
        if ranks.first and _is_news((output.__this__, str(error), str(properties), *(data.GetMTime() for data in inputs))):
            vtkOutputWindow.GetInstance().DisplayErrorText(f"ERROR: {error}\n")


def _is_news(told: tuple) -> bool:
    """Whether this was not said before. ParaView requests an image that stays empty several times, without any change."""
    if told in _told:
        return False
    _told.append(told)
    return True


__all__ = ["Sample", "fill", "force_chains", "granular_flow", "granular_layers", "merge_times", "sample", "set_data_time"]
