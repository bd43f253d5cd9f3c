"""Usage: pvbatch [--sym] one_launch.py SCRIPT ARGUMENT... [-- SCRIPT ARGUMENT...]... Runs scripts of this folder one after the
other in one ParaView: to start its ranks takes longer than most of them. An error of one rank ends all."""

import pathlib
import runpy
import sys

import numpy as np
from all_ranks import controller, run
from paraview import servermanager

process = servermanager.vtkProcessModule.GetProcessModule()
folder = pathlib.Path(__file__).parent


def jobs(words):
    """The words between `--`."""
    found = [[]]
    for word in words:
        found.append([]) if word == "--" else found[-1].append(word)
    return found


def main():
    for script, *arguments in jobs(sys.argv[1:]):
        sys.argv = [str(folder / script), *arguments]
        with np.errstate():  # a script may change it
            runpy.run_path(sys.argv[0], run_name="__main__")
        if process.GetSymmetricMPIMode():
            controller.Barrier()
    if process.GetPartitionId() == 0:
        print("all scripts passed", flush=True)


run(main)
