"""Open, open, filter, OK, Apply: then the answer is read, inside and outside are told apart, and the surface is still seen."""
import sys
import time

import screen
from played import PANEL, check, require_failure, require_pass
from test_measure import APPLY, COLOUR, FILTERS

SOURCES = "cloud_and_mesh.py"
#: Spaces within numbers do not break lines.
ANSWER = "1\N{NO-BREAK SPACE}965 inside, 0 on the surface, 8\N{NO-BREAK SPACE}035 outside · DiscreteFunction, the surface is closed"
HELP = "pqClientMainWindow/propertiesDock/propertiesPanel/Help"
PAGE = "pqClientMainWindow/TalusHelp/Page"
#: The colours of inside and outside
ORANGE, SKY = (230, 159, 0), (86, 180, 233)


def events(answer):
    return f"""<pqevents>
  <pqevent object="{FILTERS}" command="activate" arguments="InsideOutsideClassifier"/>
  <pqevent object="pqClientMainWindow/SelectInputDialog/buttonBox/1QPushButton0" command="activate" arguments=""/>
  {check("AnswerLine/Answer", "visible", "false")}
  <pqevent object="{APPLY}" command="activate" arguments=""/>
  {check("AnswerLine/Answer", "text", answer)}
  {check("AnswerLine/Remarks", "visible", "false")}
  <pqcheck object="{COLOUR}" property="currentText" arguments="Side"/>
</pqevents>
"""


def page_opens():
    return f"""<pqevents>
  <pqevent object="{FILTERS}" command="activate" arguments="SurfaceCheck"/>
  <pqevent object="{HELP}" command="activate" arguments=""/>
  <pqcheck object="{PAGE}" property="visible" arguments="true"/>
</pqevents>
"""


def near(picture, colour):
    """The pixels that have a colour, but for antialiasing and the shading of the surface before them."""
    return (abs(picture[..., :3].astype(int) - colour).max(axis=-1) < 40).sum()


def seen(display, path):
    """The points inside are seen through the surface, and grey is between them."""
    folder = screen.fresh_folder(path + "_seen")
    script = folder / "events.xml"
    script.write_text(events(ANSWER).replace("PANEL", PANEL), encoding="utf-8")
    with screen.paraview(display, folder, f"--script={screen.HERE / SOURCES}", f"--test-script={script}",
                         f"--test-directory={folder}") as process:
        end = time.monotonic() + 90
        while "is finished" not in (folder / "log").read_text():
            assert process.poll() is None and time.monotonic() < end, (folder / "log").read_text()[:3000]
            time.sleep(0.5)
        window = screen.snapshot(display, folder / "window.png")
    inside, outside = near(window, ORANGE), near(window, SKY)
    assert inside > 1000 and outside > 3000, f"{inside} and {outside} pixels have the colours of inside and outside"


def main(path):
    with screen.virtual_screen() as display:
        require_pass(display, path, events(ANSWER), SOURCES)
        require_failure(display, path, events("Nonsense"), SOURCES)
        require_pass(display, path + "_page", page_opens(), SOURCES)
        seen(display, path)
    print("inputs are proposed, the answer is read, and its page opens")


if __name__ == "__main__":
    main(sys.argv[1])
