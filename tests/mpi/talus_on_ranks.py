"""The command line on one rank and on several, for scripts that are started with MPIRUN TALUS FOLDER."""

import pathlib
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

MPIRUN, TALUS = sys.argv[1:3]
FOLDER = pathlib.Path(sys.argv[3])


def command(ranks, *words):
    start = [MPIRUN, "--oversubscribe", "-np", ranks] if ranks > 1 else []
    return [str(word) for word in [*start, TALUS, *words]]


def talus(ranks, *words):
    """:return: the exit status, what is printed, and what is said on stderr"""
    done = subprocess.run(command(ranks, *words), capture_output=True, text=True, timeout=100)
    return done.returncode, done.stdout, done.stderr


@contextmanager
def job_when(is_ready, missing, ranks, *words):
    """The job of a command that has got so far, and still goes on. One that hangs does not hang the test.

    :param is_ready: of the job, within a minute. :param missing: what there is not yet"""
    with subprocess.Popen(command(ranks, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as job:
        try:
            until = time.monotonic() + 60
            while not is_ready(job):
                assert job.poll() is None and time.monotonic() < until, missing
                time.sleep(0.01)
            yield job
        finally:
            job.kill()


def expect_same(words, files, ranks=(3, 5)):
    """What a command writes and tells on several ranks is that of one process. :param words: makes it, from a folder
    :return: its exit status, and what one process tells"""
    results = []
    for count in (1, *ranks):
        folder = FOLDER / f"out{count}"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        results.append((_told_of(*talus(count, *words(folder)), folder), _written(folder)))
        assert results[0][0] == results[-1][0], (count, results[0][0], results[-1][0])
        names = [name for name, content in results[0][1].items() if results[-1][1].get(name) != content]
        assert not names and len(results[-1][1]) == files, (count, names, list(results[-1][1]))
    return results[0][0]


def _written(folder):
    """The content of its files, but for its own name in tables of files."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return {str(file.relative_to(folder)): file.read_bytes().replace(str(folder).encode(), b"") for file in files}


def _told_of(status, printed, said, folder):
    """What a command told of itself, but for its folder, the time it took, and what mpirun adds."""
    said = sorted(line for line in said.splitlines() if line.startswith("talus"))
    texts = [re.sub(r"after .* s$", "", text, flags=re.M).replace(str(folder), "") for text in (printed, *said)]
    return status, texts


def run_tests(names):
    """:param names: those of a script, with its tests"""
    for name, test in list(names.items()):
        if name.startswith("test_"):
            test()
            print(name, "passed", flush=True)


def run_in_new_folder(names, write_inputs=lambda: None):
    """As run_tests(), with the inputs that the tests share."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    write_inputs()
    run_tests(names)
