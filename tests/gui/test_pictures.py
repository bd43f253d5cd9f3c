"""Pictures of the window: the threshold on Side, the property panel, and the Talus menu."""
import json
import subprocess
import sys

import screen

VIEW = (slice(200, 720), slice(310, 1140))   # the render view, in the window's default layout
PANEL = (slice(390, 720), slice(0, 285))     # the property panel


def red_pixels(picture):
    r, g, b = (picture[..., i].astype(int) for i in range(3))
    return int(((r > 200) & (g < 60) & (b < 60)).sum())


def colours(picture):
    return len({tuple(p) for p in picture.reshape(-1, picture.shape[-1])})


def open_menu(display, folder):
    """Clicks Filters and opens Talus with the keyboard."""
    def xdotool(*words):
        subprocess.run(["xdotool", *words], env=screen.environment(display, folder), check=True, timeout=20)
    xdotool("mousemove", "216", "10", "click", "1", "sleep", "1")
    xdotool("key", "--delay", "200", "Up", "Up", "Right", "sleep", "1")  # Talus is the last but one


def main(path):
    folder = screen.fresh_folder(path)
    with screen.virtual_screen() as display, \
            screen.paraview(display, folder, f"--script={screen.HERE / 'pictures.py'}") as process:
        screen.wait_for(folder / "ready.json", process)
        window = screen.snapshot(display, folder / "window.png")
        open_menu(display, folder)
        menu = screen.snapshot(display, folder / "menu.png")
    ready = json.loads((folder / "ready.json").read_text())
    assert ready["plugins"].get("Talus"), f"the plugin is not loaded: {ready['plugins']}"
    assert ready["inside"] > 100, f"{ready['inside']} points inside"
    assert red_pixels(window[VIEW]) > 2000, f"the threshold shows {red_pixels(window[VIEW])} pixels"
    assert red_pixels(window[VIEW]) < 0.6 * window[VIEW].shape[0] * window[VIEW].shape[1], "everything is inside"
    assert colours(window[PANEL]) > 50, "the property panel is blank"
    changed = int((menu != window).any(axis=-1).sum())
    assert changed > 5000, f"the menu did not open: {changed} pixels changed"
    assert "ERR|" not in (folder / "log").read_text(), (folder / "log").read_text()[:3000]
    print(f"{red_pixels(window[VIEW])} red pixels; the menu covers {changed}")


main(sys.argv[1])
