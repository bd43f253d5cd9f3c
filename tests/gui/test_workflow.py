"""A user's way: Filters > Talus > Inside Outside Classifier, choose the surface, set the method, Apply."""
import subprocess
import sys

import screen

PANEL = ("pqClientMainWindow/propertiesDock/propertiesPanel/scrollArea/qt_scrollarea_viewport/"
         "scrollAreaWidgetContents/PropertiesFrame/ProxyPanel")


def play(display, folder, events, sources="sources.py"):
    """Plays events in a fresh ParaView, after a script. Returns its exit status and what it said."""
    script = folder / "events.xml"
    script.write_text(events.replace("PANEL", PANEL))
    with screen.paraview(display, folder, f"--script={screen.HERE / sources}", f"--test-script={script}",
                         f"--test-directory={folder}", "--exit") as process:
        try:
            process.wait(timeout=90)
        except subprocess.TimeoutExpired:
            pass
        return process.poll(), (folder / "log").read_text()


def main(path):
    events = (screen.HERE / "workflow.xml").read_text()
    wrong = events.replace('arguments="Auto"', 'arguments="Nonsense"')
    assert wrong != events
    with screen.virtual_screen() as display:
        status, log = play(display, screen.fresh_folder(path), events)
        assert status == 0, f"status {status}\n" + log[:3000]
        assert "critical" not in log and "ERR|" not in log, log[:3000]
        status, _ = play(display, screen.fresh_folder(path + "_wrong"), wrong)
        assert status != 0, "a check that must fail passed: this test shows nothing"
    print("menu, input dialog, panel and Apply work")


if __name__ == "__main__":
    main(sys.argv[1])
