#include "dynamics/implicit/contact_islands.h"

#include "geometry/mesh/union_find.h"

namespace talus {

std::vector<ContactIsland> contactIslands(LinearContacts contacts, const BodyInertia& inertia) {
  const auto isWall = [&](Index body) { return inertia.isWall(static_cast<std::size_t>(body)); };
  UnionFind sets(inertia.size());
  std::vector<char> touched(inertia.size(), 0);
  const LinearContact* last = nullptr;  // most contacts are of the same pair as the one before
  for (const LinearContact* const c : contacts) {
    if (last && last->bodyA == c->bodyA && last->bodyB == c->bodyB) continue;
    last = c;
    touched[static_cast<std::size_t>(c->bodyA)] = touched[static_cast<std::size_t>(c->bodyB)] = 1;
    if (!isWall(c->bodyA) && !isWall(c->bodyB)) sets.unite(c->bodyA, c->bodyB);
  }
  std::vector<ContactIsland> islands;
  std::vector<std::size_t> islandOf(inertia.size());
  for (std::size_t i = 0; i < inertia.size(); ++i) {
    if (!touched[i] || inertia.isWall(i)) continue;
    const auto root = static_cast<std::size_t>(sets.find(static_cast<Index>(i)));
    if (root == i) {
      islandOf[i] = islands.size();
      islands.emplace_back();
    }
    islandOf[i] = islandOf[root];
    islands[islandOf[i]].bodies.push_back(i);
  }
  for (const LinearContact* const c : contacts) {
    const Index body = isWall(c->bodyA) ? c->bodyB : c->bodyA;
    if (isWall(body)) continue;
    islands[islandOf[static_cast<std::size_t>(body)]].contacts.push_back(c);
  }
  return islands;
}

}  // namespace talus
