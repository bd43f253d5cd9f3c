"""The documentation site builds without a warning, has every page and picture, and its links lead somewhere. The architecture page names
files that exist."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from conftest import SOURCE, run

@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("site")
    result = run("/usr/bin/python3", SOURCE / "docs" / "build_site.py", out)
    assert result.returncode == 0, result.stderr
    return out


def html_of(page: Path) -> Path:
    """Where MkDocs puts a Markdown file."""
    return page.with_name("index.html") if page.name == "README.md" else page.with_suffix(".html")


def test_every_page_of_the_documentation_is_there(site):
    for page in (SOURCE / "docs").rglob("*.md"):
        assert (site / html_of(page.relative_to(SOURCE))).exists(), page


def test_pages_load_what_fits_tables_to_phones(site):
    loaded = re.search(r'<script src="([^"]*tables\.js)"', (site / "docs" / "filters" / "TimeStepper.html").read_text())
    assert loaded and (site / "docs" / "filters" / loaded.group(1)).exists()


def test_reference_has_the_main_classes(site):
    pages = {path.name for path in (site / "api").iterdir()}
    for name in ("classtalus_1_1Classifier", "classtalus_1_1Simulation", "classvtkTalusInsideOutsideClassifier"):
        assert f"{name}.html" in pages


def test_reference_begins_with_the_public_headers(site):
    page = (site / "api" / "index.html").read_text()
    for header in (SOURCE / "core" / "talus").glob("*.h"):
        assert f">talus/{header.name}</a>&gt;" in page, header
    assert "classtalus_1_1Classifier.html" in page and "classvtkTalusTimeStepper.html" in page


def test_navigation_has_every_page_of_the_guide(site):
    page = (site / "index.html").read_text()
    for guide in (SOURCE / "docs" / "guide").glob("*.md"):
        assert f'href="docs/guide/{guide.stem}.html"' in page, guide


def test_search_finds_words(site):
    assert "coulomb" in (site / "search" / "search_index.json").read_text().lower()


def dead_links(page: Path) -> list[str]:
    links = re.findall(r'(?:href|src)="([^"#?]+)', page.read_text(errors="replace"))
    local = (link for link in links if not re.match(r"(?:https?:|mailto:|data:|javascript:|//)", link))
    return [link for link in local if not (page.parent / unquote(link)).exists()]


def test_links_and_pictures_lead_somewhere(site):
    pages = [page for page in site.rglob("*.html") if page.name != "404.html" and "api" not in page.parts]
    assert len(pages) > 80
    dead = {str(page.relative_to(site)): links for page in pages if (links := dead_links(page))}
    assert not dead, dead


def test_links_within_pages_lead_somewhere(site):
    """Every anchor is there."""
    pages = [page for page in site.rglob("*.html") if page.name != "404.html" and "api" not in page.parts]
    anchors = {page: set(re.findall(r'(?:id|name)="([^"]+)"', page.read_text(errors="replace"))) for page in pages}
    dead = []
    for page in pages:
        for link, anchor in re.findall(r'href="([^"#?:]*)#([^"]+)"', page.read_text(errors="replace")):
            target = (page.parent / unquote(link)).resolve() if link else page
            if target in anchors and unquote(anchor) not in anchors[target]:
                dead.append(f"{page.relative_to(site)}: {link}#{anchor}")
    assert sum(map(len, anchors.values())) > 500 and not dead, dead


def test_what_is_not_installed_is_told_in_a_line(tmp_path):
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "mkdocs").symlink_to("/usr/bin/true")
    command = ["/usr/bin/env", f"PATH={tools}", "/usr/bin/python3", SOURCE / "docs" / "build_site.py", tmp_path / "out"]
    result = run(*command)
    assert result.returncode == 1 and not (tmp_path / "out").exists()
    assert result.stderr == "There is no doxygen. Install: doxygen mkdocs mkdocs-material\n"


def test_architecture_names_files_that_exist():
    text = (SOURCE / "docs" / "architecture.md").read_text()
    names = re.findall(r"`([\w/-]+/[\w.-]+)`", text)
    assert len(names) > 30
    assert not [name for name in names if not (SOURCE / name).exists()]
