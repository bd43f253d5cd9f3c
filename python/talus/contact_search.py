"""Where bodies touch."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Iterable, Sequence, Union, Unpack

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonDataModel import (
    vtkDataObject,
    vtkMultiBlockDataSet,
    vtkPartitionedDataSetCollection,
    vtkPolyData,
)

from .notebook import Answering, Layers, Rows, counted, joined, measured, warning_row
from .errors import TalusError
from .filter_results import filled, warned
from .io import read_bodies
from .io.contact_network import contact_rows, pair_rows
from .io.geometry import arrays_of, copy_of, point_cloud
from .io.regular_file import kind_of
from .option_tables import CONTACT_SEARCH, ContactFinderOptions
from .options import configure
from .progress import Progress, run
from .pyvista_objects import like
from .rank_contacts import bring_contacts, deal_bodies
from .ranks import Ranks
from .scene import SCENE_KINDS, SceneLike, as_scene
from .scene_data import block
from .surfaces import SurfaceLike, as_polygons, as_surface, with_polygons
from .vtkmodules.TalusFilters import vtkTalusContactFinder as _Filter

#: Field data of the filter about the whole search
_TOLD = ("Halo", "UndecidedPairs", "EstimatedPairs")

#: A scene (its file, or the result of read_scene), or surfaces, one body each: a list, or the blocks of a multi-block
BodiesLike = Union[SceneLike, Sequence[SurfaceLike], vtkMultiBlockDataSet]


class ContactKind(IntEnum):
    """How a contact was found."""

    SURFACE = 0  #: surfaces that are near each other
    MANIFOLD = 1  #: faces, edges or vertices of two convex bodies
    OVERLAP = 2  #: a region where two bodies overlap
    CONTAINED = 3  #: one body lies wholly inside the other


class Relation(IntEnum):
    """How two solids lie to each other, decided exactly for the surfaces with their points rounded once, in the world."""

    APART = 0  #: they share no point: the least gap is above 0
    TOUCHING = 1  #: only their surfaces share a point: the least gap is 0
    INTERFERING = 2  #: their interiors share a point, neither contains the other: the least gap is below 0
    CONTAINED = 3  #: one lies within the other
    DUPLICATE = 4  #: they are the same solid
    UNDECIDED = 5  #: a surface is open


@dataclass(frozen=True, eq=False, repr=False)
class Contacts(Answering):
    """The n contacts of a set of bodies. Lengths in the unit of the surfaces."""

    #: Halfway between both surfaces, shape (n, 3)
    points: np.ndarray
    #: Unit normal from body A to body B; shape (n, 3)
    normal: np.ndarray
    #: Distance along the normal; negative where bodies overlap. Moving B by minus the least gap of a pair along that
    #: contact's normal frees it; other contacts of the pair have the extent of their own region; shape (n,)
    gap: np.ndarray
    #: Twice the halo minus the gap, ≥ 0; shape (n,)
    depth: np.ndarray
    #: Area of the faces that lie on each other; where the pair is apart, of what faces each other within the halos; of an
    #: overlap, the area that its curve bounds; shape (n,)
    area: np.ndarray
    #: ContactKind; shape (n,)
    kind: np.ndarray
    #: Relation of the pair of bodies; shape (n,)
    relation: np.ndarray
    #: Whether no displacement shorter than minus the pair's least gap frees it: true for convex bodies and those that do
    #: not overlap, else not known; shape (n,)
    depth_is_least: np.ndarray
    #: Id of body A: that of the scene, or its index in the list of surfaces; shape (n,)
    body_a: np.ndarray
    #: Id of body B; shape (n,)
    body_b: np.ndarray
    #: Nearest triangle of body A, −1 if a contact has more than one; shape (n,)
    triangle_a: np.ndarray
    #: Nearest triangle of body B, −1 if a contact has more than one; shape (n,)
    triangle_b: np.ndarray
    #: Id that a contact keeps for as long as it lasts; shape (n,)
    persistent_id: np.ndarray
    #: Ids of the pairs of bodies in contact, shape (m, 2)
    pairs: np.ndarray
    #: Number of contacts of each pair, shape (m,)
    pair_contacts: np.ndarray
    #: Relation of each pair; shape (m,)
    pair_relation: np.ndarray
    #: Ids of all b bodies, shape (b,)
    bodies: np.ndarray
    #: Number of contacts of each body, shape (b,)
    contact_count: np.ndarray
    #: Number of bodies that each body touches, shape (b,)
    coordination_number: np.ndarray
    #: The halo ε that was used
    halo: float
    #: Number of pairs in which one body may lie within the other, which is open
    undecided_pairs: int
    #: Number of overlapping pairs with an open body, which counts as solid where its winding number exceeds 1/2
    estimated_pairs: int
    #: Numbers of pairs of bodies with each relation, those that are far apart included
    relation_pairs: dict[Relation, int]
    #: How many pairs overlap, touch and are apart, and which is deepest and nearest, as a sentence
    summary: str
    #: Warnings of the search
    warning: str
    #: The same as VTK data: the block Contacts, and all blocks
    network: vtkPolyData = field(repr=False)
    #: The same as VTK data: Bodies, Shapes/<name>, Contacts
    scene: vtkPartitionedDataSetCollection = field(repr=False)

    def __len__(self) -> int:
        return len(self.gap)

    def _answer(self) -> str:
        return joined(self.summary, self.warning)

    def _relations(self) -> str:
        counts = [(np.count_nonzero(self.pair_relation == relation), relation.name.lower()) for relation in Relation]
        return ", ".join(f"{counted(count)} {word}" for count, word in counts if count)

    def _rows(self) -> Rows:
        least = [("least gap", measured(self.gap.min()))] if len(self) else []
        return [
            ("bodies", counted(len(self.bodies))),
            ("halo", measured(self.halo)),
            ("pairs in contact", joined(counted(len(self.pairs)), self._relations())),
            ("contact points", counted(len(self))),
            *least,
            *warning_row(self.warning),
        ]

    def _layers(self) -> Layers:
        from .drawing.still import layer_of_categories, layers_of

        marks = [layer_of_categories(point_cloud(self.points), "Kind", self.kind)] if len(self) else []
        return [*layers_of(self.scene, "", 0.3), *marks]


def contacts(
    bodies: BodiesLike,
    *,
    progress: Progress | None = None,
    **options: Unpack[ContactFinderOptions],
) -> Contacts:
    """Finds where bodies touch: near, overlapping, or one within the other.

    >>> touching = talus.contacts(["a.stl", "b.stl"], halo=1e-3)
    >>> touching.points[touching.gap < 0]      # where they overlap

    :param bodies: a scene or its file, or surfaces, one body each: a list of files, VTK data, (points, triangles), a
        multi-block, or a file that holds several (VTM, glTF, 3MF, STEP)
    :param progress: called with the completed fraction
    {options}
    :raises TalusError: an option out of range, an unreadable file, NaN coordinates, no surface
    :warns SurfaceWarning: surfaces that faced inwards and were reversed; open surfaces of bodies that overlap or
        contain each other; surfaces without triangles
    """
    return warned(find(bodies, progress, **options))


def find(
    bodies: BodiesLike,
    progress: Progress | None,
    **options: Unpack[ContactFinderOptions],
) -> Contacts:
    """Like :func:`contacts`, but warnings are in the result."""
    finder = finder_of(options)
    bodies = listed(bodies)
    finder.SetInputDataObject(_as_bodies(bodies))
    return found_by(finder, bodies, progress)


def find_together(
    bodies: BodiesLike,
    progress: Progress | None,
    ranks: Ranks,
    **options: Unpack[ContactFinderOptions],
) -> Contacts:
    """As :func:`find`, by ranks that divide the pairs of bodies. Rank 0 gets the result of one process, others a part.

    :param bodies: a scene that each rank has read, which is changed; or surfaces, on rank 0 only: no triangles on others
    """
    with ranks.filters_shared():
        finder = finder_of(options)
    data, every = _as_bodies(bodies), None
    if isinstance(data, vtkPartitionedDataSetCollection):
        every = vtkPolyData()
        every.ShallowCopy(block(data, "Bodies"))
        deal_bodies(data, ranks)
    finder.SetInputDataObject(data)
    scene, warning = ranks.interruptible(lambda: _searched(finder, progress))
    bring_contacts(scene, every, ranks)
    return _contacts(bodies, scene, warning)


def finder_of(options: ContactFinderOptions) -> _Filter:
    """:raises TalusError: an option out of range"""
    finder = _Filter()
    configure(finder, CONTACT_SEARCH, options)
    return finder


def found_by(finder: _Filter, bodies: BodiesLike, progress: Progress | None) -> Contacts:
    """Runs the filter. :param bodies: the caller's input"""
    return _contacts(bodies, *_searched(finder, progress))


