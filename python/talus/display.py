"""Shows scenes and runs in ParaView without copying a shape for each body: instances are drawn.

For use in ParaView, ``pvpython`` or ``pvbatch``.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Sequence

from .camera import ShownRun, colour, look
from .drawing.run_bodies import shapes_of
from .drawing.run_contacts import usual_forces
from .errors import TalusError
from .look import WALL_OPACITY, WIDTH_OF_FORCES
from .run_frames import body_frames, scene_file, statistics_columns
from .scene_data import read_scene

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
    _shape_nodes(source)
    _require_array(extract_block(source, "/Scene/Bodies"), "POINTS", colour_by)
    shown = _show(source, view, "POINTS", colour_by)
    shown.RescaleTransferFunctionToDataRange()
    return shown


def show_bodies(bodies: Any, scene: Any, view: Any = None, *, colour_by: str | None = "BodyId") -> Any:
    """Draws bodies as instances of a scene's shapes, selected by Shape, rotated by Orientation (w x y z) and scaled by
    Scale, by the representation *Bodies* as :func:`show_scene` does. It follows the sources.

    :param bodies: a ParaView source of points with the arrays of the block Bodies, from a scene or a frame
    :param scene: a ParaView source whose output is a scene: whence the shapes
    :param colour_by: an array of the bodies; None: one colour
    :return: the representation
    :raises TalusError: there is no such array; these are no bodies; the scene has no shapes
    """
    from paraview import simple

    _require_array(bodies, "POINTS", colour_by)
    _require_bodies(bodies)
    _shape_nodes(scene)
    script = (
        "from talus.scene_data import put_bodies\n"
        "put_bodies(*(self.GetInputDataObject(0, i) for i in (0, 1)), self.GetOutputDataObject(0))"
    )
    # Bodies first: theirs are the times
    placed = simple.ProgrammableFilter(Input=[bodies, scene], Script=script)
    placed.OutputDataSetType = "vtkPartitionedDataSetCollection"
    return _show(placed, view, "POINTS", colour_by)


def _show(source: Any, view: Any, on: str, colour_by: str | None) -> Any:
    """By the representation *Bodies*. :param on: POINTS or CELLS, where the array is"""
    from paraview import simple

    shown: Any = simple.Show(source, view or simple.GetActiveViewOrCreate("RenderView"))
    shown.SetRepresentationType("Bodies")
    shown.Contacts = "Hidden"
    simple.ColorBy(shown, (on, colour_by) if colour_by else None)
    return shown


def show_contacts(contacts: Any, view: Any = None, *, colour_by: str = "Force", without: Sequence[int] = ()) -> Any:
    """Draws the network of contacts as lines of force from centre to centre, as wide as *Bodies* draws them.

    :param contacts: a ParaView source: the block Contacts, or the series ``contacts.pvd`` of a run
    :param colour_by: an array of the network's lines; vectors count by their magnitude
    :param without: ids of bodies whose contacts are omitted, such as walls, whose centres are meaningless
    :return: the representation
    :raises TalusError: there is no such array
    """
    from paraview import simple

    _require_array(contacts, "CELLS", colour_by)
    script = (
        "from talus.drawing.run_contacts import lines_without\n"
        f"lines_without(self.GetInput(), {list(map(int, without))}, self.GetOutput())"
    )
    lines = simple.ProgrammableFilter(Input=contacts, OutputDataSetType="vtkPolyData", Script=script)
    shown = simple.Show(lines, view or simple.GetActiveViewOrCreate("RenderView"))
    shown.LineWidth, shown.RenderLinesAsTubes = WIDTH_OF_FORCES, 1
    simple.ColorBy(shown, ("CELLS", colour_by))
    return shown


def show_run(
    folder: str | os.PathLike,
    view: Any = None,
    *,
    colour_by: str = "Velocity",
    wall_opacity: float = WALL_OPACITY,
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

    files = body_frames(folder)
    forces = usual_forces(folder, files) if contacts else None
    given, view = view, view or simple.GetActiveViewOrCreate("RenderView")
    frames = simple.PVDReader(FileName=str(Path(folder) / "run.pvd"))
    frames.UpdatePipeline()
    on = "POINTS" if "Orientation" in frames.PointData.keys() else "CELLS"
    shapes = shapes_of(read_scene(scene_file(folder))) if on == "POINTS" else []
    _require_array(frames, on, colour_by)
    shown = _with_walls(_show(frames, view, on, colour_by), wall_opacity)
    if forces:
        shown.bodies.Contacts, shown.contacts = "Lines", shown.bodies
    simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
    if not given:
        times = list(frames.TimestepValues)
        colour(shown, view, times, colour_by=colour_by, forces=forces)
        look(view, shown, times, shapes=shapes)
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
    bodies: Any, scene: Any, view: Any = None, *, colour_by: str = "Velocity", wall_opacity: float = WALL_OPACITY
) -> ShownRun:
    """Draws moving bodies coloured and the others as glass, as instances of a scene's shapes, see
    :func:`show_bodies`.

    :param bodies: a ParaView source of points: the frames of a run, or the block Bodies of a Time Stepper
    :param scene: a ParaView source whose output is the scene: whence the shapes
    :param wall_opacity: of bodies that forces do not move, 0 … 1; 0: they are left out
    """
    return _with_walls(show_bodies(bodies, scene, view, colour_by=colour_by), wall_opacity)


def _with_walls(shown: Any, opacity: float) -> ShownRun:
    shown.WallOpacity = max(0.0, opacity)
    return ShownRun(shown, shown if opacity > 0 else None, None)


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


def _require_bodies(source: Any) -> None:
    """:raises TalusError: the points lack an array by which bodies are known"""
    known = source.PointData.keys()
    for name in ("BodyId", "Shape", "Orientation"):
        if known and name not in known:
            remedy = "Give the block Bodies of a scene, or the frames of a run"
            raise TalusError(f"These are no bodies: they have no array '{name}'", "", remedy)


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
