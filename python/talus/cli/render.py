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
from contextlib import nullcontext
from pathlib import Path
from typing import ContextManager, Iterable

from ..errors import TalusError
from ..movie import require_drawable
from ..option_tables import RENDER
from ..options import option_of
from ..progress import Progress
from ..run_frames import body_frames, chosen_frame
from .options import add_option, add_options, given
from .screen import virtual_screen
from .terminal import progress_bar

HELP = "draw the frames of a run, make a movie"
DESCRIPTION = "Draws the frames of a run as PNG files: bodies coloured by speed, walls transparent."
EPILOG = """\
examples:
  talus render run                                   # run/pictures/frame_000000.png …
  talus render run --movie                           # and run/movie.mp4, if ffmpeg is installed
  talus render run --every 5 --contacts              # contacts as tubes
  talus render run --frame 30                        # frame_000030.png only; --frame -1 is the last
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


def run(options: argparse.Namespace) -> int:
    frames = body_frames(options.run_folder)
    if not options.rate > 0:
        raise TalusError(f"--rate {options.rate:g} is out of range", "", "Give a number above 0")
    require_drawable(given(options, RENDER))
    if options.frame is not None:
        chosen_frame(frames, options.frame, options.run_folder)
    pictures = options.out or options.run_folder / "pictures"
    _make(pictures)
    count = _draw(options, pictures)
    if not options.quiet:
        print(f"{'pictures':<10}{count} in {pictures}")
    if options.movie:
        _join(pictures, count, options)
    return 0


def _make(pictures: Path) -> None:
    """Makes the folder."""
    try:
        pictures.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TalusError(f"Cannot create the folder: {error.strerror}", str(pictures), "Choose another folder") from None


def _draw(options: argparse.Namespace, pictures: Path) -> int:
    """Draws in a program of its own, which a broken graphics driver may end. :return: how many pictures"""
    told = given(options, RENDER) | {"run": str(options.run_folder), "out": str(pictures)}
    with _screen() as display, tempfile.TemporaryFile("w+") as complaints, progress_bar("draw", options.quiet) as show:
        command = [sys.executable, "-m", "talus.movie", json.dumps(told)]
        channels = {"stdout": subprocess.PIPE, "stderr": complaints, "text": True}
        with subprocess.Popen(command, env={**os.environ, "DISPLAY": display}, **channels) as child:
            try:
                count = _follow(child.stdout, show)
            except BaseException:
                child.terminate()
                raise
        complaints.seek(0)
        said = _last_words(complaints.read())
    if child.returncode or not count:
        remedy = "Unset DISPLAY to draw on a virtual one" if os.environ.get("DISPLAY") else "Try smaller pictures"
        raise TalusError(f"VTK could not draw: {said}", str(options.run_folder), remedy)
    return count


def _screen() -> ContextManager[str]:
    """The display that is there, or one made for it."""
    there = os.environ.get("DISPLAY")
    return nullcontext(there) if there else virtual_screen()


def _follow(lines: Iterable[str], show: Progress | None) -> int:
    """Shows how many pictures are drawn, from what talus.movie prints.

    :return: how many
    :raises TalusError: what it tells to be wrong
    """
    count = 0
    for line in lines:
        if refused := re.match(r"refused (.*)$", line):
            raise TalusError(*json.loads(refused[1]))
        if told := re.match(r"drawn (\d+) of (\d+)$", line):
            count = int(told[1])
            if show:
                show(count / int(told[2]))
    return count


def _last_words(text: str) -> str:
    """The last line of what VTK or Python complained of, without the colours, time and address that VTK puts before it."""
    lines = [line for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if line.strip()]
    return re.sub(r"^.*\| *|\w+ \(0x[0-9a-f]+\): *", "", lines[-1]).rstrip(".") if lines else "no message"


def _literal(path: Path) -> str:
    """A name in which glob finds nothing to expand."""
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", str(path))


def _join(pictures: Path, count: int, options: argparse.Namespace) -> None:
    """Makes the movie, or says that there is no ffmpeg."""
    movie = options.run_folder / "movie.mp4"
    ffmpeg = shutil.which("ffmpeg")
    if not ffmpeg:
        print(f"{'movie':<10}none: ffmpeg is not installed; the pictures were written")
        return
    command = [ffmpeg, "-y", "-loglevel", "error", "-framerate", str(options.rate)]
    command += ["-pattern_type", "glob", "-i", _literal(pictures) + "/frame_[0-9]*.png"]
    command += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p"]
    command += ["-movflags", "+faststart", str(movie)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise TalusError(f"ffmpeg failed: {result.stderr.strip()}", str(movie), "The pictures were written; use them")
    if not options.quiet:
        print(f"{'movie':<10}{movie}, {count / options.rate:.3g} s")
