#pragma once

#include "dynamics/contact_dynamics/cone_lanes.h"

namespace talus {

/// Sets the masses of the points of blocks.
void prepareBlocks(ConeLanes& lanes, std::size_t begin, std::size_t end);

/// A sweep over blocks of one colour. Impulses and moments first go on by a part of their last change, as the
/// velocities of bodies must have done; then those of each pair satisfy the laws of its points one after the
/// other, there and back. @param whole also blocks that did not press when they were last looked at.
void sweepBlocks(ConeLanes& lanes, std::size_t begin, std::size_t end, bool whole, double part);

/// What the points of blocks violate, into the errors of the same numbers.
void measureBlocks(const ConeLanes& lanes, std::size_t begin, std::size_t end, LawErrors* errors);

}  // namespace talus
