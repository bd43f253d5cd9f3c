#pragma once

#include "dynamics/run/passage_count.h"
#include "dynamics/run/world.h"

namespace talus {

/// What a frame reports about the current state: energies, momenta, contacts, certified gaps. Here a new row
/// of the statistics is filled in; it is declared in frame_statistics.h, and summed over ranks in
/// frame_sums.h if it is a sum.
/// @param statistics with the counts of the frame's steps. @return the first passage of all ranks.
Passage measureFrame(SimulatedSystem& system, World& world, const PassageCount& passages,
                     FrameStatistics& statistics);

/// @throws Error bodies that touch or overlap, so that nothing can be proven of them.
void requireApart(SimulatedSystem& system);

}  // namespace talus
