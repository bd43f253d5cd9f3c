"""Each filter that measures grains, applied by the menu to a scene in motion: it shows what it measured at once."""
import sys

import screen
from test_workflow import play

FILTERS = "pqClientMainWindow/menubar/menuFilters/Alphabetical"
APPLY = "pqClientMainWindow/propertiesDock/propertiesPanel/Accept"
COLOUR = "pqClientMainWindow/variableToolbar/displayColor/Variables"
#: What the results are coloured by; a chart has no colours
COLOURED_BY = {"GranularFlow": "Velocity", "ForceChains": "Force", "GranularLayers": None}


def events(name, colour):
    check = f'<pqcheck object="{COLOUR}" property="currentText" arguments="{colour}"/>'
    return f"""<pqevents>
  <pqevent object="{FILTERS}" command="activate" arguments="{name}"/>
  <pqcheck object="{APPLY}" property="enabled" arguments="true"/>
  <pqevent object="{APPLY}" command="activate" arguments=""/>
  <pqcheck object="{APPLY}" property="enabled" arguments="false"/>
  {check if colour else ""}
</pqevents>
"""


def main(path):
    with screen.virtual_screen() as display:
        for name, colour in COLOURED_BY.items():
            status, log = play(display, screen.fresh_folder(f"{path}_{name}"), events(name, colour), "grains.py")
            assert status == 0 and "critical" not in log and "ERR|" not in log, f"{name}: status {status}\n" + log[:3000]
            print(name, "shows", colour or "a chart")
        status, _ = play(display, screen.fresh_folder(f"{path}_wrong"), events("ForceChains", "Nonsense"), "grains.py")
        assert status != 0, "a check that must fail passed: this test shows nothing"


if __name__ == "__main__":
    main(sys.argv[1])
