"""The tables of options, and the XML that is written from them."""

import sys

from .text import ROOT

sys.path.insert(0, str(ROOT))

from options.tables import named, read_families, spaced  # noqa: E402, F401
from options.writers.panel import expanded  # noqa: E402, F401
