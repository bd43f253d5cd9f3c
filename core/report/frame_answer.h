#pragma once

#include <cstdint>
#include <string>

#include "dynamics/run/frame_statistics.h"

namespace talus {

/// "t = 0.75 s · 110 bodies · fastest 0.41 m/s · step limited by stiffness".
/// @param bodies number of bodies in the frame, walls included.
std::string frameAnswer(const FrameStatistics& statistics, std::int64_t bodies);

/// What limited a step, in a word or two: "stiffness"; empty if there was no step.
std::string limitText(StepLimit limit);

}  // namespace talus
