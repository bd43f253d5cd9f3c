"""Random scenes, sound ones and ones with mistakes, at every door: the same answer in one line, within 10 s. See fuzz_scenes.py."""

import copy
import random

import jsonschema
import pytest
from conftest import sample_size
from fuzz_processes import LONGEST, Fuzzer, table
from fuzz_scenes import KINDS, SceneCases, fuzz
from scene_grammar import SceneGrammar, schema

import talus

CASES = sample_size(1000, 100_000)


def test_doors_agree_on_scenes():
    tallies = fuzz(CASES)
    failures = [failure for tally in tallies.values() for failure in tally.failures]
    print(table(tallies))
    assert not failures, "\n".join(failures[:5])
    assert sum(tally.cases for tally in tallies.values()) == CASES
    for kind, tally in tallies.items():
        assert tally.slowest < LONGEST
        if kind == "sound":
            assert not tally.refused
        else:
            assert tally.refused, f"{kind}: {tally}"
    # Else the mistakes are so heavy that nothing behind the first check is reached.
    assert sum(tally.accepted > tally.cases / 20 for tally in tallies.values()) > len(tallies) / 2


def test_scenes_from_the_grammar_are_valid_by_the_schema_and_use_all_of_it():
    grammar, rng, validator = SceneGrammar(), random.Random(1), jsonschema.Draft202012Validator(schema())
    used = set()

    def note(value):
        for key, part in value.items() if isinstance(value, dict) else ((None, part) for part in value):
            used.add(key)
            if isinstance(part, (dict, list)):
                note(part)

    for _ in range(1000):
        for document in grammar.scene(rng).values():
            assert not list(validator.iter_errors(document)), document
            note(document)
    assert set(grammar.keys()) <= used


def test_new_keys_of_the_schema_are_generated():
    grown = copy.deepcopy(schema())
    grown["$defs"]["body"]["properties"]["colour"] = {"type": "number", "minimum": 2, "maximum": 3}
    grown["properties"]["wind"] = {"$ref": "#/$defs/vector"}
    grown["$defs"]["pyramid"] = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "generator": {"const": "pyramid"}, "steps": {"type": "integer", "minimum": 5}},
        "required": ["name", "generator", "steps"],
    }
    grown["properties"]["shapes"]["items"]["oneOf"].append({"$ref": "#/$defs/pyramid"})
    rng, grammar = random.Random(2), SceneGrammar(grown)
    scenes = [grammar.scene(rng)["main.json"] for _ in range(100)]
    assert all(2 <= body["colour"] <= 3 for scene in scenes for body in scene["bodies"] if "colour" in body)
    assert any("colour" in body for scene in scenes for body in scene["bodies"])
    assert {len(scene["wind"]) for scene in scenes if "wind" in scene} == {3}
    assert any(shape.get("generator") == "pyramid" and shape["steps"] >= 5 for scene in scenes for shape in scene["shapes"])


def test_cases_repeat(tmp_path):
    def files(name, seed, number):
        folder = tmp_path / f"{name}{number}"
        folder.mkdir()
        SceneCases(seed).prepare(number, folder)
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    assert all(files("a", 1, number) == files("b", 1, number) for number in range(2 * len(KINDS)))
    assert files("c", 1, 0) != files("d", 2, 0)


def refuse(*_):
    raise talus.TalusError("No")


# What the fuzzer says of a door that fails in each way it looks for: the door, what it does, the kind of scene.
BROKEN_DOORS = {
    "the filter says 'No'": ("_by_filter", lambda *_: "No", "sound"),
    "talus scene check says 'No'": ("_by_command", lambda *_: "No", "sound"),
    "a sound scene is refused": ("_read", lambda *_: ("No", None), "sound"),
    "copy.json is another scene": ("_contents", lambda *_: object(), "sound"),
    "the schema refuses what the reader accepts": ("_parsed", lambda *_: {"format": 1}, "sound"),
    "talus.Scene refuses what the reader accepts": ("_built", refuse, "sound"),
    "a refused scene leaves something behind": ("_listing", lambda *_: object(), "encoding"),
    "ZeroDivisionError": ("_simulate", lambda *_: 1 / 0, "sound"),
}


@pytest.mark.parametrize("words", BROKEN_DOORS)
def test_the_fuzzer_sees_failures(monkeypatch, tmp_path, words):
    door, broken, kind = BROKEN_DOORS[words]
    monkeypatch.setattr(f"scene_doors.{door}", broken)
    fuzzer = Fuzzer(SceneCases(only=kind), tmp_path)
    fuzzer.run(range(20))
    assert any(words in failure for failure in fuzzer.tallies[kind].failures)
