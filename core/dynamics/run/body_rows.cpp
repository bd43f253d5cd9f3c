#include "dynamics/run/body_rows.h"

namespace talus {

BodyMemory memoryOfBodies(const SimulatedSystem& system) {
  BodyMemory memory = system.integrator->bodyMemory();
  for (auto& array : memory.arrays) array.resize(system.state.size(), Vec3::Zero());
  return memory;
}

BodyShare shareOf(const SimulatedSystem& system, std::span<const Index> numbers,
                  const std::function<bool(std::size_t row)>& keep) {
  const BodyMemory memory = memoryOfBodies(system);
  const BodyState& state = system.state;
  std::size_t count = 0;
  for (std::size_t i = 0; i < state.size(); ++i) count += keep(i) ? 1 : 0;
  BodyShare kept;
  kept.memory = {memory.known, std::vector<std::vector<Vec3>>(memory.arrays.size())};
  kept.reserve(count);
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!keep(i)) continue;
    kept.number.push_back(numbers.empty() ? static_cast<Index>(i) : numbers[i]);
    kept.bodies.add(system.scene.bodies[i]);
    kept.state.position.push_back(state.position[i]);
    kept.state.orientation.push_back(state.orientation[i]);
    kept.state.velocity.push_back(state.velocity[i]);
    kept.state.angularMomentum.push_back(state.angularMomentum[i]);
    for (std::size_t k = 0; k < memory.arrays.size(); ++k)
      kept.memory.arrays[k].push_back(memory.arrays[k][i]);
  }
  return kept;
}

}  // namespace talus
