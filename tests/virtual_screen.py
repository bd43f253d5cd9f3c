"""A virtual X screen for tests that draw. Unlike two xvfb-run in a row, it never picks a display that is in use."""

import contextlib
import os
import subprocess


@contextlib.contextmanager
def virtual_screen():
    """Name of a display that no one else uses. The server picks the number itself.

    Without -noreset it starts over whenever its last client leaves, and refuses one that comes in that moment:
    ParaView opens and closes the display once to look at it.
    """
    reader, writer = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x900x24",
                               "-nolisten", "tcp", "-noreset"], pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        number = pipe.readline().strip()
    try:
        assert number, "Xvfb did not start"
        yield ":" + number
    finally:
        server.terminate()
        server.wait(timeout=20)
