"""A pvserver on this machine classifies and moves bodies for a pvpython client."""
import os
import socket
import subprocess
import sys

CLIENT = """
import sys
from paraview import simple
simple.Connect("127.0.0.1", int(sys.argv[1]))
simple.LoadPlugin(sys.argv[2], remote=True, ns=globals())
simple.LoadPlugin(sys.argv[2], remote=False, ns=globals())
import labelled
classifier = labelled.case(InsideOutsideClassifier)
labelled.check(labelled.labels(classifier))
print("labels are right")

motion = TimeStepper(Input=SceneReader(FileName=sys.argv[3]), OutputInterval=0.02, EndTime=0.1)
motion.UpdatePipelineInformation()
assert list(motion.TimestepValues) == [0.0, 0.02, 0.04, 0.06, 0.08, 0.1], motion.TimestepValues
speeds = []
for time in (0.1, 0.02, 0.1):
    motion.UpdatePipeline(time)
    speeds.append(motion.FieldData["GreatestSpeed"].GetRange()[0])
assert speeds[0] == speeds[2] > speeds[1] > 0, speeds
print("bodies move")
"""
SCENE = os.path.join(os.path.dirname(__file__), "../../data/scenes/rotating_drum.json")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def start(pvserver, environment):
    """A pvserver that listens, and its port. Another process may take the port first: try again."""
    for _ in range(5):
        port = free_port()
        server = subprocess.Popen(
            [pvserver, f"--server-port={port}", "--force-offscreen-rendering", "--timeout=2"],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in server.stdout:
            if "Accepting connection" in line:
                return server, port
        server.wait(timeout=20)
    raise RuntimeError("no pvserver would start")


def main(pvserver, pvpython, plugin):
    environment = {k: v for k, v in os.environ.items() if k != "PV_PLUGIN_PATH"}
    server, port = start(pvserver, environment)
    try:
        client = subprocess.run([pvpython, "--force-offscreen-rendering", "-", str(port), plugin, SCENE],
                                input=CLIENT, env=environment, capture_output=True, text=True, timeout=100)
    finally:
        server.kill()
        server.wait(timeout=20)
    sys.stdout.write(client.stdout + client.stderr)
    assert client.returncode == 0, "the client failed"
    assert "labels are right" in client.stdout and "bodies move" in client.stdout


main(*sys.argv[1:])
