"""The tables of options, and the XML that is written from them."""

import sys

from .text import ROOT

sys.path.insert(0, str(ROOT))

from options.scene_tables import items_of, read_scene_tables  # noqa: E402, F401
from options.tables import named, read_families, spaced  # noqa: E402, F401
from options.writers import scene_schema  # noqa: E402, F401
from options.writers.look import files as look_files  # noqa: E402, F401
from options.writers.panel import expanded  # noqa: E402, F401
