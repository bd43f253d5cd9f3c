"""Measurements of granular matter: arrays in, arrays out, SI units.

Grains are given by the positions of their centres, (n, 3) in m, and other data that a measurement needs, from
any source. The docstring of a function states its result and its unit.

>>> from talus import measure
>>> x = y = np.linspace(-0.5, 0.5, 21)
>>> positions, radii = np.random.default_rng(1).uniform(-0.5, 0.5, (1000, 3)), 0.05
>>> heights = measure.height_map(positions, radii, x, y)
>>> measure.angle_of_repose(x, measure.surface_profile(heights)).angle      # degrees
"""

from .contact_network import ContactNetwork, among, by_pair, contact_network, magnitudes
from .coordination import Coordination, coordination_numbers, mean_coordination
from .fabric import anisotropy, fabric_tensor, major_direction
from .flow import FlowRate, PowerLaw, beverloo, clog_time, flow_rate, mass_below, power_law
from .force_chains import ForceDistribution, force_chains, force_distribution
from .halo_volume import halo_volume
from .layers import bulk_density, layer_means, layer_sums, part_below, solid_fraction
from .line import Line, fit_line
from .repose import Avalanche, Slope, angle_of_repose, avalanches, falling_flank, fitted_slope, local_angles
from .segregation import mixing_index, relative_height, rise_speed
from .spectrum import power_spectrum, spectral_exponent
from .stress import bulk_stress, grain_moments, greatest_stress
from .surface import height_map, radial_profile, surface_profile
from .velocity import (
    VelocityField,
    circulation_speed,
    granular_temperature,
    strobed,
    velocity_field,
    vorticity,
)
from .wall_force import wall_force

__all__ = [
    "Avalanche",
    "ContactNetwork",
    "Coordination",
    "FlowRate",
    "ForceDistribution",
    "Line",
    "PowerLaw",
    "Slope",
    "VelocityField",
    "among",
    "angle_of_repose",
    "anisotropy",
    "avalanches",
    "beverloo",
    "bulk_density",
    "bulk_stress",
    "by_pair",
    "circulation_speed",
    "clog_time",
    "contact_network",
    "coordination_numbers",
    "fabric_tensor",
    "falling_flank",
    "fit_line",
    "fitted_slope",
    "flow_rate",
    "force_chains",
    "force_distribution",
    "grain_moments",
    "granular_temperature",
    "greatest_stress",
    "halo_volume",
    "height_map",
    "layer_means",
    "layer_sums",
    "local_angles",
    "magnitudes",
    "major_direction",
    "mass_below",
    "mean_coordination",
    "mixing_index",
    "part_below",
    "power_law",
    "power_spectrum",
    "radial_profile",
    "relative_height",
    "rise_speed",
    "solid_fraction",
    "spectral_exponent",
    "strobed",
    "surface_profile",
    "velocity_field",
    "vorticity",
    "wall_force",
]
