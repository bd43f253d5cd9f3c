"""`talus simulate` killed again and again at random moments: what comes out is that of a run nobody disturbed.

TALUS_KILLS sets how often. A minute for 200 of them.
"""

import os
import random
import signal
import time

from falling_dice import falling_dice, files_of

from talus.cli import main

KILLS = int(os.environ.get("TALUS_KILLS", "200"))
FRAMES = 30


def start(work, *arguments) -> int:
    """A process of its own for the work; forked, so that it need not load everything anew."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            status = work(*arguments) or 0
        finally:
            os._exit(status)
    return process


def write_scene(path) -> None:
    falling_dice(path, count=2)


def simulate(scene, out) -> int:
    return main(["simulate", str(scene), "--out", str(out), "--end", "0.3", "--quiet", "--resume"])


def succeeds(process: int) -> bool:
    return os.waitpid(process, 0)[1] == 0


def test_random_kills(tmp_path):
    scene = tmp_path / "dice.json"
    assert succeeds(start(write_scene, scene))
    begin = time.monotonic()
    assert succeeds(start(simulate, scene, tmp_path / "whole"))
    duration = time.monotonic() - begin
    expected = files_of(tmp_path / "whole")
    assert len([name for name in expected if name.startswith("frames/bodies")]) == FRAMES + 1

    chance, kills, runs = random.Random(1), 0, 0
    while kills < KILLS:
        out = tmp_path / f"run{runs}"
        finished = False
        while not finished:
            process = start(simulate, scene, out)
            time.sleep(chance.uniform(0, duration / 3))
            os.kill(process, signal.SIGKILL)
            _, status = os.waitpid(process, 0)
            finished = not os.WIFSIGNALED(status)
            assert not finished or os.WEXITSTATUS(status) == 0
            kills += not finished
        assert files_of(out) == expected, f"after {kills} kills"
        runs += 1
    print(f"{kills} kills of {runs} runs of {duration:.2f} s")
    assert kills >= 2 * runs  # they were killed, not done before
