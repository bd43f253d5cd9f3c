"""Draws the bodies of the selected scene, or run, as instances in the active view: a macro for ParaView's window.

*Macros > Import New Macro…*, choose this file; then select a scene (Scene Reader, Body Placement, Time Stepper …) or the
``run.pvd`` of a run and press its button. ParaView must have been started by ``talus-env paraview``, so that the package is found.
"""

from pathlib import Path

from paraview.simple import GetActiveSource, Hide, RenderAllViews, ResetCamera

from talus.display import show_run, show_scene

source = GetActiveSource()
if source is None:
    raise RuntimeError("Select a scene, or a run.pvd, in the pipeline browser first")
Hide(source)
file = Path(str(getattr(source, "FileName", "")))
if file.name == "run.pvd":
    show_run(file.parent)
else:
    moves = "Velocity" if getattr(source, "TimestepValues", None) else "BodyId"
    show_scene(source, colour_by=moves)
    ResetCamera()
RenderAllViews()
