"""Escape ends a frame that takes a minute, in the window and on a server of two ranks; then the window works as before."""
import os
import sys
import time

import screen
from moved import VIEW, colours, require_same
from pv_server import listening

RANKS = 2
SERVER = ["mpirun", "--oversubscribe", "-np", str(RANKS), "pvserver"]
ABOVE_AXES = (slice(VIEW[0].start, 600), VIEW[1])   # those of the orientation, which an empty view shows
#: Whether panels have lines for answers, and their colour after an abort
ANSWERS = os.path.exists(os.path.join(os.environ["PV_PLUGIN_PATH"], "window", "TalusWindow.so"))
FAILURE = (0xF8, 0xD7, 0xDA)
FIRST_FRAME, PLAY = ("494", "42"), ("593", "42")   # buttons, in the default layouts of ParaView 5.11 to 6.1


def click(display, folder, button):
    screen.xdotool(display, folder, "mousemove", *button, "click", "1")


def wait_for_empty_view(display, folder):
    end = time.monotonic() + 20
    while colours(screen.picture(display, folder / "aborted.png")[ABOVE_AXES]) > 1:
        assert time.monotonic() < end, "the frame goes on"
        time.sleep(0.5)


def require_reason(window):
    """The panel says why the view is empty, in the colour of failures."""
    pixels = int((window[..., :3] == FAILURE).all(axis=-1).sum())
    assert pixels > 1000, f"{pixels} pixels have the colour of a failure"


def abort_a_frame(path, display, server=()):
    folder = screen.fresh_folder(path)
    with screen.paraview(display, folder, *server, f"--script={screen.HERE / 'long_frame.py'}") as process:
        screen.wait_for(folder / "ready.json", process)
        shown = screen.snapshot(display, folder / "shown.png")[VIEW]
        assert colours(shown) > 50
        click(display, folder, PLAY)
        time.sleep(3)
        require_same(screen.picture(display, folder / "working.png")[VIEW], shown)
        screen.xdotool(display, folder, "keydown", "Escape")
        wait_for_empty_view(display, folder)
        screen.xdotool(display, folder, "keyup", "Escape")
        if ANSWERS:
            require_reason(screen.snapshot(display, folder / "aborted.png"))
        click(display, folder, FIRST_FRAME)  # nobody would answer if the next frame were played
        time.sleep(1)
        require_same(screen.snapshot(display, folder / "again.png")[VIEW], shown)
    log = (folder / "log").read_text()
    assert "ERR|" not in log and "WARN|" not in log, log[:3000]


with screen.virtual_screen() as display:
    abort_a_frame(sys.argv[1] + "_alone", display)
with screen.virtual_screen() as display, listening(SERVER, {**os.environ, "DISPLAY": display}) as (_, port):
    abort_a_frame(sys.argv[1] + "_server", display, [f"--url=cs://127.0.0.1:{port}"])
