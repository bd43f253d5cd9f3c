"""Events that ParaView's own test tools play, and what must come of them."""
import subprocess

import screen

PANEL = ("pqClientMainWindow/propertiesDock/propertiesPanel/scrollArea/qt_scrollarea_viewport/"
         "scrollAreaWidgetContents/PropertiesFrame/ProxyPanel")


def check(widget, what, value):
    """That a property of a widget in the panel has a value."""
    return f'<pqcheck object="{PANEL}/{widget}" property="{what}" arguments="{value}"/>'


def set_(widget, command, value):
    """What a user does to a widget in the panel."""
    return f'<pqevent object="{PANEL}/{widget}" command="{command}" arguments="{value}"/>'


def play(display, path, events, sources="sources.py"):
    """Plays events in a fresh ParaView, after a script. Returns its exit status and what it said."""
    folder = screen.fresh_folder(path)
    script = folder / "events.xml"
    script.write_text(events.replace("PANEL", PANEL))
    with screen.paraview(display, folder, f"--script={screen.HERE / sources}", f"--test-script={script}",
                         f"--test-directory={folder}", "--exit") as process:
        try:
            process.wait(timeout=90)
        except subprocess.TimeoutExpired:
            pass
        return process.poll(), (folder / "log").read_text()


def require_pass(display, path, events, sources="sources.py"):
    """Every check holds, and nothing is reported as an error."""
    status, log = play(display, path, events, sources)
    assert status == 0 and "critical" not in log and "ERR|" not in log, f"{path}: status {status}\n" + log[:3000]


def require_failure(display, path, wrong, sources="sources.py"):
    """Events with a wrong expectation: shows that the checks are made."""
    status, _ = play(display, path + "_wrong", wrong, sources)
    assert status != 0, "a check that must fail passed: this test shows nothing"
