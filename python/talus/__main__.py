"""``python3 -m talus``: the command line."""

import ctypes
import os
import signal
import sys
from contextlib import suppress

from . import __version__
from .launcher import of_several
from .standard_streams import make_usable

make_usable()
if of_several():
    os.environ.setdefault("NO_COLOR", "1")  # mpirun gives terminals to processes, wherever their output goes

if sys.argv[1:] == ["--version"] and not of_several():  # at once: the commands import NumPy and much of VTK
    with suppress(OSError):  # main() reports it
        print(f"talus {__version__}", flush=True)
        sys.exit()

# NumPy's OpenBLAS reserves memory for each thread, and ends the process where there is none. Talus does not need it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

try:
    from vtkmodules.vtkCommonCore import vtkLogger

    from .cli import main
    from .vtkmodules import TalusFilters
except MemoryError:
    sys.exit("talus: error: Not enough memory to start")

# A fatal error outside of filters, for example an array of VTK without memory, is also reported in one line.
ctypes.CDLL(TalusFilters.__file__).talusSayLastWords()
vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_OFF)

if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # bin/talus, until now
    signal.signal(signal.SIGINT, signal.default_int_handler)
status = main()
if status == 1 and not of_several():
    # Without memory the end of Python may wait for ever, for threads that never began.
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
sys.exit(status)
