"""Pyflakes has nothing to say about Python of this repository, but where a line says `noqa`."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SOURCE

#: The stub says what the package exports; star imports and names that ParaView defines
EXPECTED = r"__init__\.pyi:|from paraview\.\w+ import \*|from star imports: paraview\."


def is_meant(told):
    """Whether the line that is told of says so."""
    place = re.match(r"(.+?):(\d+):", told)
    return place is not None and "noqa" in Path(place[1]).read_text().splitlines()[int(place[2]) - 1]


@pytest.mark.parametrize("folder", ["python", "options", "docs", "tests"])
def test_pyflakes_finds_nothing(folder):
    command = [sys.executable, "-m", "pyflakes", SOURCE / folder]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.stderr == ""
    told = [line for line in result.stdout.splitlines() if not re.search(EXPECTED, line) and not is_meant(line)]
    assert not told, "\n".join(told)
