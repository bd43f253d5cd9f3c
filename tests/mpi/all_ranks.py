"""What scripts share that run on several ranks."""

import os
import pathlib
import sys
import traceback
from typing import Callable

from motion_scene import write_scene
from vtkmodules.vtkCommonCore import vtkIntArray
from vtkmodules.vtkParallelCore import vtkCommunicator, vtkMultiProcessController

controller = vtkMultiProcessController.GetGlobalController()


def run(main: Callable[[], None]) -> None:
    """An error of one rank ends all."""
    try:
        main()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)  # the other ranks would wait for ever


def shared_scene(folder: str) -> pathlib.Path:
    """The scene of motion_scene, written by the first rank."""
    path = pathlib.Path(folder, "scene.json")
    if controller.GetLocalProcessId() == 0:
        write_scene(path)
    controller.Barrier()
    return path


def total(here: int) -> int:
    """The sum over all ranks."""
    own, all_ = vtkIntArray(), vtkIntArray()
    own.InsertNextValue(here)
    all_.InsertNextValue(0)
    controller.AllReduce(own, all_, vtkCommunicator.SUM_OP)
    return all_.GetValue(0)
