"""Writes STEP files of polyhedra without OpenCASCADE, as another program would.

    python3 step_files.py FILE      writes two unit cubes beside each other
"""

from __future__ import annotations

import sys
from typing import Iterable, Sequence

import numpy as np

Edges = dict[tuple[int, int], str]
#: An origin, a z axis and an x axis
Placement = tuple[Sequence[float], Sequence[float], Sequence[float]]

HERE: Placement = ((0, 0, 0), (0, 0, 1), (1, 0, 0))
BESIDE: Placement = ((3, 0, 0), (0, 0, 1), (0, 1, 0))  # and turned by a quarter
POINTS = np.array([(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=float)
FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
MILLIMETRE, METRE = "SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT($,.METRE.)"
_HEAD = (
    "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\n"
    "FILE_SCHEMA(('AUTOMOTIVE_DESIGN { 1 0 10303 214 1 1 1 1 }'));\nENDSEC;\nDATA;\n"
)


def cubes(
    placements: Iterable[Placement] = (HERE,), points: np.ndarray = POINTS, unit: str = MILLIMETRE, name: str = ""
) -> str:
    """A STEP file with an assembly that places one part, a cube of these eight points, several times."""
    writer = _Writer(unit)
    writer.assembly(writer.solid(points), list(placements), name)
    return _HEAD + "".join(f"{line}\n" for line in writer.lines) + "ENDSEC;\nEND-ISO-10303-21;\n"


class _Writer:
    def __init__(self, unit: str) -> None:
        self.lines: list[str] = []
        length = self.add(f"( LENGTH_UNIT() NAMED_UNIT(*) {unit} )")
        angle = self.add("( NAMED_UNIT(*) PLANE_ANGLE_UNIT() SI_UNIT($,.RADIAN.) )")
        solid = self.add("( NAMED_UNIT(*) SI_UNIT($,.STERADIAN.) SOLID_ANGLE_UNIT() )")
        accuracy = self.add(f"UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),{length},'','')")
        self.context = self.add(
            f"( GEOMETRIC_REPRESENTATION_CONTEXT(3) GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({accuracy})) "
            f"GLOBAL_UNIT_ASSIGNED_CONTEXT(({length},{angle},{solid})) REPRESENTATION_CONTEXT('','') )"
        )
        self.application = self.add("APPLICATION_CONTEXT('')")

    def add(self, text: str) -> str:
        """:return: the name of the new entity"""
        self.lines.append(f"#{len(self.lines) + 1} = {text};")
        return f"#{len(self.lines)}"

    def triple(self, kind: str, values: Iterable[float]) -> str:
        return self.add(f"{kind}('',{_many(repr(float(value)) for value in values)})")

    def axes(self, origin: Iterable[float], z: Iterable[float], x: Iterable[float]) -> str:
        point, axis, reference = self.triple("CARTESIAN_POINT", origin), self.triple("DIRECTION", z), self.triple("DIRECTION", x)
        return self.add(f"AXIS2_PLACEMENT_3D('',{point},{axis},{reference})")

    def solid(self, points: np.ndarray) -> str:
        places = [self.triple("CARTESIAN_POINT", point) for point in points]
        vertices = [self.add(f"VERTEX_POINT('',{place})") for place in places]
        edges: Edges = {}
        for a, b in (side for face in FACES for side in _sides(face) if side[0] < side[1]):
            vector = self.add(f"VECTOR('',{self.triple('DIRECTION', points[b] - points[a])},1.)")
            line = self.add(f"LINE('',{places[a]},{vector})")
            edges[a, b] = self.add(f"EDGE_CURVE('',{vertices[a]},{vertices[b]},{line},.T.)")
        shell = self.add(f"CLOSED_SHELL('',{_many(self.face(points, face, edges) for face in FACES)})")
        return self.add(f"MANIFOLD_SOLID_BREP('',{shell})")

    def face(self, points: np.ndarray, corners: Sequence[int], edges: Edges) -> str:
        sides = []
        for a, b in _sides(corners):
            edge, along = (edges[a, b], ".T.") if a < b else (edges[b, a], ".F.")
            sides.append(self.add(f"ORIENTED_EDGE('',*,*,{edge},{along})"))
        loop = self.add(f"EDGE_LOOP('',{_many(sides)})")
        bound = self.add(f"FACE_OUTER_BOUND('',{loop},.T.)")
        first, second, third = points[list(corners[:3])]
        plane = self.add(f"PLANE('',{self.axes(first, np.cross(second - first, third - second), second - first)})")
        return self.add(f"ADVANCED_FACE('',({bound}),{plane},.T.)")

    def product(self, kind: str, items: Sequence[str], name: str = "") -> tuple[str, str]:
        """A product with its shape. :return: its definition and its representation"""
        product = self.add(f"PRODUCT('','{name}','',({self.add(f'''PRODUCT_CONTEXT('',{self.application},'mechanical')''')}))")
        formation = self.add(f"PRODUCT_DEFINITION_FORMATION('','',{product})")
        context = self.add(f"PRODUCT_DEFINITION_CONTEXT('part definition',{self.application},'design')")
        definition = self.add(f"PRODUCT_DEFINITION('design','',{formation},{context})")
        shape = self.add(f"PRODUCT_DEFINITION_SHAPE('','',{definition})")
        representation = self.add(f"{kind}('',{_many(items)},{self.context})")
        self.add(f"SHAPE_DEFINITION_REPRESENTATION({shape},{representation})")
        return definition, representation

    def assembly(self, solid: str, placements: Sequence[Placement], name: str) -> None:
        here = self.axes(*HERE)
        part, part_shape = self.product("ADVANCED_BREP_SHAPE_REPRESENTATION", [here, solid], name)
        there = [self.axes(*placement) for placement in placements]
        whole, whole_shape = self.product("SHAPE_REPRESENTATION", [here, *there], name and "assembly")
        for number, axes in enumerate(there):
            use = self.add(f"NEXT_ASSEMBLY_USAGE_OCCURRENCE('{number}','','',{whole},{part},$)")
            shape = self.add(f"PRODUCT_DEFINITION_SHAPE('','',{use})")
            moved = self.add(f"ITEM_DEFINED_TRANSFORMATION('','',{here},{axes})")
            relation = self.add(
                f"( REPRESENTATION_RELATIONSHIP('','',{part_shape},{whole_shape}) "
                f"REPRESENTATION_RELATIONSHIP_WITH_TRANSFORMATION({moved}) SHAPE_REPRESENTATION_RELATIONSHIP() )"
            )
            self.add(f"CONTEXT_DEPENDENT_SHAPE_REPRESENTATION({relation},{shape})")


def _many(names: Iterable[str]) -> str:
    return f"({','.join(names)})"


def _sides(corners: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(corners, [*corners[1:], corners[0]]))


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write(cubes([HERE, BESIDE]))
