#include "dynamics/certificate/held_groups.h"

#include <set>

#include "geometry/mesh/union_find.h"

namespace talus {

std::map<Index, HeldGroup> heldGroups(std::span<const BodyPair> pairs, const BodyInertia& inertia,
                                      std::size_t count) {
  const auto isWall = [&inertia](Index i) { return inertia.isWall(static_cast<std::size_t>(i)); };
  UnionFind sets(pairs.empty() ? 0 : count);
  std::set<Index> bodies;
  for (const auto& [a, b] : pairs) {
    if (!isWall(a)) bodies.insert(a);
    if (!isWall(b)) bodies.insert(b);
    if (!isWall(a) && !isWall(b)) sets.unite(a, b);
  }
  std::map<Index, HeldGroup> groups;
  for (const Index body : bodies) groups[sets.find(body)].bodies.push_back(static_cast<std::size_t>(body));
  for (const auto& [a, b] : pairs)
    if (isWall(a) || isWall(b)) groups[sets.find(isWall(a) ? b : a)].meetsWall = true;
  return groups;
}

}  // namespace talus