def _searched(finder: _Filter, progress: Progress | None) -> tuple[vtkPartitionedDataSetCollection, str]:
    """The result of the filter, and its warnings.

    :raises KeyboardInterrupt: also on ranks that others, which were interrupted, have stopped
    """
    messages = run(finder, progress)
    scene = copy_of(finder.GetOutputDataObject(0))
    if scene.GetNumberOfPartitionedDataSets() == 0:
        raise KeyboardInterrupt
    return scene, "; ".join(messages.warnings)


def listed(bodies: BodiesLike) -> BodiesLike:
    """Surfaces, or a file of them, as a list; a scene or a composite unchanged. :raises TalusError: an empty list"""
    if isinstance(bodies, (str, os.PathLike)) and kind_of(Path(bodies)) not in SCENE_KINDS:
        bodies = read_bodies(bodies)
    # VTK 9.6 made its data iterable: a scene would be taken for a list of its blocks.
    if isinstance(bodies, (str, vtkDataObject)) or not isinstance(bodies, Iterable):
        return bodies
    bodies = list(bodies)
    if not bodies:
        raise TalusError("There are no bodies", "", "Give a scene, or a list of surfaces")
    return bodies


def _as_bodies(bodies: BodiesLike) -> vtkDataObject:
    if isinstance(bodies, vtkMultiBlockDataSet):
        return with_polygons(bodies)
    if not isinstance(bodies, list):
        return as_scene(bodies)
    return as_surface([as_polygons(surface) for surface in bodies])


def contact_points(network: vtkPolyData) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Positions and arrays of the contacts, without the end points of the lines between bodies."""
    return contact_rows(network)


def _contacts(given: BodiesLike, scene: vtkPartitionedDataSetCollection, warning: str) -> Contacts:
    network = block(scene, "Contacts")
    bodies = arrays_of(block(scene, "Bodies").GetPointData())
    places, points = contact_points(network)
    _, pairs = pair_rows(network)
    data = network.GetFieldData()
    told = {name: vtk_to_numpy(data.GetArray(name))[0] for name in _TOLD}
    counts = vtk_to_numpy(data.GetArray("RelationPairs"))
    others = dict(
        points=places,
        depth_is_least=points["DepthIsLeast"] == 1,
        pairs=np.column_stack((pairs["BodyA"], pairs["BodyB"])),
        pair_contacts=pairs["ContactCount"],
        pair_relation=pairs["Relation"],
        bodies=bodies["BodyId"],
        relation_pairs={relation: int(counts[relation]) for relation in Relation},
        summary=data.GetAbstractArray("Answer").GetValue(0),
        warning=warning,
        network=like(network, given),
        scene=scene,
    )
    return filled(Contacts, {**bodies, **told, **points}.__getitem__, others)
