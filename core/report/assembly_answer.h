#pragma once

#include <span>
#include <string>

#include "assembly/assembly_check.h"

namespace talus {

/// "2 findings in 5 parts · 2 pairs overlap, most 500 between pin and plate; 3 pairs touch; 4 pairs are
/// apart, nearest 0.2 between nut and bolt".
std::string assemblyAnswer(const AssemblyReport& report, std::span<const std::string> names);

/// The finding of a pair in a sentence without full stop: "pin and plate interfere: volume 500, free after 5
/// along (1, 0, 0)". Of a pair that is no finding: how it lies.
std::string pairAnswer(const AssemblyPair& pair, std::span<const std::string> names);

}  // namespace talus
