"""Times of a programmable filter with several inputs: VTK alone takes those of the first."""

from __future__ import annotations

from vtkmodules.vtkCommonCore import vtkInformation
from vtkmodules.vtkCommonDataModel import vtkDataObject
from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm, vtkStreamingDemandDrivenPipeline as Pipeline


def merge_times(algorithm: vtkAlgorithm) -> None:
    """Gives the output every time step of any input, and one range around all; for the script of the information."""
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
    """Gives the output's data the time of the inputs, or where these differ the time that was asked for."""
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
