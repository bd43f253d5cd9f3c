"""Usage, as root: machines_apart.py MPIRUN SIMULATE_ON_RANKS. Two machines that only a slow wire joins: the bits of one process.

Each machine is a network namespace with a TUN device; this program is the wire. It carries the packets from one device to
the other with a delay, and loses some. (The kernel's own delay, `tc netem`, is missing in many kernels.) Open MPI starts its
second process in the other namespace and talks by TCP. Prints a table of times. Not part of the tests, since it needs root.
"""

import contextlib
import ctypes
import fcntl
import heapq
import os
import pathlib
import random
import re
import select
import struct
import subprocess
import sys
import tempfile
import threading
import time

MPIRUN, PROGRAM = sys.argv[1:3]
COURSE = ["heap", "explicit", "0.005", "4", "4", "3"]
#: One-way delay in s, fraction of packets that are lost
WIRES = [(0, 0), (0.0001, 0), (0.001, 0), (0.01, 0), (0.001, 0.01), (0.001, 0.05)]
MACHINES = [f"talus_{os.getpid()}_{name}" for name in "ab"]
ADDRESSES = ["10.77.0.1", "10.77.0.2"]
DEVICE = "wire"

_NEW_NETWORK, _SET_DEVICE, _TUN, _NO_HEAD = 0x40000000, 0x400454CA, 1, 0x1000  # <linux/sched.h>, <linux/if_tun.h>


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def device_of(machine):
    """The file of a new TUN device in a machine."""
    libc = ctypes.CDLL(None, use_errno=True)

    def enter(namespace):
        if libc.setns(namespace.fileno(), _NEW_NETWORK) != 0:
            raise OSError(ctypes.get_errno(), f"no entry to {namespace.name}")

    with open("/proc/self/ns/net") as own, open(f"/run/netns/{machine}") as other:
        enter(other)
        try:
            file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(file, _SET_DEVICE, struct.pack("16sH", DEVICE.encode(), _TUN | _NO_HEAD))
        finally:
            enter(own)
    return file


@contextlib.contextmanager
def machines():
    """Two machines, and the files of their devices."""
    files = []
    try:
        for machine, address in zip(MACHINES, ADDRESSES):
            ip("netns", "add", machine)
            files.append(device_of(machine))
            ip("-n", machine, "addr", "add", f"{address}/24", "dev", DEVICE)
            ip("-n", machine, "link", "set", DEVICE, "up")
            ip("-n", machine, "link", "set", "lo", "up")
        yield files
    finally:
        for file in files:
            os.close(file)
        for machine in MACHINES:
            subprocess.run(["ip", "netns", "del", machine], stderr=subprocess.DEVNULL)


class Wire(threading.Thread):
    """Carries packets between two devices until it is ended."""

    def __init__(self, files, delay, loss):
        super().__init__(daemon=True)
        self._other = dict(zip(files, reversed(files)))
        self._delay, self._loss, self._random = delay, loss, random.Random(1)
        self._ended = threading.Event()
        self.packets = self.lost = 0

    def end(self):
        self._ended.set()
        self.join()

    def run(self):
        under_way = []  # heap of arrival, number, device, packet
        while not self._ended.is_set():
            patience = min(max(under_way[0][0] - time.monotonic(), 0), 0.1) if under_way else 0.1
            for file in select.select(list(self._other), [], [], patience)[0]:
                packet = os.read(file, 65536)
                self.packets += 1
                if self._random.random() < self._loss:
                    self.lost += 1
                else:
                    heapq.heappush(under_way, (time.monotonic() + self._delay, self.packets, self._other[file], packet))
            while under_way and under_way[0][0] <= time.monotonic():
                with contextlib.suppress(BlockingIOError):  # a full queue loses packets, as others do
                    os.write(*heapq.heappop(under_way)[2:])


def digests(command):
    """What a run prints: the digests of its frames, and the time of a step in ms."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    return done.stdout, float(re.search(r"a step ([\d.e+-]+) ms", done.stderr)[1])


def command_on_both(agent):
    only = ["--mca", "mpi_yield_when_idle", "1", "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", DEVICE, "--mca", "oob_tcp_if_include", DEVICE]
    return [
        *("ip", "netns", "exec", MACHINES[0], MPIRUN, "--allow-run-as-root", "--mca", "plm_rsh_agent", str(agent), *only),
        *("--host", ",".join(f"{address}:1" for address in ADDRESSES), "-np", "2", PROGRAM, *COURSE),
    ]


def main():
    wanted, step = digests([PROGRAM, *COURSE])
    print("| delay, ms | loss, % | time of a step, ms | packets | lost |\n|---|---|---|---|---|")
    print(f"| one process | | {step:.3g} | | |")
    with tempfile.TemporaryDirectory() as folder, machines() as files:
        agent = pathlib.Path(folder, "agent")  # in place of ssh ADDRESS COMMAND
        agent.write_text(f'#!/bin/sh\nshift\nexec ip netns exec {MACHINES[1]} sh -c "$*"\n')
        agent.chmod(0o755)
        for delay, loss in WIRES:
            wire = Wire(files, delay, loss)
            wire.start()
            found, step = digests(command_on_both(agent))
            wire.end()
            assert found == wanted, f"other frames with a delay of {delay} s:\n{found}\n{wanted}"
            assert wire.packets > 100, "the processes did not talk over the wire"
            print(f"| {1e3 * delay:g} | {100 * loss:g} | {step:.3g} | {wire.packets} | {wire.lost} |", flush=True)
    print("all frames are those of one process")


main()
