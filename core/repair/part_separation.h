#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/context.h"
#include "repair/touching_fans.h"

namespace talus {

/// The best of many ways to separate the parts of a surface that touch each other: the one after which the
/// check finds the fewest places where parts touch, and nothing else.
class PartSeparation {
 public:
  /// @param work triangles that may be checked; is reduced by those that were. The first ways are always
  /// tried.
  PartSeparation(const TriangleMesh& mesh, std::int64_t& work, Context& context);

  /// All places in the same way; one after the other; then with each edge in turn as an exception.
  void search();

  /// Places where parts still touch.
  std::int64_t contacts() const { return contacts_; }
  TriangleMesh take() { return std::move(best_); }

 private:
  bool tryAt(const TouchingFans& parts, std::span<const std::vector<Index>> places,
             TouchingFans::Stays stays);
  void tryEach(TouchingFans::Parts kind, TouchingFans::Stays stays);
  void tryMixed(TouchingFans::Parts kind);

  TriangleMesh best_;
  std::int64_t& work_;
  Context& context_;
  std::int64_t contacts_;
  double spacing_;  // of doubles at the greatest coordinate
};

}  // namespace talus
