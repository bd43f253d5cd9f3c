"""Damaged files of every format: no crash, no hang, no traceback, each within 10 s and 1 GiB. See fuzz_readers.py."""

import gzip
import io
import os
import random
import time
import zipfile

import pytest
from conftest import sample_size
from fuzz_corpus import write_corpus
from fuzz_mutations import mutated_within
from fuzz_processes import LONGEST, Fuzzer, in_a_child, table
from fuzz_readers import Corpus, fuzz, read

import talus

CASES = sample_size(3000, 100_000)


@pytest.fixture(scope="module")
def seeds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpus")
    in_a_child(lambda: write_corpus(folder))
    return folder


def test_damaged_files_are_read_or_refused():
    tallies = fuzz(CASES)
    failures = [failure for tally in tallies.values() for failure in tally.failures]
    print(table(tallies))
    assert not failures, "\n".join(failures[:5])
    assert sum(tally.cases for tally in tallies.values()) == CASES
    for name, tally in tallies.items():  # else the damage is so heavy that nothing behind the first check is reached
        assert tally.cases < 100 or (tally.accepted and tally.refused), f"{name}: {tally}"
        assert tally.slowest < LONGEST


def test_sound_files_are_accepted(seeds):
    in_a_child(lambda: [read(seed.name, seed) for seed in sorted(seeds.iterdir())])


# What the fuzzer finds of a reader that fails in each way it looks for.
BROKEN_READERS = {
    "the process ended with the status 11": lambda *_: os.kill(os.getpid(), 11),
    "no answer within": lambda *_: time.sleep(60),
    "ZeroDivisionError": lambda *_: 1 // 0,
    "MemoryError": lambda *_: bytearray(1 << 31),
    "two\\nlines": None,
}


@pytest.mark.parametrize("words", BROKEN_READERS)
def test_the_fuzzer_sees_failures(monkeypatch, tmp_path, seeds, words):
    def read_badly(*arguments):
        if BROKEN_READERS[words] is None:
            error = talus.TalusError("x")
            error.args = ("two\nlines",)
            raise error
        BROKEN_READERS[words](*arguments)

    monkeypatch.setattr("fuzz_readers.read", read_badly)
    monkeypatch.setattr("fuzz_processes.LONGEST", 1.0)
    fuzzer = Fuzzer(Corpus(seeds, "csv"), tmp_path)
    fuzzer.run(range(2))
    failures = fuzzer.tallies["csv"].failures
    assert fuzzer.tallies["csv"].cases == len(failures) == 2
    assert words.replace("\\n", "\n") in failures[0]


def test_cases_repeat(seeds):
    first, again, other = Corpus(seeds), Corpus(seeds), Corpus(seeds, seed=2)
    assert all(first.files(number) == again.files(number) for number in range(200))
    assert any(first.files(number) != other.files(number) for number in range(5))


@pytest.mark.parametrize("name", ["3mf-two", "npz-packed", "gz-stl"])
def test_damage_within_leaves_checksums_sound(seeds, name):
    sound = next((seeds / name).glob("main.*")).read_bytes()
    contents = {unpacked(mutated_within(random.Random(seed), sound, [sound], bombs=0)) for seed in range(100)}
    assert len(contents - {unpacked(sound)}) > 80


@pytest.mark.parametrize("name", ["3mf-two", "npz-packed", "gz-stl"])
def test_bombs_are_refused(seeds, name, tmp_path):
    sound = next((seeds / name).glob("main.*"))
    file = tmp_path / sound.name
    for seed in range(5):
        file.write_bytes(mutated_within(random.Random(seed), sound.read_bytes(), [b" "], bombs=1))
        assert file.stat().st_size < 1 << 20
        with pytest.raises(talus.TalusError):
            (talus.read_points if file.suffix == ".npz" else talus.read_surface)(file)


def unpacked(data):
    """What is packed. :raises Exception: a checksum that is not right"""
    if data.startswith(b"\x1f\x8b"):
        return gzip.decompress(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return tuple(archive.read(name) for name in archive.namelist())
