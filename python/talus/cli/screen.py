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

    The server chooses a free display number; two concurrent ``xvfb-run`` may choose the same. Without -noreset it would
    reset whenever the last client disconnects, and refuse connections meanwhile: ParaView opens and closes the display
    once as a test. It starts without the libraries that ``talus-env`` preloads.

    :return: the name of the display
    :raises TalusError: Xvfb is missing, or does not start
    """
    program = shutil.which("Xvfb")
    if not program:
        raise TalusError("There is no Xvfb", "", "Install xvfb")
    reader, writer = os.pipe()
    options = ["-displayfd", str(writer), "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"]
    bare = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    server = subprocess.Popen([program, *options], pass_fds=[writer], stderr=subprocess.DEVNULL, env=bare)
    os.close(writer)
    try:
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise TalusError("Xvfb did not start", "", "Set DISPLAY to a screen that is there")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=20)
