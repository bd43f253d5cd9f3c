"""Gives scenes, sound ones and ones with mistakes, to everything that takes a scene: all doors say the same, in one line.

    python3 fuzz_scenes.py --cases 100000 [--seed 1] [--only units]

Case i of a seed is the same in every run. ``scene_grammar.py`` makes sound scenes from the schema, ``scene_mutations.py`` the
mistakes, ``fuzz_processes.py`` runs the cases.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from pathlib import Path
from typing import Callable

from fuzz_processes import Fuzzer, Tally, folder_in_memory, options_of, report
from scene_doors import enter
from scene_grammar import SceneGrammar, bound, write_meshes
from scene_mutations import BYTES, GRAMMAR, write_documents

#: Scenes without a mistake, with one of each kind, and with several
KINDS = ("sound", "sound", *GRAMMAR, *BYTES, "several")


class SceneCases:
    """The cases of a seed."""

    def __init__(self, seed: int = 1, only: str = "") -> None:
        self.kinds = [kind for kind in KINDS if kind.startswith(only)]
        self._seed = seed
        self._grammar = SceneGrammar()

    def name(self, number: int) -> str:
        return self.kinds[number % len(self.kinds)]

    def prepare(self, number: int, folder: Path) -> Callable[[], None]:
        rng, kind = random.Random(self._seed * 2**40 + number), self.name(number)
        scene = self._grammar.scene(rng)
        for mistake in rng.choices(list(GRAMMAR), k=rng.randint(2, 4)) if kind == "several" else [kind]:
            if mistake in GRAMMAR:
                GRAMMAR[mistake](rng, scene, self._grammar)
        bound(scene["main.json"])
        write_meshes(folder)
        os.mkfifo(folder / "pipe")
        write_documents(scene, folder, rng, BYTES.get(kind))
        return lambda: enter(folder, rng, sound=kind == "sound")


def fuzz(cases: int, seed: int = 1, only: str = "", first: int = 0) -> dict[str, Tally]:
    """Tallies by the kind of mistake."""
    with tempfile.TemporaryDirectory(dir=folder_in_memory()) as place:
        fuzzer = Fuzzer(SceneCases(seed, only), Path(place))
        fuzzer.run(range(first, first + cases))
    return fuzzer.tallies


if __name__ == "__main__":
    chosen = options_of(__doc__, "kinds of mistakes")
    sys.exit(report(fuzz(chosen.cases, chosen.seed, chosen.only, chosen.first)))
