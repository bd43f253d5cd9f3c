"""The command line, one file per command: see COMMANDS.

Exit status: 0 success, 1 failure or a defective surface, 2 wrong usage or invalid input, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib import import_module
from types import ModuleType
from typing import Iterator, Sequence

from .. import __version__
from ..errors import SurfaceWarning, TalusError
from ..io.output import remedy_of
from ..ranks import Ranks, joined
from .outputs import keep_inputs_of
from .terminal import say_error, say_warning, termination_as_interrupt

#: In the order of the help text; each is a module
COMMANDS = (
    "classify", "check", "repair", "mass", "boolean", "assembly", "walls", "voxelize", "contacts", "simulate", "scenario", "render",
    "scene", "place", "surrogate", "foam", "grain", "container",
)  # fmt: skip

#: Those of which several processes share the work: their `run` takes the ranks, too
SHARED = ("classify", "contacts", "mass", "simulate", "scenario", "render")

_EPILOG = """\
exit status:
  0  done
  1  the work failed, or (check, repair) the surface is broken
  2  usage or bad input
  130  interrupted

'talus COMMAND --help' shows examples.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command, on all processes that ``mpirun`` has started with the same words as one. An error is one line on
    stderr. SIGTERM acts like Ctrl-C.

    :return: the exit status
    """
    options, words = argparse.Namespace(), list(sys.argv[1:] if arguments is None else arguments)
    try:
        with termination_as_interrupt(), joined(words) as ranks, _printed(), _warnings_said():
            with _said_by_first(ranks):
                _parser(words).parse_args(words, options)
            ranks.on_first(lambda: keep_inputs_of(options))
            status = _run(options, ranks)
            return status if ranks.first else 0  # mpirun's is that of the first; another could end it before it has said all
    except TalusError as error:
        say_error(str(error))
        return 2
    except KeyboardInterrupt:
        say_error("interrupted, nothing half-written is left")
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the reader of the output, for example `head`, has closed it
        _forget_output()
        return 1
    except OSError as error:
        _forget_output()
        where = error.filename or "standard output, or a temporary file"
        say_error(f"Cannot write: {(error.strerror or str(error)).lower()} ({where}). {remedy_of(error)}.")
        return 1
    except MemoryError:
        say_error("Not enough memory. Use fewer points or a smaller surface.")
        return 1


def _run(options: argparse.Namespace, ranks: Ranks) -> int:
    """Of several processes all do what they can share; the rest is left to the first. :return: the exit status"""
    if _name(options.command) in SHARED:
        options.quiet = options.quiet or not ranks.first
        with ranks.interrupt_noticed():
            return options.command.run(options, ranks)
    return options.command.run(options) if ranks.first else 0


@contextmanager
def _warnings_said() -> Iterator[None]:
    """Prints what the package warns of as one line on stderr; a command may do so in its own way."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", SurfaceWarning)
        usual = warnings.showwarning

        def show(message, category, *where) -> None:
            say_warning(str(message)) if issubclass(category, SurfaceWarning) else usual(message, category, *where)

        warnings.showwarning = show
        yield


@contextmanager
def _said_by_first(ranks: Ranks) -> Iterator[None]:
    """Of what all processes print in the block, that of the first is seen."""
    if ranks.first:
        yield
        return
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        yield


@contextmanager
def _printed() -> Iterator[None]:
    """What was printed is written at the end, also of the help: a full disk is noticed here, not at the end of Python."""
    try:
        yield
    finally:
        sys.stdout.flush()


def _forget_output() -> None:
    """What is still to be printed cannot be, and must not be tried again at the end of Python."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser(words: list[str]) -> argparse.ArgumentParser:
    """Knows all commands, or the one that the words begin with: what others import takes a quarter of a second."""
    parser = argparse.ArgumentParser(
        prog="talus",
        description="Polyhedral bodies: which points lie inside a surface, what is wrong with it,\n"
        "what it weighs, where bodies touch and how they move.",
        epilog=_EPILOG,
        formatter_class=_formatter,
    )
    parser.add_argument("--version", action="version", version=f"talus {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in words[:1] if words and words[0] in COMMANDS else COMMANDS:
        _add(commands, import_module(f".{name}", __name__))
    return parser


def _formatter(prog: str) -> argparse.HelpFormatter:
    """A formatter with a column wide enough for all commands: argparse ignores that they are indented."""
    formatter = argparse.RawDescriptionHelpFormatter(prog)
    formatter._action_max_length = 4 + max(map(len, COMMANDS))
    return formatter


def _name(command: ModuleType) -> str:
    return command.__name__.rpartition(".")[2]


def _add(commands: argparse._SubParsersAction, command: ModuleType) -> None:
    parser = commands.add_parser(
        _name(command),
        help=command.HELP,
        description=command.DESCRIPTION,
        epilog=command.EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    parser.add_argument("--quiet", action="store_true", help="print nothing but warnings and errors")
    parser.set_defaults(command=command)
