"""talus.measure against grains whose answer is known."""

import numpy as np
import pytest

from talus import TalusError, measure
from talus.measure import plots

RNG = np.random.default_rng(7)


def lattice(nx, ny, nz, spacing=1.0):
    """Centres of cubic cells, (n, 3)."""
    axes = [spacing * (np.arange(n) + 0.5) for n in (nx, ny, nz)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)


# Surfaces


def test_the_height_map_of_one_ball_is_its_cap():
    x, y = np.linspace(-2.013, 2, 41), np.linspace(-2, 2.017, 21)
    heights = measure.height_map([[0.5, 0, 3]], 1.0, x, y)
    away = (x[:, None] - 0.5) ** 2 + y[None] ** 2
    assert np.array_equal(np.isnan(heights), away > 1)
    assert np.nanmax(np.abs(heights - 3 - np.sqrt(1 - np.minimum(away, 1)))) < 1e-12


def test_the_map_takes_the_topmost_grain_whatever_their_order():
    x = y = np.linspace(0, 4, 30)
    grains = RNG.uniform(0, 4, (200, 3))
    radii = RNG.uniform(0.1, 0.5, 200)
    order = RNG.permutation(200)
    assert np.array_equal(
        measure.height_map(grains, radii, x, y), measure.height_map(grains[order], radii[order], x, y), equal_nan=True
    )


def heap(angle, count=20_000):
    """Small balls that fill a wedge whose surface falls along x from the height 1."""
    slope = np.tan(np.radians(angle))
    points = RNG.uniform((0, 0, 0), (1 / slope, 0.5, 1), (count, 3))
    return points[points[:, 2] < 1 - slope * points[:, 0]]


@pytest.mark.parametrize("angle", [12.0, 25.0, 40.0])
def test_a_heap_of_known_slope(angle):
    """The balls' tops lie a constant above the wedge, so that only the slope is asked for."""
    grains = heap(angle)
    x, y = np.linspace(0, grains[:, 0].max(), 80), np.linspace(0, 0.5, 20)
    profile = measure.surface_profile(measure.height_map(grains, 0.03, x, y))
    found = measure.angle_of_repose(x, profile)
    assert found.angle == pytest.approx(-angle, abs=0.5)
    assert 0 < found.error < 0.5
    places, angles = measure.local_angles(x, profile, 0.3 / np.tan(np.radians(angle)))
    middle = (places > 0.2 * x[-1]) & (places < 0.8 * x[-1])
    assert np.abs(angles[middle] + angle).max() < 2.5


def test_the_cone_of_known_slope():
    x = y = np.linspace(-1, 1, 81)
    cone = np.maximum(0.6 - 0.5 * np.hypot(x[:, None] - 0.1, y[None]), 0.05)
    edges = np.linspace(0, 0.9, 31)
    profile = measure.radial_profile(cone, x, y, (0.1, 0), edges)
    found = measure.angle_of_repose((edges[1:] + edges[:-1]) / 2, profile)
    assert np.tan(np.radians(-found.angle)) == pytest.approx(0.5, rel=0.01)


def test_a_line_is_found_exactly_and_its_error_from_noise():
    x = np.linspace(0, 3, 50)
    exact = measure.fitted_slope(x, 2 - 0.25 * x)
    assert exact.angle == pytest.approx(np.degrees(np.arctan(-0.25)))
    assert exact.error < 1e-6
    fits = [measure.fit_line(x, 0.5 * x + RNG.normal(0, 0.1, 50)) for _ in range(400)]
    spread = np.std([fit.slope for fit in fits])
    assert np.mean([fit.error for fit in fits]) == pytest.approx(spread, rel=0.1)


def test_avalanches_of_a_saw():
    """Up from 28° to 33° in four seconds, down in one, with noise below the threshold."""
    t = np.linspace(0, 25, 1001)
    phase = t % 5
    angle = np.where(phase < 4, 28 + 5 * phase / 4, 33 - 5 * (phase - 4)) + 0.3 * np.sin(40 * t)
    found = measure.avalanches(t, angle, 2.0)
    assert len(found) == 5
    assert [a.greatest for a in found] == pytest.approx([33] * 5, abs=0.4)
    assert [a.repose for a in found] == pytest.approx([28] * 5, abs=0.4)
    assert [a.begin for a in found] == pytest.approx([4, 9, 14, 19, 24], abs=0.2)
    assert measure.avalanches(t, np.full_like(t, 30) + 0.3 * np.sin(40 * t), 2.0) == []


