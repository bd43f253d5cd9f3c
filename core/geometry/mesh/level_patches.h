#pragma once

#include <array>
#include <vector>

#include "base/context.h"
#include "geometry/mesh/hole_loops.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// Triangles that close one hole.
struct LevelPatch {
  HoleLoop loop;
  std::vector<std::array<Index, 3>> triangles;
};

/// Moves patches to where the generalised winding number of the open surface is ½: curved ones get new
/// points, as near to each other as those around (refinePatch), and Newton's method moves these. Patches stay
/// as they are where the number is ½ on them but for rounding, as in flat outlines, and where the method
/// fails.
///
/// Other holes count as far as they are seen at more than a few degrees. O(new points · triangles of
/// patches).
/// @param mesh receives the points. @param patches of all holes of the mesh. Deterministic for any number of
/// threads.
void fitPatches(TriangleMesh& mesh, std::vector<LevelPatch>& patches, Context& context);

}  // namespace talus
