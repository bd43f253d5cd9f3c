"""What Talus answers has the same bits with and without AVX-512; scenes also without fused multiply-add."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from conftest import SOURCE, environment

PRESETS = json.loads((SOURCE / "CMakePresets.json").read_text())["testPresets"]
NO_AVX512 = next(preset["environment"] for preset in PRESETS if preset["name"] == "no-avx512")
#: Parts of NumPy that are chosen by the processor: features, or since NumPy 2.4 levels
DISPATCHED = (np._core if hasattr(np, "_core") else np.core)._multiarray_umath.__cpu_dispatch__
AVX512 = {name for name in DISPATCHED if "AVX512" in name or name == "X86_V4"}
AVX2 = {name for name in DISPATCHED if name in ("AVX2", "FMA3", "X86_V3")}
NO_AVX512 |= {"NPY_DISABLE_CPU_FEATURES": " ".join(sorted(AVX512))}
NO_FMA = {
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-FMA,-FMA4",
    "NPY_DISABLE_CPU_FEATURES": " ".join(sorted(AVX512 | AVX2)),
    "TALUS_SIMD": "SSE4",
}


def digests(surroundings):
    """Runs ``tests/digests.py`` in an environment. :return: what NumPy uses of the processor, and digests by name"""
    needed = {name: os.environ[name] for name in ("TALUS_SOURCE_DIR", "PYTHONPATH")}
    script = [sys.executable, "-W", "ignore", SOURCE / "tests" / "digests.py"]
    surroundings = environment() | needed | surroundings
    done = subprocess.run(script, env=surroundings, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stderr
    (_, features), *lines = (line.split() for line in done.stdout.splitlines())
    return set(features.split(",")), dict(lines)


@pytest.fixture(scope="module")
def here():
    """As this processor does it: that of the test, which may be told to do without AVX-512 itself."""
    features, told = digests({})
    assert len(told) >= 20
    return features, told


def different(some, others):
    return sorted(name for name in some if some[name] != others[name])


def test_answers_are_the_same_without_avx512(here):
    features, told = digests(NO_AVX512)
    assert AVX512 and not AVX512 & features
    assert different(here[1], told) == []


def test_scenes_and_labels_are_the_same_without_fused_multiply_add(here):
    features, told = digests(NO_FMA)
    assert not (AVX512 | AVX2) & features
    promised = {name: told[name] for name in told if name.startswith(("scene_", "labels_", "check_"))}
    assert different(promised, here[1]) == []
    assert len(promised) >= 15