# Layers


def test_a_lattice_of_known_density():
    grains = lattice(4, 4, 10)
    ball = np.pi / 6
    edges = np.arange(11.0)
    assert measure.solid_fraction(grains[:, 2], ball, edges, 16.0) == pytest.approx(np.full(10, np.pi / 6))
    assert measure.bulk_density(grains[:, 2], ball, 2500 * ball, edges, 16.0) == pytest.approx(2500 * np.pi / 6)
    halves = measure.solid_fraction(grains[:, 2], ball, np.arange(0, 10.5, 0.5), 16.0)
    assert halves == pytest.approx(np.full(20, np.pi / 6))


def test_the_volume_with_a_halo_is_steiners():
    cube = np.array([[x, y, z] for x in (0, 2) for y in (0, 2) for z in (0, 2)], float)
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [t for a, b, c, d in sides for t in ((a, b, c), (a, c, d))]
    for halo in (0.0, 0.1, 1.5):  # faces, quarters of cylinders along 12 edges, eighths of balls at 8 corners
        expected = 8 + 24 * halo + 6 * np.pi * halo**2 + 4 / 3 * np.pi * halo**3
        assert measure.halo_volume(cube, triangles, halo) == pytest.approx(expected, rel=1e-13)
    with pytest.raises(TalusError, match="one triangle"):
        measure.halo_volume(cube, triangles[1:], 0.1)
    with pytest.raises(TalusError, match="below 0"):
        measure.halo_volume(cube, triangles, -0.1)


def test_balls_are_cut_by_layers_as_geometry_says():
    assert measure.part_below([-1.0, 0.0, 0.5, 1.0], 1.0) == pytest.approx([0, 0.5, 0.84375, 1])
    thin = measure.layer_sums([0.3], [4 / 3 * np.pi], [7.0], np.linspace(-1, 2, 301))
    assert thin.sum() == pytest.approx(7)
    heights = (np.linspace(-1, 2, 301)[1:] + np.linspace(-1, 2, 301)[:-1]) / 2
    assert thin / 0.01 == pytest.approx(7 * 0.75 * np.maximum(1 - (heights - 0.3) ** 2, 0), abs=1e-3)


# Velocities


def test_a_rigid_rotation_has_twice_its_angular_speed_as_vorticity():
    grains = lattice(40, 1, 40, 0.05)
    spin = 3.0
    velocities = spin * np.column_stack((-(grains[:, 2] - 1), 0 * grains[:, 0], grains[:, 0] - 1))
    edges = np.linspace(0, 2, 11)
    field = measure.velocity_field(grains, velocities, 0.1, edges, edges)
    assert measure.vorticity(field) == pytest.approx(2 * spin)
    assert field.mass.sum() == pytest.approx(160)
    assert field.velocity[3, 4] == pytest.approx(spin * np.array([-(field.z[4] - 1), field.x[3] - 1]))
    whole = np.sqrt(np.mean((field.velocity**2).sum(axis=-1)))
    assert measure.circulation_speed(field) == pytest.approx(whole)


def test_means_are_weighted_by_mass_and_empty_cells_are_told():
    field = measure.velocity_field([[0.5, 0, 0.5]] * 2, [[1, 9, 0], [4, 9, 3]], [2.0, 1.0], [0, 1, 2], [0, 1])
    assert field.velocity[0, 0] == pytest.approx([2, 1])
    assert np.isnan(field.velocity[1, 0]).all() and field.mass[1, 0] == 0


def test_what_all_do_together_is_no_circulation():
    field = measure.velocity_field(lattice(3, 3, 3), [[1.0, 2, 3]] * 27, 1.0, [0, 1, 2, 3], [0, 1, 2, 3])
    assert measure.circulation_speed(field) == pytest.approx(0, abs=1e-12)


def test_a_strobe_takes_the_swinging_out():
    times = np.arange(0, 1.0, 0.01)
    drift = np.array([0.2, 0.0, -0.1])
    swing = np.outer(0.3 * np.sin(2 * np.pi * 10 * times), [0, 0, 1])
    positions = np.array([[1.0, 2, 3], [4, 5, 6]]) + (times[:, None] * drift + swing)[:, None]
    places, velocities = measure.strobed(times, positions, 0.1)
    assert velocities == pytest.approx(np.broadcast_to(drift, velocities.shape), abs=1e-10)
    assert places.shape == (90, 2, 3)
    with pytest.raises(TalusError, match="not a whole number of frames"):
        measure.strobed(times, positions, 0.105)


