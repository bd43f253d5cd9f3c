"""The pages are what the sources say; their examples and commands run, and draw something."""

import json
import re
import shutil
import sys

import numpy as np
import pytest
from conftest import BUILD, SOURCE, needs_paraview, pixels, run, shown, talus, unlike

from talus import scenarios
from talus.cli.screen import virtual_screen

DOCS = SOURCE / "docs"
EXAMPLES = sorted(path.stem for path in (DOCS / "examples").glob("*.py"))
PROXIES = sorted(path.stem for path in (SOURCE / "plugin" / "Talus").rglob("*.xml") if "Representation" not in path.stem)


def test_pages_are_what_the_sources_say():
    result = run("/usr/bin/python3", DOCS / "make_pages.py", "--check")
    assert result.returncode == 0, result.stdout


def test_every_public_name_and_field_of_python_is_documented():
    sys.path.insert(0, str(DOCS))
    from pages.python import undocumented

    assert undocumented() == []


def test_every_filter_has_an_example_and_a_picture():
    assert EXAMPLES == PROXIES
    assert sorted(path.stem for path in (DOCS / "pictures").glob("*.png")) == PROXIES


def test_every_scenario_has_a_page_and_pictures():
    names, told = sorted(scenarios.SCENARIOS), json.loads((DOCS / "scenarios.json").read_text())
    assert sorted(path.stem for path in (DOCS / "scenarios").glob("*.md")) == sorted([*names, "README"])
    for name in names:
        kept = DOCS / "pictures" / "scenarios"
        width, height = map(int, re.search(r"--size (\d+) (\d+)", told[name]["render"]).groups())
        picture, chart = (pixels(kept / f"{name}{end}.png") for end in ("", "_measured"))
        assert picture.shape == (height, width, 3), name
        # Grains on a plain ground, in more than one colour; lines on white paper.
        assert 0.01 < shown(picture) < 0.95 and len(np.unique(picture.reshape(-1, 3), axis=0)) > 50, name
        assert 0.5 < (chart.min(axis=2) > 250).mean() < 0.99, name
        assert json.loads((kept / f"{name}.json").read_text())["scenario"] == name


def test_pages_tell_the_options_that_are_there():
    for name in scenarios.SCENARIOS:
        page = (DOCS / "scenarios" / f"{name}.md").read_text()
        own, full = scenarios.options_of(name), scenarios.options_of(name, full=True)
        rows = re.findall(r"^\| `--([a-z-]+)` \| ([^|]*) \| ([^|]*) \|", page, re.MULTILINE)
        assert rows
        for option, default, bigger in rows:
            value, grown = (getattr(options, option.replace("-", "_")) for options in (own, full))
            assert default == {True: "on", False: "off"}.get(value if isinstance(value, bool) else None, str(value))
            assert value == grown or bigger == str(grown)


def test_what_pages_say_to_try_can_be_built_and_is_something_else():
    for name, told in json.loads((DOCS / "scenarios.json").read_text()).items():
        tried, usual = (scenarios.build(name, **options) for options in (told["try"], {}))
        assert (tried.scene.as_dict(), tried.last) != (usual.scene.as_dict(), usual.last), name


def test_links_lead_somewhere():
    for page in DOCS.rglob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert link.startswith("http") or (page.parent / link).exists(), f"{page.name}: {link}"


def anchors_of(page):
    """Of the headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    found = []
    for heading in re.findall(r"^#+ +(.*?) *$", text, re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        found.append(slug + (f"-{found.count(slug)}" if slug in found else ""))
    return found


def test_anchors_lead_somewhere():
    """Of all pages of the repository."""
    places = [SOURCE, *(path for path in SOURCE.iterdir() if path.is_dir() and path.name not in ("build", "shared", ".git"))]
    pages = [page for place in places for page in (place.glob("*.md") if place == SOURCE else place.rglob("*.md"))]
    links = [(page, *link) for page in pages for link in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", page.read_text()) if "://" not in link[0]]
    assert len(links) > 30
    targets = [(page, (page.parent / file).resolve() if file else page, anchor) for page, file, anchor in links]
    dead = [f"{page.relative_to(SOURCE)}: {target.name}#{anchor}" for page, target, anchor in targets
            if target.suffix == ".md" and anchor not in anchors_of(target)]  # fmt: skip
    assert not dead, dead


def colours(picture):
    return len(np.unique(picture.reshape(-1, 3), axis=0))


@needs_paraview
def test_examples_draw_what_the_pages_show(tmp_path, monkeypatch):
    with virtual_screen() as display:
        monkeypatch.setenv("DISPLAY", display)
        script = DOCS / "draw_pictures.py"
        result = run(BUILD / "bin" / "talus-env", "pvpython", script, "--out", tmp_path, cwd=SOURCE)
    assert result.returncode == 0, result.stderr
    assert "Error" not in result.stderr
    shown = {name: pixels(DOCS / "pictures" / f"{name}.png") for name in EXAMPLES}
    for name in EXAMPLES:
        drawn = pixels(tmp_path / f"{name}.png")
        # Arrows of grains in motion change with their last bits; the two pictures that are most alike, charts, differ by 0.046.
        own = unlike(drawn, shown[name])
        assert own < 0.05, name
        assert min(unlike(drawn, shown[other]) for other in EXAMPLES if other != name) > max(0.04, own), name


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with what the commands name."""
    folder = tmp_path_factory.mktemp("desk")
    (folder / "data").symlink_to(SOURCE / "data")
    assert talus("grain", "--shape", "ConvexGrain", "--out", "grain.stl", "--quiet", cwd=folder).returncode == 0
    shutil.copy(folder / "grain.stl", folder / "pebble.stl")
    placed = talus("place", "grain.stl", "--count", 20, "--out", "scene.vtpc", "--quiet", cwd=folder)
    assert placed.returncode == 0, placed.stderr
    return folder


def commands():
    for name in EXAMPLES:
        text = (DOCS / "examples" / f"{name}.py").read_text()
        found = re.search(r'Command line: talus (.*?)(?:"""|$)', text, re.MULTILINE)
        if found:
            yield pytest.param(found.group(1), id=name)


@pytest.mark.parametrize("command", list(commands()))
def test_command(command, desk):
    result = talus(*command.split(), cwd=desk)
    assert result.returncode in (0, 1), result.stderr  # 1: `talus check` found defects
    assert "Error" not in result.stderr
