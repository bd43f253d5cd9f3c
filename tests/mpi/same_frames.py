"""Usage: same_frames.py MPIRUN SIMULATE_ON_RANKS. Fails if frames of a scene differ between one and several ranks."""

import subprocess
import sys

SCENES = (
    ("heap", "explicit", 0.015, 2, 3, 3),
    ("drum", "explicit", 0.01, 2, 6, 6),
    ("net", "explicit", 0.02, 1, 3, 1),
    ("drum", "implicit", 0.01, 2, 6, 6),
    ("net", "barrier", 0.005, 1, 4, 1),
    ("net", "long", 0.02, 2, 4, 1),
    ("drum", "rigid", 0.01, 2, 6, 6),
    ("net", "rigid", 0.02, 2, 4, 1),
)


def digests(mpirun, program, ranks, scene, method, interval, frames, across, layers):
    command = [mpirun, "--oversubscribe", "-np", ranks, program, scene, method, interval, frames, across, layers]
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120)
    print(run.stderr.strip(), flush=True)
    if run.returncode != 0:
        sys.exit(f"{scene} ({method}) on {ranks} ranks ended with {run.returncode}")
    return [line for line in run.stdout.splitlines() if line.startswith("frame")]


def main():
    mpirun, program = sys.argv[1:]
    for scene in SCENES:
        one = digests(mpirun, program, 1, *scene)
        if len(one) != scene[3]:
            sys.exit(f"{scene[0]}: {len(one)} frames")
        for ranks in (2, 3):
            if digests(mpirun, program, ranks, *scene) != one:
                sys.exit(f"{scene[:2]}: other frames on {ranks} ranks than on one")
    print("frames are equal on all numbers of ranks")


if __name__ == "__main__":
    main()
