"""``python3 -m talus``: the command line."""

import ctypes
import sys

from vtkmodules.vtkCommonCore import vtkLogger

from .cli import main
from .vtkmodules import TalusFilters

# A fatal error outside of filters, for example an array of VTK without memory, is also reported in one line.
ctypes.CDLL(TalusFilters.__file__).talusSayLastWords()
vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)

sys.exit(main())
