"""The scripts and commands of the README and of the guide run as printed, from a folder that has `data`. The README's shell block is run
by test_newcomer."""

import re

import pytest
from conftest import BUILD, SOURCE, WITH_PARAVIEW, run, talus

README = SOURCE / "README.md"
PAGES = {page.stem: page.read_text() for page in [README, *sorted((SOURCE / "docs" / "guide").glob("*.md"))]}
SCRIPTS = [
    pytest.param(script, id=f"{name}-{number}")
    for name, text in PAGES.items()
    if name != "pyvista"  # Debian 12 has no PyVista; test_pyvista.py runs such scripts
    for number, script in enumerate(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
]
COMMANDS = [
    line
    for text in PAGES.values()
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    for line in block.splitlines()
]
MOST_LINES_OF_README = 100  # two screens
BROKEN = {"featuretype.stl"}


def is_refused(words):
    """`talus check` tells by its exit status that a surface is broken."""
    return words[1] == "check" and BROKEN & {word.rpartition("/")[2] for word in words}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    folder = tmp_path_factory.mktemp("desk")
    (folder / "data").symlink_to(SOURCE / "data")
    assert talus("scenario", "slope", "--out", folder / "slope", "--quiet").returncode == 0  # which a script reads
    return folder


def test_there_are_scripts_and_commands():
    assert len(SCRIPTS) >= 4 and len(COMMANDS) >= 8
    assert all(line.startswith("talus ") for line in COMMANDS)


def test_readme_is_short():
    assert len(README.read_text().splitlines()) <= MOST_LINES_OF_README


@pytest.mark.parametrize("script", SCRIPTS)
def test_script(script, desk):
    (desk / "script.py").write_text(script)
    if not WITH_PARAVIEW and "paraview" in script:
        pytest.skip("Talus was built without ParaView")
    python = ("pvpython", "--force-offscreen-rendering") if WITH_PARAVIEW else ("/usr/bin/python3",)
    result = run(BUILD / "bin" / "talus-env", *python, "script.py", cwd=desk)
    assert result.returncode == 0, result.stderr
    assert "Traceback" not in result.stderr and "Error" not in result.stderr


def test_commands(desk):
    """One after the other: some use what others wrote."""
    for line in COMMANDS:
        words = line.partition("#")[0].replace("'", "").split()
        result = talus(*words[1:], cwd=desk)
        assert result.returncode == (1 if is_refused(words) else 0), result.stderr
        for flag in ("--out", "--out-dir", "--scene"):
            if flag in words:
                assert (desk / words[words.index(flag) + 1]).exists(), line


def test_links_lead_somewhere():
    text = README.read_text()
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", text) + re.findall(r'<img src="([^"]+)"', text)
    assert len(re.findall("<img ", text)) == 3
    for link in links:
        assert link.startswith("http") or (SOURCE / link).exists(), link
