"""Usage: memory_of_ranks.py MPIRUN SIMULATE_ON_RANKS. Fails if each of two ranks needs much more than half of the memory that
one rank needs for bodies: at the start, or while bodies go from rank to rank."""

import re
import subprocess
import sys


def megabytes(mpirun, program, ranks, across, layers):
    """Of the rank that needs the most at any time."""
    command = [mpirun, "--oversubscribe", "-np", ranks, program, "heap", "explicit", 0.01, 1, across, layers]
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, check=True)
    print(run.stderr.strip(), flush=True)
    return int(re.search(r"to (\d+) MB", run.stderr)[1])


def main():
    empty = megabytes(*sys.argv[1:], 2, 4, 1)  # program and MPI
    one, two = (megabytes(*sys.argv[1:], ranks, 64, 10) - empty for ranks in (1, 2))
    if not (one > 40 and two < 0.56 * one):  # 0.51: ghosts are a thirtieth
        sys.exit(f"one rank needs {one} MB for its bodies, each of two {two} MB")
    print("memory is divided")


if __name__ == "__main__":
    main()
