#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "contact/scene/contact_state.h"
#include "contact/verdict/solid_relation.h"

namespace talus {

constexpr std::size_t relations = 6;  ///< values of Relation

/// "apart", "touching", "interfering", "contained", "duplicate", "undecided".
const std::array<std::string, relations>& relationNames();

/// Two bodies, by their ids, and the least gap of their contacts. Plain data without padding.
struct NotedPair {
  double gap = std::numeric_limits<double>::infinity();  ///< infinite: there is no such pair
  std::int64_t a = -1, b = -1;

  bool exists() const { return gap < std::numeric_limits<double>::infinity(); }
};

/// How the pairs of bodies of a search lie to each other.
struct RelationSummary {
  std::array<std::int64_t, relations> pairs{};  ///< the number of each Relation
  NotedPair deepest;                            ///< of those that overlap, that of the least gap
  NotedPair nearest;                            ///< of those that are apart

  /// Adds the pairs of another summary.
  void add(const RelationSummary& other);
};

/// Of the pairs in a state: those whose boxes are within the reach of each other. Of equal gaps the pair with
/// the least ids is noted. @param ids of the bodies.
RelationSummary relationSummary(const ContactState& state, const std::vector<std::int64_t>& ids);

/// The number of pairs of bodies of which forces move one.
std::int64_t pairsOf(std::int64_t bodies, std::int64_t walls);

/// A sentence about the pairs without full stop, for example "3 pairs overlap, deepest 0.2 between part_07
/// and part_12; 2 pairs touch; 61 pairs are apart, nearest 0.05 between part_01 and part_03".
/// @param nameOf gives the name of a body. @param reach two halos: other pairs are farther apart.
std::string sentenceOf(const RelationSummary& summary, double reach,
                       const std::function<std::string(std::int64_t)>& nameOf);

}  // namespace talus
