#pragma once

#include <functional>

#include "dynamics/body/body_state.h"
#include "dynamics/explicit/integrator.h"
#include "scene/bodies.h"

namespace talus {

/// Some bodies of a scene: all that a rank must know to move them.
struct BodyShare {
  std::vector<Index> number;  ///< rows of the whole scene, ascending
  Bodies bodies;              ///< only what does not change in motion counts
  BodyState state;
  BodyMemory memory;  ///< of the integrator

  std::size_t size() const { return number.size(); }
  void reserve(std::size_t count);
  /// Appends row i of other bodies, whose memory has as many arrays.
  void add(const BodyShare& other, std::size_t i);
  /// The rows for which keep(row) holds.
  template <class Keep>
  BodyShare select(const Keep& keep) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < size(); ++i) count += keep(i) ? 1 : 0;
    BodyShare kept;
    kept.memory = {memory.known, std::vector<std::vector<Vec3>>(memory.arrays.size())};
    kept.reserve(count);
    for (std::size_t i = 0; i < size(); ++i)
      if (keep(i)) kept.add(*this, i);
    return kept;
  }
  /// Drops the other rows, in place.
  void keep(const std::function<bool(std::size_t row)>& wanted);
  /// Restores the order of numbers.
  void sort();

  void write(ByteWriter& bytes) const;
  /// Appends what another rank has written.
  void read(ByteReader& bytes);
};

}  // namespace talus
