# Run inside ParaView: loads the module that tells what widgets show.
import ctypes
import os

ctypes.CDLL(os.environ["TALUS_WATCH_LIBRARY"])
