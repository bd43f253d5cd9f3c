"""``talus render``: draws the frames of a run, and makes a movie of them."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import IO, ContextManager, Iterator

import numpy as np

from ..errors import TalusError
from ..io import ensure_writable, staged
from ..movie import remove_pictures, require_drawable
from ..option_tables import RENDER
from ..options import option_of
from ..progress import Progress
from ..ranks import Ranks
from ..run_frames import body_frames, chosen_frame
from .options import add_option, add_options, given
from .screen import virtual_screen
from .terminal import progress_bar

HELP = "draw the frames of a run, make a movie"
DESCRIPTION = "Draws the frames of a run as PNG files, with their times: bodies coloured by speed, walls transparent."
EPILOG = """\
examples:
  talus render run                                   # run/pictures/frame_000000.png …
  talus render run --movie                           # and run/movie.mp4, if ffmpeg is installed
  talus render run --every 5 --contacts              # contacts as lines of force
  talus render run --contact-style points-and-normals
  talus render run --colour-by Shape                 # a colour and its word for each shape; also Material
  talus render run --frame 30                        # frame_000030.png only; --frame -1 is the last
  mpirun -np 4 talus render run                      # each of four processes draws a quarter of the frames
  talus render run --view-direction 0 1 0 --zoom 1.3 --size 1280 720

Without a display it uses a virtual one (Xvfb).

exit status: 0 done, 2 usage, bad input or no graphics, 130 interrupted
"""


_WHICH = ("every", "frame")  # frames: one or the other


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="folder that talus simulate or scenario wrote")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the pictures; default: RUN/pictures")
    parser.add_argument("--movie", action="store_true", help="also make RUN/movie.mp4 with ffmpeg")
    parser.add_argument("--rate", type=float, default=25.0, metavar="R", help="frames per second of the movie; default: 25")
    which = parser.add_mutually_exclusive_group()
    for name in _WHICH:
        add_option(which, option_of(RENDER, name))
    add_options(parser, [option for option in RENDER if option.name not in _WHICH])


def run(options: argparse.Namespace, ranks: Ranks) -> int:
    ranks.agreed(lambda: _require_drawable(options))
    pictures = options.out or options.run_folder / "pictures"
    ranks.on_first(lambda: _make(pictures))
    count = _draw(options, pictures, ranks)
    if not options.quiet:
        print(f"{'pictures':<10}{count} in {pictures}")
    if options.movie:
        ranks.on_first(lambda: _join(pictures, count, options))
    return 0


def _require_drawable(options: argparse.Namespace) -> None:
    """:raises TalusError: there is no such run or frame, or an option cannot be used"""
    frames = body_frames(options.run_folder)
    if not options.rate > 0:
        raise TalusError(f"--rate {options.rate:g} is out of range", "", "Give a number above 0")
    require_drawable(given(options, RENDER))
    if options.frame is not None:
        chosen_frame(frames, options.frame, options.run_folder)
    if options.movie:
        ensure_writable(_movie(options))


def _make(pictures: Path) -> None:
    """Makes the folder."""
    try:
        pictures.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TalusError(f"Cannot create the folder: {error.strerror}", str(pictures), "Choose another folder") from None


def _draw(options: argparse.Namespace, pictures: Path, ranks: Ranks) -> int:
    """Draws, on each of several processes its share of the frames, in a program of its own, which a broken graphics driver
    may end.

    :return: how many pictures all have drawn
    """
    told = given(options, RENDER) | {"run": str(options.run_folder), "out": str(pictures)}
    if ranks.size > 1:
        told["share"] = (ranks.rank, ranks.size)
        ranks.on_first(lambda: remove_pictures(pictures))
    with ExitStack() as ended:
        display = ranks.agreed(lambda: ended.enter_context(_screen()))
        complaints, show = ended.enter_context(tempfile.TemporaryFile("w+")), ended.enter_context(progress_bar("draw", options.quiet))
        command = [sys.executable, "-m", "talus.movie", json.dumps(told)]
        channels = {"stdout": subprocess.PIPE, "stderr": complaints, "text": True}
        with subprocess.Popen(command, env={**os.environ, "DISPLAY": display}, **channels) as child:
            try:
                return _follow(_counts(child, complaints, options.run_folder), show, ranks)
            except BaseException:
                child.terminate()
                raise


def _screen() -> ContextManager[str]:
    """The display that is there, or one made for it."""
    there = os.environ.get("DISPLAY")
    return nullcontext(there) if there else virtual_screen()


def _counts(child: subprocess.Popen[str], complaints: IO[str], run: Path) -> Iterator[tuple[int, int]]:
    """How many pictures are drawn and will be, from what talus.movie prints.

    :raises TalusError: what it tells to be wrong; it has not drawn all
    """
    done, whole = 0, 1
    for line in child.stdout:
        if refused := re.match(r"refused (.*)$", line):
            raise TalusError(*json.loads(refused[1]))
        if told := re.match(r"drawn (\d+) of (\d+)$", line):
            done, whole = int(told[1]), int(told[2])
            yield done, whole
    if child.wait() or done < whole:
        complaints.seek(0)
        remedy = "Unset DISPLAY to draw on a virtual one" if os.environ.get("DISPLAY") else "Try smaller pictures"
        raise TalusError(f"VTK could not draw: {_last_words(complaints.read())}", str(run), remedy)


def _follow(counts: Iterator[tuple[int, int]], show: Progress | None, ranks: Ranks) -> int:
    """Shows how many pictures are drawn. Several processes go on to the next one together: an error or Ctrl-C in one ends
    all.

    :return: how many, by all
    """

    def next_count() -> tuple[int, int] | None:
        return ranks.interruptible(lambda: next(counts, None))

    shares = ranks.gathered(np.array([next_count()[1]]))
    for step in range(1, shares.max() + 1):
        next_count()
        if show:
            show(np.minimum(shares, step).sum() / shares.sum())
    next_count()  # the end
    return int(shares.sum())


def _last_words(text: str) -> str:
    """The last line of what VTK or Python complained of, without the colours, time and address that VTK puts before it."""
    lines = [line for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if line.strip()]
    return re.sub(r"^.*\| *|\w+ \(0x[0-9a-f]+\): *", "", lines[-1]).rstrip(".") if lines else "no message"


def _movie(options: argparse.Namespace) -> Path:
    return options.run_folder / "movie.mp4"


def _literal(path: Path) -> str:
    """A name in which glob finds nothing to expand."""
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", str(path))


def _join(pictures: Path, count: int, options: argparse.Namespace) -> None:
    """Makes the movie, or says that there is no ffmpeg."""
    movie = _movie(options)
    ffmpeg = shutil.which("ffmpeg")
    if not ffmpeg:
        print(f"{'movie':<10}none: ffmpeg is not installed; the pictures were written")
        return
    command = [ffmpeg, "-y", "-loglevel", "error", "-framerate", str(options.rate)]
    command += ["-pattern_type", "glob", "-i", _literal(pictures) + "/frame_[0-9]*.png"]
    command += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p"]
    with staged(movie) as whole:
        result = subprocess.run([*command, "-movflags", "+faststart", str(whole)], capture_output=True, text=True, check=False)
        if result.returncode:
            raise TalusError(f"ffmpeg failed: {result.stderr.strip()}", str(movie), "The pictures were written; use them")
    if not options.quiet:
        print(f"{'movie':<10}{movie}, {count / options.rate:.3g} s")
