"""A pvserver on this machine classifies for a pvpython client."""
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
"""


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
        client = subprocess.run([pvpython, "--force-offscreen-rendering", "-", str(port), plugin],
                                input=CLIENT, env=environment, capture_output=True, text=True, timeout=100)
    finally:
        server.kill()
        server.wait(timeout=20)
    sys.stdout.write(client.stdout + client.stderr)
    assert client.returncode == 0 and "labels are right" in client.stdout, "the client failed"


main(*sys.argv[1:])
