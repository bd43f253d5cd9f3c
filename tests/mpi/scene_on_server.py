"""Usage: scene_on_server.py MPIRUN PVSERVER PVPYTHON FOLDER. A scene on a pvserver of four ranks: a client plays it; one is killed."""

import os
import pathlib
import subprocess
import sys

from motion_scene import write_scene
from pv_server import listening

from talus.cli.screen import virtual_screen

HERE = pathlib.Path(__file__).parent
RANKS = 4


def client(command, environment, *words):
    script = str(HERE / "scene_client.py")
    return [command, "--force-offscreen-rendering", script, *map(str, words)], {"env": environment, "text": True}


def played(server, pvpython, environment, folder):
    """Everything that scene_client.py expects holds, without an error."""
    with listening(server, environment) as (_, port):
        command, how = client(pvpython, environment, port, folder, "play")
        done = subprocess.run(command, capture_output=True, timeout=120, **how)
        print(done.stdout, done.stderr)
        assert done.returncode == 0 and f"a scene plays on {RANKS} ranks" in done.stdout
        assert "ERR|" not in done.stderr, "an error was reported"


def killed(server, pvpython, environment, folder):
    """All ranks of the server end when its client has died in the middle of a frame."""
    with listening(server, environment) as (ranks, port):
        command, how = client(pvpython, environment, port, folder, "wait")
        with subprocess.Popen(command, stdout=subprocess.PIPE, **how) as process:
            told = process.stdout.readline()
            process.kill()
        assert told == "simulating\n", told
        ranks.wait(timeout=60)


def main(mpirun, pvserver, pvpython, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_scene(folder / "scene.json")
    server = [mpirun, "--oversubscribe", "-np", str(RANKS), pvserver]
    with virtual_screen() as display:
        environment = {**os.environ, "DISPLAY": display}
        played(server, pvpython, environment, folder)
        killed(server, pvpython, environment, folder)


main(*sys.argv[1:])