def test_temperature_of_a_gas_that_drifts():
    velocities = RNG.normal((5, 0, -2), 0.3, (60_000, 3))
    heights = RNG.uniform(0, 2, 60_000)
    heat = measure.granular_temperature(heights, velocities, 1.0, [0, 1, 2, 3])
    assert heat[:2] == pytest.approx(0.09, rel=0.02)
    assert np.isnan(heat[2])


# Flow


def test_a_steady_flow_between_its_beginning_and_end():
    times = np.linspace(0, 10, 501)
    out = np.clip(2.5 * (times - 2), 0, 15)
    found = measure.flow_rate(times, out)
    assert found.rate == pytest.approx(2.5, rel=1e-6)
    assert 2 < found.begin < found.end < 8
    assert measure.flow_rate(times, np.zeros(501)).rate == 0
    assert measure.clog_time(times, out, 1.5) == pytest.approx(8, abs=0.03)
    assert measure.clog_time(times, out, 2.5) is None
    assert measure.mass_below([[0, 1, 2], [0, 0, 0.5]], [1.0, 2, 4], 0.7).tolist() == [1, 7]


def test_beverloos_law_is_found():
    openings, d = np.array([0.04, 0.05, 0.06, 0.08]), 0.01
    rates = 12.0 * (openings - 1.4 * d) ** 2.5
    found = measure.beverloo(openings, rates, d)
    assert (found.exponent, found.factor) == pytest.approx((2.5, 12.0))
    with pytest.raises(TalusError, match="power law"):
        measure.beverloo([0.012, 0.02], [1.0, 2.0], d)


# Spectra


def test_a_tone_has_its_power_at_its_frequency():
    times = np.arange(4096) / 1000
    values = 4 + 3 * np.sin(2 * np.pi * 125 * times) + 0.5 * np.cos(2 * np.pi * 31.25 * times)
    f, density = measure.power_spectrum(times, values)
    width = f[1] - f[0]
    assert f[density.argmax()] == pytest.approx(125, abs=width)
    assert density[np.abs(f - 125) < 3 * width].sum() * width == pytest.approx(4.5, rel=1e-3)
    assert density[np.abs(f - 31.25) < 3 * width].sum() * width == pytest.approx(0.125, rel=1e-3)


@pytest.mark.parametrize("pieces", [1, 7])
def test_the_integral_of_a_spectrum_is_the_variance(pieces):
    times = np.arange(20_000) / 100
    values = RNG.normal(0, 2, 20_000)
    f, density = measure.power_spectrum(times, values, pieces=pieces)
    assert density.sum() * (f[1] - f[0]) == pytest.approx(4, rel=0.05)
    assert f[-1] == pytest.approx(50)


@pytest.mark.parametrize("exponent", [0.0, 1.0, 2.0])
def test_noise_of_known_exponent(exponent):
    count, step = 1 << 15, 0.001
    frequencies = np.fft.rfftfreq(count, step)
    amplitude = np.zeros_like(frequencies)
    amplitude[1:] = frequencies[1:] ** (-exponent / 2)
    phases = RNG.uniform(0, 2 * np.pi, len(frequencies))
    values = np.fft.irfft(amplitude * np.exp(1j * phases), count)
    found = measure.spectral_exponent(*measure.power_spectrum(np.arange(count) * step, values, pieces=8), 2, 200)
    assert found[0] == pytest.approx(exponent, abs=0.1)


# Segregation


def test_heights_in_a_bed():
    bed = np.arange(10) + 0.5
    assert measure.relative_height(-1, bed) == 0
    assert measure.relative_height(4, bed) == pytest.approx(0.4)
    assert measure.relative_height(4, bed, np.r_[np.full(4, 3.0), np.full(6, 1.0)]) == pytest.approx(2 / 3)
    assert measure.rise_speed([0, 1, 2, 3], [1, 1.5, 2, 2.5])[0] == pytest.approx(0.5)
    large = np.arange(10) >= 7
    assert measure.mixing_index(bed, large) == 1
    assert measure.mixing_index(-bed, large) == -1
    assert measure.mixing_index(bed, [0, 0, 0, 0, 1, 1, 0, 0, 0, 0]) == 0


