"""``talus scenario``: builds, simulates and measures a granular scenario."""

from __future__ import annotations

import argparse
import dataclasses
import json
import shlex
import tempfile
from pathlib import Path
from typing import Any, Callable

from .. import scenarios
from ..errors import TalusError
from ..io import staged
from ..io.json_text import parsed
from ..measure import plots
from ..ranks import Ranks
from . import simulate
from .options import option_words

HELP = "build, run and measure a scenario: granular matter, machines, structures"
DESCRIPTION = "Builds a scenario from a few options, simulates and measures it."
EPILOG = """\
examples:
  talus scenario --list
  talus scenario repose-drum --options                               # its options and defaults
  talus scenario repose-drum --friction 0.6 --seed 2 --out run
  talus scenario hopper --opening 4 --full --out run                 # as large as in the literature: takes long
  talus scenario hopper --opening 4 --full --out run --resume        # after an interruption
  talus scenario collide --scene collide.json                        # the scene alone, for talus simulate or ParaView
  talus scenario --measure run                                       # once more, from the frames
  talus render run --movie

The folder gets what talus simulate --bodies writes, and scenario.json (the options), measured.json and measured.png.

exit status: 0 done, 2 usage, bad input or a full disk, 130 interrupted
"""

_NOTE = "scenario.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="name of the scenario; --list shows all")
    parser.add_argument("--list", action="store_true", help="show all scenarios")
    parser.add_argument("--options", action="store_true", help="show the options of a scenario and their defaults")
    parser.add_argument("--measure", type=Path, metavar="RUN", help="measure an existing run")
    parser.add_argument("--out", type=Path, metavar="RUN", help="folder of the run")
    parser.add_argument("--scene", type=Path, metavar="FILE", help="write the scene (JSON) without running it")
    parser.add_argument("--full", action="store_true", help="use the sizes of the literature")
    course = parser.add_mutually_exclusive_group()
    course.add_argument("--resume", action="store_true", help="continue an interrupted run")
    course.add_argument("--overwrite", action="store_true", help="replace an existing run")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    _add_options(parser.add_argument_group("options of scenarios; talus scenario NAME --options shows its own and their defaults"))


def _add_options(group: argparse._ArgumentGroup) -> None:
    """Adds each option of any scenario once; an omitted option is None, which means the scenario's default."""
    fields = {f.name: f for module in scenarios.SCENARIOS.values() for f in dataclasses.fields(module.Options)}
    common = {f.name: f.metadata["help"] for f in dataclasses.fields(scenarios.GrainOptions)}
    for name, field in fields.items():
        kind = type(field.default)
        told = (common.get(name) or "; ".join(_meanings(name))).replace("%", "%%")  # argparse formats it
        option = "--" + name.replace("_", "-")
        if kind is bool:
            group.add_argument(option, action=argparse.BooleanOptionalAction, default=None, help=told)
        else:
            group.add_argument(option, type=kind, metavar=name[0].upper(), help=told)
    group.add_argument("--mu", dest="friction", type=float, help=argparse.SUPPRESS)  # its name before version 0.2


def _meanings(option: str) -> list[str]:
    """The help texts of an option in the scenarios that have it."""
    meanings: dict[str, list[str]] = {}
    for name, module in scenarios.SCENARIOS.items():
        for field in dataclasses.fields(module.Options):
            if field.name == option:
                meanings.setdefault(field.metadata["help"], []).append(name)
    return [f"{meaning} ({', '.join(names)})" for meaning, names in meanings.items()]


def run(options: argparse.Namespace, ranks: Ranks) -> int:
    """A run is of all processes, all else of the first. :return: the exit status"""
    alone = _without_run(options)
    if alone:
        ranks.interruptible(lambda: alone() if ranks.first else None)
        return 0
    chosen, setup = ranks.agreed(lambda: _built(options))
    try:
        status = _simulate(setup, chosen, options, ranks)
    except TalusError as error:
        if not setup.is_stopped_by(error):
            raise
        status = 0
        if not options.quiet:
            print(f"The run ended as it should: {error}")
    if status == 0:
        ranks.interruptible(lambda: _finish(chosen, options) if ranks.first else None)
    return status


