"""Draws the bodies of the selected scene as instances, in the active view: a macro for ParaView's window.

*Macros > Import New Macro…*, choose this file; then select a scene (Scene Reader, Body Placement, Time Stepper …) and
press its button. ParaView must have been started by ``talus-env paraview``, so that the package is found.
"""

from paraview.simple import GetActiveSource, Hide, RenderAllViews, ResetCamera

from talus.display import show_scene

scene = GetActiveSource()
if scene is None:
    raise RuntimeError("Select a scene in the pipeline browser first")
Hide(scene)
moves = "Velocity" if getattr(scene, "TimestepValues", None) else "BodyId"
show_scene(scene, colour_by=moves)
ResetCamera()
RenderAllViews()
