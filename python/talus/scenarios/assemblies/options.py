"""The common options of assemblies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..options import CheckedOptions, option


@dataclass(frozen=True)
class AssemblyOptions(CheckedOptions):
    """Material and time stepping."""

    friction: float = option(0.2, "friction coefficient", least=0, most=10)
    restitution: float = option(0.0, "coefficient of restitution; one implicit step per frame ignores it", least=0, most=1)
    young: float = option(1e7, "Young's modulus, Pa", least=1, most=1e12)
    integrator: str = option("IncrementalPotential", "one large implicit step per frame; VelocityVerlet: many short ones; ContactDynamics: rigid")
    step: float = option(0.0, "length of a time step, s; 0: that of a frame, or the longest stable one", least=0, most=1)

    def motion(self) -> dict[str, Any]:
        """No body passes through another, which each frame proves and exact predicates check; not with ContactDynamics."""
        if self.integrator == "ContactDynamics":
            return {"integrator": self.integrator, "time_step": self.step}
        return {"law": "Barrier", "certify": True, "integrator": self.integrator, "time_step": self.step}
