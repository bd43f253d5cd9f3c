"""What a launcher such as ``mpirun`` tells the processes that it starts."""

from __future__ import annotations

import os

#: Variables with which the usual launchers (Open MPI, MPICH, Slurm) tell the number of processes
_SIZES = ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS")


def of_several() -> bool:
    """Whether this is one of several processes that were started together."""
    return any(os.environ.get(name, "1") not in ("", "1") for name in _SIZES)
