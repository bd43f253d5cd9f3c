"""Runs a command on a virtual screen: on_screen.py COMMAND …"""
import os
import subprocess
import sys

from talus.cli.screen import virtual_screen

with virtual_screen() as display:
    sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "DISPLAY": display}, check=False).returncode)
