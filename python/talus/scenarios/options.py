"""The common options of scenarios with many grains. Lengths in grain diameters unless a unit is given."""

from __future__ import annotations

import dataclasses
import warnings
from dataclasses import dataclass
from typing import Any, Mapping

from ..errors import TalusError

#: Platonic solids, and what a scene calls one of them
SOLIDS = {
    "tetrahedra": "tetrahedron",
    "cubes": "cube",
    "octahedra": "octahedron",
    "dodecahedra": "dodecahedron",
    "icosahedra": "icosahedron",
}
#: Convex polyhedra of 20 vertices, refined spheres, Platonic solids; the size is the diameter of the circumscribed sphere
SHAPES = ("polyhedra", "spheres", "tetrahedra", "cubes", "octahedra", "dodecahedra", "icosahedra")


def option(default: Any, text: str, *, least: float | None = None, most: float | None = None) -> Any:
    """A field of an options class: default, help and range."""
    return dataclasses.field(default=default, metadata={"help": text, "least": least, "most": most})


def with_friction(options: Mapping[str, Any], mu: float | None) -> dict[str, Any]:
    """The options of a public function with ``mu``: so ``friction`` was called before version 0.2."""
    if mu is None:
        return dict(options)
    warnings.warn("The option mu is called friction now", DeprecationWarning, stacklevel=3)
    return {**options, "friction": mu}


@dataclass(frozen=True)
class CheckedOptions:
    """Options whose types and ranges are checked."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check(field, getattr(self, field.name))

    def motion(self) -> dict[str, Any]:
        """Options of :func:`talus.simulate`."""
        raise NotImplementedError


@dataclass(frozen=True)
class GrainOptions(CheckedOptions):
    """Grains: number, material, and random seed."""

    grains: int = option(300, "number of grains", least=1, most=1_000_000)
    friction: float = option(0.5, "friction coefficient of grains, and of grains and rough walls", least=0, most=10)
    seed: int = option(1, "seed of the random grains and positions", least=0)
    #: kind of grains
    shape: str = option("polyhedra", " ".join(SHAPES))
    size: float = option(0.01, "mean diameter of a grain, m", least=1e-6, most=1e3)
    spread: float = option(0.15, "maximum relative deviation of diameters from the mean", least=0, most=0.9)
    restitution: float = option(0.3, "coefficient of restitution of grains", least=0, most=1)
    rolling: float = option(0.0, "coefficient of rolling resistance: moment / (force · radius)", least=0, most=10)
    cohesion: float = option(0.0, "tensile strength of contacts, Pa", least=0, most=1e9)
    young: float = option(1.5e5, "Young's modulus of grains and walls, Pa: soft, for long steps", least=1, most=1e12)
    law: str = option("LinearSpringDashpot", "contact law; HaloArea conserves energy better at three times the cost")
    integrator: str = option("VelocityVerlet", "ContactDynamics: rigid grains in long steps, without law and modulus")
    levels: int = option(2, "refinement level of spheres: 8 * 4^levels triangles", least=0, most=6)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.shape not in SHAPES:
            raise TalusError(f"There are no grains '{self.shape}'", "", f"Choose from: {' '.join(SHAPES)}")

    def motion(self) -> dict[str, Any]:
        """Options of :func:`talus.simulate`. With a move limit of half a halo no grain passes through another."""
        if self.integrator == "ContactDynamics":
            return {"integrator": self.integrator}
        return {"law": self.law, "move_limit": 0.5, "integrator": self.integrator}


_KINDS = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}


def _check(field: dataclasses.Field, value: Any) -> None:
    """:raises TalusError: a type other than that of the default, or a value out of range"""
    wanted = (int, float) if isinstance(field.default, float) else type(field.default)
    if not isinstance(value, wanted) or isinstance(value, bool) != isinstance(field.default, bool):
        raise TalusError(f"{field.name} cannot be {value!r}", "", f"Give {_KINDS[type(field.default)]}: {field.metadata['help']}")
    least, most = field.metadata["least"], field.metadata["most"]
    if (least is not None and not value >= least) or (most is not None and not value <= most):
        range_ = f"from {least:g} " + ("on" if most is None else f"to {most:g}")
        raise TalusError(f"{field.name} cannot be {_short(value)}", "", f"Give a number {range_}")


def _short(number: float) -> str:
    try:
        return f"{number:g}"
    except OverflowError:  # a whole number beyond double precision
        return f"{str(number)[:20]}…"
