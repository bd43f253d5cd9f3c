"""Times of a programmable filter with several inputs: VTK uses only those of the first."""

from __future__ import annotations

from vtkmodules.vtkCommonCore import vtkInformation
from vtkmodules.vtkCommonDataModel import vtkDataObject
from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm, vtkStreamingDemandDrivenPipeline as Pipeline


def merge_times(algorithm: vtkAlgorithm) -> None:
    """Gives the output the time steps of all inputs, and a range around them; for the RequestInformation script."""
    steps, ends = set(), []
    for info in _timed_inputs(algorithm):
        steps.update(info.Get(Pipeline.TIME_STEPS()) or ())
        ends.extend(info.Get(Pipeline.TIME_RANGE()))
    if not ends:
        return
    output = algorithm.GetOutputInformation(0)
    output.Set(Pipeline.TIME_RANGE(), (min(ends), max(ends)), 2)
    if steps:
        output.Set(Pipeline.TIME_STEPS(), sorted(steps), len(steps))


def set_data_time(algorithm: vtkAlgorithm) -> None:
    """Gives the output the data time of the inputs, or the requested time if they differ."""
    own = {_data_time(info) for info in _timed_inputs(algorithm)}
    asked, output = algorithm.GetOutputInformation(0), algorithm.GetOutputDataObject(0).GetInformation()
    if len(own) == 1 and None not in own:
        output.Set(vtkDataObject.DATA_TIME_STEP(), own.pop())
    elif own and asked.Has(Pipeline.UPDATE_TIME_STEP()):
        output.Set(vtkDataObject.DATA_TIME_STEP(), asked.Get(Pipeline.UPDATE_TIME_STEP()))


def _timed_inputs(algorithm: vtkAlgorithm) -> list[vtkInformation]:
    every = (algorithm.GetInputInformation(0, i) for i in range(algorithm.GetNumberOfInputConnections(0)))
    return [info for info in every if info.Has(Pipeline.TIME_RANGE())]


def _data_time(info: vtkInformation) -> float | None:
    data = info.Get(vtkDataObject.DATA_OBJECT()).GetInformation()
    return data.Get(vtkDataObject.DATA_TIME_STEP()) if data.Has(vtkDataObject.DATA_TIME_STEP()) else None
