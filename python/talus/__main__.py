"""``python3 -m talus``: the command line."""

import sys

from .cli import main

sys.exit(main())
