#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "scene/world.h"

namespace talus {

/// Whether bodies start without contact forces under a law: if the scene says so, and if they came to their
/// places under another law, whose forces balanced there.
inline bool startsAtRest(const Scene& scene, const std::string& law) {
  return scene.startsAtRest || (!scene.settledLaw.empty() && scene.settledLaw != law);
}

/// A fault of a scene: at `list[index].field`, or at `field` alone if the list is empty.
struct SceneFault {
  std::string field;  ///< may be empty: the item as a whole
  std::string problem, remedy;
  ErrorSubject subject{};
  std::string list{};  ///< shapes, materials, pairs, bodies, motions
  std::size_t index = 0;
};

/// The first fault: numbers out of range or not finite, unknown shapes and materials, names and ids that are
/// not unique, motions that do not fit their bodies. Does not check overlaps.
/// O(bodies log bodies + shapes log shapes + ids of motions); meshes are not checked.
std::optional<SceneFault> findFault(const Scene& scene);

/// Rejects a scene that has a fault. @throws Error with the location: `bodies[3].orientation`.
void requireValid(const Scene& scene);

/// The interaction of two materials: their pair if it is listed, otherwise the means of both (geometric;
/// harmonic for the stiffness, 0 if one of them is 0). O(pairs).
ContactParameters contactBetween(const Scene& scene, Index first, Index second);

/// Whether a text is a valid shape name: letters, digits, underscores, hyphens and full stops, beginning with
/// a letter or an underscore. Then it is also valid as the name of a block, of a node in an assembly, and of
/// a file.
bool isShapeName(const std::string& text);

}  // namespace talus
