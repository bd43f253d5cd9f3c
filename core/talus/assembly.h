#pragma once

/// How the parts of an assembly lie to each other: talus::checkAssembly. Which parts interfere, by how much,
/// where, and how near the others are:
///
///     const std::vector<talus::AssemblyPart> parts{{"pin", pin}, {"plate", plate}};
///     talus::Context context;
///     const talus::AssemblyReport report = talus::checkAssembly(parts, {}, context);
///     for (const talus::AssemblyPair& pair : report.pairs) use(pair.relation, pair.clearance(),
///     pair.volume());
#include "assembly/assembly_check.h"
#include "assembly/wall_thickness.h"
