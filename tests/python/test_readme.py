"""What the README shows runs as it stands there, from a folder that has `data`. For the lines with which it begins see
test_newcomer."""

import re

import pytest
from conftest import BUILD, SOURCE, run, talus

README = (SOURCE / "README.md").read_text()
SCRIPTS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.splitlines()]
BROKEN = {"featuretype.stl"}  # `talus check` says so by its exit status


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    (folder / "data").symlink_to(SOURCE / "data")
    return folder


def test_there_are_scripts_and_commands():
    assert len(SCRIPTS) >= 4 and len(COMMANDS) >= 8
    assert all(line.startswith("talus ") for line in COMMANDS)


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_script(number, desk):
    script = desk / f"script_{number}.py"
    script.write_text(SCRIPTS[number])
    result = run(BUILD / "bin" / "talus-env", "pvpython", "--force-offscreen-rendering", script, cwd=desk)
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr and "Error" not in result.stderr


def test_commands(desk):
    """One after the other: some use what others wrote."""
    for line in COMMANDS:
        words = line.partition("#")[0].replace("'", "").split()
        result = talus(*words[1:], cwd=desk)
        assert result.returncode == (1 if BROKEN & {word.rpartition("/")[2] for word in words} else 0), result.stderr
        for flag in ("--out", "--out-dir", "--scene"):
            if flag in words:
                assert (desk / words[words.index(flag) + 1]).exists(), line


def test_links_lead_somewhere():
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", README):
        assert link.startswith("http") or (SOURCE / link).exists(), link