def _without_run(options: argparse.Namespace) -> Callable[[], None] | None:
    """What the options ask for, unless it is a run. :raises TalusError: nothing, or two things"""
    if options.list:
        return _print_all
    if options.measure:
        return lambda: _measure(options.measure, options)
    if options.name is None:
        raise TalusError("No scenario was given", "", "Give its name; --list shows all")
    if options.options:
        return lambda: print(_told_options(options.name, options.full))
    if (options.out is None) == (options.scene is None):
        raise TalusError("No action was given for the scenario", "", "Give either --out RUN or --scene FILE")
    return (lambda: _built(options)[1].scene.write(options.scene)) if options.scene else None


def _built(options: argparse.Namespace) -> tuple[scenarios.CheckedOptions, scenarios.Setup]:
    chosen = scenarios.options_of(options.name, full=options.full, **_chosen(options))
    return chosen, scenarios.scenario(options.name).build(chosen)


def _print_all() -> None:
    print("\n".join(f"{name:<18}{module.HELP}" for name, module in scenarios.SCENARIOS.items()))


def _told_options(name: str, full: bool) -> str:
    chosen = scenarios.options_of(name, full=full)
    rows = [
        (f"--{field.name.replace('_', '-')}", getattr(chosen, field.name), field.metadata["help"])
        for field in dataclasses.fields(chosen)
    ]
    return "\n".join(f"{option:<16}{default!s:<22}{text}" for option, default, text in rows)


def _chosen(options: argparse.Namespace) -> dict[str, Any]:
    names = dict.fromkeys(f.name for module in scenarios.SCENARIOS.values() for f in dataclasses.fields(module.Options))
    return {name: value for name in names if (value := getattr(options, name)) is not None}


def _simulate(setup: scenarios.Setup, chosen: scenarios.CheckedOptions, options: argparse.Namespace, ranks: Ranks) -> int:
    """Simulates the scenario like ``talus simulate --bodies``."""
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    with tempfile.TemporaryDirectory() as folder:
        scene = Path(folder) / "scene.json"
        ranks.on_first(lambda: setup.scene.write(scene))
        words = [scene, "--out", options.out, "--bodies", "--end", setup.last, "--every", setup.every]
        for name, value in scenarios.motion_of(chosen).items():
            words += ["--" + name.replace("_", "-")] + ([] if value is True else [value])
        words += ["--resume"] * options.resume + ["--overwrite"] * options.overwrite
        given = parser.parse_args([str(word) for word in words])
        given.quiet = options.quiet
        return simulate.run(given, ranks, _command(options))


def _command(options: argparse.Namespace) -> str:
    """The command that continues the run."""
    words = ["talus", "scenario", options.name, *["--full"] * options.full]
    for name, value in _chosen(options).items():
        words += option_words(name, value)
    return shlex.join([*words, "--out", str(options.out), "--resume"])


def _finish(chosen: scenarios.CheckedOptions, options: argparse.Namespace) -> None:
    """Notes the scenario of a run, and measures it."""
    _write(options.out / _NOTE, {"scenario": options.name, "options": dataclasses.asdict(chosen)})
    _measure(options.out, options)


def _measure(folder: Path, options: argparse.Namespace) -> None:
    """Measures the frames of a run, prints the numbers and draws the plot."""
    name, chosen = _noted(folder / _NOTE)
    module = scenarios.scenario(name)
    found = module.measure(scenarios.trajectory(scenarios.frames_of(folder)), module.build(chosen), chosen)
    _write(folder / "measured.json", {"scenario": name, "numbers": dict(found.numbers)})
    plots.save(found.draw(), folder / "measured.png")
    if options.json:
        print(json.dumps(dict(found.numbers), indent=1, ensure_ascii=False))
    elif not options.quiet:
        width = max(58, *(len(what) + 2 for what in found.numbers))
        print("\n".join(f"{what:<{width}}{value:.5g}" for what, value in found.numbers.items()))


def _noted(path: Path) -> tuple[str, scenarios.CheckedOptions]:
    """Name and options of the scenario of a run."""
    try:
        document = parsed(path.read_bytes() if path.is_file() else b"")
        name, noted = document["scenario"], dict(document["options"])
    except (OSError, ValueError, KeyError, TypeError):
        raise TalusError("Not the run of a scenario", str(path), "Name a folder that talus scenario wrote") from None
    return name, scenarios.options_of_run(name, noted)


def _write(path: Path, document: dict[str, Any]) -> None:
    with staged(path) as temporary:
        temporary.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
