"""On which ranks the points of a data set lie."""

from paraview import simple


def rank_range(source):
    """The first and the last rank. ParaView 6.1 has the filter under another name."""
    if hasattr(simple, "ProcessIdScalars"):
        ids, name = simple.ProcessIdScalars(Input=source), "ProcessId"
    else:
        ids, name = simple.ProcessIds(Input=source), "PointProcessIds"
    ids.UpdatePipeline()
    return ids.PointData[name].GetRange()
