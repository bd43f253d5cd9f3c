"""The second command of the README uses what the first one built: whatever tests, benchmarks and their packages add."""

import re
import subprocess

import pytest
from conftest import SOURCE, environment, needs_paraview


def configured(script, folder, *more):
    """Configures a build folder as that script does. :return: the commands of all steps, one a line of Ninja's"""
    line = re.search(r"^\s*(cmake --preset \S+(?: -D\S+)*)", (SOURCE / script).read_text(), re.MULTILINE).group(1)
    for command in ([*line.split(), "-B", folder, *more], ["ninja", "-C", folder, "-t", "commands"]):
        done = subprocess.run(
            command, cwd=SOURCE, env=environment(), capture_output=True, text=True, timeout=200, check=False
        )
        assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines())


def ours(commands):
    """Those that compile the library, the filters, the plugin and its wrapping."""
    return {command for command in commands if re.search(r" -o (core|filters|plugin|python)/\S+ -c ", command)}


WITHOUT_CCACHE = """
macro(find_program variable name)
  if("${name}" STREQUAL "ccache")
    set(${variable} ${variable}-NOTFOUND CACHE FILEPATH "")
  else()
    _find_program(${ARGV})
  endif()
endmacro()
"""


@pytest.fixture(scope="module")
def first_and_second(tmp_path_factory):
    """Before and after packages came that the first command does without, even if ccache were one of them."""
    folder = tmp_path_factory.mktemp("build")
    (folder / "without_ccache.cmake").write_text(WITHOUT_CCACHE)
    hook = "CMAKE_PROJECT_Talus_INCLUDE"
    first = configured("python/demo.sh", folder, f"-D{hook}={folder}/without_ccache.cmake")
    assert not any("ccache" in command for command in ours(first))
    return first, configured("tests/run.sh", folder, f"-U{hook}")


@needs_paraview
def test_no_command_changes_when_tests_are_added(first_and_second):
    first, second = first_and_second
    assert len(ours(first)) > 80
    assert len(second) > len(first) + 50
    assert sorted(ours(first) - second)[:1] == []


@needs_paraview
def test_the_first_command_builds_only_what_users_need(first_and_second):
    first, second = (" ".join(commands) for commands in first_and_second)
    assert " -o bin/test_core_base" in second
    assert re.findall(r" -o bin/\S+", first) == []


def test_the_first_command_installs_what_keeps_compilations():
    listed = (SOURCE / "tests" / "packages.txt").read_text().split("\n")
    groups = {package: group for group, package, *_ in (line.split() for line in listed if line and line[0] != "#")}
    assert groups["ccache"] == "build"
