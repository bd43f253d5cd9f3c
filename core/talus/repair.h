#pragma once

/// Mended surfaces: talus::repairSurface. Closed, oriented, without intersections:
///
///     talus::Context context;
///     const talus::MergedMesh merged = talus::mergeDuplicatePoints(mesh);
///     const talus::RepairedSurface repaired = talus::repairSurface(merged.mesh, {}, context);
///     for (const talus::RepairStep& step : talus::stepsOf(repaired.report)) print(step.text);
///     use(repaired.mesh, repaired.report.maximumMove);
#include "geometry/mesh/point_merge.h"
#include "repair/surface_repair.h"
