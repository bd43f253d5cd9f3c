"""Usage: bodies_on_ranks.py MPIRUN PVBATCH PVSERVER PVPYTHON FOLDER. The representation Bodies on one rank, on two, and on a pvserver of
two: the same pictures, and the same bodies are picked."""

import os
import pathlib
import subprocess
import sys

import numpy as np
from motion_scene import GRAINS, write_scene
from pv_server import listening

from talus.cli.screen import virtual_screen

SCRIPT = str(pathlib.Path(__file__).with_name("bodies_drawn.py"))
PINK = (255, 0, 255)


def drawn(command, environment, *words):
    command = [*command, "--force-offscreen-rendering", SCRIPT, *map(str, words)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    told = done.stdout + done.stderr
    assert done.returncode == 0 and "Traceback" not in told and "ERR|" not in told, told
    return dict(np.load(words[1]))


def different(one, other):
    """The part of the picture; edges are smoothed in another way where pictures of ranks are put together."""
    return (abs(one - other) > 30).any(axis=-1).mean()


def expect_right(one):
    """What one rank draws: grains before a glass wall, and edges of those that are picked."""
    assert one["all_bodies"].tolist() == [GRAINS - 1] and one["in_the_middle"].tolist() == [1]  # one grain was removed
    pink = {name: (abs(one[name] - PINK) < 40).all(axis=-1).sum() for name in ("opaque", "all", "middle", "cleared")}
    assert pink["opaque"] == pink["cleared"] == 0 < 20 < pink["middle"] < 0.5 * pink["all"], pink
    assert different(one["glass"], one["opaque"]) > 0.1


def expect_picked_on_all(served):
    assert served["all_bodies"].min() > 5 and served["all_bodies"].sum() == GRAINS - 1, served["all_bodies"]
    assert served["in_the_middle"].sum() == 1, served["in_the_middle"]


def expect_same(name, one, several, pictures):
    for picture in pictures:
        part = different(one[picture], several[picture])
        print(f"{name} {picture:<8}{part:.2%} of the pixels differ")
        assert part < 0.01, f"{name}: {part:.1%} of the pixels of {picture} differ"


def main(mpirun, pvbatch, pvserver, pvpython, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    scene = folder / "scene.json"
    write_scene(scene)
    ranks = [mpirun, "--oversubscribe", "-np", "2"]
    with virtual_screen() as display:
        environment = {**os.environ, "DISPLAY": display}
        one = drawn([pvbatch], environment, scene, folder / "one.npz")
        expect_right(one)
        two = drawn([*ranks, pvbatch], environment, scene, folder / "two.npz")  # where ParaView lets nothing be picked
        expect_same("pvbatch", one, two, ("glass", "opaque"))
        with listening([*ranks, pvserver], environment) as (_, port):
            served = drawn([pvpython], environment, scene, folder / "served.npz", port)
    assert served["remote"], "the client drew what the ranks should"
    expect_same("pvserver", one, served, ("glass", "opaque", "all", "middle", "cleared"))
    expect_picked_on_all(served)


main(*sys.argv[1:])
