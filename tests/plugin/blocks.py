"""Blocks of a scene by their path: there whatever this ParaView's default assembly is, and an error if there is none."""
import pathlib
import re
import sys

from paraview import simple

from talus import TalusError
from talus.display import extract_block


def scene_with_contacts():
    scene = simple.BodyPlacement(Input=simple.GrainSource(Seed=1), Count=20, AutomaticRegion=0, Region=[-2.5, 2.5] * 3)
    return simple.ContactFinder(Input=scene, Halo=0.5)


def test_blocks_of_a_scene(found):
    for path, wanted in (("/Scene/Bodies", 20), ("/Scene/Contacts", 5)):
        block = extract_block(found, path)
        block.UpdatePipeline()
        assert block.GetDataInformation().GetNumberOfPoints() >= wanted, path


def test_a_block_that_is_not_there_is_an_error(found):
    try:
        extract_block(found, "/Root/Contacts")
    except TalusError as error:
        assert "/Root/Contacts" in str(error), error
    else:
        raise AssertionError("a block that is not there is no error")


def test_no_selector_depends_on_the_default_assembly(source):
    """Paths from /Root select nothing where that is not the assembly that ParaView chose."""
    files = [path for folder in ("python", "tests", "docs", "data") for path in (source / folder).rglob("*")
             if path.suffix in (".py", ".md", ".pvsm")]
    assert len(files) > 100
    wrong = [str(path) for path in files if re.search(r"""Selectors[= ]+\[["']/Root""", path.read_text())]
    assert not wrong, wrong


found = scene_with_contacts()
test_blocks_of_a_scene(found)
test_a_block_that_is_not_there_is_an_error(found)
test_no_selector_depends_on_the_default_assembly(pathlib.Path(sys.argv[1]))
print("ok")
