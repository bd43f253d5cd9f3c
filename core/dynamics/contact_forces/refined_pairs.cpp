#include "dynamics/contact_forces/refined_pairs.h"

namespace talus {

RefinedPairs::RefinedPairs(std::span<const LawShape> shapes, const ContactPointFinder& finder, bool keepsData)
    : keepsData_(keepsData) {
  for (const LawShape& a : shapes)
    for (const LawShape& b : shapes) searchTriangles_ = searchTriangles_ || finder.searchesTriangles(a, b);
}

void RefinedPairs::arrange(std::span<const BodyPair> pairs, const ForceBodies& bodies,
                           const ContactPointFinder& finder) {
  if (!searchTriangles_) return;  // as in most scenes
  pairs_.clear();
  for (const BodyPair& pair : pairs)
    if (finder.searchesTriangles(*bodies[pair.first].shape, *bodies[pair.second].shape))
      pairs_.push_back(pair);
  refinement_.arrange(pairs_);
}

}  // namespace talus