# Contacts


def column(count=5, weight=2.0):
    """Grains 0 … count − 1 above each other on a wall 100: each contact carries those above it."""
    heights = np.arange(count) + 0.5
    below = np.r_[100, np.arange(count - 1)]
    forces = np.zeros((count, 3))
    forces[:, 2] = weight * (count - np.arange(count))
    points = np.column_stack((0 * heights, 0 * heights, heights - 0.5))
    network = measure.contact_network(below, np.arange(count), points, forces)
    return network, np.column_stack((0 * heights, 0 * heights, heights))


def test_a_column_of_grains():
    network, centres = column()
    grains = np.arange(5)
    assert measure.wall_force(network, [100]) == pytest.approx([0, 0, -10])
    assert measure.coordination_numbers(network, grains).tolist() == [2, 2, 2, 2, 1]
    told = measure.mean_coordination(network, grains)
    assert (told.mean, told.mechanical, told.rattlers) == pytest.approx((9 / 5, 2.0, 0.2))
    assert measure.fabric_tensor(network.forces) == pytest.approx(np.diag([0, 0, 1.0]))
    assert len(measure.among(network, grains)) == 4
    moments = measure.grain_moments(network, grains, centres)
    assert moments[:, 2, 2] == pytest.approx([9, 7, 5, 3, 1])  # half a length times what is above and below
    assert np.delete(moments.reshape(5, 9), 8, axis=1) == pytest.approx(0)
    assert measure.bulk_stress(moments, 5.0)[2, 2] == pytest.approx(5)


def test_the_numbers_and_order_of_bodies_do_not_count():
    network, centres = column()
    names = np.array([907, 4, 55, 31, 8])
    bodies = np.r_[names, 1000][np.minimum(network.bodies, 5)]
    renamed = measure.contact_network(*bodies.T, network.points, network.forces)
    turned = measure.contact_network(*renamed.bodies[:, ::-1].T, renamed.points, -renamed.forces)
    for other in (renamed, turned):
        assert measure.coordination_numbers(other, names).tolist() == [2, 2, 2, 2, 1]
        expected = measure.grain_moments(network, np.arange(5), centres)
        assert measure.grain_moments(other, names, centres) == pytest.approx(expected)
        assert measure.wall_force(other, [1000]) == pytest.approx([0, 0, -10])


def test_points_of_one_pair_are_one_neighbour_and_one_force():
    points, forces = [[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 0, 1], [0, 0, -2], [0, 0, 1]]
    network = measure.contact_network([1, 2, 1], [2, 1, 2], points, forces)
    pairs = measure.by_pair(network)
    assert pairs.bodies.tolist() == [[1, 2]]
    assert pairs.forces[0] == pytest.approx([0, 0, 4]) and pairs.points[0] == pytest.approx([1, 0, 0])
    assert measure.coordination_numbers(network, [2, 1, 3]).tolist() == [1, 1, 0]
    assert len(measure.by_pair(measure.contact_network([], [], np.empty((0, 3)), np.empty((0, 3))))) == 0


def test_chains_are_the_grains_that_carry():
    """A straight row pressed together, one that turns a corner, and many grains that carry little."""
    row = lattice(6, 1, 1)
    corner = np.array([[0.5, 5.5, 0.5], [1.5, 5.5, 0.5], [2.5, 5.5, 0.5], [2.5, 6.5, 0.5], [2.5, 7.5, 0.5]])
    rest = lattice(8, 1, 3) + (0, 20, 0)
    centres = np.vstack((row, corner, rest))
    links = [(i, i + 1, 10.0) for i in range(5)] + [(6, 7, 10.0), (7, 8, 10.0), (8, 9, 10.0), (9, 10, 10.0)]
    links += [(11 + 3 * i, 14 + 3 * i, 0.1) for i in range(7)]
    a, b, strength = map(np.array, zip(*links))
    branch = centres[b] - centres[a]
    network = measure.contact_network(a, b, (centres[a] + centres[b]) / 2, strength[:, None] * branch)
    chains = measure.force_chains(network, np.arange(len(centres)), centres, 1.0)
    assert chains[0] == [0, 1, 2, 3, 4, 5]
    assert all(11 not in chain for chain in chains)
    assert not any({7, 8, 9} <= set(chain) for chain in chains), "a corner of 90° is no chain"


