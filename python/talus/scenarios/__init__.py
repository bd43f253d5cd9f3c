"""Scenarios: each builds a scene from a few options, and measures the motion of its grains or parts.

>>> from talus import scenarios
>>> found = scenarios.run("slope", angle=30, friction=0.4)
>>> round(found.numbers["acceleration, m/s²"], 2)       # g (sin 30° − 0.4 cos 30°)
1.51

One file per scenario: ``HELP``, ``Options``, ``FULL`` (what the full size changes), ``build(options)`` and
``measure(trajectory, setup, options)``.
"""

from __future__ import annotations

import dataclasses
import warnings
from types import ModuleType
from typing import Any, Iterable, Iterator, Mapping, Unpack

from ..errors import ScenarioWarning, TalusError
from ..option_tables import ScenarioOptions
from ..options import flag
from ..progress import Progress
from ..scene_data import block
from ..simulation import Frame, simulate
from . import (
    collide,
    conveyor,
    grains_in_a_box,
    hopper,
    repose_drum,
    repose_heap,
    repose_wall,
    segregation,
    slope,
    tube,
    vibrated_box,
)
from .assemblies import (
    arch,
    bike_chain,
    bolt,
    converging_walls,
    cube_stack,
    gears,
    geneva,
    grain_in_drum,
    house_of_cards,
    lid_on_grains,
    piston,
    plate_at_wall,
    ring_net,
    rod_at_plate,
    wrecking_ball,
)
from .options import CheckedOptions, GrainOptions, with_friction
from .setup import Findings, Setup
from .sweep import Numbers, sweep
from .trajectory import FrameData, Trajectory, frames_of, trajectory

_GRANULAR = (
    grains_in_a_box,
    repose_wall,
    repose_drum,
    repose_heap,
    vibrated_box,
    segregation,
    conveyor,
    hopper,
    tube,
    collide,
    slope,
)
_ASSEMBLIES = (
    plate_at_wall,
    grain_in_drum,
    rod_at_plate,
    lid_on_grains,
    converging_walls,
    cube_stack,
    arch,
    house_of_cards,
    wrecking_ball,
    ring_net,
    gears,
    piston,
    geneva,
    bike_chain,
    bolt,
)


def _by_name(modules: Iterable[ModuleType]) -> dict[str, ModuleType]:
    return {module.__name__.rpartition(".")[2].replace("_", "-"): module for module in modules}


#: Granular scenarios by name
GRANULAR = _by_name(_GRANULAR)
#: Machines and structures by name
ASSEMBLIES = _by_name(_ASSEMBLIES)
#: All scenarios by name
SCENARIOS = {**GRANULAR, **ASSEMBLIES}


def scenario(name: str) -> ModuleType:
    """The module of a scenario.

    :raises TalusError: an unknown name; the message lists the known ones
    """
    if not isinstance(name, str) or name not in SCENARIOS:
        raise TalusError(f"There is no scenario '{name}'", "", f"Choose from: {' '.join(SCENARIOS)}")
    return SCENARIOS[name]


def options_of(
    name: str,
    *,
    full: bool = False,
    mu: float | None = None,
    **options: Unpack[ScenarioOptions],
) -> CheckedOptions:
    """The options of a scenario. None means the scenario's default.

    :param full: use the sizes of the literature instead of small ones, for options that are not given
    :param mu: deprecated, use ``friction``
    {options}
    :raises TalusError: an unknown option, or one out of range
    :warns ScenarioWarning: a law or a modulus under ContactDynamics
    """
    module = scenario(name)
    usual = module.Options(**(module.FULL if flag("full", full) else {}))
    made = _replaced(name, usual, with_friction(options, mu))
    _tell_unused(made, usual)
    return made


def options_of_run(name: str, noted: Mapping[str, Any]) -> CheckedOptions:
    """The options that a run has noted: all that it had. What has no meaning was told when it was made.

    :raises TalusError: as :func:`options_of`
    """
    options = dict(noted)
    mu = options.pop("mu", None)
    return _replaced(name, scenario(name).Options(), with_friction(options, mu))


def _replaced(name: str, usual: CheckedOptions, options: Mapping[str, Any]) -> CheckedOptions:
    """Options with other values. None means the usual one. :raises TalusError: an unknown option, or one out of range"""
    chosen = {option: value for option, value in options.items() if value is not None}
    known = {field.name for field in dataclasses.fields(usual)}
    for option in chosen:
        if option not in known:
            raise TalusError(f"{name} has no option '{option}'", "", f"Choose from: {' '.join(sorted(known))}")
    return dataclasses.replace(usual, **chosen)


def _tell_unused(options: CheckedOptions, usual: CheckedOptions) -> None:
    """Of those that :meth:`GrainOptions.motion` leaves away what is not as usual."""
    unused = [name for name in ("law", "young") if getattr(options, name, None) != getattr(usual, name, None)]
    if getattr(options, "integrator", None) == "ContactDynamics" and unused:
        warnings.warn(
            f"These options have no meaning under the integrator ContactDynamics, whose bodies are rigid: {', '.join(unused)}",
            ScenarioWarning, stacklevel=3)  # fmt: skip


def build(
    name: str,
    *,
    full: bool = False,
    mu: float | None = None,
    **options: Unpack[ScenarioOptions],
) -> Setup:
    """The scene of a scenario, its duration, and the data for measurements. Options as for :func:`options_of`.

    :param mu: deprecated, use ``friction``
    :raises TalusError: as :func:`options_of`; a container too narrow for a grain
    """
    return scenario(name).build(options_of(name, full=full, **with_friction(options, mu)))


def motion_of(options: CheckedOptions) -> dict[str, Any]:
    """Options of :func:`talus.simulate` for a scenario."""
    return options.motion()


def run(
    name: str,
    *,
    full: bool = False,
    progress: Progress | None = None,
    threads: int = 0,
    mu: float | None = None,
    **options: Unpack[ScenarioOptions],
) -> Findings:
    """Builds, simulates and measures a scenario. Options as for :func:`options_of`.

    >>> scenarios.run("slope", angle=20).numbers

    :param progress: called with the completed fraction
    :param threads: maximum number of threads, 0 for all cores
    :param mu: deprecated, use ``friction``
    :raises TalusError: as :func:`options_of`, or as :func:`talus.simulate`
    """
    chosen = options_of(name, full=full, **with_friction(options, mu))
    setup = scenario(name).build(chosen)
    motion = simulate(setup.scene, end=setup.last, every=setup.every, threads=threads, **motion_of(chosen))
    followed = trajectory(_until_stopped(motion.frames(progress), setup))
    return scenario(name).measure(followed, setup, chosen)


def _until_stopped(frames: Iterable[Frame], setup: Setup) -> Iterator[FrameData]:
    """The frames, up to the error with which the run is to end."""
    try:
        for f in frames:
            yield FrameData(f.time, block(f.scene, "Bodies"), block(f.scene, "Contacts"), f.statistics)
    except TalusError as error:
        if not setup.is_stopped_by(error):
            raise


__all__ = [
    "ASSEMBLIES",
    "GRANULAR",
    "SCENARIOS",
    "CheckedOptions",
    "Findings",
    "GrainOptions",
    "Numbers",
    "Setup",
    "Trajectory",
    "build",
    "frames_of",
    "motion_of",
    "options_of",
    "run",
    "scenario",
    "sweep",
    "trajectory",
]
