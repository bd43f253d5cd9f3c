"""``talus simulate``: simulates the bodies of a scene; a run can be stopped and resumed at any time."""

from __future__ import annotations

import argparse
import shlex
import signal
import time
import warnings
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Iterator, Mapping

from vtkmodules.vtkCommonDataModel import vtkDataObject, vtkPartitionedDataSetCollection

from ..answers import answer_of
from ..errors import OverlapWarning, StepWarning, SurfaceWarning, TalusError
from ..in_situ import CatalystScript
from ..option_tables import TIME_STEPPING
from ..progress import interrupt_noticed
from ..ranks import Ranks
from ..run_folder import RunFolder, opened
from ..scene_data import length_remark, portable_text, read_scene
from ..simulation import Frame, Simulation, simulate
from .options import add_options, add_threads, option_words
from .screen import require_screen
from .terminal import progress_bar, say_error, say_warning

HELP = "simulate the bodies of a scene"
DESCRIPTION = "Simulates the bodies of a scene, and writes frames for ParaView, contacts, and statistics."
EPILOG = """\
examples:
  talus simulate scene.json --out run --end 2 --every 0.01
  talus simulate scene.json --out run --resume                     # after an interruption
  talus simulate scene.json --out run --end 4 --resume             # on to a later end
  talus simulate scene.json --out run --end 2 --resume --stop-after 50     # the next 50 frames, in a batch queue
  talus simulate scene.json --out run --end 2 --integrator ImplicitEuler --time-step 1e-3
  mpirun -np 4 talus simulate scene.json --out run --end 2         # on four processes, with the same result
  talus simulate scene.json --out run --end 2 --catalyst script.py # ParaView draws and measures each frame meanwhile

The folder gets run.pvd and contacts.pvd, which ParaView opens and plays, their files in frames, statistics.csv (a row a
frame), scene and options, and a checkpoint. It needs no other file and may be moved. After any interruption (Ctrl-C,
kill, a full disk) the same command with --resume continues from the last complete frame, with the same result, bit for
bit.

exit status: 0 done, 2 usage, bad input or a full disk, 130 interrupted (Ctrl-C, SIGTERM)
"""

#: Options that define a run: stored with it, and constant except for the end time, which has no default here
_SETTINGS = [
    replace(option, default=None) if option.name == "end" else option for option in TIME_STEPPING if option.name != "threads"
]
_DEFAULTS = {option.name: option.default for option in _SETTINGS} | {"shown": "surfaces", "contacts": True}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scene", type=Path, metavar="SCENE", help="scene file (JSON, VTPC)")
    parser.add_argument("--out", required=True, type=Path, metavar="RUN", help="folder of the run")
    motion = parser.add_argument_group("motion; a run keeps its own when it is resumed, but for a new --end")
    add_options(parser, _SETTINGS, everyone=motion, unset=True)  # a resumed run uses its stored ones
    _add_files(parser.add_argument_group("files"))
    _add_course(parser.add_argument_group("beginning and stopping"))
    add_threads(parser)


def _add_files(group) -> None:
    shown = group.add_mutually_exclusive_group()
    shown.add_argument(
        "--surfaces", dest="shown", action="store_const", const="surfaces", help="bodies as their surfaces; default"
    )
    shown.add_argument(
        "--bodies", dest="shown", action="store_const", const="bodies", help="bodies as points with arrays: small files"
    )
    group.add_argument(
        "--no-contacts", dest="contacts", action="store_const", const=False, help="do not write the contacts"
    )


def _add_course(group) -> None:
    course = group.add_mutually_exclusive_group()
    course.add_argument(
        "--resume", action="store_true", help="go on from the last whole frame; begins if there is no run yet"
    )
    course.add_argument("--overwrite", action="store_true", help="remove the run that is there")
    group.add_argument(
        "--catalyst", type=Path, metavar="SCRIPT", help="hand each frame to ParaView: to a script of its Save Catalyst State"
    )
    group.add_argument("--stop-after", type=int, metavar="N", help="stop when so many more frames are written")


