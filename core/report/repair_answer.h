#pragma once

#include <span>
#include <string>

#include "repair/repair_report.h"

namespace talus {

/// What a repair did, and what remains: "Repaired: 2 holes closed by 36 triangles, 1 shell turned · sound,
/// moved by at most 1e-09", or "Sound: nothing to repair".
std::string repairAnswer(const RepairReport& report);

/// The same of several surfaces, numbered from 0: how many are sound now, and the answer of the first that is
/// not, or else of the first that was repaired.
std::string repairsAnswer(std::span<const RepairReport* const> reports, std::span<const int> numbers);

}  // namespace talus
