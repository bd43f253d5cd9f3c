"""Shows scenes in ParaView without copying a shape for each body: 3D Glyphs draw instances."""

from __future__ import annotations

from .errors import TalusError


def show_scene(source, view=None, *, colour_by: str = "BodyId"):
    """Draws the bodies of a scene as instances of its shapes: memory and time do not grow with the triangles of all
    bodies. The representation is *3D Glyphs* of the block Bodies, with the shapes as its table of glyphs, chosen by
    Shape, turned by Orientation (w x y z) and scaled by Scale.

    To be called in ParaView, ``pvpython`` or ``pvbatch``. It follows the source: a change of bodies or shapes shows at
    the next rendering; after a change of the *number* of shapes call it again.

    :param source: a ParaView source whose output is a scene, such as ``SceneReader(FileName=…)``
    :param view: a render view; without one the active one
    :param colour_by: an array of the bodies
    :return: the representation
    :raises TalusError: what is no scene, or has no shapes
    """
    from paraview import simple

    view = view or simple.GetActiveViewOrCreate("RenderView")
    shapes = [_block(source, f"/Scene/Shapes/{node}") for node in _shape_nodes(source)]
    bodies = _block(source, "/Scene/Bodies")
    shown = simple.Show(bodies, view)
    shown.SetRepresentationType("3D Glyphs")
    shown.GlyphType = "Pipeline Connection"
    shown.GlyphType.Input = simple.GroupDatasets(Input=shapes)
    shown.UseGlyphTable, shown.UseCompositeGlyphTable, shown.GlyphTableIndexArray = 1, 1, "Shape"
    shown.Orient, shown.OrientationMode, shown.SelectOrientationVectors = 1, "Quaternion", "Orientation"
    shown.Scaling, shown.ScaleMode, shown.SelectScaleArray, shown.ScaleFactor = 1, "Magnitude", "Scale", 1.0
    simple.ColorBy(shown, ("POINTS", colour_by))
    shown.RescaleTransferFunctionToDataRange()
    return shown


def _shape_nodes(source) -> list[str]:
    """Names of the assembly's nodes below Shapes, in the order of the shapes."""
    source.UpdatePipeline()
    assembly = source.GetDataInformation().DataInformation.GetDataAssembly()
    parent = assembly.GetFirstNodeByPath("/Scene/Shapes") if assembly else -1
    if parent < 0:
        raise TalusError("This is no scene: it has no shapes in an assembly", "", "Take one from Scene Reader")
    nodes = [assembly.GetNodeName(assembly.GetChild(parent, i)) for i in range(assembly.GetNumberOfChildren(parent))]
    if not nodes:
        raise TalusError("The scene has no shapes", "", "Give it some")
    return nodes


def _block(source, selector: str):
    """One block of a scene as a poly data."""
    from paraview import simple

    block = simple.ExtractBlock(Input=source)
    block.Assembly = "Assembly"
    block.Selectors = [selector]
    return simple.MergeBlocks(Input=block, OutputDataSetType="Polygonal Mesh", MergePoints=0)
