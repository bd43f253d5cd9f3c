"""A user's way: Filters > Talus > Inside Outside Classifier, choose the surface, set the method, Apply."""
import sys

import screen
from played import require_failure, require_pass


def main(path):
    events = (screen.HERE / "workflow.xml").read_text()
    wrong = events.replace('arguments="Auto"', 'arguments="Nonsense"')
    assert wrong != events
    with screen.virtual_screen() as display:
        require_pass(display, path, events)
        require_failure(display, path, wrong)
    print("menu, input dialog, panel and Apply work")


if __name__ == "__main__":
    main(sys.argv[1])
