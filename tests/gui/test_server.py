"""A scene on a pvserver of four ranks: played and live, the window shows the last frame that it shows without a server."""
import os
import sys

import screen
from moved import last_frame, require_same
from pv_server import listening

RANKS = 4
SERVER = ["mpirun", "--oversubscribe", "-np", str(RANKS), "pvserver"]


def on_server(path, live):
    with screen.virtual_screen() as display, listening(SERVER, {**os.environ, "DISPLAY": display}) as (_, port):
        return last_frame(path + "_server", live, [f"--url=cs://127.0.0.1:{port}"])


alone = last_frame(sys.argv[1] + "_alone", live=False)
require_same(on_server(sys.argv[1], live=False), alone)
require_same(on_server(sys.argv[1], live=True), alone)
