"""Pictures of the window: the threshold on Side, the property panel, and the Talus menu."""
import json
import sys

import screen
from moved import VIEW, colours, last_frame, require_same

PANEL = (slice(390, 720), slice(0, 285))     # the property panel, in the default layouts of ParaView 5.11 to 6.1


def red_pixels(picture):
    r, g, b = (picture[..., i].astype(int) for i in range(3))
    return int(((r > 200) & (g < 60) & (b < 60)).sum())


def open_menu(display, folder):
    """Clicks Filters and opens Talus with the keyboard."""
    screen.xdotool(display, folder, "mousemove", "216", "10", "click", "1", "sleep", "1")
    screen.xdotool(display, folder, "key", "--delay", "200", "Up", "Up", "Right", "sleep", "1")  # Talus is the last but one


def check_window(window):
    red = red_pixels(window[VIEW])
    assert 2000 < red < 0.6 * window[VIEW][..., 0].size, f"{red} red pixels"
    assert colours(window[PANEL]) > 50, "the property panel is blank"


def inside(path):
    """The threshold on Side in red, and the menu."""
    folder = screen.fresh_folder(path + "_inside")
    with screen.virtual_screen() as display, \
            screen.paraview(display, folder, f"--script={screen.HERE / 'inside.py'}") as process:
        screen.wait_for(folder / "ready.json", process)
        window = screen.snapshot(display, folder / "window.png")
        open_menu(display, folder)
        menu = screen.snapshot(display, folder / "menu.png")
    ready = json.loads((folder / "ready.json").read_text())
    assert ready["plugins"].get("Talus"), f"the plugin is not loaded: {ready['plugins']}"
    assert ready["inside"] > 100, f"{ready['inside']} points inside"
    check_window(window)
    changed = int((menu != window).any(axis=-1).sum())
    assert changed > 5000, f"the menu did not open: {changed} pixels changed"
    assert "ERR|" not in (folder / "log").read_text(), (folder / "log").read_text()[:3000]


def defects(path):
    """The boundary of an open mesh in red."""
    folder = screen.fresh_folder(path + "_defects")
    with screen.virtual_screen() as display, \
            screen.paraview(display, folder, f"--script={screen.HERE / 'defects.py'}") as process:
        screen.wait_for(folder / "ready.json", process)
        window = screen.snapshot(display, folder / "window.png")
    assert json.loads((folder / "ready.json").read_text()) == {"open": True, "edges": 200}
    check_window(window)
    assert "ERR|" not in (folder / "log").read_text(), (folder / "log").read_text()[:3000]


def motion(path):
    """Played to the end and left to itself, live, the window shows the same last frame."""
    played, live = (last_frame(path + "_motion", live) for live in (False, True))
    require_same(played, live)


def contacts(path):
    """Halos that are refused are told in the log, and the next one works: normals in red."""
    folder = screen.fresh_folder(path + "_contacts")
    with screen.virtual_screen() as display, \
            screen.paraview(display, folder, f"--script={screen.HERE / 'contacts.py'}") as process:
        screen.wait_for(folder / "ready.json", process)
        window = screen.snapshot(display, folder / "window.png")
    result = json.loads((folder / "ready.json").read_text())
    assert result["negative"] == result["huge"] == [0, -1], result
    assert result["small"] == result["usual"] and result["usual"][1] == 1, result
    assert result["points"] == 1 and result["arrows"] > 0 and result["tubes"] > 0, result
    assert red_pixels(window[VIEW]) > 100
    log = (folder / "log").read_text()
    assert log.count("The halo must be at least") == log.count("The halo must be at most") == 1, log[:3000]


inside(sys.argv[1])
defects(sys.argv[1])
motion(sys.argv[1])
contacts(sys.argv[1])
