"""``python3 -m talus``: the command line."""

import ctypes
import sys

from vtkmodules.vtkCommonCore import vtkLogger

from .cli import main
from .vtkmodules import TalusFilters

# What ends the program outside of filters, such as an array of VTK for which there is no memory, is one line, too.
ctypes.CDLL(TalusFilters.__file__).talusSayLastWords()
vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)

sys.exit(main())
