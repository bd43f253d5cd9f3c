"""Plots the energies of the selected run over time, beside the active view: a macro for ParaView's window.

*Macros > Import New Macro…*, choose this file; then open ``run.pvd`` of a run, select it in the pipeline browser and press the macro's
button. ParaView must have been started by ``talus-env paraview``, so that the package is found. Other statistics: tick them in
the panel of the plot, *Series Parameters*.
"""

from pathlib import Path

from paraview.simple import GetActiveSource, RenderAllViews

from talus.display import show_statistics

source = GetActiveSource()
file = getattr(source, "FileName", None)
if not file:
    raise RuntimeError("Select the run.pvd of a run in the pipeline browser first")
show_statistics(Path(file).parent)
RenderAllViews()
