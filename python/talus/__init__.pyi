"""The names of the package and where they are: types for tools that read them, and what `talus.NAME` loads."""

from . import measure as measure, shapes as shapes
from . import scenarios as scenarios
from .assembly_check import (
    AssemblyFinding as AssemblyFinding,
    AssemblyReport as AssemblyReport,
    MotionClearance as MotionClearance,
    PartPair as PartPair,
    PartPairs as PartPairs,
    check_assembly as check_assembly,
)
from .boolean_operations import (
    BOOLEAN_OPERATIONS as BOOLEAN_OPERATIONS,
    BooleanRegion as BooleanRegion,
    BooleanResult as BooleanResult,
    boolean as boolean,
)
from .classification import Classification as Classification, Classifier as Classifier, classify as classify
from .contact_scene import ContactScene as ContactScene
from .contact_search import (
    ContactKind as ContactKind,
    Contacts as Contacts,
    Relation as Relation,
    contacts as contacts,
)
from .display import (
    show_bodies as show_bodies,
    show_contacts as show_contacts,
    show_run as show_run,
    show_scene as show_scene,
    show_statistics as show_statistics,
)
from .errors import (
    OverlapWarning as OverlapWarning,
    PlacementWarning as PlacementWarning,
    ScenarioWarning as ScenarioWarning,
    StepWarning as StepWarning,
    SurfaceWarning as SurfaceWarning,
    TalusError as TalusError,
)
from .io import (
    read_bodies as read_bodies,
    read_points as read_points,
    read_step as read_step,
    read_surface as read_surface,
    write as write,
    write_surface as write_surface,
)
from .io.series import TIME_RULES as TIME_RULES, times as times
from .placement import (
    ARRANGEMENTS as ARRANGEMENTS,
    ORIENTATION_MODES as ORIENTATION_MODES,
    SEPARATIONS as SEPARATIONS,
    SIZE_LAWS as SIZE_LAWS,
    UPS as UPS,
    place as place,
)
from .rigid_body import MassProperties as MassProperties, mass_properties as mass_properties
from .run_arrays import Run as Run, RunFrame as RunFrame, open_run as open_run
from .scene import body_surfaces as body_surfaces
from .scene_builder import Scene as Scene, quaternion as quaternion
from .scene_data import read_scene as read_scene
from .shapes import (
    CONTAINERS as CONTAINERS,
    CROSS_SECTIONS as CROSS_SECTIONS,
    OUTLINES as OUTLINES,
    SHAPES as SHAPES,
    container as container,
    foam as foam,
    grain as grain,
)
from .simulation import (
    STATISTICS as STATISTICS,
    STEP_LIMITS as STEP_LIMITS,
    ContactForces as ContactForces,
    Frame as Frame,
    MovingBodies as MovingBodies,
    Simulation as Simulation,
    simulate as simulate,
)
from .surface_check import (
    BoundaryLoop as BoundaryLoop,
    Finding as Finding,
    SurfaceReport as SurfaceReport,
    check as check,
)
from .surface_repair import RepairResult as RepairResult, RepairStep as RepairStep, repair as repair
from .surrogate_tree import (
    SURROGATE_METHODS as SURROGATE_METHODS,
    SurrogateLevel as SurrogateLevel,
    SurrogateTree as SurrogateTree,
    surrogates as surrogates,
)
from .voxels import FRACTIONS as FRACTIONS, VOXEL_PLACES as VOXEL_PLACES, Voxels as Voxels, voxelize as voxelize
from .wall_thickness import Walls as Walls, WallWay as WallWay, walls as walls

__version__: str
