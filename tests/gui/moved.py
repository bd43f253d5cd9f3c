"""The last frame of a simulation in ParaView's window, played or live."""
import json
import os
import time

import screen

VIEW = (slice(200, 720), slice(360, 1140))   # the render view, in the default layouts of ParaView 5.11 to 6.1


def colours(picture):
    return len({tuple(p) for p in picture.reshape(-1, picture.shape[-1])})


def last_frame(path, live, server=()):
    """What the view shows at the end of motion.py; if it was played, all its frames were seen.

    :param live: left to itself instead of played
    :param server: how ParaView connects to a server; none: it does all itself
    """
    folder = screen.fresh_folder(f"{path}_{'live' if live else 'played'}")
    os.environ["TALUS_TEST_LIVE"] = str(int(live))
    with screen.virtual_screen() as display, \
            screen.paraview(display, folder, *server, f"--script={screen.HERE / 'motion.py'}") as process:
        screen.wait_for(folder / "ready.json", process)
        picture = at_the_end(display, folder)
    result = json.loads((folder / "ready.json").read_text())
    assert "ERR|" not in (folder / "log").read_text(), (folder / "log").read_text()[:3000]
    if not live:
        first, last, again, end = result["energies"]
        assert result["frames"] == 16 and first == again != last == end, result
        assert colours(picture[VIEW]) > 100
    return picture[VIEW]


def at_the_end(display, folder):
    """A picture that has not changed for three seconds: live, frames come slowly at times."""
    picture = screen.snapshot(display, folder / "window.png")
    for _ in range(3):
        time.sleep(3)
        last, picture = picture, screen.snapshot(display, folder / "window.png")
        if (picture == last).all():
            break
    return picture


def require_same(one, other):
    changed = int((one != other).any(axis=-1).sum())
    assert changed < 100, f"{changed} pixels are others"