def run(options: argparse.Namespace, ranks: Ranks, again: str | None = None) -> int:
    """:param again: the command that continues the run; None: that of ``talus simulate``"""
    again = again or _command(options)
    start = time.perf_counter()
    if options.stop_after is not None and options.stop_after < 1:
        raise TalusError(f"Cannot stop after {options.stop_after} frames", "", "Give 1 or more")
    with ranks.filters_shared(), opened(options.out, ranks) as folder, _warnings_said(ranks):
        try:
            settings = ranks.shared(lambda: _settings(options, folder))
            motion = {option.name: settings[option.name] for option in _SETTINGS}
            scene, copy = ranks.on_first(lambda: _read(options.scene)) or (vtkPartitionedDataSetCollection(), b"")
            simulation = simulate(scene, threads=options.threads, **motion)
            with _catalyst(options.catalyst, ranks) as script:
                if options.resume and ranks.shared(folder.has_run):
                    _take_up(simulation, folder, settings, copy, ranks)
                answer = _write_frames(simulation, folder, settings, copy, options, ranks, script)
        except KeyboardInterrupt:
            if ranks.first:
                say_error(f"interrupted with {folder.frames} frames written; go on by: {again}")
            return 128 + signal.SIGINT
    if not options.quiet:
        print(f"{'frames':<10}{folder.frames} of {len(simulation)}")
        if answer:
            print(f"{'answer':<10}{answer}")
        print(f"{'written':<10}{options.out} after {time.perf_counter() - start:.2f} s")
        if folder.frames < len(simulation):
            print(f"{'go on by':<10}{again}")
    return 0


def _read(file: Path) -> tuple[vtkPartitionedDataSetCollection, bytes]:
    """A scene, and its text that refers to no other file."""
    scene = read_scene(file)
    if remark := length_remark(scene):
        say_warning(remark)
    return scene, portable_text(file, scene)


def _settings(options: argparse.Namespace, folder: RunFolder) -> dict[str, Any]:
    """The settings of the run to resume, or of a new one.

    :raises TalusError: a run exists, but neither --resume nor --overwrite is given, or it has other settings
    """
    given = {name: value for name in _DEFAULTS if (value := getattr(options, name)) is not None}
    there = folder.has_run()
    if there and not (options.resume or options.overwrite):
        raise TalusError("The folder already contains a run", str(options.out), "Give --resume to continue, or --overwrite to start again")
    if not (there and options.resume):
        if "end" not in given:
            raise TalusError("The end time is missing", "", "Give --end")
        return _DEFAULTS | given
    kept = _DEFAULTS | folder.settings()
    kept["end"] = given.get("end", kept["end"])
    others = [f"{name} is {kept[name]}, not {value}" for name, value in given.items() if value != kept[name]]
    if others:
        raise TalusError(
            f"The run has other options: {'; '.join(others)}",
            str(options.out),
            "Omit them, or choose another folder",
        )
    return kept


def _take_up(simulation: Simulation, folder: RunFolder, settings: dict[str, Any], scene: bytes, ranks: Ranks) -> None:
    """Continues from the last checkpoint, if there is one."""
    ranks.on_first(lambda: folder.require_scene(scene))
    if ranks.shared(folder.has_checkpoint):
        done = simulation.load(folder.checkpoint) + 1
        folder.cut_back(simulation.times[:done], settings["contacts"], simulation.note)
        ranks.on_first(lambda: folder.put_scene(scene))
        ranks.on_first(lambda: folder.put_settings(settings))


