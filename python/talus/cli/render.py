"""``talus render``: draws the frames of a run, and makes a movie of them."""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
from contextlib import nullcontext
from pathlib import Path
from typing import ContextManager, Iterable

from ..errors import TalusError
from ..progress import Progress
from ..run_frames import body_frames, chosen_frame
from .options import add_vector
from .screen import virtual_screen
from .terminal import progress_bar

HELP = "draw the frames of a run, make a movie"
DESCRIPTION = "Draws the frames of a run as PNG files by ParaView: bodies coloured by speed, walls as glass."
EPILOG = """\
examples:
  talus render run                                   # run/pictures/frame_000000.png …
  talus render run --movie                           # and run/movie.mp4, if ffmpeg is there
  talus render run --every 5 --contacts              # the network of contacts as tubes
  talus render run --frame 30                        # frame_000030.png only; --frame -1 is the last
  talus render run --towards 0 1 0 --nearness 1.3 --size 1280 720

Without a display it draws on a virtual one (Xvfb).

exit status: 0 done, 1 ParaView failed, 2 usage or bad input, 130 interrupted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_folder", type=Path, metavar="RUN", help="folder that talus simulate or scenario wrote")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the pictures; default: RUN/pictures")
    parser.add_argument("--movie", action="store_true", help="join them to RUN/movie.mp4 by ffmpeg")
    parser.add_argument("--rate", type=float, default=25.0, metavar="R", help="pictures a second; default: 25")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--every", type=int, default=1, metavar="N", help="draw each N-th frame; default: 1")
    which.add_argument("--frame", type=int, metavar="N", help="draw this one: 0 is the first, -1 the last")
    parser.add_argument("--size", type=int, nargs=2, default=(960, 720), metavar=("W", "H"), help="default: 960 720")
    parser.add_argument("--colour-by", default="Velocity", metavar="A", help="array of the bodies; default: Velocity")
    parser.add_argument("--colours", type=float, nargs=2, metavar=("FROM", "TO"), help="default: as the run has")
    parser.add_argument("--wall-opacity", type=float, default=0.12, metavar="O", help="0: no walls; default: 0.12")
    parser.add_argument("--contacts", action="store_true", help="draw the network of contacts")
    add_vector(parser, "--towards", (0.25, 1.0, -0.25), "where the camera looks")
    parser.add_argument("--nearness", type=float, default=1.0, metavar="N", help="2: twice as near; default: 1")


def run(options: argparse.Namespace) -> int:
    frames = body_frames(options.run_folder)
    positive = options.nearness > 0 and options.rate > 0
    if options.every < 1 or min(options.size) < 16 or not any(options.towards) or not positive:
        known = "Give every ≥ 1, sizes ≥ 16, a direction, a nearness > 0 and a rate > 0"
        raise TalusError("A number is out of range", "", known)
    if options.frame is not None:
        chosen_frame(frames, options.frame, options.run_folder)
    if not 0 <= options.wall_opacity <= 1:
        raise TalusError(f"The opacity {options.wall_opacity:g} cannot be", "", "Give a number from 0 to 1")
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
        raise TalusError(f"Cannot write here: {error.strerror}", str(pictures), "Name another folder") from None


def _draw(options: argparse.Namespace, pictures: Path) -> int:
    """Lets pvpython draw, where ParaView's modules are. :return: how many pictures"""
    names = "every frame size colour_by colours wall_opacity contacts towards nearness".split()
    told = {name: getattr(options, name) for name in names}
    told |= {"run": str(options.run_folder), "out": str(pictures)}
    with _screen() as display, tempfile.TemporaryFile("w+") as complaints, progress_bar("draw", options.quiet) as show:
        command = [_program("pvpython", "paraview"), "-m", "talus.movie", json.dumps(told)]
        channels = {"stdout": subprocess.PIPE, "stderr": complaints, "text": True}
        with subprocess.Popen(command, env={**os.environ, "DISPLAY": display}, **channels) as child:
            try:
                count = _follow(child.stdout, show)
            except BaseException:
                child.terminate()
                raise
        complaints.seek(0)
        said = complaints.read().strip().splitlines() or ["it said nothing"]
    if child.returncode or not count:
        raise TalusError(f"ParaView could not draw: {said[-1]}", str(options.run_folder), "Try fewer frames")
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


def _program(name: str, package: str) -> str:
    found = shutil.which(name)
    if not found:
        raise TalusError(f"There is no {name}", "", f"Install {package}")
    return found


def _literal(path: Path) -> str:
    """A name in which glob finds nothing to expand."""
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", str(path))


def _join(pictures: Path, count: int, options: argparse.Namespace) -> None:
    """Makes the movie, or says that there is no ffmpeg."""
    movie = options.run_folder / "movie.mp4"
    ffmpeg = shutil.which("ffmpeg")
    if not ffmpeg:
        print(f"{'movie':<10}none: ffmpeg is not installed; the pictures are there")
        return
    command = [ffmpeg, "-y", "-loglevel", "error", "-framerate", str(options.rate)]
    command += ["-pattern_type", "glob", "-i", _literal(pictures) + "/frame_[0-9]*.png"]
    command += ["-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p"]
    command += ["-movflags", "+faststart", str(movie)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise TalusError(f"ffmpeg failed: {result.stderr.strip()}", str(movie), "Take the pictures")
    if not options.quiet:
        print(f"{'movie':<10}{movie}, {count / options.rate:.3g} s")
