"""Shows scenes and runs in ParaView without copying a shape for each body: instances are drawn.

For use in ParaView, ``pvpython`` or ``pvbatch``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Sequence

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy

from .camera import ShownRun, colour, look
from .errors import TalusError
from .look import OPACITY_WITH_CONTACTS, WALL_COLOUR
from .run_frames import body_frames, contact_frames, scene_file, statistics_columns

#: The statistics that :func:`show_statistics` plots if none are named
ENERGIES = ("KineticEnergy", "PotentialEnergy", "ElasticEnergy", "DissipatedEnergy")


def show_scene(source: Any, view: Any = None, *, colour_by: str = "BodyId") -> Any:
    """Draws the bodies of a scene as ParaView's window does, by the representation *Bodies*: instances of its shapes, so
    that memory and time do not grow with the triangles of all bodies, and walls as glass. It follows the source.

    :param source: a ParaView source whose output is a scene, such as ``SceneReader(FileName=…)``
    :param view: a render view; without one the active one
    :param colour_by: an array of the bodies
    :return: the representation
    :raises TalusError: what is no scene, or has no shapes; no such array
    """
    from paraview import simple

    _shape_nodes(source)
    _require_array(extract_block(source, "/Scene/Bodies"), "POINTS", colour_by)
    shown: Any = simple.Show(source, view or simple.GetActiveViewOrCreate("RenderView"))
    shown.SetRepresentationType("Bodies")
    shown.Contacts = "Hidden"
    simple.ColorBy(shown, ("POINTS", colour_by))
    shown.RescaleTransferFunctionToDataRange()
    return shown


def show_bodies(bodies: Any, scene: Any, view: Any = None, *, colour_by: str | None = "BodyId") -> Any:
    """Draws bodies as instances of a scene's shapes. The representation is *3D Glyphs* with the shapes as its table of
    glyphs, selected by Shape, rotated by Orientation (w x y z) and scaled by Scale.

    It follows the sources: changes of bodies or shapes appear at the next rendering; after a change of the
    *number* of shapes call it again.

    :param bodies: a ParaView source of points with the arrays of the block Bodies, from a scene or a frame
    :param scene: a ParaView source whose output is a scene: whence the shapes
    :param colour_by: an array of the bodies; None: one colour
    :raises TalusError: there is no such array
    """
    from paraview import simple

    _require_array(bodies, "POINTS", colour_by)
    view = view or simple.GetActiveViewOrCreate("RenderView")
    shapes = [extract_block(scene, f"/Scene/Shapes/{node}") for node in _shape_nodes(scene)]
    shown: Any = simple.Show(bodies, view)
    shown.SetRepresentationType("3D Glyphs")
    shown.GlyphType = "Pipeline Connection"
    shown.GlyphType.Input = simple.GroupDatasets(Input=shapes)
    shown.UseGlyphTable, shown.UseCompositeGlyphTable, shown.GlyphTableIndexArray = 1, 1, "Shape"
    shown.Orient, shown.OrientationMode, shown.SelectOrientationVectors = 1, "Quaternion", "Orientation"
    shown.Scaling, shown.ScaleMode, shown.SelectScaleArray, shown.ScaleFactor = 1, "Magnitude", "Scale", 1.0
    if colour_by:
        simple.ColorBy(shown, ("POINTS", colour_by))
    else:
        shown.ColorArrayName = [None, ""]
    return shown


def show_contacts(
    contacts: Any, view: Any = None, *, radius: float, colour_by: str = "Force", without: Sequence[int] = ()
) -> Any:
    """Draws the network of contacts as tubes from centre to centre.

    :param contacts: a ParaView source: the block Contacts, or the series ``contacts.pvd`` of a run
    :param radius: of the tubes, a length
    :param colour_by: an array of the network's lines; vectors count by their magnitude
    :param without: ids of bodies whose contacts are omitted, such as walls, whose centres are meaningless
    :return: the representation
    :raises TalusError: there is no such array
    """
    from paraview import simple

    _require_array(contacts, "CELLS", colour_by)

    script = (
        "from talus.drawing.contact_lines import keep_lines\n"
        f"keep_lines(self.GetInput(), self.GetOutput(), {colour_by!r}, {list(map(int, without))})"
    )
    lines = simple.ProgrammableFilter(Input=contacts, OutputDataSetType="vtkPolyData", Script=script)
    shown = simple.Show(simple.Tube(Input=lines, Radius=radius), view or simple.GetActiveViewOrCreate("RenderView"))
    simple.ColorBy(shown, ("POINTS", colour_by))
    return shown


def show_run(
    folder: str | os.PathLike,
    view: Any = None,
    *,
    colour_by: str = "Velocity",
    wall_opacity: float = 0.06,
    contacts: bool = False,
) -> ShownRun:
    """Draws a run of ``talus simulate`` at the time of the animation: moving bodies coloured, walls transparent.

    :param folder: of the run
    :param view: a render view, whose camera and colours stay as they are; without one the active one, turned so that
        all bodies are seen, with a legend
    :param colour_by: an array of the bodies; vectors count by their magnitude: Velocity colours by speed
    :param wall_opacity: of bodies that forces do not move, 0 … 1; 0: they are left out
    :param contacts: also draws the network of contacts, with transparent bodies
    :raises TalusError: no run, no contacts although they are requested, or no such array
    """
    from paraview import simple

    body_frames(folder)
    lines = simple.PVDReader(FileName=_contact_series(folder)) if contacts else None
    given, view = view, view or simple.GetActiveViewOrCreate("RenderView")
    frames = simple.PVDReader(FileName=str(Path(folder) / "run.pvd"))
    frames.UpdatePipeline()
    as_points = "Orientation" in frames.PointData.keys()
    if as_points:
        scene = simple.OpenDataFile(str(scene_file(folder)))
        shown = show_moving(frames, scene, view, colour_by=colour_by, wall_opacity=wall_opacity)
    else:
        shown = _show_surfaces(frames, view, colour_by=colour_by, wall_opacity=wall_opacity)
    if lines:
        shown.bodies.Opacity = OPACITY_WITH_CONTACTS
        on = "POINTS" if as_points else "CELLS"
        moved, fixed = (_ids(by_motion(frames, *motions, on=on), on) for motions in ((0, 0), (1, 2)))
        radius = _tube_radius(frames, len(moved) + len(fixed))
        shown.contacts = show_contacts(lines, view, radius=radius, without=fixed)
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    if not given:
        times = list(frames.TimestepValues)
        colour(shown, view, times, colour_by=colour_by)
        look(view, shown, times)
    return shown


def show_statistics(folder: str | os.PathLike, names: Sequence[str] = ENERGIES, view: Any = None) -> Any:
    """Plots statistics of a run over time.

    :param folder: of the run
    :param names: columns of its ``statistics.csv`` without their units; vectors have X, Y or Z behind their names
    :param view: a line chart view; without one a new one
    :return: the representation
    :raises TalusError: no run, one without statistics, or no such column
    """
    from paraview import simple

    known = {name.partition(" [")[0]: name for name in statistics_columns(folder)}
    for name in names:
        if name not in known or name == "Time":
            raise TalusError(f"There is no statistic '{name}'", str(folder), f"There are: {' '.join(list(known)[1:])}")
    table = simple.CSVReader(FileName=[str(Path(folder) / "statistics.csv")])
    shown: Any = simple.Show(simple.PlotData(Input=table), view or simple.CreateView("XYChartView"))
    shown.UseIndexForXAxis, shown.XArrayName = 0, known["Time"]
    shown.SeriesVisibility = [known[name] for name in names]
    return shown


def show_moving(
    bodies: Any, scene: Any, view: Any = None, *, colour_by: str = "Velocity", wall_opacity: float = 0.06
) -> ShownRun:
    """Draws moving bodies coloured and the others transparent, as instances of a scene's shapes, see
    :func:`show_bodies`.

    :param bodies: a ParaView source of points: the frames of a run, or the block Bodies of a Time Stepper
    :param scene: a ParaView source whose output is the scene: whence the shapes
    :param wall_opacity: of bodies that forces do not move, 0 … 1; 0: they are left out
    """
    moved = show_bodies(by_motion(bodies, 0, 0), scene, view, colour_by=colour_by)
    if not wall_opacity > 0:
        return ShownRun(moved, None, None)
    walls = show_bodies(by_motion(bodies, 1, 2), scene, view, colour_by=None)
    return ShownRun(moved, _as_glass(walls, wall_opacity), None)


def _show_surfaces(bodies: Any, view: Any, *, colour_by: str, wall_opacity: float) -> ShownRun:
    """As :func:`show_moving`, bodies being there as surfaces with their arrays on cells."""
    from paraview import simple

    _require_array(bodies, "CELLS", colour_by)
    moved = simple.Show(by_motion(bodies, 0, 0, on="CELLS"), view)
    simple.ColorBy(moved, ("CELLS", colour_by))
    if not wall_opacity > 0:
        return ShownRun(moved, None, None)
    walls = simple.Show(by_motion(bodies, 1, 2, on="CELLS"), view)
    walls.ColorArrayName = [None, ""]
    return ShownRun(moved, _as_glass(walls, wall_opacity), None)


def _as_glass(walls: Any, opacity: float) -> Any:
    walls.Opacity, walls.AmbientColor, walls.DiffuseColor = opacity, WALL_COLOUR, WALL_COLOUR
    return walls


def _require_array(source: Any, on: str, name: str | None) -> None:
    """:param on: POINTS or CELLS

    :raises TalusError: the data have no such array; says which there are
    """
    if name is None:
        return
    source.UpdatePipeline()
    known = (source.PointData if on == "POINTS" else source.CellData).keys()
    if known and name not in known:  # without data there are no arrays, and nothing to colour
        raise TalusError(f"There is no array '{name}' to colour by", "", f"There are: {' '.join(sorted(known))}")


def _contact_series(folder: str | os.PathLike) -> str:
    contact_frames(folder)
    return str(Path(folder) / "contacts.pvd")


def by_motion(bodies: Any, least: int, most: int, *, on: str = "POINTS") -> Any:
    """The bodies of some kinds of motion: 0 moved by forces, 1 fixed, 2 prescribed. :param on: CELLS of surfaces"""
    from paraview import simple

    chosen = simple.Threshold(Input=bodies, Scalars=[on, "Motion"], ThresholdMethod="Between")
    chosen.LowerThreshold, chosen.UpperThreshold = least, most
    return chosen


def _ids(bodies, on: str) -> list[int]:
    """Those of the bodies that a source gives now. :param on: POINTS, or CELLS of surfaces"""
    from paraview import servermanager

    data = servermanager.Fetch(bodies)
    numbers = (data.GetPointData() if on == "POINTS" else data.GetCellData()).GetArray("BodyId")
    return np.unique(vtk_to_numpy(numbers)).tolist() if numbers else []


def _tube_radius(frames, bodies: int) -> float:
    """For tubes: a little of the distance that so many bodies have from each other."""
    low, high = frames.GetDataInformation().GetBounds()[::2], frames.GetDataInformation().GetBounds()[1::2]
    room = 1.0
    for a, b in zip(low, high):
        room *= max(b - a, 1e-3 * max(h - l for l, h in zip(low, high)))
    return 0.04 * (room / max(bodies, 1)) ** (1 / 3)


def _assembly_node(source, path: str) -> tuple[Any, int]:
    """The assembly of a source's output and the number of the node with this path, -1 if there is none."""
    source.UpdatePipeline()
    assembly = source.GetDataInformation().DataInformation.GetDataAssembly()
    return assembly, assembly.GetFirstNodeByPath(path) if assembly else -1


def _shape_nodes(source) -> list[str]:
    """Names of the assembly's nodes below Shapes, in the order of the shapes."""
    assembly, parent = _assembly_node(source, "/Scene/Shapes")
    if parent < 0:
        raise TalusError("This is not a scene: it has no shapes in an assembly", "", "Use the output of Scene Reader")
    nodes = [assembly.GetNodeName(assembly.GetChild(parent, i)) for i in range(assembly.GetNumberOfChildren(parent))]
    if not nodes:
        raise TalusError("The scene has no shapes", "", "Give it some")
    return nodes


def extract_block(source, selector: str):
    """One block of a scene as a poly data.

    :param selector: its path in the assembly, such as ``/Scene/Bodies``
    :raises TalusError: the assembly has no such path, of which ParaView would make an empty block in silence
    """
    from paraview import simple

    if _assembly_node(source, selector)[1] < 0:
        raise TalusError(f"There is no block {selector}", "", "Give a path in the assembly of a scene, as /Scene/Bodies")
    block = simple.ExtractBlock(Input=source)
    block.Assembly = "Assembly"
    block.Selectors = [selector]
    return simple.MergeBlocks(Input=block, OutputDataSetType="Polygonal Mesh", MergePoints=0)
