"""Programs on several ranks, as tests see them from outside."""

import os
import pathlib


def ranks_of(job):
    """The processes of the ranks, by rank."""
    found = {}
    for process in pathlib.Path("/proc").iterdir():
        try:
            if (process / "stat").read_text().rpartition(")")[2].split()[1] == str(job.pid):
                variables = (process / "environ").read_bytes().split(b"\0")
                rank = next(v for v in variables if v.startswith(b"OMPI_COMM_WORLD_RANK="))
                found[int(rank.partition(b"=")[2])] = int(process.name)
        except (OSError, StopIteration, IndexError):
            continue
    return found


def processor_time(process):
    """Of a process, s."""
    words = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def expect_one_error(status, told, text):
    errors = [line for line in told.splitlines() if line.startswith("talus: ") or "Traceback" in line]
    assert status != 0 and len(errors) == 1 and text in errors[0], (status, told)