def _write_frames(
    simulation: Simulation,
    folder: RunFolder,
    settings: dict[str, Any],
    scene: bytes,
    options: argparse.Namespace,
    ranks: Ranks,
    script: CatalystScript | None,
) -> str:
    """:return: the answer of the last frame; empty if there was none left to compute
    :raises KeyboardInterrupt: on all ranks; the frame being computed is discarded, those before it are written. Between
    these, too, it is noticed and not raised: of several ranks one alone must not leave the others.
    """
    written, answer = 0, ""
    begin = simulation.completed(folder.frames)
    with (
        progress_bar("simulating", options.quiet, begin) as progress,
        interrupt_noticed() as interrupted,
        folder.all_settled(),
    ):
        if ranks.any(interrupted.is_set()):  # while the scene was read
            raise KeyboardInterrupt
        for frame in _watched(simulation.frames(progress, say_warning if ranks.first else None), ranks):
            shown = folder.shown(frame, as_surfaces=settings["shown"] == "surfaces", with_contacts=settings["contacts"])
            if script:
                _hand_over(script, frame, shown, ranks)
            if frame.number == 0:
                ranks.on_first(lambda: folder.begin(scene, settings))
            folder.add(frame, shown, simulation)
            written, answer = written + 1, answer_of(frame.scene)
            if ranks.any(interrupted.is_set()) and frame.number + 1 < len(simulation):
                raise KeyboardInterrupt
            if written == options.stop_after:
                break
    return answer


@contextmanager
def _catalyst(path: Path | None, ranks: Ranks) -> Iterator[CatalystScript | None]:
    """The script of ``--catalyst``, if there is one."""
    if path is None:
        yield None
        return
    ranks.agreed(require_screen)
    script = ranks.agreed(lambda: CatalystScript(path))
    try:
        yield script
    finally:
        script.finish()


def _hand_over(script: CatalystScript, frame: Frame, shown: Mapping[str, vtkDataObject], ranks: Ranks) -> None:
    """Before the frame is written: if the script fails, a resumed run hands it over again."""
    sources = {**shown, "TimeStepper1": frame.scene}
    ranks.agreed(lambda: script.run(frame.number, frame.time, sources))


def _watched(frames: Iterator[Frame], ranks: Ranks) -> Iterator[Frame]:
    """Warns at the end in how many frames bodies overlapped deeply, or were not proven to be apart."""
    seen = deep = doubtful = 0
    try:
        for frame in frames:
            seen += 1
            deep += bool(frame.statistics["RecoveringPairs"] > 0)
            doubtful += bool(frame.statistics["UnprovenPairs"] + frame.statistics["MeetingPairs"] > 0)
            yield frame
    finally:
        if deep and ranks.first:
            say_warning(
                f"in {deep} of {seen} frames bodies lie deeper within each other than their halos reach, and may pass through; "
                "harder materials or a wider halo hold them"
            )
        if doubtful and ranks.first:
            say_warning(
                f"in {doubtful} of {seen} frames bodies are not proven to be apart, see UnprovenPairs in statistics.csv; "
                "harder materials or a wider halo keep them farther apart"
            )


def _command(options: argparse.Namespace) -> str:
    """The command that continues the run."""
    words = ["talus", "simulate", str(options.scene), "--out", str(options.out)]
    for option in _SETTINGS:
        if getattr(options, option.name) is not None:
            words += option_words(option.name, getattr(options, option.name))
    words += [f"--{options.shown}"] if options.shown else []
    words += ["--no-contacts"] if options.contacts is False else []
    words += ["--catalyst", str(options.catalyst)] if options.catalyst else []
    return shlex.join([*words, "--resume"])


@contextmanager
def _warnings_said(ranks: Ranks) -> Iterator[None]:
    """Prints each warning of rank 0 once, as one line on stderr, at the end."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SurfaceWarning)
        warnings.simplefilter("always", OverlapWarning)
        # Reported once with the number of frames
        warnings.filterwarnings("ignore", ".*deeper within each other", OverlapWarning)
        warnings.simplefilter("ignore", StepWarning)  # said at once
        yield
    for text in dict.fromkeys(str(warning.message) for warning in caught if ranks.first):
        say_warning(text)
