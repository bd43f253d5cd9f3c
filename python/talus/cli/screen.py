"""A virtual screen for drawing without a display."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from typing import Iterator

from ..errors import TalusError


@contextmanager
def virtual_screen() -> Iterator[str]:
    """Starts an X server without a screen, and ends it.

    :return: the name of the display
    :raises TalusError: Xvfb is missing, or does not start
    """
    server, display = _start()
    try:
        yield display
    finally:
        server.terminate()
        server.wait(timeout=20)


def require_screen() -> None:
    """Gives this process a display if it has none: a virtual one, which ends after the process.

    :raises TalusError: Xvfb is missing, or does not start
    """
    if not os.environ.get("DISPLAY"):
        os.environ["DISPLAY"] = _start()[1]


def _start() -> tuple[subprocess.Popen[bytes], str]:
    """An X server and its display. It ends with this process at the latest.

    The server chooses a free display number; two concurrent ``xvfb-run`` may choose the same. Without -noreset it would
    reset whenever the last client disconnects, and refuse connections meanwhile: ParaView opens and closes the display
    once as a test. It starts without the libraries that ``talus-env`` preloads.
    """
    program = shutil.which("Xvfb")
    if not program:
        raise TalusError("There is no Xvfb", "", "Install xvfb")
    reader, writer = os.pipe()
    with_us = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    options = ["-displayfd", str(writer), "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"]
    bare = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    server = subprocess.Popen([*with_us, program, *options], pass_fds=[writer], stderr=subprocess.DEVNULL, env=bare)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        number = pipe.readline().strip()
    if not number:
        server.kill()
        server.wait(timeout=20)
        raise TalusError("Xvfb did not start", "", "Set DISPLAY to a screen that is there")
    return server, f":{number}"
