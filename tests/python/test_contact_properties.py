"""talus.contacts of random pairs of polycubes: what they have in common is counted, cell by cell."""

import numpy as np
import pytest
from conftest import sample_size

import talus
from talus import Relation

Cell = tuple[int, int, int]

CASES = sample_size(250, 10_000)
#: Whole numbers: coordinates stay exact
ROTATIONS = [
    np.eye(3),
    np.array([(1, -8, 4), (4, 4, 7), (-8, 1, 4)]),
    np.array([(2, 3, 6), (3, -6, 2), (6, 2, -3)]),
    np.array([(3, -4, 0), (4, 3, 0), (0, 0, 5)]),
]
SIDES = [np.array(side) for side in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))]


def polycube(rng: np.random.Generator, pitch: int, count: int) -> set[Cell]:
    """Cubes that grow from one, each at a face of one before, as unit cells."""
    cubes = [(0, 0, 0)]
    while len(cubes) < count:
        beside = tuple(int(x) for x in cubes[rng.integers(len(cubes))] + SIDES[rng.integers(6)])
        if beside not in cubes:
            cubes.append(beside)
    steps = [(i, j, k) for i in range(pitch) for j in range(pitch) for k in range(pitch)]
    return {tuple(pitch * x + s for x, s in zip(cube, step)) for cube in cubes for step in steps}


def surface_of(cells: set[Cell], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Two triangles for each free face, split along either diagonal."""
    numbers: dict[Cell, int] = {}
    faces = []
    for cell in sorted(cells):
        for axis in range(3):
            for side in (0, 1):
                if tuple(x + (2 * side - 1) * (i == axis) for i, x in enumerate(cell)) in cells:
                    continue
                quad = []
                for first, second in ((0, 0), (1, 0), (1, 1), (0, 1)):
                    step = {axis: side, (axis + 1) % 3: first, (axis + 2) % 3: second}
                    quad.append(numbers.setdefault(tuple(x + step[i] for i, x in enumerate(cell)), len(numbers)))
                quad = quad if side else quad[::-1]
                a, b, c, d = np.roll(quad, rng.integers(2))
                faces += [(a, b, c), (c, d, a)]
    return np.array(list(numbers), float), np.array(faces)


def common(a: set[Cell], b: set[Cell]) -> tuple[Relation, int]:
    """How the solids lie to each other, and in how many unit squares faces of one lie on faces of the other."""
    both = a & b
    if both:
        if a == b:
            return Relation.DUPLICATE, 0
        return Relation.CONTAINED if both in (a, b) else Relation.INTERFERING, 0
    near = {tuple(x + s for x, s in zip(cell, (i, j, k))) for cell in a for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)}
    squares = sum(tuple(int(x) for x in cell + side) in b for cell in a for side in SIDES)
    return Relation.TOUCHING if near & b else Relation.APART, squares


def pair_of(case: int) -> tuple[set[Cell], set[Cell], np.ndarray, np.random.Generator]:
    rng = np.random.default_rng(case)
    a = polycube(rng, int(rng.integers(1, 4)), int(rng.integers(1, 8)))
    b = a if case % 10 == 0 else polycube(rng, int(rng.integers(1, 4)), int(rng.integers(1, 8)))
    if case % 20:
        shift = rng.integers(-2, 3, 3) * (2 if case % 3 == 0 else 1)
        b = {tuple(int(x) for x in cell + shift) for cell in b}
    return a, b, 2.0 ** rng.integers(-20, 21) * ROTATIONS[rng.integers(4)], rng


def test_relations_signs_depths_and_areas_are_those_of_counted_cells():
    seen = {relation: 0 for relation in Relation}
    for case in range(CASES):
        a, b, matrix, rng = pair_of(case)
        (points, faces), (others, triangles) = surface_of(a, rng), surface_of(b, rng)
        points, others = points @ matrix.T, others @ matrix.T
        unit = np.cbrt(abs(np.linalg.det(matrix)))
        found = talus.contacts([(points, faces), (others, triangles)], halo=0.2 * unit)
        relation, squares = common(a, b)
        seen[relation] += 1
        assert found.relation_pairs[relation] == 1, (case, relation, found.relation_pairs)
        if relation == Relation.APART:
            assert (found.gap > 0).all(), case
            continue
        assert set(found.relation) == {relation}, case
        if relation == Relation.TOUCHING:
            assert found.gap.min() == 0 and found.depth_is_least.all(), case
            assert found.area.sum() == pytest.approx(squares * unit**2, rel=1e-6, abs=1e-6 * unit**2), case
            continue
        deepest = found.gap.argmin()
        assert found.gap[deepest] < 0, case
        moved = others - found.gap[deepest] * found.normal[deepest]  # not further: it may fit exactly there
        again = talus.contacts([(points, faces), (moved, triangles)], halo=0.01 * unit)
        assert len(again) == 0 or again.gap.min() > -1e-9 * unit, (case, again.gap.min() / unit)
    for relation in (Relation.APART, Relation.TOUCHING, Relation.INTERFERING, Relation.CONTAINED, Relation.DUPLICATE):
        assert seen[relation] >= CASES / 100, seen
