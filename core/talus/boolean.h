#pragma once

/// Boolean operations of closed surfaces: talus::booleanOf, talus::SurfaceArrangement. The volume that two
/// bodies have in common, and its surface:
///
///     const std::vector<talus::TriangleMesh> bodies{a, b};
///     talus::Context context;
///     const talus::ArrangementBody common =
///         talus::booleanOf(bodies, {.operation = talus::BooleanOperation::Intersection}, {}, context);
///     use(common.moments.volume, common.mesh);
#include "arrangement/result/surface_arrangement.h"
