"""A ParaView server on this machine."""
import contextlib
import pathlib
import socket
import subprocess
import tempfile
import time


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def listening(command, environment):
    """Starts the pvserver of a command, and ends it. Its log is printed if the test fails.

    :return: its process and its port. Another program may take the port first: then it tries another one.
    """
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log")
        for _ in range(5):
            port = free_port()
            options = [f"--server-port={port}", "--force-offscreen-rendering", "--timeout=3"]
            with log.open("w") as file:
                server = subprocess.Popen([*command, *options], env=environment, stdout=file, stderr=subprocess.STDOUT)
            try:
                if accepts(server, log):
                    yield server, port
                    return
            except BaseException:
                print(log.read_text()[-3000:])
                raise
            finally:
                end(server)
    raise RuntimeError("no pvserver would start")


def accepts(server, log):
    """Whether it accepts a client before it ends."""
    until = time.monotonic() + 60
    while "Accepting connection" not in log.read_text():
        if server.poll() is not None or time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def end(server):
    server.terminate()  # mpirun passes it on to all ranks
    try:
        server.wait(timeout=20)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait(timeout=20)