def test_forces_of_known_distribution():
    told = measure.force_distribution(RNG.exponential(3.0, 50_000))
    assert told.mean == pytest.approx(3, rel=0.02)
    assert told.tail == pytest.approx(1, rel=0.03)
    assert told.density[1:12] == pytest.approx(np.exp(-told.ratio[1:12]), rel=0.12)


def test_the_fabric_of_known_directions():
    normals = RNG.normal(size=(200_000, 3))
    even = measure.fabric_tensor(normals)
    assert even == pytest.approx(np.eye(3) / 3, abs=3e-3)
    assert measure.anisotropy(even) < 0.1
    assert measure.anisotropy(measure.fabric_tensor([[0, 0, 2.0], [0, 0, -1]])) == pytest.approx(7.5)
    unit = normals / np.linalg.norm(normals, axis=1)[:, None]
    tensor = np.diag([-0.2, -0.2, 0.4])  # density (1 + n·a·n) / 4π
    fabric = measure.fabric_tensor(unit, 1 + np.einsum("ni,ij,nj->n", unit, tensor, unit))
    assert measure.anisotropy(fabric) == pytest.approx(0.6, abs=0.06)
    assert np.abs(measure.major_direction(fabric)) == pytest.approx([0, 0, 1], abs=0.15)


# What is asked for wrongly


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: measure.height_map([[0, 0]], 1.0, [0, 1], [0, 1]), r"positions have the shape \(1, 2\)"),
        (lambda: measure.solid_fraction([0, np.nan], 1.0, [0, 1], 1.0), "not finite"),
        (lambda: measure.solid_fraction([0.0], 1.0, [1, 0], 1.0), "do not rise"),
        (lambda: measure.solid_fraction([0.0], 1.0, [0, 1], 0.0), "area cannot be 0"),
        (lambda: measure.fitted_slope([0, 1, 2], [1, 2]), "3,.*2,"),
        (lambda: measure.angle_of_repose([0.0, 1.0], [np.nan, 1.0]), "Give at least three"),
        (lambda: measure.falling_flank(np.arange(9.0), np.arange(9.0)), "no heap whose surface falls away.*rises by 45°"),
        (lambda: measure.falling_flank(np.arange(9.0), [1, 0, 1, 0, 1, 0, 1, 0, 1]), "no heap|at least three"),
        (lambda: measure.power_spectrum([0, 1, 3, 4], [0, 0, 0, 0]), "not evenly spaced"),
        (lambda: measure.power_spectrum(np.arange(10), np.zeros(10), pieces=5), "at least eight"),
        (lambda: measure.relative_height(0, []), "no grains"),
        (lambda: measure.fabric_tensor([[0, 0, 0.0], [0, 0, 1]]), "1 of 2 normals of a fabric tensor have the length 0"),
        (lambda: measure.fabric_tensor([[0, 0, 1.0]], [0.0]), "do not define a fabric tensor"),
        (lambda: measure.contact_network([1], [2, 3], [[0, 0, 0]], [[0, 0, 0]]), "1 bodies A, 2 bodies B"),
        (lambda: measure.force_distribution([0.0, 0.0]), "no forces"),
    ],
)
def test_mistakes_are_told(call, told):
    with pytest.raises(TalusError, match=told):
        call()


# Figures


def test_figures_are_drawn(tmp_path):
    axes = plots.new_axes(2, 3, size=(3, 2.5))
    x = np.linspace(1, 2, 20)
    field = measure.velocity_field(lattice(5, 1, 5), RNG.normal(size=(25, 3)), 1.0, np.arange(6.0), np.arange(6.0))
    plots.series(x, x, unit="angle, degrees", axes=axes[0, 0])
    plots.layer_profile(np.arange(4.0), [0.6, 0.5, 0.1], unit="solid fraction", axes=axes[0, 1])
    plots.surface(x, 2 - 0.5 * x, angle=-26.6, axes=axes[0, 2])
    plots.arrows(field, axes=axes[1, 0])
    plots.spectrum(x, x**-2, unit="N²/Hz", exponent=2.0, axes=axes[1, 1])
    plots.forces(measure.force_distribution(RNG.exponential(1.0, 500)), axes=axes[1, 2])
    path = plots.save(axes, tmp_path / "all.png")
    assert path.stat().st_size > 20_000
    assert plots.power(x, x**2, 2.0, 1.0, units=("a", "b")).get_xlabel() == "a"
